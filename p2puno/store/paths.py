"""Where everything of one player lives (`specs/files.md`)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APPLICATION = "p2puno"


@dataclass(frozen=True, slots=True)
class Home:
    """The folders of one player. Only names: whoever writes a file makes its folder."""

    data: Path
    config: Path

    @classmethod
    def locate(cls, directory: str | os.PathLike[str] | None = None) -> Home:
        """The platform's folders, or everything below `directory` (`--home`)."""
        if directory is not None:
            root = Path(directory).absolute()
            return cls(data=root, config=root)
        folders = platformdirs.PlatformDirs(APPLICATION, appauthor=False)
        return cls(data=folders.user_data_path, config=folders.user_config_path)

    def bot(self, number: int) -> Home:
        """The home of the bot with this number: a player of its own below its operator's."""
        return Home(data=self.data / "bots" / str(number), config=self.config)

    def owns(self, path: Path) -> bool:
        """Whether a path is one of this player's own files, which nothing else may overwrite."""
        place = path.resolve()
        state = (self.identity, self.acquaintances, self.lock, self.incarnation)
        files = (self.config_file, self.preferences, *state)
        folders = (self.former_identities, self.games, self.journals, self.evidence, self.data / "bots")
        return place in [file.resolve() for file in files] or any(
            place.is_relative_to(folder.resolve()) for folder in folders
        )

    @property
    def config_file(self) -> Path:
        return self.config / "config.toml"

    @property
    def preferences(self) -> Path:
        return self.config / "settings.json"

    @property
    def identity(self) -> Path:
        return self.data / "identity.json"

    @property
    def former_identities(self) -> Path:
        return self.data / "former-identities"

    @property
    def acquaintances(self) -> Path:
        return self.data / "known-players.json"

    @property
    def lock(self) -> Path:
        return self.data / "lock"

    @property
    def incarnation(self) -> Path:
        return self.data / "incarnation"

    @property
    def games(self) -> Path:
        """Transcripts: the only files here that are meant to be shown to others."""
        return self.data / "games"

    @property
    def journals(self) -> Path:
        """Journals and vaults of games that are not over."""
        return self.data / "journals"

    @property
    def evidence(self) -> Path:
        return self.data / "evidence"

"""Where everything of one player lives (`specs/files.md`)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:  # it brings a library that `--help` does not need
    from p2puno.store.seal import Seal

APPLICATION = "p2puno"


@dataclass(frozen=True, slots=True)
class Home:
    """The folders of one player. Only names: whoever writes a file makes its folder.

    seal: the key to its secrets, once a passphrase has given it.
    """

    data: Path
    config: Path
    seal: Seal | None = field(default=None, repr=False, compare=False)

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
        return Home(data=self.bots / str(number), config=self.config, seal=self.seal)

    def owns(self, path: Path) -> bool:
        """Whether a path is one of this player's own files, which nothing else may overwrite."""
        place = path.resolve()
        state = (self.identity, self.passphrase, self.acquaintances, self.lock, self.incarnation)
        files = (self.config_file, self.preferences, *state)
        folders = (self.former_identities, self.games, self.journals, self.evidence, self.bots)
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
    def passphrase(self) -> Path:
        return self.data / "passphrase.json"

    @property
    def bots(self) -> Path:
        return self.data / "bots"

    @property
    def secrets(self) -> Iterator[Path]:
        """All files, of its bots too, that nobody else may read."""
        for home in (self.data, *sorted(self.bots.glob("*"))):
            own = Home(home, self.config)
            yield from (each for each in (own.identity, own.passphrase, own.acquaintances) if each.exists())
            yield from sorted(own.former_identities.glob("*"))
            yield from sorted(own.journals.glob("*"))

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

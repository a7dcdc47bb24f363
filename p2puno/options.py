"""What the command line says, as one typed value. Nothing is imported here that a `--help` would not need."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Options:
    """None, empty or False where the command line says nothing. The names are those of `--help`.

    name_as is `--as`, table_name `--name`; `set` holds the (option, value) pairs of `--set` in their order.
    pin is `--pin` as it was said, typed_pin a PIN that was typed in the lobby.
    """

    command: str | None = None
    # everywhere
    name_as: str | None = None
    plain: bool = False
    home: str | None = None
    lang: str | None = None
    verbose: bool = False
    # play, host, join
    rules: str | None = None
    set: tuple[tuple[str, str], ...] = ()
    bots: tuple[int, str] | None = None
    bot: str | None = None
    events: str | None = None
    listen: str | None = None
    pin: str | None = field(default=None, repr=False)
    typed_pin: str | None = field(default=None, repr=False)
    # host
    table_name: str | None = None
    seats: int | None = None
    # join
    table: str | None = None
    wait: float | None = None
    watch: bool = False
    # resume
    game: str | None = None
    at: str | None = None
    # audit, rules, identity, tables, bench, doctor
    files: tuple[str, ...] = ()
    json: bool = False
    report: str | None = None
    action: str = "show"

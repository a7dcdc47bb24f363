"""`p2puno tables`: the tables on this LAN, each of which has just answered."""

from __future__ import annotations

import trio

from p2puno.commands.output import plain, quiet_libraries, show, show_json
from p2puno.errors import NoError
from p2puno.language.speech import as_sentence, commas
from p2puno.language.texts import Text
from p2puno.net.tables import Findings, TableSeen, TableUnfit, find_tables
from p2puno.options import Options
from p2puno.ui.directions import apart
from p2puno.ui.naming import for_people
from p2puno.ui.ruletitle import title_of_items
from p2puno.ui.screen.characters import tidy

DEFAULT_WAIT = 3.0

NONE_FOUND = Text(
    "No table answered on this network; open one with `p2puno host`, "
    "or sit down at an address that you were told with `p2puno join HOST:PORT`."
)

OPEN = Text("{table} at {address}: {names} ({taken} of {capacity}), rules: {rules}")
OPEN_WITH_PIN = Text("{table} at {address} (with a PIN): {names} ({taken} of {capacity}), rules: {rules}")
STARTED = Text(
    "{table} at {address}: {names} (started), rules: {rules}; to look on: `p2puno join --watch {address}`"
)


def run(options: Options) -> int:
    wait = DEFAULT_WAIT if options.wait is None else options.wait
    quiet_libraries()
    found = trio.run(find_tables, wait)
    if options.json:
        show_json([*map(as_data, found.tables), *map(unfit_data, found.unfit)])
    else:
        show_tables(found)
    if not found.tables:
        raise NoError(str(NONE_FOUND))
    return 0


def show_tables(found: Findings) -> None:
    for table in found.tables:
        show(table_line(table))
    for unfit in found.unfit:
        show(f"{plain(unfit.name)}: {as_sentence(tidy(unfit.sentence))}")


def table_line(table: TableSeen) -> str:
    info = table.info
    sentence = STARTED if info.started else OPEN_WITH_PIN if info.pin else OPEN
    return sentence.format(
        table=apart(plain(info.name)),
        address=table.address,
        names=commas(for_people(info.players)),
        taken=len(info.players),
        capacity=info.capacity,
        rules=title_of_items(info.rules),
    )


def as_data(table: TableSeen) -> dict[str, object]:
    info = table.info
    return {
        "name": info.name,
        "players": list(info.players),
        "capacity": info.capacity,
        "started": info.started,
        "pin": info.pin,
        "rules": {item.name: item.value for item in info.rules},
        "address": str(table.address),
        "addresses": [str(address) for address in table.addresses],
        "host": info.host.hex(),
        "token": info.token.hex(),
        "fits": True,
    }


def unfit_data(table: TableUnfit) -> dict[str, object]:
    return {"name": table.name, "token": table.token.hex(), "fits": False, "sentence": table.sentence}

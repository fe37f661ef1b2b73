"""Hands of several games, exported as a GM has them, and what somebody might do to such a file."""

import copy
import json
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot.errors import PlayerError
from bot.portability.hands_file import ALONE, IN_HISTORY, with_sum
from bot.portability.proof import HandsProof, verify_file
from tests.portability.campaign_file_fixtures import archive_of
from tests.tables.table_fixtures import GM
from tests.tables.undo.test_any_undo import Revel

Json = dict[str, Any]
Path_ = tuple[str | int, ...]
GAMES: tuple[tuple[str, Json], ...] = (
    ("pilok", {}),
    ("pilok", {"crooked": True}),
    ("golem", {}),
    ("bounder", {}),
    ("century", {}),
    ("pazaak", {}),
    ("klingon", {"stakes": "cash"}),
    ("baldur", {}),
    ("roulette", {}),
    ("twentyone", {}),
)
NAMES = tuple(f"{game}{' crooked' if 'crooked' in options else ''}" for game, options in GAMES)
HANDS, STEPS, UNDO_AT = 2, 150, 4


async def evening_of(name: str) -> bytes:
    """Return the file of a session's hands, in each of which a GM undoes something."""
    return (await files_of(name))[0]


async def files_of(name: str) -> tuple[bytes, bytes]:
    """Return the file of such a session's hands, and the file of its campaign."""
    game, options = GAMES[NAMES.index(name)]
    with tempfile.TemporaryDirectory() as folder:
        place = Revel(Path(folder) / "evening.db", 4)
        await place.open_doors()
        await place.begins(game, options, "endless")
        for _ in range(HANDS):
            await _play_a_hand(place)
        table = await archive_of(place).export_hands(await place.table(), GM)
        campaign = await archive_of(place).export(place.campaign, GM, history=True)
        await place.close_doors()
    return table.content, campaign.content


async def _play_a_hand(place: Revel) -> None:
    await place.deals(GM)
    table = await place.table()
    for step in range(STEPS):
        if not table.in_hand:
            return
        with suppress(PlayerError):
            await (place.undo_action() if step == UNDO_AT else place.play())
        table = await place.table()
    await place.void()


class Exported:
    """The file of a table's hands, and that of its campaign."""

    def __init__(self, content: bytes, campaign: bytes) -> None:
        self.content, self.campaign = content, campaign
        self.stored: Json = json.loads(content)

    def hand(self) -> Json:
        """One in which something fell, and if there is such a one something was taken back; as short as there is."""

        def rank(hands: list[Json]) -> tuple[bool, bool, int]:
            rows = [action for hand in hands for action in hand["actions"]]
            is_dull = len(hands[-1]["actions"]) < 4 or not any(row["draws"] for row in hands[-1]["actions"])
            return is_dull, len(hands) < 2, len(json.dumps(rows))

        return {**self.stored, "complete": False, "hands": copy.deepcopy(min(self._groups(), key=rank))}

    def _groups(self) -> list[list[Json]]:
        found: dict[int, list[Json]] = {}
        for hand in self.stored["hands"]:
            found.setdefault(hand["number"], []).append(hand)
        return list(found.values())


def sealed(file: Json) -> bytes:
    """Return the file with a new sum, as someone who changes it on purpose makes it."""
    within = file.get("history", file)
    within.pop("sum", None)
    end = IN_HISTORY if within is not file else ALONE
    return with_sum(json.dumps(file).removesuffix(end.strip()), end)


def checked(file: Json) -> HandsProof:
    """Return the result for the file under a new sum."""
    return verify_file(sealed(copy.deepcopy(file)))


def leaves(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Yield every single value in the file, with its place."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from leaves(inner, (*path, key))
    else:
        yield path, value


def kind_of(path: Path_) -> str:
    """Return the kind of a place, as in "actions.draws.2". The parts of draws and seals are told apart."""
    names = [str(key) for key in path if isinstance(key, str)]
    if "typed" in names:
        return ".".join(names[: names.index("typed") + 1])
    is_part = {"draws", "seals"} & set(names) and isinstance(path[-1], int)
    return ".".join((*names, str(path[-1]))) if is_part else ".".join(names)


def is_of_table(hand: Json, path: Path_) -> bool:
    """Tell whether a value is of an event of the table, which stands beside the hand and proves nothing of it."""
    match path:
        case ("actions", int(at), "events", int(number), 1, *_):
            return str(hand["actions"][at]["events"][number][1]["kind"]).startswith("table.")
        case _:
            return False


def changed(value: Any) -> Any:
    """Another value of the same kind."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case None:
            return 1
        case _ if len(value) == 64:
            return f"{'1' if value[0] == '0' else '0'}{value[1:]}"
        case _:
            return f"{value}x"


def put(file: Any, path: Path_, value: Any) -> None:
    for key in path[:-1]:
        file = file[key]
    file[path[-1]] = value


NOTHING_FOLLOWS = frozenset(
    {
        "started_at",
        "ended_at",
        "undone_at",
        "actions.at",
        "actions.turn",
        "actions.typed",
        "actions.action.face",
    }
)
"""What seeds and rules prove nothing of: times, typed text, numbers of turns that stay in order; whether the result was
taken back afterwards; and which face somebody wanted who tried in vain.
"""

"""What in a file of cards doesn't go together: cards that are there twice, names that nothing bears, too few of them.

Looked for in the raw file, so that a GM learns of it together with what is wrong about single entries.
"""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches
from itertools import chain
from typing import Any

from cogs.klingon.cards import LEAST_ACTIONS, LEAST_SHIPS
from cogs.klingon.entries import MOST_ACTIONS, MOST_COPIES, MOST_KINDS
from cogs.klingon.mistakes import quoted
from cogs.klingon.source import Path

Misfit = tuple[Path, str]
"""Where something is wrong, and what, in a sentence."""
Table = Mapping[str, Any]
_LONGEST = 40


def misfits(data: Table) -> Iterator[Misfit]:
    """All of them, part by part. What has a wrong type, or is missing altogether, is told elsewhere and passed over."""
    mounts, doublers = _table(data, "mounts"), _table(data, "doublers")
    ships, actions = _tables(data, "ship"), _tables(data, "action")
    types = {kind for _, action in actions if isinstance(kind := action.get("type"), str)}
    weapons = types - doublers.keys()
    return chain(
        _arms(mounts, doublers, weapons),
        _actions(actions, {weapon for listed in mounts.values() for weapon in _texts(listed)}, doublers.keys()),
        _repeated("ship", "id", ships),
        _carried(ships, mounts.keys()),
        _named(_table(data, "names"), types | mounts.keys() | doublers.keys()),
        _too_few(ships, actions),
    )


def _arms(mounts: Table, doublers: Table, weapons: set[str]) -> Iterator[Misfit]:
    for part, kinds in (("mounts", mounts), ("doublers", doublers)):
        for key, listed in kinds.items():
            for weapon in _texts(listed):
                if weapon in doublers:
                    yield (part, key), f"{quoted(weapon)} can't be a weapon and a doubler at once."
                elif weapons and weapon not in weapons:
                    yield (part, key), f"There is no action card of the type {quoted(weapon)}{_meant(weapon, weapons)}."


def _actions(actions: list[tuple[int, Table]], fired: set[str], doublers: Collection[str]) -> Iterator[Misfit]:
    yield from _repeated("action", "type", actions)
    for at, action in actions:
        kind = action.get("type")
        if not isinstance(kind, str):
            continue
        if kind in doublers:
            if "n" not in action or "values" in action:
                yield ("action", at, "values"), "A doubler has `n`, how many there are of it, and no `values`."
            continue
        if "values" not in action or "n" in action:
            yield ("action", at, "n"), "A weapon has `values`, how many cards there are of each, and no `n`."
        if fired and kind not in fired:
            yield ("action", at, "type"), f"No mount fires {quoted(kind)}{_meant(kind, fired)}."


def _repeated(part: str, word: str, entries: list[tuple[int, Table]]) -> Iterator[Misfit]:
    seen: set[str] = set()
    for at, entry in entries:
        name = entry.get(word)
        if not isinstance(name, str):
            continue
        if name in seen:
            yield (part, at, word), f"{quoted(name)} is there already, further up."
        seen.add(name)


def _carried(ships: list[tuple[int, Table]], mounts: Collection[str]) -> Iterator[Misfit]:
    for at, ship in ships:
        for mount in _table(ship, "mounts"):
            if mounts and mount not in mounts:
                yield ("ship", at, "mounts", mount), f"[mounts] knows no {quoted(mount)}{_meant(mount, mounts)}."


def _named(names: Table, keys: set[str]) -> Iterator[Misfit]:
    for key in names:
        if key not in keys:
            yield ("names", key), f"Nothing is called {quoted(key)}{_meant(key, keys)}."


def _too_few(ships: list[tuple[int, Table]], actions: list[tuple[int, Table]]) -> Iterator[Misfit]:
    if len(ships) < LEAST_SHIPS:
        yield (), f"There are {len(ships)} ships; it takes at least {LEAST_SHIPS}."
    copies = sum(sum(_copies(action)) for _, action in actions)
    if not LEAST_ACTIONS <= copies <= MOST_ACTIONS:
        yield (), f"There are {copies:,} action cards; from {LEAST_ACTIONS} to {MOST_ACTIONS} can be played with."


def _copies(action: Table) -> Iterator[int]:
    """How many cards there are of each value; one that is out of bounds is told elsewhere."""
    for copies in (*_table(action, "values").values(), action.get("n", 0)):
        if type(copies) is int and 0 < copies <= MOST_COPIES:
            yield copies


def _meant(word: str, known: Collection[str]) -> str:
    """What was probably meant, if anything comes near."""
    if len(word) > _LONGEST or len(known) > MOST_KINDS:  # comparing takes long, and neither is a slip of the pen
        return ""
    near = get_close_matches(word, [one for one in known if len(one) <= _LONGEST], n=1)
    return f"; perhaps {quoted(near[0])} is meant" if near else ""


def _table(data: Table, key: str) -> Table:
    table = data.get(key)
    return table if isinstance(table, dict) else {}


def _tables(data: Table, key: str) -> list[tuple[int, Table]]:
    listed = data.get(key)
    return [(at, one) for at, one in enumerate(listed) if isinstance(one, dict)] if isinstance(listed, list) else []


def _texts(listed: Any) -> Iterator[str]:
    return (one for one in listed if isinstance(one, str)) if isinstance(listed, list) else iter(())

"""What in a file of cards doesn't go together: cards that are there twice, names that nothing bears, too few of them.

Looked for in the raw file, so that a GM learns of it together with what is wrong about single entries. What has a wrong
type, or is missing altogether, is told elsewhere, and nothing is concluded from it here: one slip is one mistake.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from bot.engine.speech import counted
from cogs.klingon.cards import LEAST_ACTIONS, LEAST_SHIPS
from cogs.klingon.entries import MOST_ACTIONS, MOST_COPIES, MOST_KINDS, is_key
from cogs.klingon.klingon_naming import alike, called
from cogs.klingon.mistakes import quoted
from cogs.klingon.places import Path

Misfit = tuple[Path, str]
"""Where something is wrong, and what, in a sentence."""
Table = Mapping[str, Any]
_MOST_HINTS = 20
_MOST_KNOWN = 3 * MOST_KINDS
"""Comparing words takes long, and so many are no slips of the pen."""


class _Fault(NamedTuple):
    """`what` is a sentence without its full stop. Of a word that isn't known, `known` are those that are."""

    path: Path
    what: str
    word: str = ""
    known: Collection[str] = ()


def misfits(data: Table) -> Iterator[Misfit]:
    """All of them, part by part."""
    parts = _Parts(data)
    faults = chain(
        _arms(parts),
        _actions(parts),
        _repeated("ship", "id", parts.ships),
        _repeated("ship", "name", parts.ships, alike),
        _carried(parts),
        _named(parts),
        _called_alike(parts),
        _too_few(parts),
    )
    for at, (path, what, word, known) in enumerate(faults):
        yield path, f"{what}{_meant(word, known) if at < _MOST_HINTS else ''}."


@dataclass(frozen=True)
class _Parts:
    """The parts of a file as far as they can be read; None is one from which nothing can be concluded."""

    data: Table

    @cached_property
    def ships(self) -> list[tuple[int, Table]]:
        return _tables(self.data, "ship")

    @cached_property
    def actions(self) -> list[tuple[int, Table]]:
        return _tables(self.data, "action")

    @cached_property
    def mounts(self) -> Collection[str] | None:
        table = self.data.get("mounts")
        return table.keys() if isinstance(table, dict) and table and all(map(is_key, table)) else None

    @cached_property
    def doublers(self) -> Collection[str] | None:
        table = self.data.get("doublers", {})
        return table.keys() if isinstance(table, dict) and all(map(is_key, table)) else None

    @cached_property
    def types(self) -> set[str] | None:
        listed = self.data.get("action")
        types = _keys(action.get("type") for _, action in self.actions)
        return {*types} if isinstance(listed, list) and len(types) == len(listed) > 0 else None

    @cached_property
    def weapons(self) -> set[str] | None:
        return None if self.types is None or self.doublers is None else self.types - {*self.doublers}

    @cached_property
    def fired(self) -> set[str] | None:
        """What mounts fire."""
        lists = _table(self.data, "mounts").values()
        if not lists or not all(isinstance(listed, list) and all(map(is_key, listed)) for listed in lists):
            return None
        return {weapon for listed in lists for weapon in listed}


def _arms(parts: _Parts) -> Iterator[_Fault]:
    for part in ("mounts", "doublers"):
        for key, listed in _table(parts.data, part).items():
            seen: set[str] = set()
            for at, weapon in enumerate(listed if isinstance(listed, list) else ()):
                if not is_key(weapon):
                    continue
                if weapon in seen:
                    yield _Fault((part, key, at), f"{quoted(weapon)} is in this list already")
                elif weapon in (parts.doublers or ()):
                    yield _Fault((part, key, at), f"{quoted(weapon)} can't be a weapon and a doubler at once")
                elif parts.weapons is not None and weapon not in parts.weapons:
                    what = f"There is no action card of the type {quoted(weapon)}"
                    yield _Fault((part, key, at), what, weapon, parts.weapons)
                seen.add(weapon)


def _actions(parts: _Parts) -> Iterator[_Fault]:
    yield from _repeated("action", "type", parts.actions)
    if parts.types and parts.weapons is not None and not parts.weapons:
        yield _Fault((), "All action cards are doublers; it takes a weapon, too")
    for at, action in parts.actions:
        kind = action.get("type")
        if not isinstance(kind, str) or not is_key(kind) or parts.doublers is None:
            continue
        is_fired = parts.fired is None or kind in parts.fired
        if kind in parts.doublers:
            if "n" not in action or "values" in action:
                yield _Fault(("action", at, "values"), "A doubler has `n`, how many there are of it, and no `values`")
        elif "n" in action and "values" not in action and not is_fired:
            yield _Fault(("action", at, "type"), f"[doublers] knows no {quoted(kind)}", kind, parts.doublers)
        else:
            if "values" not in action or "n" in action:
                what = "A weapon has `values`, how many cards there are of each, and no `n`"
                yield _Fault(("action", at, "n"), what)
            if not is_fired:
                yield _Fault(("action", at, "type"), f"No mount fires {quoted(kind)}", kind, parts.fired or ())


def _repeated(
    part: str, word: str, entries: list[tuple[int, Table]], same: Callable[[str], str] = str
) -> Iterator[_Fault]:
    seen: set[str] = set()
    for at, entry in entries:
        name = entry.get(word)
        if not isinstance(name, str):
            continue
        if same(name) in seen:
            yield _Fault((part, at, word), f"{quoted(name)} is there already, further up")
        seen.add(same(name))


def _carried(parts: _Parts) -> Iterator[_Fault]:
    """With no mount at all nothing is told ship by ship: that there must be one is told of the whole part."""
    if parts.mounts is None:
        return
    for at, ship in parts.ships:
        for mount in _table(ship, "mounts"):
            if is_key(mount) and mount not in parts.mounts:
                yield _Fault(("ship", at, "mounts", mount), f"[mounts] knows no {quoted(mount)}", mount, parts.mounts)


def _named(parts: _Parts) -> Iterator[_Fault]:
    if parts.mounts is None or parts.doublers is None or parts.types is None:
        return
    keys = {*parts.mounts, *parts.doublers, *parts.types}
    for key in _table(parts.data, "names"):
        if is_key(key) and key not in keys:
            yield _Fault(("names", key), f"Nothing is called {quoted(key)}", key, keys)


def _called_alike(parts: _Parts) -> Iterator[_Fault]:
    """Two action cards of one name, or two mounts: nobody could tell them apart."""
    names, told = _table(parts.data, "names"), set[str]()
    places = {key: at for at, key in enumerate(names)}
    for keys in ({*(parts.types or ()), *(parts.doublers or ())}, parts.mounts or ()):
        seen: dict[str, str] = {}
        for key in sorted(keys, key=lambda key: places.get(key, -1)):  # without a line in [names] two are never alike
            name = names.get(key, called(key))
            other = seen.setdefault(alike(name), key) if isinstance(name, str) else key
            if other != key and key not in told:
                told.add(key)
                yield _Fault(("names", key), f"{quoted(name)} is what {quoted(other)} is called, too")


def _too_few(parts: _Parts) -> Iterator[_Fault]:
    listed = parts.data.get("ship")
    if isinstance(listed, list) and len(listed) < LEAST_SHIPS:
        are = "is" if len(listed) == 1 else "are"
        yield _Fault((), f"There {are} {counted(len(listed), 'ship')}; it takes at least {LEAST_SHIPS}")
    copies = _copies(parts)
    if copies is not None and not LEAST_ACTIONS <= copies <= MOST_ACTIONS:
        are = "is" if copies == 1 else "are"
        bounds = f"from {LEAST_ACTIONS} to {MOST_ACTIONS} can be played with"
        yield _Fault((), f"There {are} {counted(copies, 'action card')}; {bounds}")


def _copies(parts: _Parts) -> int | None:
    """How many action cards there are; None where that can't be read of all."""
    listed = parts.data.get("action")
    if not isinstance(listed, list) or len(listed) != len(parts.actions):
        return None
    copies = 0
    for _, action in parts.actions:
        for number in _table(action, "values").values() or [action.get("n")]:
            if type(number) is not int or not 0 < number <= MOST_COPIES:
                return None
            copies += number
    return copies


def _meant(word: str, known: Collection[str]) -> str:
    """What was probably meant, if anything comes near."""
    near = get_close_matches(word, list(known), n=1) if word and len(known) <= _MOST_KNOWN else []
    return f"; perhaps {quoted(near[0])} is meant" if near else ""


def _keys(words: Iterable[Any]) -> list[str]:
    return [word for word in words if isinstance(word, str) and is_key(word)]


def _table(data: Table, key: str) -> Table:
    table = data.get(key)
    return table if isinstance(table, dict) else {}


def _tables(data: Table, key: str) -> list[tuple[int, Table]]:
    listed = data.get(key)
    return [(at, one) for at, one in enumerate(listed) if isinstance(one, dict)] if isinstance(listed, list) else []

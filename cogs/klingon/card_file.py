"""Card files: a TOML file becomes a deck or a list of all its mistakes, and a deck becomes a file.

The game's own deck is such a file, too. House rules choose which of a deck's cards a table deals.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from itertools import chain, count, groupby, islice
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.engine.options import Clash
from bot.engine.words import MOST_MARKS, counted, most_marks, one_line, ordinal
from cogs.klingon.cards import FIGHTER_POINTS, LEAST_ACTIONS, LEAST_SHIPS, ActionCard, Deck, Kind, Ship, Shipyard
from cogs.klingon.source import LONGEST_LINE, MOST_KEPT, BadDeck, Mistake, Path, Source, parse, quoted

MOST_SHIPS = 200
_MOST_ACTIONS = 400
_MOST_COPIES = 60
MOST_KINDS = 40
LONGEST_NAME = 40
LONGEST_WORD = 24
_LONGEST_HULL = 12


def _error(told: str) -> PydanticCustomError:
    """Build the error of a value: the end of a sentence that begins with its name."""
    return PydanticCustomError("cards", "{told}", {"told": told})  # a template of pydantic's: no braces of a file


def _between(low: int, high: int) -> AfterValidator:
    """Check a whole number; the refusal names both bounds."""

    def within(number: int) -> int:
        if not low <= number <= high:
            raise _error(f"must lie between {low} and {high}")
        return number

    return AfterValidator(within)


def _visible(longest: int) -> AfterValidator:
    """Check a text: it must look the same on every screen."""

    def harmless(text: str) -> str:
        name = unicodedata.normalize("NFC", text)
        # some single letters are drawn as whole phrases: their long form counts
        if max(len(name), len(unicodedata.normalize("NFKC", name))) > longest:
            raise _error(f"is too long: at most {longest} characters")
        if name != one_line(name) or not any(letter.isalnum() for letter in name):
            raise _error("needs a letter or digit, and may hold nothing that can't be seen")
        if most_marks(name) > MOST_MARKS:
            raise _error("has too many accents on one letter")
        return name

    return AfterValidator(harmless)


def _matching(pattern: str, told: str) -> AfterValidator:
    """Check a word of a few plain characters."""
    form = re.compile(pattern)

    def spelled(word: str) -> str:
        if not form.fullmatch(word):
            raise _error(told)
        return word

    return AfterValidator(spelled)


def _schema(number: Any) -> int:
    if type(number) is not int or number != 1:  # to Python 1, 1.0 and true are the same
        raise _error("must be 1: files of another kind can't be read")
    return number


def _of_length(most: int, least: int = 0) -> BeforeValidator:
    """Check the length of a list or table first, so that too many entries aren't looked at one by one."""

    def counted(entries: Any) -> Any:
        if isinstance(entries, list | dict) and not least <= len(entries) <= most:
            raise _error(f"has {len(entries):,} entries: from {least} to {most} are allowed")
        return entries

    return BeforeValidator(counted)


_ID, _KEY = r"[a-z0-9-]{1,24}", r"[a-z][a-z0-9_]{0,23}"
Id = Annotated[str, _matching(_ID, "may only have a to z, 0 to 9 and hyphens, at most 24")]
Key = Annotated[str, _matching(_KEY, "must begin with a to z and go on with a to z, 0 to 9 and _, at most 24")]
AttackPoints = Annotated[str, _matching(r"[1-9][0-9]?|100", "must be attack points from 1 to 100")]
Copies = Annotated[int, _between(1, _MOST_COPIES)]
Name = Annotated[str, _visible(LONGEST_NAME)]
Word = Annotated[str, _visible(LONGEST_WORD)]
Weapons = Annotated[list[Key], _of_length(MOST_KINDS, 1)]
Kinds = dict[Key, Weapons]


def _is_id(word: object) -> bool:
    return isinstance(word, str) and re.fullmatch(_ID, word) is not None


def _is_key(word: object) -> bool:
    return isinstance(word, str) and re.fullmatch(_KEY, word) is not None


class _Entry(BaseModel):
    """Errors of pydantic say where; `_describe_error` says what in words."""

    model_config: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)

    @model_validator(mode="wrap")
    @classmethod
    def _few_words(cls, entry: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        if isinstance(entry, dict) and len(entry) > MOST_KINDS:
            raise _error(f"has {len(entry):,} entries, and knows only {len(cls.model_fields)}")
        return read(entry)


class ActionEntry(_Entry):
    """Cards of one type: a weapon with how many there are of each value, or a doubler with how many there are."""

    type: Key
    values: Annotated[dict[AttackPoints, Copies], _of_length(100, 1)] | None = None
    n: Copies | None = None


class ShipEntry(_Entry):
    id: Id
    name: Name | None = None
    empire: Word
    hull: Annotated[str, _visible(_LONGEST_HULL)]
    points: Annotated[int, _between(0, 99)]
    mounts: Annotated[dict[Key, Annotated[int, _between(1, 20)]], _of_length(MOST_KINDS)] = Field(default_factory=dict)
    fighters: Annotated[int, _between(0, 20)] = 0
    carrier: bool = False
    cloak: bool = False
    web: bool = False


class DeckEntry(_Entry):
    """The whole file."""

    schema_: Annotated[int, BeforeValidator(_schema)] = Field(alias="schema")
    title: Name = "Our own cards"
    fighter_points: Annotated[int, _between(0, 99)] = FIGHTER_POINTS
    names: Annotated[dict[Key, Word], _of_length(3 * MOST_KINDS)] = Field(default_factory=dict)
    mounts: Annotated[Kinds, _of_length(MOST_KINDS, 1)]
    doublers: Annotated[Kinds, _of_length(MOST_KINDS)] = Field(default_factory=dict)
    action: Annotated[list[ActionEntry], _of_length(2 * MOST_KINDS)]
    ship: Annotated[list[ShipEntry], _of_length(MOST_SHIPS)]


_ENTRIES: dict[str, type[_Entry]] = {"ship": ShipEntry, "action": ActionEntry}
_KINDS_OF_VALUE = {
    "int_type": "must be a whole number",
    "string_type": "must be a text between quotation marks",
    "bool_type": "must be true or false",
    "list_type": "must be a list between square brackets",
    "dict_type": "must be a table between curly brackets",
    "model_type": "must be a table",
    "missing": "is missing",
}


def _describe_error(error: ErrorDetails) -> str:
    """Describe a mistake, as the end of a sentence that begins with the name of the entry."""
    if error["type"] == "extra_forbidden":
        entry = _ENTRIES.get(str(error["loc"][0]), DeckEntry) if len(error["loc"]) > 1 else DeckEntry
        words = [field.alias or name for name, field in entry.model_fields.items()]
        return f"isn't known here; what can stand here is {', '.join(words)}"
    if error["type"] == "list_type" and error["loc"] in {("ship",), ("action",)}:
        return f"must stand in blocks of their own, each under [[{error['loc'][0]}]]"
    return _KINDS_OF_VALUE.get(error["type"], error["msg"] if error["type"] == "cards" else "can't be read")


_HULLS = {
    "FF": "frigate",
    "DD": "destroyer",
    "CL": "light cruiser",
    "CW": "war cruiser",
    "CA": "cruiser",
    "BC": "battlecruiser",
    "DN": "dreadnought",
}
"""The second half of a default ship name, after its empire."""


def _kind_name(key: str) -> str:
    """Name a kind that has no name of its own: plasma_r is "Plasma-R"."""
    first, *rest = key.split("_")
    return "-".join((first.capitalize(), *(part.upper() if len(part) == 1 else part for part in rest)))


def _normalize(name: str) -> str:
    """Normalize a name, so that names which people would confuse compare equal."""
    return unicodedata.normalize("NFC", name).casefold()


def _ship_names(ships: Sequence[ShipEntry]) -> Iterator[str]:
    """Yield the name of each ship.

    A ship without a name of its own is called by empire and hull, with a number where another would have the same name.
    """
    names = [ship.name or _default_name(ship) for ship in ships]
    often = Counter(map(_normalize, names))
    numbers = {name: count(1) for name in often}
    taken = set(often)
    for ship, name in zip(ships, names, strict=True):
        if ship.name or often[_normalize(name)] == 1:
            yield name
            continue
        numbered = next(
            other for at in numbers[_normalize(name)] if _normalize(other := _numbered(name, at)) not in taken
        )
        taken.add(_normalize(numbered))
        yield numbered


def _default_name(ship: ShipEntry) -> str:
    return f"{ship.empire} {'carrier' if ship.carrier else _HULLS.get(ship.hull, ship.hull)}"


def _numbered(name: str, number: int) -> str:
    """Return the name with a number, within the bound of names."""
    return f"{one_line(name[: LONGEST_NAME - len(f' {number}')])} {number}"


_Contradiction = tuple[Path, str]
"""The path of a mistake, and the mistake in a sentence."""
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


def _contradictions(data: Table) -> Iterator[_Contradiction]:
    """Yield all contradictions between entries, part by part."""
    parts = _Parts(data)
    faults = chain(
        _check_weapons(parts),
        _check_actions(parts),
        _check_unique("ship", "id", parts.ships),
        _check_unique("ship", "name", parts.ships, _normalize),
        _check_mounts(parts),
        _check_names(parts),
        _check_shared_names(parts),
        _check_counts(parts),
    )
    for at, (path, what, word, known) in enumerate(faults):
        yield path, f"{what}{_suggest(word, known) if at < _MOST_HINTS else ''}."


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
        return table.keys() if isinstance(table, dict) and table and all(map(_is_key, table)) else None

    @cached_property
    def doublers(self) -> Collection[str] | None:
        table = self.data.get("doublers", {})
        return table.keys() if isinstance(table, dict) and all(map(_is_key, table)) else None

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
        """The weapons that mounts fire."""
        lists = _table(self.data, "mounts").values()
        if not lists or not all(isinstance(listed, list) and all(map(_is_key, listed)) for listed in lists):
            return None
        return {weapon for listed in lists for weapon in listed}


def _check_weapons(parts: _Parts) -> Iterator[_Fault]:
    for part in ("mounts", "doublers"):
        for key, listed in _table(parts.data, part).items():
            seen: set[str] = set()
            for at, weapon in enumerate(listed if isinstance(listed, list) else ()):
                if not _is_key(weapon):
                    continue
                if weapon in seen:
                    yield _Fault((part, key, at), f"{quoted(weapon)} is in this list already")
                elif weapon in (parts.doublers or ()):
                    yield _Fault((part, key, at), f"{quoted(weapon)} can't be a weapon and a doubler at once")
                elif parts.weapons is not None and weapon not in parts.weapons:
                    what = f"There is no action card of the type {quoted(weapon)}"
                    yield _Fault((part, key, at), what, weapon, parts.weapons)
                seen.add(weapon)


def _check_actions(parts: _Parts) -> Iterator[_Fault]:
    yield from _check_unique("action", "type", parts.actions)
    if parts.types and parts.weapons is not None and not parts.weapons:
        yield _Fault((), "All action cards are doublers; it takes a weapon, too")
    for at, action in parts.actions:
        kind = action.get("type")
        if not isinstance(kind, str) or not _is_key(kind) or parts.doublers is None:
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


def _check_unique(
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


def _check_mounts(parts: _Parts) -> Iterator[_Fault]:
    """Find mounts on ships that [mounts] doesn't know; without any mount that part itself is the mistake."""
    if parts.mounts is None:
        return
    for at, ship in parts.ships:
        for mount in _table(ship, "mounts"):
            if _is_key(mount) and mount not in parts.mounts:
                yield _Fault(("ship", at, "mounts", mount), f"[mounts] knows no {quoted(mount)}", mount, parts.mounts)


def _check_names(parts: _Parts) -> Iterator[_Fault]:
    if parts.mounts is None or parts.doublers is None or parts.types is None:
        return
    keys = {*parts.mounts, *parts.doublers, *parts.types}
    for key in _table(parts.data, "names"):
        if _is_key(key) and key not in keys:
            yield _Fault(("names", key), f"Nothing is called {quoted(key)}", key, keys)


def _check_shared_names(parts: _Parts) -> Iterator[_Fault]:
    """Find action cards or mounts that share a name: nobody could distinguish them."""
    names, told = _table(parts.data, "names"), set[str]()
    places = {key: at for at, key in enumerate(names)}
    for keys in ({*(parts.types or ()), *(parts.doublers or ())}, parts.mounts or ()):
        seen: dict[str, str] = {}
        for key in sorted(keys, key=lambda key: places.get(key, -1)):  # without a line in [names] two are never alike
            name = names.get(key, _kind_name(key))
            other = seen.setdefault(_normalize(name), key) if isinstance(name, str) else key
            if other != key and key not in told:
                told.add(key)
                yield _Fault(("names", key), f"{quoted(name)} is what {quoted(other)} is called, too")


def _check_counts(parts: _Parts) -> Iterator[_Fault]:
    listed = parts.data.get("ship")
    if isinstance(listed, list) and len(listed) < LEAST_SHIPS:
        are = "is" if len(listed) == 1 else "are"
        yield _Fault((), f"There {are} {counted(len(listed), 'ship')}; it takes at least {LEAST_SHIPS}")
    copies = _count_copies(parts)
    if copies is not None and not LEAST_ACTIONS <= copies <= _MOST_ACTIONS:
        are = "is" if copies == 1 else "are"
        bounds = f"from {LEAST_ACTIONS} to {_MOST_ACTIONS} can be played with"
        yield _Fault((), f"There {are} {counted(copies, 'action card')}; {bounds}")


def _count_copies(parts: _Parts) -> int | None:
    """Count the action cards; None where a count can't be read."""
    listed = parts.data.get("action")
    if not isinstance(listed, list) or len(listed) != len(parts.actions):
        return None
    copies = 0
    for _, action in parts.actions:
        for number in _table(action, "values").values() or [action.get("n")]:
            if type(number) is not int or not 0 < number <= _MOST_COPIES:
                return None
            copies += number
    return copies


def _suggest(word: str, known: Collection[str]) -> str:
    """Suggest the known word that comes nearest; "" if none does."""
    near = get_close_matches(word, list(known), n=1) if word and len(known) <= _MOST_KNOWN else []
    return f"; perhaps {quoted(near[0])} is meant" if near else ""


def _keys(words: Iterable[Any]) -> list[str]:
    return [word for word in words if isinstance(word, str) and _is_key(word)]


def _table(data: Table, key: str) -> Table:
    table = data.get(key)
    return table if isinstance(table, dict) else {}


def _tables(data: Table, key: str) -> list[tuple[int, Table]]:
    listed = data.get(key)
    return [(at, one) for at, one in enumerate(listed) if isinstance(one, dict)] if isinstance(listed, list) else []


def read_deck(content: bytes) -> Deck:
    """Read the deck that a file describes; `write_deck` writes such files, with everything in them explained.

    Raises BadDeck with all that is wrong, and nothing else whatever the bytes are. A large file takes tens of
    milliseconds, the worst a few tenths of a second, without input or output: call it beside the event loop.
    """
    source = parse(content)
    try:
        entry, faults, count = DeckEntry.model_validate(source.data), [], 0
    except ValidationError as error:
        entry, count = None, error.error_count()
        faults = [
            (path, f"{_entry_name(path)} {_describe_error(fault)}.")
            for fault in error.errors(include_url=False, include_context=False, include_input=False)[:MOST_KEPT]
            for path in [_place(fault["loc"], source)]
        ]
    found = _contradictions(source.data)
    more = list(islice(found, MOST_KEPT))
    if entry is None or more:
        mistakes = [Mistake(source.line(path), _card_of(source, path), what) for path, what in (*faults, *more)]
        count += len(more) + sum(1 for _ in found)
        raise BadDeck(sorted(mistakes, key=lambda mistake: mistake.line or 0), count)
    return _build_deck(entry)


def _place(loc: Path, source: Source) -> Path:
    """Find the entry that a pydantic path names: for a bad key pydantic appends "[key]" to the path."""
    return loc[:-1] if loc[-1:] == ("[key]",) and loc not in source.lines else loc


def _entry_name(path: Path) -> str:
    """Name an entry: "values.12", of a ship "points"; or "The file"."""
    words = path[2:] if path[:1] in {("ship",), ("action",)} and len(path) > 2 else path
    return quoted(".".join(part for part in words if isinstance(part, str))) if path else "The file"


def _card_of(source: Source, path: Path) -> str:
    """Name the card that a mistake is about, in a word."""
    if len(path) < 2:
        return ""
    part, at = path[0], path[1]
    if not isinstance(at, int):
        return f"[{part}]" if part in {"mounts", "doublers", "names"} else ""
    table = source.data[str(part)][at]
    name = table.get("id" if part == "ship" else "type") if isinstance(table, dict) else None
    known = _is_id(name) if part == "ship" else _is_key(name)
    return str(name) if known else f"{ordinal(at + 1)} {'ship' if part == 'ship' else 'action card'}"


def _build_deck(entry: DeckEntry) -> Deck:
    weapons = [action.type for action in entry.action if action.values is not None]
    names = {key: _kind_name(key) for key in (*weapons, *entry.mounts, *entry.doublers)} | entry.names
    return Deck(
        title=entry.title,
        fighter_points=entry.fighter_points,
        weapons=tuple((key, names[key]) for key in weapons),
        mounts=tuple(Kind(key=key, name=names[key], weapons=tuple(fires)) for key, fires in entry.mounts.items()),
        doublers=tuple(Kind(key=key, name=names[key], weapons=tuple(all_)) for key, all_ in entry.doublers.items()),
        actions=tuple(card for action in entry.action for card in _build_cards(action.type, action.values, action.n)),
        ships=tuple(_build_ship(ship, name) for ship, name in zip(entry.ship, _ship_names(entry.ship), strict=True)),
    )


def _build_cards(kind: str, values: dict[str, int] | None, copies: int | None) -> tuple[ActionCard, ...]:
    if values is None:
        return (ActionCard(kind=kind, copies=copies or 0),)
    return tuple(ActionCard(kind=kind, value=int(value), copies=copies) for value, copies in values.items())


def _build_ship(entry: ShipEntry, name: str) -> Ship:
    return Ship(
        id=entry.id,
        name=name,
        empire=entry.empire,
        hull=entry.hull,
        points=entry.points,
        mounts=tuple(entry.mounts.items()),
        fighters=entry.fighters,
        is_carrier=entry.carrier,
        has_cloak=entry.cloak,
        has_web=entry.web,
    )


_HEAD = """\
# Cards for No-Limit Klingon Hold-'Em.
#
# Change what you like and load the file with /klingon deck import. Texts stand between quotation marks,
# and what stands behind a # is read by nobody.

# The kind of file. Leave this as it is.
schema = 1
# What people call these cards.
title = %s
# What each fighter of a carrier adds to an attack; fighters need no card.
fighter_points = %d
"""
_NAMES = """
# What people read. Whatever has no line here goes by its own word: plasma_r is called Plasma-R.
[names]
"""
_MOUNTS = """
# Where weapons are mounted, and which weapon cards may be fired from there.
[mounts]
"""
_DOUBLERS = """
# Cards that double one fired weapon card, and which weapons they can double.
[doublers]
"""
_ACTIONS = f"""
# The action cards. A weapon says how many cards there are of each number of attack points: with {{ 3 = 5 }}
# there are five that are worth 3. A doubler says how many there are of it. At most {_MOST_COPIES} of one card,
# {_MOST_ACTIONS} in all.
"""
_SHIPS = f"""
# The ships, from 20 to {MOST_SHIPS}, each with an id of its own: a to z, 0 to 9 and hyphens.
#   points    its size: by them the six or twelve smallest are taken out; of equals those further up
#   mounts    how many weapons of each kind it has, as they are called under [mounts]
#   fighters  how many it carries; carrier = true says that it goes where carriers are left out
#   cloak and web = true are for the eye: in this game they do nothing
"""
_WIDEST = 120
"""Characters of a line that can be wrapped."""


def write_deck(deck: Deck) -> str:
    """Write the whole file, with a comment on everything that can stand in it."""
    return "".join(
        (
            _HEAD % (_write_text(deck.title), deck.fighter_points),
            _NAMES,
            *(f"{key} = {_write_text(name)}\n" for key, name in deck.names.items()),
            _MOUNTS,
            *_write_kinds(deck.mounts),
            _DOUBLERS,
            *_write_kinds(deck.doublers),
            _ACTIONS,
            *(_write_action(kind, tuple(cards)) for kind, cards in groupby(deck.actions, lambda card: card.kind)),
            _SHIPS,
            *("\n".join(("", "[[ship]]", *_write_ship(ship), "")) for ship in deck.ships),
        )
    )


def _write_kinds(kinds: Iterable[Kind]) -> Iterator[str]:
    for kind in kinds:
        words = [_write_text(weapon) for weapon in kind.weapons]
        line = f"{kind.key} = [{', '.join(words)}]\n"
        yield (
            line if len(line) <= _WIDEST else "\n".join((f"{kind.key} = [", *(f"    {word}," for word in words), "]\n"))
        )


def _write_action(kind: str, cards: tuple[ActionCard, ...]) -> str:
    copies = {str(card.value): card.copies for card in cards}
    amount = f"n = {cards[0].copies}" if cards[0].value is None else _write_counts("values", copies)
    return f"\n[[action]]\ntype = {_write_text(kind)}\n{amount}\n"


def _write_ship(ship: Ship) -> Iterator[str]:
    yield f"id = {_write_text(ship.id)}"
    yield f"name = {_write_text(ship.name)}"
    yield f"empire = {_write_text(ship.empire)}"
    yield f"hull = {_write_text(ship.hull)}"
    yield f"points = {ship.points}"
    yield _write_counts("mounts", dict(ship.mounts))
    if ship.fighters:
        yield f"fighters = {ship.fighters}"
    marks = {"carrier": ship.is_carrier, "cloak": ship.has_cloak, "web": ship.has_web}
    yield from (f"{mark} = true" for mark, is_set in marks.items() if is_set)


def _write_counts(word: str, numbers: Mapping[str, int]) -> str:
    """Write a table of numbers on one line, since TOML allows no break between curly brackets."""
    inside = ", ".join(f"{key} = {number}" for key, number in numbers.items())
    line = f"{word} = {{ {inside} }}" if inside else f"{word} = {{}}"
    return (
        line if len(line) <= LONGEST_LINE else "\n".join(f"{word}.{key} = {number}" for key, number in numbers.items())
    )


def _write_text(text: str) -> str:
    """Write a text as TOML has it: what JSON escapes, TOML escapes in the same way."""
    return json.dumps(text, ensure_ascii=False)


STANDARD = read_deck(files("cogs.klingon").joinpath("deck.toml").read_bytes())
"""The cards of the game."""


class _CardRules(Protocol):
    """The house rules about the cards."""

    @property
    def deck(self) -> Deck | None: ...
    @property
    def carriers(self) -> str: ...
    @property
    def smallest(self) -> str: ...
    @property
    def enveloper_f(self) -> bool: ...


def deck_of(rules: _CardRules) -> Deck:
    """Return the deck of a table, with what its doublers double there."""
    deck = rules.deck or STANDARD
    return deck.with_enveloped_f if rules.enveloper_f else deck


def shipyard_of(rules: _CardRules) -> Shipyard:
    """Return the ships that a table deals, without those its house rules take out."""
    return deck_of(rules).shipyards[rules.carriers, rules.smallest]


def ships_in_play(rules: _CardRules) -> tuple[Ship, ...]:
    """Return the ships that are dealt, in the order of the deck."""
    return shipyard_of(rules).ships


def require_enough(rules: _CardRules) -> None:
    """Check that the house rules leave enough cards for a full table. Raises Clash."""
    left, actions = len(ships_in_play(rules)), len(action_codes(deck_of(rules)))
    if left < LEAST_SHIPS:
        raise Clash(f"Only {left} ships would be left of these cards; it takes {LEAST_SHIPS}.")
    if actions < LEAST_ACTIONS:
        raise Clash(f"There are only {actions} action cards; it takes {LEAST_ACTIONS}.")


def action_codes(deck: Deck) -> tuple[str, ...]:
    """Return all action cards, in the order of the deck, each as often as there are copies."""
    return deck.codes


def ship_of(deck: Deck, ship: str) -> Ship:
    """Return the ship of that id. Raises KeyError."""
    return deck.by_id[ship]


def card_of(deck: Deck, code: str) -> ActionCard:
    """Return the action card of that code. Raises KeyError."""
    return deck.by_code[code]


def card_name(deck: Deck, code: str) -> str:
    """Name an action card: "Photon 12", "Overload". Raises KeyError."""
    card = card_of(deck, code)
    name = deck.names[card.kind]
    return name if card.value is None else f"{name} {card.value}"


def read(text: str) -> None:
    """Check that the text can be read. Raises Unreadable with what is wrong."""
    read_deck(text.encode())

"""Card files: a TOML file becomes a deck or a list of all its mistakes, and a deck becomes a file.

The game's own deck is such a file, too. House rules choose which of a deck's cards a table deals.
"""

import json
import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import count, groupby
from typing import Annotated, Any, ClassVar, Literal, Protocol

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.engine.options import Clash
from bot.engine.words import MOST_MARKS, most_marks, one_line
from bot.errors import Unreadable
from cogs.klingon.cards import FIGHTER_POINTS, LEAST_ACTIONS, LEAST_SHIPS, ActionCard, Deck, Kind, Ship, Shipyard

MOST_BYTES = 256 * 1024
_MOST_LINES = 5000
_LONGEST_LINE = 1000
_MOST_DOTS = 4
"""In a line, besides those in texts: the parser takes very long for a name of very many parts."""
MOST_SHIPS = 200
_MOST_ACTIONS = 400
_MOST_COPIES = 60
MOST_KINDS = 40
LONGEST_NAME = 40
LONGEST_WORD = 24
_LONGEST_HULL = 12
MOST_TOLD = 20
_LONGEST_QUOTE = 24


class BadDeck(Unreadable):
    """A file that is no deck. `mistakes` are the first twenty of `count`, each a sentence that is safe to show."""

    def __init__(self, mistakes: Iterable[str], count: int) -> None:
        self.mistakes, self.count = tuple(mistakes), count
        super().__init__("\n".join(self.lines()))

    def lines(self, most: int = MOST_TOLD) -> tuple[str, ...]:
        """Return a line for each mistake, at most `most`, and how many more there are."""
        more = self.count - len(self.mistakes[:most])
        return (*self.mistakes[:most], *([f"And {more:,} more."] if more else []))


def _quoted(text: object) -> str:
    """Quote a text short and harmless: its visible characters between backticks."""
    line = one_line(str(text)[: 4 * _LONGEST_QUOTE]).replace("`", "'")
    return f"`{line if len(line) <= _LONGEST_QUOTE else f'{line[: _LONGEST_QUOTE - 1]}…'}`" if line else "` `"


def _error(told: str) -> PydanticCustomError:
    """Build the error of a value: the end of a sentence that begins with its name."""
    return PydanticCustomError("cards", "{told}", {"told": told})  # a template of pydantic's: no braces of a file


def _between(low: int, high: int) -> AfterValidator:
    def within(number: int) -> int:
        if not low <= number <= high:
            raise _error(f"must be {low} to {high}" if low < high else f"must be {low}")
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
            raise _error("needs a letter or digit, and no invisible characters")
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


Id = Annotated[str, _matching(r"[a-z0-9-]{1,24}", "may only have a to z, 0 to 9 and hyphens, at most 24 characters")]
Key = Annotated[
    str,
    _matching(
        r"[a-z][a-z0-9_]{0,23}", "must begin with a to z and go on with a to z, 0 to 9 and _, at most 24 characters"
    ),
]
AttackPoints = Annotated[str, _matching(r"[1-9][0-9]?|100", "must be attack points, 1 to 100")]
Copies = Annotated[int, _between(1, _MOST_COPIES)]
Name = Annotated[str, _visible(LONGEST_NAME)]
Word = Annotated[str, _visible(LONGEST_WORD)]
Kinds = dict[Key, Annotated[list[Key], Field(min_length=1, max_length=MOST_KINDS)]]


class _Entry(BaseModel):
    """Errors of pydantic say where; `_describe_error` says what in words."""

    model_config: ClassVar[ConfigDict] = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


class ActionEntry(_Entry):
    """Cards of one type: a weapon with how many there are of each value, or a doubler with how many there are."""

    type: Key
    values: Annotated[dict[AttackPoints, Copies], Field(min_length=1)] | None = None
    n: Copies | None = None


class ShipEntry(_Entry):
    id: Id
    name: Name | None = None
    empire: Word
    hull: Annotated[str, _visible(_LONGEST_HULL)]
    points: Annotated[int, _between(0, 99)]
    mounts: dict[Key, Annotated[int, _between(1, 20)]] = Field(default_factory=dict)
    fighters: Annotated[int, _between(0, 20)] = 0
    carrier: bool = False
    cloak: bool = False
    web: bool = False


class DeckEntry(_Entry):
    """The whole file."""

    schema_: Annotated[int, _between(1, 1)] = Field(alias="schema")
    title: Name = "Our own cards"
    fighter_points: Annotated[int, _between(0, 99)] = FIGHTER_POINTS
    names: dict[Key, Word] = Field(default_factory=dict)
    mounts: Annotated[Kinds, Field(min_length=1, max_length=MOST_KINDS)]
    doublers: Annotated[Kinds, Field(max_length=MOST_KINDS)] = Field(default_factory=dict)
    action: Annotated[list[ActionEntry], Field(max_length=2 * MOST_KINDS)]
    ship: Annotated[list[ShipEntry], Field(max_length=MOST_SHIPS)]


_SAID = {
    "int_type": "must be a whole number",
    "string_type": "must be text between quotation marks",
    "bool_type": "must be true or false",
    "list_type": "must be a list; ships and action cards begin with [[ship]] and [[action]]",
    "dict_type": "must be a table",
    "model_type": "must be a table",
    "missing": "is missing",
    "extra_forbidden": "isn't a known field",
    "too_short": "has too few entries: at least {min_length}",
    "too_long": "has too many entries: at most {max_length}",
}


def _describe_error(error: ErrorDetails, data: Mapping[str, Any]) -> str:
    """Describe a mistake in a sentence that names the entry and the field."""
    what = error["msg"] if error["type"] == "cards" else _SAID.get(error["type"], "can't be read")
    part, *path = [each for each in error["loc"] if each != "[key]"] or ["the file"]
    if path and isinstance(path[0], int) and part in {"ship", "action"}:
        place = _name_card("ship" if part == "ship" else "action", path[0], data[part][path[0]])
        name = f"{place}: {_quoted('.'.join(map(str, path[1:])))}" if len(path) > 1 else place
    else:
        name = _quoted(".".join(str(each) for each in (part, *path) if not isinstance(each, int)))
    return f"{name} {what.format(**error.get('ctx', {})) if error['type'] != 'cards' else what}."


def _name_card(part: Literal["ship", "action"], at: int, card: JsonValue) -> str:
    """Name a card by its place and by what it is called, as in "Ship 3, `Vor'cha`"."""
    words = card if isinstance(card, dict) else {}
    called = next((name for word in ("name", "id", "type") if isinstance(name := words.get(word), str)), None)
    place = f"{'Ship' if part == 'ship' else 'Action card'} {at + 1}"
    return place if called is None else f"{place}, {_quoted(called)}"


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


def _contradictions(deck: DeckEntry) -> Iterator[str]:
    """Yield all contradictions between entries that can be read, each in a sentence."""
    types = [card.type for card in deck.action]
    weapons, fired = {*types} - {*deck.doublers}, {weapon for fires in deck.mounts.values() for weapon in fires}
    for part, kinds in (("mounts", deck.mounts), ("doublers", deck.doublers)):
        for key, listed in kinds.items():
            yield from (f"`{part}.{key}` has `{weapon}` more than once." for weapon in _repeated(listed))
            yield from (
                f"`{part}.{key}` has `{weapon}`, which isn't a weapon card."
                for weapon in listed
                if weapon not in weapons
            )
    for at, card in enumerate(deck.action):
        name = _name_card("action", at, {"type": card.type})
        if card.type in deck.doublers and (card.n is None or card.values is not None):
            yield f"{name}: a doubler needs `n`, the number of its cards, and has no `values`."
        if card.type in weapons and (card.values is None or card.n is not None):
            yield f"{name}: a weapon needs `values`, with the number of cards for each, and has no `n`."
        if card.type in weapons - fired:
            yield f"{name}: no mount fires it, and it isn't a doubler."
    for at, ship in enumerate(deck.ship):
        unknown = [mount for mount in ship.mounts if mount not in deck.mounts]
        yield from (f"{_name_card('ship', at, {'id': ship.id})}: [mounts] has no `{mount}`." for mount in unknown)
    yield from (f"There are several action cards of the type `{card}`." for card in _repeated(types))
    yield from (f"There are several ships with the id `{ship}`." for ship in _repeated(ship.id for ship in deck.ship))
    named = _repeated(_normalize(ship.name) for ship in deck.ship if ship.name)
    yield from (f"There are several ships with the name {_quoted(name)}." for name in named)
    yield from _check_names(deck)
    if len(deck.ship) < LEAST_SHIPS:
        yield f"There must be at least {LEAST_SHIPS} ships, not {len(deck.ship)}."
    copies = sum(sum((card.values or {}).values()) + (card.n or 0) for card in deck.action)
    if not LEAST_ACTIONS <= copies <= _MOST_ACTIONS:
        yield f"There must be {LEAST_ACTIONS} to {_MOST_ACTIONS} action cards, not {copies}."


def _check_names(deck: DeckEntry) -> Iterator[str]:
    """Find names of nothing, and action cards or mounts that share a name: nobody could distinguish them."""
    cards = {*(card.type for card in deck.action), *deck.doublers}
    yield from (
        f"`names.{key}` names no action card and no mount." for key in deck.names if key not in cards | {*deck.mounts}
    )
    for keys in (cards, deck.mounts):
        shared = _repeated(_normalize(deck.names.get(key, _kind_name(key))) for key in keys)
        yield from (f"Several action cards or mounts are called {_quoted(name)}." for name in shared)


def _repeated(words: Iterable[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


def read_deck(content: bytes) -> Deck:
    """Read the deck that a file describes; `write_deck` writes such files, with everything in them explained.

    Raises BadDeck with all that is wrong, and nothing else whatever the bytes are. A large file takes tens of
    milliseconds, the worst a few tenths of a second, without input or output: call it beside the event loop.
    """
    data = _parse(content)
    try:
        entry = DeckEntry.model_validate(data)
    except ValidationError as error:
        errors = error.errors(include_url=False, include_input=False)
        raise BadDeck([_describe_error(one, data) for one in errors[:MOST_TOLD]], len(errors)) from None
    if found := list(_contradictions(entry)):
        raise BadDeck(found[:MOST_TOLD], len(found))
    return _build_deck(entry)


_TEXT = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|\#.*""")
"""A text on one line, or a comment."""


def _parse(content: bytes) -> Mapping[str, Any]:
    """Parse the file as TOML. Raises BadDeck where it is no text or no TOML, too large or too deep."""
    if len(content) > MOST_BYTES:
        raise BadDeck([f"The file is larger than {MOST_BYTES // 1024} KiB."], 1)
    try:
        text = content.removeprefix(b"\xef\xbb\xbf").decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise BadDeck([f"Line {content[: error.start].count(10) + 1:,}: this isn't text in UTF-8."], 1) from None
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        raise BadDeck([f"The file has more than {_MOST_LINES:,} lines."], 1)
    for number, line in enumerate(lines, start=1):
        if len(line) > _LONGEST_LINE:
            raise BadDeck([f"Line {number:,}: at most {_LONGEST_LINE:,} characters fit in a line."], 1)
        if '"""' in line or "'''" in line or _TEXT.sub("", line).count(".") > _MOST_DOTS:
            raise BadDeck([f"Line {number:,}: write each text on one line, and names with fewer dots."], 1)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadDeck(["This file has too many brackets inside each other."], 1) from None
    except ValueError as error:
        what, _, place = str(error).partition(" (at ")
        number = place.removeprefix("line ").partition(",")[0]
        where = f"Line {number}" if number.isdecimal() else f"Line {len(lines)}"
        raise BadDeck([f"{where}: this can't be read as TOML ({one_line(what)[:80]})."], 1) from None


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
# Change what you like and load the file with /klingon deck import. Write texts between quotation marks.
# The bot ignores everything after a #.

# The kind of file. Leave this as it is.
schema = 1
# What people call these cards.
title = %s
# What each fighter of a carrier adds to an attack; fighters need no card.
fighter_points = %d
"""
_NAMES = """
# Names that people read. A word without a line here is its own name: plasma_r is called Plasma-R.
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
# The action cards. A weapon lists its number of cards for each number of attack points. With {{ 3 = 5 }}
# there are five that are worth 3. A doubler says how many there are of it. At most {_MOST_COPIES} of one card,
# {_MOST_ACTIONS} in all.
"""
_SHIPS = f"""
# The ships, from 20 to {MOST_SHIPS}, each with an id of its own: a to z, 0 to 9 and hyphens.
#   points    its size. The six or twelve smallest can be left out; of equal ones, those further up.
#   mounts    number of weapons of each kind, with their words from [mounts].
#   fighters  number of fighters. A ship with carrier = true isn't in play without carriers.
#   cloak and web = true only show a sign. They have no effect in this game.
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
        line if len(line) <= _LONGEST_LINE else "\n".join(f"{word}.{key} = {number}" for key, number in numbers.items())
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
        raise Clash(f"Only {left} of these ships would be in play. A table needs {LEAST_SHIPS}.")
    if actions < LEAST_ACTIONS:
        raise Clash(f"There are only {actions} action cards. A table needs {LEAST_ACTIONS}.")


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
    """Check that the text can be read. Raises Unreadable with all that is wrong."""
    read_deck(text.encode())

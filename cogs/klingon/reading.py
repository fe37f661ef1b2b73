"""A file of cards becomes a deck, or a list of everything that is wrong with it."""

from itertools import islice

from pydantic import ValidationError

from bot.engine.speech import ordinal
from cogs.klingon.cards import ActionCard, Deck, Kind, Ship
from cogs.klingon.entries import DeckEntry, ShipEntry, is_id, is_key, told
from cogs.klingon.klingon_naming import called, ship_names
from cogs.klingon.misfits import misfits
from cogs.klingon.mistakes import MOST_KEPT, BadDeck, Mistake, quoted
from cogs.klingon.places import Path
from cogs.klingon.source import Source, parsed


def read_deck(content: bytes) -> Deck:
    """The deck that a file describes; `write_deck` writes such files, with everything in them explained.

    Raises BadDeck with all that is wrong, and nothing else whatever the bytes are. A large file takes tens of
    milliseconds, the worst a few tenths of a second, without input or output: call it beside the event loop.
    """
    source = parsed(content)
    try:
        entry, faults, count = DeckEntry.model_validate(source.data), [], 0
    except ValidationError as error:
        entry, count = None, error.error_count()
        faults = [
            (path, f"{_words(path)} {told(fault)}.")
            for fault in error.errors(include_url=False, include_context=False, include_input=False)[:MOST_KEPT]
            for path in [_place(fault["loc"], source)]
        ]
    found = misfits(source.data)
    more = list(islice(found, MOST_KEPT))
    if entry is None or more:
        mistakes = [Mistake(source.line(path), _card(source, path), what) for path, what in (*faults, *more)]
        count += len(more) + sum(1 for _ in found)
        raise BadDeck(sorted(mistakes, key=lambda mistake: mistake.line or 0), count)
    return _deck(entry)


def _place(loc: Path, source: Source) -> Path:
    """Where an entry stands of which pydantic says where: it tells of a bad key as of a thing called "[key]" below."""
    return loc[:-1] if loc[-1:] == ("[key]",) and loc not in source.lines else loc


def _words(path: Path) -> str:
    """The name of an entry: "values.12", of a ship "points"; or "The file"."""
    words = path[2:] if path[:1] in {("ship",), ("action",)} and len(path) > 2 else path
    return quoted(".".join(part for part in words if isinstance(part, str))) if path else "The file"


def _card(source: Source, path: Path) -> str:
    """Which card it is about, in a word."""
    if len(path) < 2:
        return ""
    part, at = path[0], path[1]
    if not isinstance(at, int):
        return f"[{part}]" if part in {"mounts", "doublers", "names"} else ""
    table = source.data[str(part)][at]
    name = table.get("id" if part == "ship" else "type") if isinstance(table, dict) else None
    known = is_id(name) if part == "ship" else is_key(name)
    return str(name) if known else f"{ordinal(at + 1)} {'ship' if part == 'ship' else 'action card'}"


def _deck(entry: DeckEntry) -> Deck:
    weapons = [action.type for action in entry.action if action.values is not None]
    names = {key: called(key) for key in (*weapons, *entry.mounts, *entry.doublers)} | entry.names
    return Deck(
        title=entry.title,
        fighter_points=entry.fighter_points,
        weapons=tuple((key, names[key]) for key in weapons),
        mounts=tuple(Kind(key=key, name=names[key], weapons=tuple(fires)) for key, fires in entry.mounts.items()),
        doublers=tuple(Kind(key=key, name=names[key], weapons=tuple(all_)) for key, all_ in entry.doublers.items()),
        actions=tuple(card for action in entry.action for card in _cards(action.type, action.values, action.n)),
        ships=tuple(_ship(ship, name) for ship, name in zip(entry.ship, ship_names(entry.ship), strict=True)),
    )


def _cards(kind: str, values: dict[str, int] | None, copies: int | None) -> tuple[ActionCard, ...]:
    if values is None:
        return (ActionCard(kind=kind, copies=copies or 0),)
    return tuple(ActionCard(kind=kind, value=int(value), copies=copies) for value, copies in values.items())


def _ship(entry: ShipEntry, name: str) -> Ship:
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

"""What is worth knowing of the cards in a deck: whether the character owns them, and whether this table takes them."""

from collections.abc import Iterable

from bot.engine.speech import listed
from cogs.pazaak.allowing import Objection, objections
from cogs.pazaak.cards import KINDS, in_order, in_short
from cogs.pazaak.deck_shelf import Shelf
from cogs.pazaak.loadout import STANDARD, missing
from cogs.pazaak.options import PazaakRules

_HERE = "The table in this channel"


def notes_on(shelf: Shelf, cards: Iterable[str]) -> tuple[str, ...]:
    """Small lines below a deck that is finished or being built; none without cards."""
    codes = in_order(cards)
    if not codes:
        return ()
    return tuple(f"-# {note}" for note in (*_owning(shelf, codes), *_at_this_table(shelf, codes)))


def _owning(shelf: Shelf, codes: tuple[str, ...]) -> tuple[str, ...]:
    if not shelf.owned:
        return (f"{shelf.whose} owns no side cards yet, which matters only where a table plays by collection.",)
    lacking = missing(codes, shelf.owned.elements())
    if not lacking:
        return (f"{shelf.whose} owns all of these cards.",)
    return (f"Not in the collection of {shelf.whose}: {in_short(lacking)}.",)


def _at_this_table(shelf: Shelf, codes: tuple[str, ...]) -> tuple[str, ...]:
    """Why the deck can't be played at the Pazaak table of the channel, if there is one."""
    rules = shelf.rules
    if rules is None or codes == STANDARD.cards:
        return ()
    return tuple(_told(one, rules) for one in objections(rules, codes, shelf.owned.elements()))


def _told(objection: Objection, rules: PazaakRules) -> str:
    names = [KINDS[code].name for code in objection.cards]
    match objection.why:
        case "standard":
            return f"{_HERE} plays with the standard deck only."
        case "barred":
            return f"{_HERE} doesn't allow {listed(names, 'or')}."
        case "copies":
            most = "one" if rules.copies == 1 else str(rules.copies)
            return f"{_HERE} allows only {most} of a card: there are more of {listed(names)}."
        case "lacking":
            return f"{_HERE} plays by collection: only decks of cards that one owns."

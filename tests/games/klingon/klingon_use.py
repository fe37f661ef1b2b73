"""A deck in use: every page of it is drawn, and a hand is played with its cards to the showdown."""

from bot.engine.money import CREDITS
from bot.engine.words import Voice
from cogs.klingon import words
from cogs.klingon.cards import Deck
from cogs.klingon.decks import CHARACTERS, pages_of
from cogs.klingon.rules import GAME
from cogs.klingon.state import Ended, KlingonRules, Turned
from tests.games.klingon.klingon_table import Table

VOICE = Voice(names={}, currency=CREDITS)


def drawn(deck: Deck) -> None:
    """Draw the table, and fail where people would see an error."""
    assert set(deck.arms.ships) == set(deck.by_id)
    assert all(len(page) <= CHARACTERS for page in pages_of(deck))
    rules = KlingonRules(deck=deck, stakes="cash", enveloper_f=True)
    assert all(page.text for page in words.rules_pages(rules, VOICE))
    table = Table(("Roark", "Lando"), rules=rules).engaged()
    own = GAME.view(table.state, table.seats["Lando"])
    assert "Roark" in table.shown().attacks
    for view in (own, GAME.view(table.state, None)):
        assert words.panel(view, VOICE).seats
    assert words.hand(own, VOICE).text
    public = [event for event in table.events if isinstance(event, Turned | Ended)]
    assert len(words.tell(public, VOICE)) >= len(public)

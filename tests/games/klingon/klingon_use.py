"""A deck in use: every page of it is drawn, and a hand is played with its cards to the showdown."""

from bot.engine.money import CREDITS
from bot.engine.speech import Voice
from cogs.klingon import text
from cogs.klingon.cards import Deck
from cogs.klingon.deck_pages import CHARACTERS, pages_of
from cogs.klingon.events import Ended, Turned
from cogs.klingon.options import KlingonRules
from cogs.klingon.rules import GAME
from tests.games.klingon.klingon_table import Table

VOICE = Voice(names={}, currency=CREDITS)


def drawn(deck: Deck) -> None:
    """Fails where people would see an error at the table."""
    assert set(deck.arms.ships) == set(deck.by_id)
    assert all(len(page) <= CHARACTERS for page in pages_of(deck))
    rules = KlingonRules(deck=deck, stakes="cash", enveloper_f=True)
    assert all(page.text for page in text.rules_pages(rules, VOICE))
    table = Table(("Roark", "Lando"), rules=rules).engaged()
    own = GAME.view(table.state, table.seats["Lando"])
    assert "Roark" in table.shown().attacks
    for view in (own, GAME.view(table.state, None)):
        assert text.panel(view, VOICE).seats
    assert text.hand(own, VOICE).text
    public = [event for event in table.events if isinstance(event, Turned | Ended)]
    assert len(text.tell(public, VOICE)) >= len(public)

"""A crooked match of Pazaak from end to end: seen and unseen sleights, and what the GM rules (rules 7.26)."""

from bot.engine.skills import Sheet
from cogs.pazaak.state import PazaakRules
from tests.games.crooked_table import CLUMSY, PLAIN, SHARP, SLY, WATCHFUL, Crooked


def pazaak(han: Sheet, lando: Sheet) -> Crooked:
    """Both have chosen the standard deck, and Han begins."""
    rules = PazaakRules(crooked=True, decks="standard", first="host", then="same", stake=10)
    return Crooked("pazaak", rules, {"Han": han, "Lando": lando}, (100, 100))


def swaps(table: Crooked) -> Crooked:
    return table.do("Han", "swap", card=table.first("Han", "swap"))


class TestACheat:
    def test_unseen_it_is_told_to_the_cheat_and_kept_for_the_gm(self):
        table = pazaak(SLY, SHARP)
        said, turn = table.said, table.turn
        swaps(table)
        assert (table.said, table.turn) == (said, turn)
        assert "You swap " in table.page("Han")
        assert "You swap" not in table.page("Lando")
        assert table.gm_log[-1].startswith("Han swaps ")

    def test_cheat_is_tried_once_a_set_on_any_turn(self):
        table = swaps(pazaak(SLY, SHARP))
        assert "swap" not in table.keys("Han")
        while table.state.inner.number == 1:
            table.do(str(table.turn), "end")
        assert "swap" in table.keys("Han")
        table = pazaak(SLY, SHARP).do("Han", "end")
        assert table.turn == "Lando"
        assert "swap" in table.keys("Han")
        table = pazaak(PLAIN, WATCHFUL)
        hand = table.state.inner.hand(1)
        assert swaps(table).state.inner.hand(1) == hand
        assert table.said[-1].endswith("can prove nothing.")


class TestTheVerdict:
    def test_verdict_is_void_forfeit_or_play_on(self):
        table = swaps(pazaak(CLUMSY, SHARP)).rules_on("void")
        assert table.stacks == {"Han": 100, "Lando": 100}
        table = swaps(pazaak(CLUMSY, SHARP)).rules_on("forfeit")
        assert table.stacks == {"Han": 90, "Lando": 110}
        assert table.said[-1] == "Han has cheated and loses the match: Lando wins it and takes 20 chips."
        table = pazaak(CLUMSY, SHARP)
        turn = table.turn
        assert swaps(table).rules_on("play_on").turn == turn

"""A crooked hand of Golem from end to end: seen and unseen sleights, and what the GM rules (rules 7.26)."""

from bot.engine.skills import Sheet
from cogs.golem.state import GolemRules
from tests.games.crooked_table import CLUMSY, PLAIN, SHARP, SLY, WATCHFUL, Crooked

SEEN = {"Roark": CLUMSY, "Lando": SHARP, "Han": PLAIN}


def golem(sheets: dict[str, Sheet]) -> Crooked:
    """Han has the amulet and bets first."""
    return Crooked("golem", GolemRules(crooked=True), sheets, (100, 100, 100))


def swaps(table: Crooked) -> Crooked:
    return table.do("Roark", "swap", card=table.first("Roark", "swap"))


class TestACheat:
    def test_unseen_it_is_told_to_the_cheat_and_kept_for_the_gm(self):
        table = golem(SEEN | {"Roark": SLY})
        said = table.said
        given = table.first("Roark", "swap")
        swaps(table)
        assert (table.said, table.turn) == (said, "Han")
        assert "You swap the" in table.page("Roark")
        assert "You swap" not in table.page("Lando")
        assert table.gm_log[-1].startswith("Roark swaps the ")
        assert given not in table.state.inner.gambler(1).cards

    def test_swap_and_peek_are_one_try_and_a_peek_stays_on_the_page(self):
        table = swaps(golem(SEEN | {"Roark": SLY}))
        assert not {"swap", "peek"} & {*table.keys("Roark")}
        assert {"swap", "peek"} <= {*table.keys("Lando")}
        table = golem(SEEN | {"Roark": SLY}).do("Roark", "peek", whom="3")
        table.each("check", "Han")
        assert "You peek at the hand of Han: the " in table.page("Roark")

    def test_seen_and_not_proven_the_hand_goes_on_with_the_same_cards(self):
        table = golem({"Roark": PLAIN, "Lando": WATCHFUL, "Han": PLAIN})
        cards = table.state.inner.gamblers
        swaps(table)
        assert (table.state.inner.gamblers, table.turn) == (cards, "Han")
        assert table.said[-1].endswith("can prove nothing.")


class TestTheVerdict:
    def test_void_gives_everything_back_and_forfeit_folds(self):
        table = golem(SEEN).do("Han", "bet", to=40)
        swaps(table).rules_on("void")
        assert table.stacks == {"Roark": 100, "Lando": 100, "Han": 100}
        assert (table.end.house, table.end.carry) == (0, None)
        table = swaps(golem(SEEN)).rules_on("forfeit")
        assert table.said[-1] == "Roark folds."
        table.each("fold", "Han")
        assert table.stacks == {"Roark": 90, "Lando": 100 + 20 - 1, "Han": 90}

    def test_forfeit_at_the_draw_lets_the_others_choose_on(self):
        table = golem(SEEN).each("check", "Han", "Roark", "Lando")
        swaps(table).rules_on("forfeit").do("Han", "discard", cards=())
        assert table.turn == "Lando"
        table.do("Lando", "discard", cards=())
        assert table.state.inner.street == "second"
        assert swaps(golem(SEEN)).rules_on("forfeit").keys("Roark") == []

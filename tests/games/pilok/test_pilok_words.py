"""What players of Pi'Lok read: refusals that name the fact, sentences that tell it, and the panel on a phone."""

import pytest

from bot.engine.words import plain
from cogs.pilok import words
from cogs.pilok.rules import GAME
from tests.games.pilok.pilok_table import Table, at_the_jump

EXAMPLE = {"Roark": (2, 1, 5), "Lando": (1, 1, 5), "Han": (1, 4, 2)}


def panel(table: Table) -> list[str]:
    """Return the table as plain text: heading, status, a line a seat, the result."""
    drawn = words.panel(GAME.view(table.state, None), table.voice)
    seats = [" ".join(filter(None, (table.name(line.seat), line.cards, line.text))) for line in drawn.seats]
    lines = (drawn.heading, *drawn.status, *seats, *filter(None, [drawn.result]))
    return [plain(line) for line in lines]


class TestRefusals:
    def test_bets_are_refused_beyond_their_bounds(self):
        table = Table(EXAMPLE)
        assert table.refusal("Roark", "bet", to=9) == "The smallest bet is 10 cr."
        assert table.refusal("Roark", "bet", to=991) == "The largest bet is 990 cr."
        assert table.refusal("Roark", "bet", to=-5) == "The smallest bet is 10 cr."
        assert table.refusal("Roark", "bet", to=10**30) == "The largest bet is 990 cr."
        assert Table(EXAMPLE).bet("Roark", 50).refusal("Lando", "raise", to=60) == "The smallest raise is to 100 cr."

    @pytest.mark.parametrize("to", ["fifty", 12.5, None, True])
    def test_unreadable_amount_is_refused(self, to: object):
        assert Table(EXAMPLE).refusal("Roark", "bet", to=to) == "That can't be read as a move of this game."

    def test_players_out_of_turn_or_out_of_the_hand_are_refused(self):
        assert Table(EXAMPLE).refusal("Han", "check") == "It isn't your turn."
        assert Table(EXAMPLE).fold("Roark").refusal("Roark", "call") == "You have folded this hand."
        assert Table(EXAMPLE).shown_down().refusal("Roark", "check") == "The hand is over."
        table = Table(EXAMPLE)
        assert GAME.refusal(table.state, 17, GAME.action("check", {})) == "You aren't in this hand."

    def test_impossible_bets_are_refused_with_what_is_possible(self):
        table = Table(EXAMPLE).bet("Roark", 50)
        assert table.refusal("Lando", "check") == "There is a bet to answer: call it, raise it or fold."
        assert table.refusal("Lando", "bet", to=50) == "There is a bet already: call it, raise it or fold."
        table = Table(EXAMPLE)
        assert table.refusal("Roark", "call") == "Nobody has bet yet: check, bet or fold."
        assert table.refusal("Roark", "raise", to=50) == "Nobody has bet yet: check, bet or fold."

    def test_jump_moves_are_refused_at_other_times(self):
        table = at_the_jump(EXAMPLE)
        for kind in ("check", "call", "fold"):
            assert table.refusal("Roark", kind) == "The bets are made: it is time to jump or pass."
        assert Table(EXAMPLE).refusal("Roark", "keep") == "That can't be done now: the bets are on."
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9)
        assert table.refusal("Roark", "pass") == (
            "You have won the contest: pick the die that is rolled again, or leave them."
        )
        assert table.refusal("Han", "keep") == "It isn't your turn."
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9)
        assert table.refusal("Roark", "reroll", die="3-6") == "Pick from what is offered, each at most once."
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        assert table.refusal("Han", "pass") == "The contest comes first: type your total, or let the bot roll."


class TestSentences:
    def test_bets_and_rerolls_are_told_with_amounts(self):
        assert Table(EXAMPLE).said == [
            "Han deals. The ante is 10 cr each, the pot 30 cr.",
            "The Lift: Roark 2, Lando 1, Han 1. Roark leads with 2.",
        ]
        table = Table(EXAMPLE, stacks={"Han": 310}).check("Roark").bet("Lando", 150).raises("Han", 300).fold("Roark")
        assert table.said[2:] == [
            "Roark checks.",
            "Lando bets 150 cr.",
            "Han raises to 300 cr and is all in.",
            "Roark folds.",
        ]
        table = Table(EXAMPLE, stacks={"Lando": 40}).bet("Roark", 50).call("Lando", "Han")
        assert table.said[3:5] == ["Lando calls 30 cr and is all in.", "Han calls 50 cr."]
        table = at_the_jump(EXAMPLE).jump("Roark", "Han", 12, 9).reroll("Roark", "Han", 4, becomes=4)
        assert table.said[-1] == "Roark has Han roll the 4 again, and it comes up the same."

    def test_result_names_winners_and_their_shares(self):
        assert Table(EXAMPLE).shown_down().said[-1] == "Roark takes the pot with 7: 30 cr."
        table = at_the_jump(EXAMPLE).passes("Roark", "Lando")
        table.jump("Han", "Roark", 12, 9).reroll("Han", "Roark", 5, becomes=3)
        assert table.said[-1] == "Lando and Han split the pot with 6: 15 cr each."
        hands = {"Roark": (1, 2, 3), "Lando": (6, 1, 1), "Han": (5, 2, 1)}
        assert Table(hands, bank=1).shown_down().said[-1] == (
            "Lando and Han split the pot with 7: 16 cr for Lando and 15 cr for Han."
        )
        assert Table(EXAMPLE).bet("Roark", 500).fold("Lando", "Han").said[-1] == (
            "Everybody else has folded: Roark takes the pot, 30 cr. Roark gets back 500 cr, which nobody had matched."
        )

    def test_several_pots_are_told_one_by_one_or_in_sum(self):
        hands = {"Roark": (6, 6, 1), "Lando": (5, 5, 1), "Han": (4, 4, 1)}
        table = Table(hands, stacks={"Roark": 50, "Lando": 200, "Han": 900})
        table.check("Roark", "Lando").bet("Han", 890).call("Roark", "Lando").shown_down()
        assert table.said[-1] == (
            "Roark takes the main pot with 24: 150 cr. Lando takes the side pot with 20: 300 cr. "
            "Han gets back 700 cr, which nobody had matched."
        )
        hands = {"Roark": (6, 6, 1), "Lando": (5, 5, 1), "Han": (4, 4, 1)}
        table = Table(hands, stacks={"Roark": 50}).check("Roark", "Lando").bet("Han", 100).call("Roark", "Lando")
        table.bet("Lando", 30).fold("Han").shown_down()
        assert table.said[-1] == (
            "Roark takes the main pot with 24: 150 cr. The side pot, 120 cr, falls to Lando: all others in it have "
            "folded. Lando gets back 30 cr, which nobody had matched."
        )
        assert GAME.view(table.state, None).pot == 270
        names = [f"A gambler with a long name {letter}" for letter in "abcdefghij"]
        hands = dict.fromkeys(names, (6, 6, 1))
        stacks = {name: 20 + 10 * at for at, name in enumerate(names)}
        table = Table(hands, dealer=names[-1], stacks=stacks)
        table.bet(names[0], 10)
        for name in names[1:]:
            table.do(name, "raise", to=stacks[name] - 10) if "raise" in table.keys(name) else table.call(name)
        while table.state.street != "jump":
            table.call(*table.turn) if "call" in table.keys(table.turn[0]) else table.check(*table.turn)
        table.passes(*table.asked)
        assert table.said[-1].startswith("All pots together: A gambler with a long name a 20 cr, ")
        assert len(table.said[-1]) < 900


class TestThePanel:
    def test_panel_marks_players_and_whoever_is_asked(self):
        assert panel(Table(EXAMPLE).bet("Roark", 50)) == [
            "The Lift",
            "Pot 80 cr · bet 50 cr",
            "Roark ⚁ 2 940 cr · bet 50 cr",
            "Lando ⚀ 1 990 cr",
            "Han ⚀ 1 990 cr · deals",
        ]
        table = Table(EXAMPLE, stacks={"Lando": 40}).bet("Roark", 50).call("Lando").fold("Han")
        assert panel(table)[3:] == [
            "Roark ⚁⚀⚄ 7 940 cr",
            "Lando ⚀⚀⚄ 6 0 cr · all in for 40 cr",
            "Han ⚀ 990 cr · folded · deals",
        ]
        assert panel(at_the_jump(EXAMPLE))[:3] == ["The Jump", "Pot 30 cr", "Roark may jump."]

    def test_panel_shows_contests_and_missing_dice(self):
        table = Table(EXAMPLE).check("Roark", "Lando", "Han").check("Han", "Roark", "Lando")
        table.bet("Roark", 50).call("Lando", "Han")
        assert panel(table)[1:] == [
            "Pot 180 cr",
            "Roark may jump.",
            "Roark ⚁⚀⚄ 7 940 cr",
            "Lando ⚀⚀⚄ 6 940 cr",
            "Han ⚀⚃⚁ 6 940 cr · deals",
        ]
        assert panel(at_the_jump(EXAMPLE).jump("Roark", "Han", 9, 12))[2] == (
            "Han has won the contest against Roark and may have a die rolled again."
        )
        table = at_the_jump(EXAMPLE, contests="typed").do("Roark", "jump", target="3")
        assert panel(table)[2] == "Roark jumps Han. Roark and Han still to roll."
        assert panel(table.do("Han", "total", total=16))[2] == "Roark jumps Han. Han has 16. Roark still to roll."
        table = Table(dice="typed").do("Lando", "roll", face=3)
        assert panel(table)[:4] == [
            "The Lift",
            "Pot 30 cr",
            "A die for everybody: Roark and Han still to roll.",
            "Roark 990 cr",
        ]

    def test_panel_at_the_end_shows_winners_without_uncalled_bets(self):
        drawn = panel(Table(EXAMPLE).shown_down())
        assert drawn[0] == "Shadowport"
        assert drawn[-1] == "Roark takes the pot with 7: 30 cr."
        drawn = panel(Table(EXAMPLE).bet("Roark", 500).fold("Lando", "Han"))
        assert drawn[1] == "Pot 30 cr"
        assert drawn[2] == "Roark ⚁ 2 1,020 cr"
        table = Table(EXAMPLE, stacks=dict.fromkeys(EXAMPLE, 50)).bet("Roark", 40).call("Lando", "Han").shown_down()
        assert panel(table)[3] == "Lando ⚀⚀⚄ 6 0 cr"
        drawn = words.panel(GAME.view(Table(EXAMPLE, variant="long").state, None), Table(EXAMPLE).voice)
        assert drawn.title == "Long Pi'Lok"

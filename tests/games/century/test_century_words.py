"""What people read of Century: the table, sentences, results, and the rulebook with the choices of a table."""

from typing import Any

import pytest

from bot.engine.money import CREDITS, DND
from bot.engine.options import with_options
from bot.engine.words import Panel, Voice
from bot.errors import RuleError
from cogs.century import words
from cogs.century.rules import GAME
from cogs.century.state import PRESETS, CenturyRules
from tests.games.century.century_table import Table

VOICE = Voice(names={}, currency=CREDITS)
TEN = "1 12 23 34 45 56 67 78 89 100"
OTHER_TEN = "2 13 24 35 46 57 68 79 90 99"
LONG = "Maximilian von und zu Adlerhorst"
"""32 characters."""


def rules_of(**options: Any) -> str:
    pages = words.rules_pages(with_options(CenturyRules(), options), VOICE)
    return "\n".join(f"## {page.title}\n{page.text}" for page in pages)


class TestTheTable:
    def test_panel_says_what_can_be_filled_in_and_shows_tickets(self):
        assert Table(bank=500_000).ticket("Lando", "3 17 44").done("Roark").shows == [
            "Tickets",
            "2 to 10 numbers from 1 to 100 on a ticket; 20 are drawn.",
            "Bank 500,000 cr",
            "Roark 1,000 cr · sits this draw out",
            "Lando 3 17 44 995 cr · stake 5 cr",
            "Han 1,000 cr",
        ]
        assert Table(pool="80", draws=25).shows[1:3] == [
            "2 to 10 numbers from 1 to 80 on a ticket; 25 are drawn.",
            "The bank is endless.",
        ]
        table = Table(tickets=3).ticket("Han", "3 17", 10).ticket("Han", "44 5 6", 20)
        assert table.shows[-1] == "Han 3 17; 5 6 44 970 cr · 2 tickets, 30 cr"

    def test_panel_sets_numbers_and_matches_apart(self):
        table = Table(drawing="steps").gives("3 90 17 1 77 50").ticket("Han", "3 17 50").done("Roark", "Lando")
        assert table.shows[:2] == ["5 of 20 drawn", "Now 3, 90, 17, 1, 77"]
        assert table.go_on("Han").shows[:3] == [
            "10 of 20 drawn",
            "Now 50, 100, 99, 98, 97",
            "Before 1, 3, 17, 77, 90",
        ]
        table = Table(drawing="steps").gives("3 17 50 1 2").ticket("Han", "3 17 44 50").done("Roark", "Lando")
        assert panel_of(table).seats[2].cards == "**3 17** 44 **50** (3 of 4)"
        assert panel_of(table).status[0] == "Now **3, 17, 50, 1, 2**"
        table = Table("Han", tickets=2, bank=1000).gives("3 17").ticket("Han", "3 17 44").ticket("Han", "5 6")
        assert table.shows[:3] == [
            "All drawn",
            "Bank 1,000 cr",
            "Han 3 17 44 (2 of 3, paid 10 cr); 5 6 (0 of 2) 1,000 cr",
        ]

    def test_panel_keeps_tickets_after_the_draw_the_same_for_all(self):
        """The line behind a name then shows its cards and its chips."""
        line = panel_of(Table("Han").gives("3 17").ticket("Han", "3 17 44")).seats[0]
        assert line.cards == "**3 17** 44 (2 of 3, paid 10 cr)"
        assert line.text == "1,005 cr"
        table = Table("Han").done("Han")
        assert (table.shows[0], table.shows[-1]) == ("Nothing drawn", "Nobody has a ticket, so nothing is drawn.")
        state = Table().ticket("Han", "3 17").state
        assert GAME.view(state, 3).to_json() == GAME.view(state, 1).to_json() == GAME.view(state, None).to_json()


def panel_of(table: Table) -> Panel:
    return words.panel(GAME.view(table.state, None), table.voice)


class TestSentences:
    def test_bets_and_numbers_are_told(self):
        table = (
            Table(tickets=2).ticket("Han", "44 3 17", 20).quick("Han", "6 5").ticket("Han", "7 8").quick("Han", "9 10")
        )
        table.back("Han", "1").back("Han").done("Han", "Lando").ticket("Roark", "1 2").done("Roark")
        assert table.said == [
            "The bets are open: two to ten numbers from 1 to 100 on a ticket.",
            "Han fills in a ticket: 3, 17 and 44 for 20 cr.",
            "Han takes a quick pick: 5 and 6 for 5 cr.",
            "Han changes a ticket: 7 and 8 for 5 cr.",
            "Han changes a ticket to a quick pick: 9 and 10 for 5 cr.",
            "Han takes a ticket back, 20 cr; 1 stays.",
            "Han takes a ticket back, 5 cr.",
            "Han sits this draw out.",
            "Lando sits this draw out.",
            "Roark fills in a ticket: 1 and 2 for 5 cr.",
            "Roark is done.",
            "The bets are closed: 1 ticket for 5 cr.",
            table.last_said,
        ]
        table = Table(tickets=4).ticket("Han", "3 17").ticket("Han", "5 6", 10).ticket("Han", "7 8")
        table.done("Roark", "Lando", "Han")
        later = table.next().again("Han").back("Han", "1", "2")
        assert later.said[-2:] == [
            "Han plays the same again: 3 and 17 for 5 cr; 5 and 6 for 10 cr; 7 and 8 for 5 cr.",
            "Han takes 2 tickets back, 15 cr; 1 stays.",
        ]
        table = Table("Han", drawing="steps").gives("3 90 17 1 100").ticket("Han", "3 17")
        assert table.last_said == "The dealer rolls 3, 90, 17, 1 and 100: 5 of 20."
        table = Table("Han", drawing="steps", pool="80").gives("3 80 17 1 2").ticket("Han", "3 17")
        assert table.last_said == "The tumbler gives 3, 80, 17, 1 and 2: 5 of 20."
        table = Table("Han").ticket("Han", "3 17")
        assert table.said[-2:] == [
            "The bets are closed: 1 ticket for 5 cr.",
            f"The numbers are {', '.join(map(str, range(81, 100)))} and 100. No ticket is paid.",
        ]


class TestResults:
    def result(self, table: Table) -> str:
        """Without the numbers."""
        return table.last_said.partition(". ")[2]

    def test_result_names_winners_first_and_sums_up_the_rest(self):
        table = Table().gives("3 17 44 5").ticket("Roark", "5 60").ticket("Lando", "3 44").ticket("Han", "3 17 44")
        assert self.result(table) == (
            "Han has 3 of 3 and is paid 150 cr; Lando has 2 of 2 and is paid 25 cr; Roark has 1 of 2 and is paid 5 cr."
        )
        table = Table().gives("3 17").ticket("Roark", "5 60").ticket("Lando", "3 44").ticket("Han", "3 17 44")
        assert self.result(table) == (
            "Han has 2 of 3 and is paid 10 cr; Lando has 1 of 2 and is paid 5 cr. No other ticket is paid."
        )
        assert self.result(Table("Han").ticket("Han", "3 17")) == "No ticket is paid."
        table = Table("Han", tickets=3).gives("3 17").ticket("Han", "3 17").ticket("Han", "3 5").ticket("Han", "5 6")
        assert self.result(table) == "Han is paid 30 cr for 2 of 3 tickets. No other ticket is paid."

    @pytest.mark.parametrize(
        "winners, said",
        [
            (5, "P0 of the far hills has 2 of 2 and is paid 25 cr; P1 of"),
            (15, "These are paid: P0 of the far hills 25 cr, P1 of the far hills 25 cr, P2"),
        ],
    )
    def test_many_who_win_are_told_more_shortly(self, winners: int, said: str):
        table = Table(*(f"P{number} of the far hills" for number in range(winners))).gives("3 17")
        for name in table.names:
            table.ticket(name, "3 17")
        assert self.result(table).startswith(said)
        assert len(table.last_said) < 900


class TestACrowd:
    NAMES = tuple(f"{LONG[:-2]}{number:02}" for number in range(20))

    def size(self, table: Table) -> int:
        """Characters of the panel with all names, as the message has them."""
        drawn = panel_of(table)
        lines = [text for line in drawn.seats for text in (line.cards, line.text)]
        names = sum(len(table.voice.name(seat)) for seat in range(1, 21))
        return names + sum(map(len, (drawn.heading, *drawn.status, *lines, drawn.result or "")))

    @pytest.mark.parametrize("tickets", [1, 2, 5])
    def test_twenty_with_all_their_tickets_fit_at_every_moment(self, tickets: int):
        names = self.NAMES
        table = Table(*names, tickets=tickets, drawing="slowly", stacks=dict.fromkeys(names, 98_765_432), currency=DND)
        table.gives(f"{TEN} {OTHER_TEN}")
        sizes: list[int] = []
        for name in names:
            for at in range(tickets):
                table.ticket(name, OTHER_TEN if at % 2 else TEN, 123_456)
                sizes.append(self.size(table))
        while table.waits_for:
            table.go_on(names[7])
            sizes.append(self.size(table))
        assert max(sizes) <= 2600
        assert all(len(line) <= 1500 for line in words.tell(table.events, table.voice))

    @pytest.mark.parametrize("seats, tickets", [(20, 1), (6, 3), (4, 5), (20, 2), (12, 3)])
    def test_tickets_are_told_in_one_way_while_the_numbers_come(self, seats: int, tickets: int):
        """Also in the middle of it, when marks make the lines longer; after it never with more than before."""
        table = Table(*self.NAMES[:seats], tickets=tickets, drawing="steps").gives(f"{TEN} {OTHER_TEN}")
        for name in table.names:
            for at in range(tickets):
                table.ticket(name, OTHER_TEN if at % 2 else TEN)
        ways: list[bool] = []
        while table.waits_for:
            ways.append(all("45" in line.cards for line in panel_of(table).seats))
            table.go_on(table.names[0])
        assert len(set(ways)) == 1
        assert ways[0] or all("45" not in line.cards for line in panel_of(table).seats)

    def test_numbers_of_tickets_are_shown_as_long_as_there_is_room(self):
        table = Table(*(f"P{number}" for number in range(15)), tickets=2, drawing="steps")
        for name in table.names:
            table.ticket(name, TEN).ticket(name, "3 17 44 58 61")
        assert all("44" in line.cards for line in panel_of(table).seats)
        table = Table(*self.NAMES, tickets=3, drawing="steps").gives("1 12 23 2 13")
        for name in self.NAMES[:-1]:
            table.ticket(name, TEN).ticket(name, OTHER_TEN).ticket(name, OTHER_TEN)
        table.ticket(self.NAMES[-1], TEN)
        assert (panel_of(table).seats[0].cards, panel_of(table).seats[-1].cards) == ("", "10 numbers")
        assert panel_of(table).seats[0].text == "985 cr · 3 tickets, 15 cr"
        table.done(self.NAMES[-1])
        assert (panel_of(table).seats[0].cards, panel_of(table).seats[-1].cards) == ("best 3 of 10", "3 of 10")
        table.draws("34 45 24 56")
        assert panel_of(table).seats[0].cards == "best 7 of 10 (paid 550 cr in all)"
        table = Table(*self.NAMES, drawing="steps").gives("3 17")
        for name in self.NAMES:
            table.ticket(name, "3 17 44 58 61")
        assert {line.cards for line in panel_of(table).seats} == {"**3 17** 44 58 61 (2 of 5)"}


class TestTheRulebook:
    def test_the_best_and_the_worst_ticket_are_those_of_the_odds(self):
        told = rules_of()
        assert "tickets of 2 numbers return the most on average, about 51.52%" in told
        assert "Tickets of 5 numbers return the least, about 18.84%" in told
        assert ("coin of the smallest bet" in told, "coin of the smallest bet" in rules_of(payout_cap=100)) == (
            False,
            True,
        )

    def test_a_cap_that_no_bet_reaches_changes_nothing_of_it(self):
        assert "coin of the smallest bet" not in rules_of(payout_cap=50_000, max_bet=10)

    def test_stakes_are_described_in_half_a_line(self):
        assert {name: words.stakes(rules, Voice(names={}, currency=DND)) for name, rules in PRESETS.items()} == {
            "lucky nimbus": "Bets from 5 cp · 20 of 100",
            "keno": "Bets from 5 cp · 20 of 80",
            "slow tumbler": "Bets from 5 cp · 20 of 100 · 3 tickets each",
            "coppers": "Bets from 1 cp · 20 of 100 · 5 tickets each",
            "generous": "Bets from 5 cp · 20 of 100",
            "high rollers": "Bets from 5 gp · 20 of 80 · pays at most 25,000 gp",
        }

    def test_stakes_leave_out_parts_without_room(self):
        rules = CenturyRules(min_bet=12_345, max_bet=9_876_543, tickets=2, payout_cap=98_765_432_100)
        assert words.stakes(rules, VOICE) == "Bets from 12,345 cr to 9,876,543 cr · 20 of 100 · 2 tickets each"


class TestHouseRules:
    def test_house_rules_bound_bets_and_buy_in(self):
        with pytest.raises(RuleError) as refused:
            with_options(CenturyRules(), {"payout_cap": 4})
        assert refused.value.told(CREDITS.show) == ("The largest payout, 4 cr, can't be below the smallest bet, 5 cr.")
        with pytest.raises(RuleError) as refused:
            with_options(CenturyRules(), {"max_bet": 4})
        assert refused.value.told(CREDITS.show) == "The largest bet, 4 cr, can't be below the smallest, 5 cr."
        buy_in = GAME.buy_in(CenturyRules())
        assert (buy_in.low, buy_in.usual, GAME.least_stack(CenturyRules())) == (5, 250, 5)

    @pytest.mark.parametrize("draws", [9, 31])
    def test_ten_to_thirty_numbers_are_drawn(self, draws: int):
        with pytest.raises(RuleError, match="Numbers drawn must lie between 10 and 30"):
            with_options(CenturyRules(), {"draws": draws})

    @pytest.mark.parametrize("tickets", [0, 6])
    def test_one_to_five_tickets_are_for_everybody(self, tickets: int):
        with pytest.raises(RuleError, match="Tickets each must lie between 1 and 5"):
            with_options(CenturyRules(), {"tickets": tickets})

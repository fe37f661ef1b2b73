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


def panel_of(table: Table) -> Panel:
    return words.panel(GAME.view(table.state, None), table.voice)


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
        assert (panel_of(table).seats[0].cards, panel_of(table).seats[-1].cards) == ("best 4 of 10", "4 of 10")
        table.draws("34 45 24 56")
        assert panel_of(table).seats[0].cards == "best 7 of 10 (paid 550 cr in all)"
        table = Table(*self.NAMES, drawing="steps").gives("3 17")
        for name in self.NAMES:
            table.ticket(name, "3 17 44 58 61")
        assert {line.cards for line in panel_of(table).seats} == {"**3✓ 17✓** 44 58 61 (2 of 5)"}


class TestTheRulebook:
    def test_the_best_and_the_worst_ticket_are_those_of_the_odds(self):
        told = rules_of()
        assert "Tickets of 2 numbers return the most on average, about 51.52%" in told
        assert "Tickets of 5 numbers return the least, about 18.84%" in told
        assert ("With the smallest bet" in told, "With the smallest bet" in rules_of(payout_cap=100)) == (
            False,
            True,
        )

    def test_a_cap_that_no_bet_reaches_changes_nothing_of_it(self):
        assert "With the smallest bet" not in rules_of(payout_cap=50_000, max_bet=10)

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
        with pytest.raises(RuleError, match="Numbers drawn must be between 10 and 30"):
            with_options(CenturyRules(), {"draws": draws})

    @pytest.mark.parametrize("tickets", [0, 6])
    def test_one_to_five_tickets_are_for_everybody(self, tickets: int):
        with pytest.raises(RuleError, match="Tickets each must be between 1 and 5"):
            with_options(CenturyRules(), {"tickets": tickets})

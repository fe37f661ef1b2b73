"""Roulette in words: what is said of bets and spins, the table, and that all of it fits where twenty people bet."""

import pytest

from bot.engine.money import DND
from bot.engine.words import Voice
from cogs.roulette import words
from cogs.roulette.layout import layout
from cogs.roulette.rules import GAME
from cogs.roulette.state import PRESETS, Bet, LastBets, RouletteCarry, RouletteRules
from cogs.roulette.words import MOST_PANEL
from tests.games.roulette.roulette_table import FULL, Table

VOICE = Voice({}, DND)


class TestTheTable:
    def test_bets_are_named_as_long_as_there_is_room(self):
        bets = ", ".join(f"{number} 5" for number in range(1, 31)) + ", 1-2 5, 2-3 5, 4-5 5, 5-6 5, 7-8 5, 8-9 5"
        (line,) = (line for line in Table().bet("Roark", bets).shows if line.startswith("Roark"))
        assert line.startswith("Roark 8 gp 2 sp · 5 cp on 1 · 5 cp on 2 · ")
        assert line.endswith(" more, 1 gp 8 sp in all")
        table = Table(FULL)
        for name in FULL:
            table.bet(name, "17 25, 20 5, red 10")
        assert sum("2 sp 5 cp on 17 · 5 cp on 20 · 1 sp on red" in line for line in table.shows) == 20
        assert _length(table) <= MOST_PANEL
        table = Table(FULL)
        for name in FULL:
            table.bet(name, "17 5")
        table.bet(FULL[0], ", ".join(f"{number} 5" for number in range(1, 17)))
        assert table.shows[1].endswith(" · ".join(f"5 cp on {number}" for number in (17, *range(1, 17))))
        assert _length(table) <= MOST_PANEL

    def test_own_bets_are_all_named_or_counted(self):
        table = Table(FULL).bet(FULL[0], ", ".join(f"{number} 5" for number in range(1, 37)))
        view = GAME.view(table.state, 1)
        assert words.own(view, 1, table.voice) == f"Bets: {' · '.join(f'5 cp on {number}' for number in range(1, 37))}."
        assert words.own(view, 2, table.voice) is None
        bets = Table().bet("Roark", "17 5, 20 5").state.gamblers[0].bets
        assert words.describe_bets(bets, VOICE, 9) == "2 bets, 1 sp in all"
        assert words.describe_bets(bets[:1], VOICE, 0) == "1 bet, 5 cp in all"

    def test_a_full_table_on_which_everything_is_bet_on_fits(self):
        assert {len(name) for name in FULL} == {32}
        bets = tuple(Bet(name, 123_456) for name in layout("double", has_top_line=True).by_name)
        last = tuple(LastBets(seat=seat, bets=bets) for seat in range(1, 21))
        carry = RouletteCarry(history=("32",) * 10, last=last)
        table = Table(FULL, stacks=dict.fromkeys(FULL, 123_456_789), bank=10**14, wheel="double", carry=carry)
        for name in FULL:
            table.again(name)
        assert _length(table) <= MOST_PANEL
        assert _length(table.done()) <= MOST_PANEL

    def test_view_is_the_same_for_every_seat(self):
        state = Table().bet("Roark", "17 5").state
        seen = GAME.view(state, None).to_json()
        assert all(GAME.view(state, seat).to_json() == seen for seat in (0, 1, 2, 3, 4))


def _length(table: Table) -> int:
    panel = words.panel(GAME.view(table.state, None), table.voice)
    seats = [f"▸ {table.voice.name(line.seat)} {line.cards} · {line.text} · to move" for line in panel.seats]
    return len("\n".join((panel.heading, *panel.status, *seats, panel.result or "")))


class TestTheRules:
    def test_stakes_and_variants_are_named(self):
        said = {name: words.stakes(rules, VOICE) for name, rules in PRESETS.items()}
        assert said == {
            "european": "Bets from 5 cp",
            "american": "Bets from 5 cp",
            "french": "Bets from 1 sp · half back on zero",
            "among friends": "Bets from 1 cp",
            "high rollers": "Bets from 1 gp · inside to 50 gp · outside to 1,000 gp",
        }
        assert [GAME.title_of(PRESETS[name]) for name in ("european", "american", "french")] == [
            "Roulette",
            "American roulette",
            "French roulette",
        ]

    @pytest.mark.parametrize(
        "options, sentence",
        [
            ({}, "keeps, on average, about 2.7% of every bet."),
            ({"zero": "half", "min_bet": 10}, "about 1.35% of even chances and about 2.7% of every other bet."),
            (
                {"zero": "half"},
                "about 1.35% of even chances (about 1.62% of the smallest bet, with its odd coin) and about 2.7% of",
            ),
            (
                {"zero": "half", "wheel": "double", "min_bet": 10},
                "about 2.63% of even chances, about 7.89% of the top line and about 5.26% of every other bet.",
            ),
            ({"wheel": "double"}, "about 7.89% of the top line and about 5.26% of every other bet."),
            ({"wheel": "double", "top_line": False}, "keeps, on average, about 5.26% of every bet."),
        ],
    )
    def test_the_house_edge_follows_the_wheel_and_the_zero(self, options: dict[str, object], sentence: str):
        rules = RouletteRules().validated(**options)
        assert sentence in "\n".join(page.text for page in words.rules_pages(rules, VOICE))

    def test_rulebook_leaves_out_missing_bets_and_fits_one_message(self):
        american = "\n".join(
            page.text for page in words.rules_pages(RouletteRules(wheel="double", top_line=False), VOICE)
        )
        assert "first four" not in american
        assert "top line" not in american

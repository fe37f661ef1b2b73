"""Roulette in words: what is said of bets and spins, the table, and that all of it fits where twenty people bet."""

import pytest

from bot.engine.money import DND
from bot.engine.words import Voice
from cogs.roulette import words
from cogs.roulette.layout import layout
from cogs.roulette.rules import GAME
from cogs.roulette.state import PRESETS, Bet, LastBets, RouletteCarry, RouletteRules
from cogs.roulette.words import MOST_PANEL, MOST_RESULT
from tests.games.roulette.roulette_table import FULL, Table, after, spun

VOICE = Voice({}, DND)


class TestWhatIsSaidOfBets:
    @pytest.mark.parametrize(
        "bet, said",
        [
            ("17 5", "Roark bets 5 cp on 17."),
            ("17-20 25", "Roark bets 2 sp 5 cp on 17-20."),
            ("street 4-6 5", "Roark bets 5 cp on the street 4-6."),
            ("trio 0-1-2 5", "Roark bets 5 cp on the trio 0-1-2."),
            ("corner 17-21 5", "Roark bets 5 cp on the corner 17-21."),
            ("six line 13-18 5", "Roark bets 5 cp on the six line 13-18."),
            ("first four 5", "Roark bets 5 cp on the first four."),
            ("red 100", "Roark bets 1 gp on red."),
            ("second dozen 5", "Roark bets 5 cp on the second dozen."),
        ],
    )
    def test_a_bet(self, bet: str, said: str):
        assert Table().bet("Roark", bet).said == [said]

    def test_repeated_and_removed_bets_are_named_or_summed_up(self):
        few = Table(carry=after("3", Roark="17 5, red 10")).again("Roark")
        assert few.said == ["Roark bets the same again: 5 cp on 17 and 1 sp on red."]
        many = Table(carry=after("3", Roark="17 5, 18 5, 19 5, red 10")).again("Roark")
        assert many.said == ["Roark bets the same again: 2 sp 5 cp on 4 spots."]

        def said(bets: str, *spots: str) -> str:
            return Table().bet("Roark", bets).take_back("Roark", *spots).said[-1]

        assert said("17 5, red 10") == "Roark takes back 5 cp on 17 and 1 sp on red."
        assert said("17 5, red 10", "17") == "Roark takes back 5 cp on 17; 1 stays."
        assert said("17 5, red 10, 18 5, 19 5", "17", "18") == "Roark takes back 5 cp on 17 and 5 cp on 18; 2 stay."
        assert said("17 5, red 10, 18 5, 19 5") == "Roark takes back 2 sp 5 cp on 4 spots."


class TestTheResult:
    @pytest.mark.parametrize(
        "bets, ball, said",
        [
            ({"Roark": "17 5"}, "17", "17 black. Roark wins 1 gp 7 sp 5 cp with 17."),
            ({"Roark": "17 5"}, "0", "0 green. Roark loses 5 cp."),
            (
                {"Roark": "17 5, red 10", "Lando": "black 20, odd 5, second dozen 5", "Han": "high 30"},
                "17",
                (
                    "17 black. Roark wins 1 gp 6 sp 5 cp with 17; Lando wins 3 sp 5 cp with black, odd and the second "
                    "dozen. Han loses 3 sp."
                ),
            ),
            (
                {"Roark": "red 10, black 10", "Lando": "even 10, odd 10", "Han": "17 5, 18 5"},
                "20",
                "20 black. Roark and Lando come out even. Han loses 1 sp.",
            ),
            ({"Roark": "red 10, black 10"}, "20", "20 black. Roark comes out even."),
            (
                {"Roark": "17 5", "Lando": "red 50", "Han": "18 10"},
                "20",
                "20 black. Lando loses 5 sp, Han loses 1 sp and Roark loses 5 cp.",
            ),
            (
                {"Roark": "17 5, 17-20 5, street 16-18 5, black 5, odd 5"},
                "17",
                "17 black. Roark wins 3 gp 2 sp 5 cp with 17, 17-20, the street 16-18 and 2 more.",
            ),
        ],
    )
    def test_winners_come_first_with_what_they_won(self, bets: dict[str, str], ball: str, said: str):
        assert spun(bets, ball).said[-1] == said

    def test_largest_winners_are_named_and_the_others_summed_up(self):
        table = Table(FULL, ball="17")
        for at, name in enumerate(FULL):
            table.bet(name, f"17 {5 + at}" if at < 12 else "red 5, black 5" if at < 15 else "red 20")
        said = table.done().said[-1]
        assert said.startswith(f"17 black. {FULL[11]} wins 5 gp 6 sp, {FULL[10]} wins 5 gp 2 sp 5 cp, ")
        assert said.endswith(" and 6 others win 15 gp 7 sp 5 cp in all. 3 come out even and 5 lose 1 gp in all.")
        assert len(said) < MOST_RESULT
        table, spots = Table(FULL, ball="17"), ("corner 14-18", "street 16-18", "six line 16-21", "second dozen")
        for at, name in enumerate(FULL[:8]):
            table.bet(name, ", ".join(f"{spot} {5 + at % 7}" for spot in spots) if at < 7 else "red 5")
        assert table.done().said[-1].endswith(" and 1 other wins 1 gp 3 sp. 1 loses 5 cp.")


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
        assert table.shows[2].endswith(" · ".join(f"5 cp on {number}" for number in (17, *range(1, 17))))
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
                "about 1.35% of even chances (about 1.62% of the smallest bet, which is odd) and about 2.7% of every",
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
        rules = RouletteRules.model_validate({**RouletteRules().model_dump(), **options})
        assert sentence in "\n".join(page.text for page in words.rules_pages(rules, VOICE))

    def test_rulebook_leaves_out_missing_bets_and_fits_one_message(self):
        american = "\n".join(
            page.text for page in words.rules_pages(RouletteRules(wheel="double", top_line=False), VOICE)
        )
        assert "first four" not in american
        assert "top line" not in american

"""Twenty gamblers at one table of Bounder: what they have bet and how the round ended fits the message."""

import random
from typing import Any

import pytest

from bot import games
from bot.campaigns import CampaignSettings
from bot.engine.money import Currency, Denomination
from bot.engine.options import with_options
from cogs.bounder import words
from cogs.bounder.rules import GAME
from cogs.bounder.state import BounderRules
from tests.games.bounder.bounder_table import Table
from tests.laws.hands import filled_in
from tests.tables.room import Room, labels_of, text_of

MOST_PANEL = 2600
"""Characters that twenty with long names may take of a message of 4,000, beside what marks those who are to move."""
FOUR_COINS = Currency(
    denominations=tuple(
        Denomination(name=f"{metal} piece", plural=f"{metal} pieces", symbol=symbol, value=value)
        for metal, symbol, value in (
            ("platinum", "pp", 1000),
            ("gold", "gp", 100),
            ("silver", "sp", 10),
            ("copper", "cp", 1),
        )
    ),
    main="gold piece",
)


class TestACrowd:
    def crowd(self, **options: Any) -> Table:
        names = [f"A gambler of quite some name {number:03d}" for number in range(1, 21)]
        assert {len(name) for name in names} == {32}
        table = Table(*names, bank=1_000_000, **options)
        if table.rules.is_classic:
            for name in table.names[:-1]:
                table.stakes(name, 15)
            return table.stakes(table.names[-1], 15, *range(1, 21))
        return table.stakes(table.names[0], 15, 14).keeps(table.names[0])

    def everything(self, **options: Any) -> Table:
        table = self.crowd(**options)
        for at, name in enumerate(table.names):
            for kind in table.rules.kinds:
                if kind in table.keys(name):
                    table.bet(name, kind, 5 + at % 3)
        return table

    def length(self, table: Table) -> int:
        drawn = words.panel(GAME.view(table.state, None), table.voice)
        seats = (f"{table.voice.name(line.seat)} {line.cards} · {line.text}" for line in drawn.seats)
        return sum(map(len, (drawn.heading, *drawn.status, *seats, drawn.result or "")))

    @pytest.mark.parametrize("options", [{}, {"version": "classic"}])
    def test_twenty_who_have_bet_on_everything_fit_the_table(self, options: dict[str, Any]):
        table = self.everything(**options)
        assert self.length(table) <= MOST_PANEL
        table.done(*table.names[1:])
        if table.rules.is_classic:
            table.do(table.names[0], "done", 2, 4, 6, *([20] * 11), *([1] * 8))
        else:
            table.rolls(2, 4, 6, 5)
        assert self.length(table) <= MOST_PANEL

    def test_a_result_of_twenty_names_everybody_as_long_as_there_is_room(self):
        names = [f"Gambler {number}" for number in range(1, 21)]
        table = Table(*names).stakes(names[0], 15, 14).keeps(names[0])
        for name in names[1:]:
            table.bet(name, "point", 5)
        said = table.bet(names[1], "triple", 20).rolls(2, 4, 6, 5).said[-1]
        winners = f"Gambler 1 wins 1 sp 5 cp; {', '.join(names[2:19])} and Gambler 20 win 5 cp each."
        assert f"{winners} Gambler 2 loses 1 sp 5 cp." in said

    def test_losers_are_counted_before_winners_where_room_is_short(self):
        table, others = self.crowd(), self.crowd()
        for at, name in enumerate(table.names[1:]):
            table.bet(name, "point", 5 + at)
            others.bet(name, "point", 5 + at)
        said = table.bet(table.names[1], "triple", 20).rolls(2, 4, 6, 5).said[-1]
        assert f"19 gamblers win 2 gp 7 sp 6 cp together. {table.names[1]} loses 1 sp 5 cp." in said
        said = others.bet(others.names[1], "all_even", 20).rolls(2, 4, 6, 20).said[-1]
        assert f"{others.names[1]} wins 1 sp 5 cp. 19 gamblers lose 2 gp 7 sp 6 cp together." in said
        table = self.crowd()
        for at, name in enumerate(table.names[1:]):
            table.bet(name, "point" if at < 5 else "all_odd", 5)
        said = table.rolls(2, 4, 6, 5).said[-1]
        assert said.count("A gambler of") == 1 + 6
        assert "14 gamblers lose 7 sp together." in said
        table = self.crowd()
        for at, name in enumerate(table.names[1:]):
            table.bet(name, "point", 5 + at)
        said = table.rolls(2, 4, 6, 5).said[-1]
        assert "20 gamblers win 2 gp 8 sp 1 cp together." in said

    def test_small_coins_give_way_before_what_they_have_bet_does(self):
        """Five bets each of amounts in four coins, under names whose every letter has to be escaped."""
        rules, settings = with_options(BounderRules(), {"against": "even"}), CampaignSettings(currency=FOUR_COINS)
        room = Room(
            games.spec_of("bounder"), rules, 20, stack=10**8, bank=10**11, name="*" * 30 + "{:02}", settings=settings
        )
        shooter = room.deals().state.shooter
        room.acts(shooter, "stake", amount=1234)
        room.acts(shooter, "keep")
        for seat in set(range(1, 21)) - {shooter}:
            for at, kind in enumerate(rules.kinds, start=1):
                room.acts(seat, kind, amount=(1_111_111 + seat) * at)
        lines = [line for line in text_of(room.table).splitlines() if line.startswith("▸")]
        assert len(text_of(room.table)) <= 4000
        assert len(lines) == 20
        told = [
            line
            for line in lines
            if all(f" {short}" in line for short in ("on the point", "against", "on even", "on odd", "on triple"))
        ]
        assert len(told) == 19
        assert "1,111 pp 1 gp… on the point · 2,222 pp 2 gp… against · 3,333 pp 3 gp… on even" in told[0]


@pytest.mark.parametrize("double", ["exact", "up_to"])
@pytest.mark.parametrize("version", ["standard", "classic"])
def test_table_has_at_most_six_buttons_besides_the_utilities(version: str, double: str) -> None:
    """Also where some have bet, some may do the same again, and the shooter is ready."""
    chance, counts = random.Random(21), set[int]()
    rules = with_options(BounderRules(), {"version": version, "double": double, "against": "even"})
    room = Room(games.spec_of("bounder"), rules, 4, stack=10**6, bank=10**9)
    for _ in range(6):
        table = room.deals()
        for _ in range(60):
            counts.add(labels_of(table).index("My seat"))
            offered = [(seat, move) for seat in table.dealt_in for move in table.moves(seat) if move.place == "table"]
            if not table.to_act or not offered:
                break
            seat, move = chance.choice(offered)
            table = room.acts(seat, move.key, **filled_in(GAME, move))
        while table.to_act:
            seat = min(table.to_act)
            table = room.acts(seat, GAME.on_timeout(table.state, seat).kind)
        outcome = GAME.outcome(table.state)
        assert outcome is not None
        assert outcome.carry is not None
        room.settled()
        room.table = room.table.evolve(carry=outcome.carry.to_json(), carry_version=GAME.version)
    assert max(counts) <= 6
    assert max(counts) >= 4

"""Who opens a table at which the house pays, by which house rules, and who changes those of one that is open."""

from fractions import Fraction
from typing import Any

import pytest

from bot import games
from bot.db import Statement
from bot.engine.banked.odds import BetOdds
from bot.engine.options import with_options
from bot.errors import NotAllowed
from bot.tables.presets import Presets, losing_bets, require_fair
from cogs.baldur.rules import GAME as BALDUR
from cogs.bounder.rules import GAME as BOUNDER
from cogs.bounder.state import BounderRules
from tests.tables.money.casino import Casino, EvenRules
from tests.tables.table_fixtures import ANN, GM

LOSES = "With these house rules, the house loses in the long run. Only the GM opens such a table."
NO_PRESET = "Only the GM opens Toss with house rules that no preset has. Choose a preset instead."
CHANGES = "Only the GM changes the house rules."


def worth(*backs: str) -> tuple[BetOdds, ...]:
    """Bets that give so much back of a coin."""
    return tuple(
        BetOdds(key=f"bet_{at}", label=f"Bet {at}", pays="1 to 1", chance=Fraction(1, 2), back=Fraction(back))
        for at, back in enumerate(backs)
    )


@pytest.mark.parametrize("backs", [("0.97", "1.0001"), ("21/20",), ("10.5", "1", "0")])
async def test_a_house_that_loses_with_any_bet_is_the_gms_to_open(casino: Casino, backs: tuple[str, ...]) -> None:
    async with casino.refuses(LOSES, NotAllowed):
        await casino.opened(ANN, bets=worth(*backs))
    await casino.opened(GM, bets=worth(*backs))


@pytest.mark.parametrize(
    "game, gifts", [("bounder", {"against": "even"}), ("century", {"pool": "80", "draws": 30}), ("roulette", None)]
)
def test_games_can_be_set_so_that_the_house_loses_but_no_preset_is(game: str, gifts: dict[str, Any] | None) -> None:
    odds = games.spec_of(game).odds
    assert odds is not None
    presets = games.spec_of(game).game.presets.values()
    assert not any(losing_bets(odds.bets(rules)) for rules in presets)
    assert gifts is None or losing_bets(odds.bets(with_options(next(iter(presets)), gifts)))


@pytest.mark.parametrize("options", [{}, {"min_bet": 9, "max_bet": 300}])
async def test_everybody_opens_where_the_house_keeps_something_or_bets_are_fair(casino: Casino, options: Any) -> None:
    await casino.opened(ANN, bets=worth("1", "0.95"), **options)


async def test_a_preset_at_which_the_house_loses_is_no_players_either(casino: Casino) -> None:
    rules = EvenRules(min_bet=9)
    await Presets(casino.database, casino.clock).save(casino.campaign, GM, "toss", "gifts", rules)
    async with casino.refuses(LOSES, NotAllowed):
        await casino.opened(ANN, bets=worth("1.1"), min_bet=9)


async def test_where_nobody_knows_the_odds_players_open_by_presets_alone(casino: Casino) -> None:
    presets = Presets(casino.database, casino.clock)
    await presets.save(casino.campaign, GM, "toss", "elevens", with_options(EvenRules(), {"min_bet": 11}))
    await presets.save(casino.campaign, GM, "toss", "old", EvenRules(min_bet=12))
    await casino.database.apply(Statement("UPDATE presets SET rules = '{' WHERE name = 'old'"))
    refused: list[Any] = [{"min_bet": 10}, {"min_bet": 12}, {"min_bet": 11, "max_bet": 300}]
    for options in refused:
        async with casino.refuses(NO_PRESET, NotAllowed):
            await casino.opened(ANN, **options)
    table = await casino.opened(ANN, min_bet=11)
    await casino.tables.opening.close(table.id, casino.click(GM))
    table = await casino.opened(ANN)
    await casino.tables.opening.close(table.id, casino.click(GM))
    await casino.opened(GM, min_bet=10)


async def test_where_the_house_can_be_cheated_only_the_gm_opens_whatever_honest_bets_are_worth(casino: Casino) -> None:
    rules = BounderRules(crooked=True)
    with pytest.raises(NotAllowed, match="Only the GM opens a table where characters may cheat the house"):
        await require_fair(casino.database, casino.campaign, ANN, BOUNDER, rules, worth("0.5"))
    await require_fair(casino.database, casino.campaign, GM, BOUNDER, rules, worth("0.5"))


@pytest.mark.parametrize("preset", ["tavern", "high table"])
async def test_where_everybody_plays_crooked_anyway_the_houses_npcs_are_the_gms_to_bring(
    casino: Casino, preset: str
) -> None:
    rules = BALDUR.presets[preset]
    with pytest.raises(NotAllowed, match="Only the GM opens a table where characters may cheat the house"):
        await require_fair(casino.database, casino.campaign, ANN, BALDUR, rules, worth("0.5"))
    await require_fair(casino.database, casino.campaign, GM, BALDUR, rules, worth("0.5"))


async def test_without_npcs_there_is_nothing_of_the_houses_to_win(casino: Casino) -> None:
    await require_fair(casino.database, casino.campaign, ANN, BALDUR, BALDUR.presets["no NPCs"], ())


async def test_players_cheat_each_other_at_tables_that_they_open(casino: Casino) -> None:
    await casino.opened(ANN, game="pilok", crooked=True)

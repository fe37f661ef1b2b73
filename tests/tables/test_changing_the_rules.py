"""Other house rules at an open table: between hands, and everybody is told."""

import pytest

from bot.campaigns import preset
from bot.errors import RuleError, TooLate
from tests.tables.table_fixtures import ANN, BEN, GM, TableHarness

PLAYERS = "Only the GM changes the house rules. The player who opened the table can change them before the first hand."


async def test_a_gm_changes_the_rules_between_hands_and_the_next_is_played_by_them(playing: TableHarness) -> None:
    change, click = playing.tables.opening.change_rules, playing.click(GM)
    async with playing.refuses("You can change the house rules only between hands.", RuleError):
        await change(playing.table_id, playing.click(GM), {"ante": 25})
    await playing.play_out()
    table = await change(playing.table_id, click, {"ante": 25, "jumps": "one"})
    async with playing.refuses("That is done already.", TooLate):
        await change(playing.table_id, click, {"ante": 50})
    assert table.said[-1] == ("The house rules change: Ante 25 cr (was 10 cr), Jumps One a hand (was One a player).")
    await playing.restart()
    table = await playing.deals()
    assert table.state.pot == 75
    assert table.state.rules.jumps == "one"
    await playing.play_out()
    await playing.adds_up()


async def test_rule_change_shows_money_in_the_tables_currency(harness: TableHarness) -> None:
    await harness.settle_for(currency=preset("dnd-5e").currency)
    await harness.opened()
    table = await harness.tables.opening.change_rules(
        harness.table_id, harness.click(GM), {"ante": 250, "raise_cap": 3}
    )
    show = harness.campaign.settings.currency.show
    ante = f"Ante {show(250)} (was {show(10)})"
    assert table.said[-1] == f"The house rules change: {ante}, Most raises a street 3 (was no limit)."


@pytest.mark.parametrize(
    "changes, refusal",
    [
        ({"ante": 0}, "Ante must be between 1 cr and 1,000,000,000,000 cr."),
        ({"ante": "20"}, "Ante must be between 1 cr and 1,000,000,000,000 cr."),
        ({"jumps": "many"}, "Jumps can't be that."),
        ({"wild_cards": True}, "There is no house rule called wild_cards."),
        ({"min_bet": 50, "max_bet": 20}, "The largest bet, 20 cr, can't be below the smallest, 50 cr."),
        ({}, "Those are the house rules already."),
        ({"ante": 10}, "Those are the house rules already."),
    ],
)
async def test_house_rules_that_the_game_does_not_allow_are_refused(
    seated: TableHarness, changes: dict[str, object], refusal: str
) -> None:
    async with seated.refuses(refusal):
        await seated.tables.opening.change_rules(seated.table_id, seated.click(GM), changes)


async def test_auto_deal_does_not_wait_for_a_player_short_of_the_new_ante(harness: TableHarness) -> None:
    """A table that deals by itself stops when too few can pay, and goes on when they can."""
    await harness.opened(auto_deal=True)
    for person, name in ((ANN, "Han"), (BEN, "Lando")):
        await harness.sits(person, name, 100)
    change = harness.tables.opening.change_rules
    assert (await change(harness.table_id, harness.click(GM), {"ante": 101})).record.deadline is None
    assert (await change(harness.table_id, harness.click(GM), {"ante": 100})).record.deadline is not None


async def test_nobody_deals_by_other_rules_than_they_have_seen(harness: TableHarness) -> None:
    await harness.opened(ANN)
    await harness.sits(ANN, "Han")
    await harness.sits(BEN, "Lando")
    seen = (await harness.table()).record.turn
    await harness.tables.opening.change_rules(harness.table_id, harness.click(ANN), {"ante": 400})
    async with harness.refuses("The table has moved on. Look at its latest message.", TooLate):
        await harness.tables.playing.deal(harness.table_id, harness.click(BEN, turn=seen))
    turn = (await harness.table()).record.turn
    assert (await harness.tables.playing.deal(harness.table_id, harness.click(BEN, turn=turn))).table.in_hand

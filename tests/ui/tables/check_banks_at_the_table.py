"""The bank at the table: what people see of it, and how a GM fills and drains it, by button and by command."""

import pytest

from bot.campaigns import HousePurse, Right
from playground.people import Player
from tests.ui.tables.evening import Evening, labels, told
from tests.ui.tables.rights import (
    ABROAD,
    ELSEWHERE,
    GM,
    HERE,
    KEEPER,
    NOT_HERE,
    ONLY_GM,
    OTHER,
    SEATED,
    Row,
    Scene,
    cast_of,
    only,
    refuses,
)

CHANGES = only(GM, otherwise="Only the GM changes the house rules.")
NO_TABLE = "There is no table in this channel."


BEHIND = (
    Row("Bank", "bank:{t}", Right.BANK),
    Row("Put in", "bank_open:{t}:fill", Right.BANK),
    Row("Take out", "bank_open:{t}:drain", Right.BANK),
)
RULES = (
    Row("House rules", "house:{t}", besides=CHANGES),
    Row("A house rule", "rule:{t}:0", besides=CHANGES, picks="winnings"),
    Row("Form: house rule", "rule:{t}:winnings", besides=CHANGES, form={"value": "90"}, changes=True),
)
FORMS = (
    Row("Form: put in", "bank_move:{t}:fill", form={"amount": "5", "reason": ""}),
    Row("Form: take out", "bank_move:{t}:drain", form={"amount": "5", "reason": ""}),
)
COLUMNS = {KEEPER: ONLY_GM, SEATED: ONLY_GM, OTHER: ONLY_GM, ELSEWHERE: NOT_HERE, ABROAD: NOT_HERE}


@pytest.fixture
async def banked(tossing: Evening, han: Player) -> Evening:
    """Seat Han at a table of Coin Toss; the bank has 200 of the house's 1,000."""
    campaign = await tossing.cast.campaign()
    await tossing.services.wallet.grant(
        campaign, tossing.boss, [HousePurse(campaign.id)], 1000, key="backing", reason="for the banks"
    )
    await tossing.settles(bankroll="house")
    await tossing.open(command="coin_toss open", clock="off", bank="200")
    await tossing.sits(han, "Han")
    return tossing


@pytest.fixture
async def scene(banked: Evening, han: Player) -> Scene:
    """Return the same table, and everyone who might try something there."""
    found = cast_of(banked, banked.guest("Opener"), han)
    await banked.services.campaigns.at(found.places[ABROAD].guild_id or 0)
    return found


async def test_a_gm_finds_the_bank_behind_more_and_fills_it(banked: Evening, han: Player):
    answer = await banked.privately(banked.gm, "More…", "Bank…")
    assert told(answer) == "### The bank\nThe bank has **200 cr**. The house has 800 cr more to fill it with."
    opened = await banked.gm.click(answer.shown, "Put in…")
    assert opened.form.title == "The bank: put in"
    done = await banked.gm.submit(opened.form, {"How much?": "50", "Why?": "a long night"})
    assert "The bank has **250 cr**. The house has 750 cr more to fill it with." in done.text
    shown = await banked.drawn()
    assert "-# Bets from 5 cr · bank 250 cr · no clock" in shown.lines
    assert "-# The GM puts 50 cr of the house's money into the bank, which has 250 cr now: a long night." in shown.lines


async def test_bank_form_can_be_tried_again_after_a_refusal(banked: Evening):
    answer = await banked.privately(banked.gm, "More…", "Bank…")
    opened = await banked.gm.click(answer.shown, "Take out…")
    async with banked.nothing_changes():
        for typed, refusal in (
            ("9000", "The bank has only 200 cr. Choose a smaller amount."),
            ("lots", "I can't read that amount."),
            ("-5", "An amount can't be negative."),
        ):
            assert (await banked.gm.submit(opened.modal, {"How much?": typed})).text.startswith(refusal)
            opened = await banked.gm.click(answer.shown, "Try again")
            assert opened.form.field("How much?").default == typed
            await banked.clock.advance(10)
    await banked.gm.submit(opened.form, {"How much?": "200"})
    shown = await banked.drawn()
    assert "-# The GM takes 200 cr out of the bank for the house, which leaves 0 cr." in shown.lines
    assert labels(answer.shown) == ["Put in…"]


async def test_bank_button_is_absent_for_players_in_mid_hand_and_without_a_bank(banked: Evening, han: Player):
    for who in (han, banked.gm):
        answer = await banked.privately(who, "More…")
        assert ("Bank…" in labels(answer.shown)) == (who is banked.gm)
    old = (await banked.privately(banked.gm, "More…")).shown.frozen()
    await banked.does(han, "First toss")
    answer = await banked.privately(banked.gm, "More…")
    assert "Bank…" not in labels(answer.shown)
    late = await banked.gm.click(old, "Bank…")
    assert late.text.endswith("You can change the bank only between tosses.")
    assert labels(late.shown) == []


async def test_the_bank_is_filled_and_drained_by_command(banked: Evening):
    done = await banked.gm.slash(banked.channel, "bank fill", amount="50", reason="a long night")
    assert told(done) == "The bank has 250 cr now."
    await banked.drawn()
    done = await banked.gm.slash(banked.channel, "bank drain", amount="100")
    assert told(done) == "The bank has 150 cr now."
    shown = await banked.drawn()
    assert "-# The GM takes 100 cr out of the bank for the house, which leaves 150 cr." in shown.lines
    async with banked.nothing_changes():
        assert (
            told(await banked.gm.slash(banked.channel, "bank drain", amount="151"))
            == "The bank has only 150 cr. Choose a smaller amount."
        )
    question = await banked.privately(banked.gm, "More…", "Close")
    assert told(question).endswith("The bank, 150 cr, goes back to the house.")
    await banked.gm.click(question.shown, "Close the table")
    shown = await banked.gm.until_sees(banked.channel, "Coin Toss · closed")
    assert "-# The bank, 150 cr, goes back to the house." in shown.lines


async def test_an_endless_bank_tells_what_it_has_won(tossing: Evening, han: Player):
    await tossing.open(command="coin_toss open", clock="off")
    await tossing.sits(han, "Han")
    assert "-# Bets from 5 cr · unlimited bank · no clock" in tossing.message.lines
    answer = await tossing.privately(tossing.gm, "More…", "Bank…")
    assert told(answer).endswith(
        "This bank is unlimited: the mint sets money aside for it before a toss. It holds no winnings."
    )
    assert labels(answer.shown) == []
    await tossing.does(han, "First toss")
    tossing.roll(2)
    await tossing.fills(han, "Bet…", {"Side": "tails", "Stake": "40"})
    await tossing.does(han, "Done")
    answer = await tossing.privately(tossing.gm, "More…", "Bank…")
    assert told(answer).endswith("It holds 40 cr of winnings.")
    question = await tossing.privately(tossing.gm, "More…", "Close")
    assert told(question) == (
        "Close the table? All chips go back to the wallets. The bank's winnings, 40 cr, go to the house."
    )
    async with tossing.nothing_changes():
        refused = await tossing.gm.slash(tossing.channel, "bank fill", amount="5")
        assert told(refused) == "Banks are unlimited here. Nobody needs to fill them."


async def test_wallet_history_shows_winnings_from_the_bank(banked: Evening, han: Player):
    await banked.does(han, "First toss")
    banked.roll(2)
    await banked.fills(han, "Bet…", {"Side": "heads", "Stake": "100"})
    await banked.does(han, "Done")
    history = (await han.slash(banked.channel, "wallet history")).text.splitlines()
    assert history[1] == "**+95 cr** from the table's bank, then 595 cr at the table"
    assert history[2].endswith(" · Coin Toss, toss 1")
    history = (await banked.gm.slash(banked.channel, "wallet history", wallet="The house")).text.splitlines()
    assert history[1].startswith("**\N{MINUS SIGN}200 cr** to the table's bank, then 800 cr")
    assert history[2].endswith(" · the table's bank: Coin Toss opened")


async def test_a_table_with_an_empty_bank_links_the_command_that_fills_it(banked: Evening, han: Player):
    await banked.gm.slash(banked.channel, "bank drain", amount="105")
    await banked.does(han, "First toss")
    banked.roll(2)
    await banked.fills(han, "Bet…", {"Side": "heads", "Stake": "100"})
    await banked.does(han, "Done")
    assert (await banked.table()).record.bank == 0
    registered = {one["name"]: int(one["id"]) for one in banked.local.world.commands_in(banked.guild)}
    assert banked.message.commands == [("bank fill", registered["bank"])]


@pytest.mark.parametrize("row", BEHIND, ids=lambda row: row.name)
async def test_only_the_gm_opens_the_bank(scene: Scene, row: Row):
    await refuses(scene, row, {ONLY_GM, NOT_HERE})


@pytest.mark.parametrize("row", RULES, ids=lambda row: row.name)
async def test_only_the_gm_changes_what_the_house_pays_by_before_the_first_hand_too(scene: Scene, row: Row):
    await refuses(scene, row, {*CHANGES.values(), NOT_HERE})


@pytest.mark.parametrize("row", FORMS, ids=lambda row: row.name)
async def test_only_the_gms_forms_move_its_money(scene: Scene, row: Row):
    table = await scene.evening.table()
    async with scene.evening.nothing_changes():
        for column, refusal in COLUMNS.items():
            assert (await scene.does(column, row, table)).startswith(refusal)
    await scene.does(GM, row, table)
    assert (await scene.evening.table()).record.bank in {195, 205}


@pytest.mark.parametrize("command", ["bank fill", "bank drain"])
async def test_only_the_gms_commands_move_it(scene: Scene, command: str):
    evening = scene.evening
    async with evening.nothing_changes():
        for column in (*HERE, ELSEWHERE, ABROAD):
            if column != GM:
                who, place = scene.people[column], scene.places[column]
                expected = NO_TABLE if column in {ELSEWHERE, ABROAD} else ONLY_GM
                assert told(await who.slash(place, command, amount="5")) == expected
    await evening.gm.slash(evening.channel, command, amount="5")
    assert (await evening.table()).record.bank in {195, 205}


@pytest.mark.parametrize("way", ["", ":", ":steal", ":fill:drain"])
async def test_an_id_that_names_no_way_opens_no_form(banked: Evening, way: str):
    table = await banked.table()
    answer = await banked.gm.click(banked.message, f"bank_open:{table.id}{way}", unchecked=True)
    assert (
        answer.modal is not None
        if way == ":fill:drain"
        else told(answer) == "That button has expired. Use the latest message."
    )


async def test_a_game_in_which_nobody_plays_against_a_bank_has_none(evening: Evening):
    await evening.open()
    table = await evening.table()
    answer = await evening.privately(evening.gm, "More…")
    assert "Bank…" not in labels(answer.shown)
    sentence = "Three Street Pi'Lok has no bank. Its players play against each other."
    async with evening.nothing_changes():
        assert told(await evening.gm.click(evening.message, f"bank:{table.id}", unchecked=True)) == sentence
        assert told(await evening.gm.slash(evening.channel, "bank drain", amount="5")) == sentence

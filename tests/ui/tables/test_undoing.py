"""Undo at the table: a page for the GM, a confirmation where it costs something, and a reason for everybody."""

import pytest

from playground.people import Answer, Player
from tests.ui.tables.evening import Evening, labels, told

HAN_LEADS = (2, 6, 1, 5, 1, 4, 1)


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando in; Han is asked first."""
    evening.roll(*HAN_LEADS, *HAN_LEADS[1:], *HAN_LEADS[1:])
    await evening.open()
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    return evening


async def pressed(evening: Evening, who: Player, answer: Answer, label: str) -> Answer:
    return await who.click(answer.shown, label)


async def taken_back(evening: Evening, *buttons: str, reason: str = "") -> Answer:
    """Open the page as the GM, press these buttons, and give that reason."""
    await evening.privately(evening.gm, "More…", "Undo…", *buttons)
    answer = await evening.gm.submit(None, {"Why?": reason})
    await evening.drawn()
    return answer


async def test_the_last_action_is_taken_back_with_a_reason_that_everybody_reads(two: Evening, han: Player):
    await two.does(han, "Check")
    page = await two.privately(two.gm, "More…", "Undo…")
    assert told(page).splitlines() == [
        "## Undo · Three Street Pi'Lok",
        "### The last action",
        "**Han**'s check: the hand goes on from before it, with new dice and cards.",
        "### The last settled hand",
        "No hand here has a result that you could undo.",
        "-# Nothing is deleted. The log keeps it, and everyone at the table sees that you undid it.",
    ]
    assert labels(page.shown) == ["Undo the last action…"]
    done = await taken_back(two, "Undo the last action…", reason="mis-clicked")
    assert told(done) == "The GM undoes **Han**'s check: mis-clicked."
    assert "-# The GM undoes **Han**'s check: mis-clicked." in two.message.lines
    assert labels(two.message)[:5] == ["Han: Check", "Bet…", "Fold", "Bet 10", "Pot 20"]


async def test_a_hand_that_a_slip_has_ended_goes_on(two: Evening, han: Player):
    await two.privately(han, "Fold", "Fold")
    await two.drawn()
    page = told(await two.privately(two.gm, "More…", "Undo…"))
    assert "hand 1 goes on from before it, and its result is reversed." in page
    assert "-# Its open seed may be known already, so the next rolls and draws use new seeds." in page
    await taken_back(two, "Undo the last action…")
    assert "-# The GM undoes **Han**'s fold. Hand 1 goes on." in two.message.lines
    assert labels(two.message)[:5] == ["Han: Check", "Bet…", "Fold", "Bet 10", "Pot 20"]


async def test_player_who_left_stays_away_and_the_page_says_so_first(two: Evening, han: Player, lando: Player):
    await two.does(han, "Check")
    await two.privately(lando, "My seat", "Leave", "Leave")
    await two.drawn()
    away = "**Lando** left during the hand and stays away."
    assert away in told(await two.privately(two.gm, "More…", "Undo…")).splitlines()
    await taken_back(two, "Undo the last action…")
    assert f"-# {away}" in two.message.lines
    assert [chair.is_leaving for chair in (await two.table()).record.chairs] == [False, True]


async def test_past_a_hand_in_play_it_asks_first(two: Evening, han: Player, lando: Player):
    await two.privately(han, "Fold", "Fold")
    await two.drawn()
    await two.does(han, "Next hand")
    async with two.nothing_changes():
        page = await two.privately(two.gm, "More…", "Undo…", "Undo hand 1…")
        assert "Hand 2 is in play and becomes void." in told(page)
        assert labels(page.shown) == ["Void hand 2", "Cancel"]
        assert told(await pressed(two, two.gm, page, "Cancel")) == "Nothing was undone."
    await taken_back(two, "Undo hand 1…", "Void hand 2", reason="wrong blinds")
    assert two.message.lines[0] == "## Three Street Pi'Lok · void"
    assert "-# The GM undoes hand 1: wrong blinds. Hand 2 is void." in two.message.lines
    assert {chair.chips for chair in (await two.table()).record.chairs} == {500}


async def test_undo_lists_missing_money_and_the_mint_covers_it(two: Evening, han: Player, lando: Player):
    await two.privately(han, "Fold", "Fold")
    await two.drawn()
    winner = (await two.table()).record.chairs[1]
    await two.privately(lando, "My seat", "Leave")
    await two.drawn()
    character = await two.services.characters.get((await two.table()).record.campaign_id, winner.character_id)
    await two.take(character, await two.purse(character))
    page = await two.privately(two.gm, "More…", "Undo…", "Undo hand 1…")
    assert "The money is spent already: **Lando** lacks 10 cr. The mint can cover it." in told(page)
    assert labels(page.shown) == ["The mint covers it", "Cancel"]
    await taken_back(two, "Undo hand 1…", "The mint covers it")
    assert "-# The mint covers 10 cr that **Lando** lacks." in two.message.lines


async def test_old_undo_page_is_refreshed_and_undoes_nothing(two: Evening, han: Player, lando: Player):
    await two.does(han, "Check")
    old = await two.privately(two.gm, "More…", "Undo…")
    await two.does(lando, "Check")
    async with two.nothing_changes():
        again = await pressed(two, two.gm, old, "Undo the last action…")
    assert told(again).splitlines()[0] == ("The table has changed since then. Check again what an undo would do.")


async def test_a_form_that_was_open_while_the_table_moved_on_does_nothing(two: Evening, han: Player, lando: Player):
    await two.does(han, "Check")
    await two.privately(two.gm, "More…", "Undo…", "Undo the last action…")
    await two.does(lando, "Check")
    async with two.nothing_changes():
        again = await two.gm.submit(None, {"Why?": "late"})
    assert told(again).startswith("The table has changed since")


async def test_players_find_no_undo(two: Evening, han: Player):
    await two.does(han, "Check")
    more = await two.privately(han, "More…")
    assert "Undo…" not in labels(more.shown)


async def test_a_gm_who_plays_where_hands_are_hidden_leaves_it_to_another(dealt: Evening, han: Player, lando: Player):
    await dealt.sits(dealt.gm, "Jabba")
    async with dealt.nothing_changes():
        refused = await dealt.gm.click(dealt.message, f"undo:{(await dealt.table()).id}", unchecked=True)
        assert told(refused) == "You play at this table yourself. Another GM can undo here."
    await dealt.settles(keeper_may_play=True)
    assert told(await dealt.gm.click(dealt.message, f"undo:{(await dealt.table()).id}", unchecked=True)).startswith(
        "## Undo"
    )

"""Crooked as a house rule: chosen when a table opens, in its form, in a preset, and in what the house shows before."""

import pytest

from playground.people import Player
from tests.ui.tables.evening import Evening, labels, told

SMALL_PRINT = "crooked table: only the GM can check the rolls"


async def test_cheating_is_turned_on_and_off_between_hands(evening: Evening, han: Player, lando: Player):
    await evening.open()
    for wanted, shown in (("On", True), ("Off", False)):
        editor = (await evening.privately(evening.gm, "More…", "House rules…")).shown
        form = (await evening.gm.select(editor, "Change…", "Crooked table")).modal
        changed = await evening.gm.submit(form, {"Crooked table": wanted})
        assert f"Crooked table: **{wanted.lower()}**" in told(changed).splitlines()
        assert (SMALL_PRINT in (await evening.drawn()).text) is shown
        await evening.clock.advance(10)


async def test_a_preset_that_was_saved_at_a_crooked_table_opens_one(evening: Evening):
    await evening.open(preset="high stakes", clock="off", crooked=True)
    editor = (await evening.privately(evening.gm, "More…", "House rules…")).shown
    form = (await evening.gm.click(editor, "Save as a preset…")).modal
    await evening.gm.submit(form, {"What is this preset called?": "Den of thieves"})
    await evening.privately(evening.gm, "More…", "Close", "Close the table")
    await evening.clock.advance(10)
    await evening.open(preset="Den of thieves", clock="off")
    assert SMALL_PRINT in evening.message.text


async def test_the_rules_say_what_a_crooked_table_is(evening: Evening, han: Player):
    await evening.open(preset="high stakes", clock="off", crooked=True)
    pages = await evening.privately(han, "Rules")
    read = await han.slash(evening.channel, "pilok rules")
    for title, what in (("Cheating", "loaded die"), (labels(pages.shown)[-1], "you may accuse another player")):
        await han.click(pages.shown, title)
        assert what in pages.shown.text
        assert what in told(await han.click(read.shown, title))


async def test_odds_of_a_crooked_banked_table_assume_honest_dice(evening: Evening):
    shown = (await (await evening.gm.slash(evening.channel, "bounder open", crooked=True)).done()).shown
    assert "· crooked ·" in shown.text
    assert "Crooked table **on** instead of off" in shown.text
    assert "These odds hold only if nobody cheats." in shown.text
    await (await evening.gm.click(shown, "Open the table")).done()
    assert SMALL_PRINT in (await evening.drawn()).text
    odds = await (await evening.gm.slash(evening.channel, "bounder odds")).done()
    assert "These odds hold only if nobody cheats." in odds.text


@pytest.mark.parametrize("game", ["pilok", "golem", "pazaak", "klingon", "bounder"])
async def test_each_of_the_five_games_opens_crooked(evening: Evening, game: str):
    await evening.open(command=f"{game} open", clock="off", crooked=True)
    assert SMALL_PRINT in evening.message.text
    assert (await evening.table()).is_crooked

"""A match without a stake costs nothing: an empty purse sits down to it, and nothing goes through the book."""

from playground.people import Player
from tests.ui.tables.evening import Evening, told


async def test_player_without_money_plays_for_honour(evening: Evening, han: Player, lando: Player):
    await evening.settles(starting_purse=0)
    await evening.open(command="pazaak open", stake="0", sets=1, clock="off")
    for player in (han, lando):
        opened = await player.click(evening.message, "Sit")
        assert [field.default for field in opened.form.fields][-1] == "0 cr"
        await player.submit(None, {"Your character's name": player.user.display_name})
        await evening.drawn()
    await han.click(evening.message, "Deal")
    await evening.drawn()
    for player in (han, lando):
        page = (await evening.privately(player, "My hand")).shown
        await player.select(page, page.selects[0].custom_id, page.selects[0].options[0][0])
        await evening.drawn()
    asked = await evening.privately(han, "My seat", "Leave")
    assert told(await han.click(asked.shown, "Leave")) == "You leave."
    assert "gives up the match" in (await evening.drawn()).text
    assert "is in order" in (await (await evening.gm.slash(evening.channel, "bank audit")).done()).text


async def test_character_with_an_empty_purse_sits_down(evening: Evening, han: Player):
    await evening.settles(starting_purse=0)
    await evening.open(command="pazaak open", stake="0", clock="off")
    await evening.cast.pc(han, "Han")
    await han.click(evening.message, "Sit")
    await han.submit(None, {"Buy-in": "0"})
    assert "◦ Han · 0 cr" in (await evening.drawn()).text

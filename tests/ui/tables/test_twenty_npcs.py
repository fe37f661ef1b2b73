"""A GM who plays twenty NPCs at one roulette table: for one of them, or the same for all by one form."""

from bot.tables.table_store import Click
from playground.people import Seen
from tests.ui.tables.evening import Evening, labels, note

SEATS = 20
INSIDE = "Numbers"


async def with_npcs(evening: Evening, *buy_ins: int) -> list[str]:
    """Seat an NPC for each of the buy-ins at a roulette table, and open the bets."""
    await evening.open(command="roulette open", clock="off")
    table = await evening.table()
    names: list[str] = []
    for number, buy_in in enumerate(buy_ins):
        npc = await evening.cast.npc(f"Npc {number:02}")
        click = Click(evening.boss, evening.guild.id, evening.channel.id, f"sits {number}", evening.clock.now())
        await evening.services.tables.seating.sit(table.id, click, npc, buy_in)
        names.append(npc.name)
    await evening.does(evening.gm, "First spin")
    return names


async def for_whom(evening: Evening) -> Seen:
    await evening.gm.click(evening.message, INSIDE)
    asked = evening.page_of(evening.gm)
    assert asked.text == "For whom?"
    return asked


async def staked(evening: Evening) -> dict[str, int]:
    """Return the amount that each seat has on the layout."""
    table = await evening.table()
    names = table.names
    return {names[one.seat]: sum(bet.amount for bet in one.bets) for one in table.state.gamblers if one.bets}


async def test_each_of_twenty_has_a_button_and_all_have_one_together(evening: Evening):
    names = await with_npcs(evening, *[250] * SEATS)
    asked = await for_whom(evening)
    assert labels(asked) == [*names, "The same for all", "Back"]
    await evening.gm.click(asked, names[13])
    await evening.gm.submit(None, {"spot": "17", "amount": "10"})
    assert await staked(evening) == {names[13]: 10}
    await evening.gm.click(await for_whom(evening), "The same for all")
    await evening.gm.submit(None, {"spot": "17-20", "amount": "5"})
    await evening.drawn()
    assert await staked(evening) == {name: 15 if name == names[13] else 5 for name in names}
    assert note(await evening.privately(evening.gm, "Done", "The same for all")) == "Done for all of them."
    assert not (await evening.table()).in_hand


async def test_same_bet_for_all_stops_at_the_first_npc_who_cannot_afford_it(evening: Evening):
    names = await with_npcs(evening, 250, 250, 20, 250)
    await evening.gm.click(await for_whom(evening), "The same for all")
    assert note(await evening.gm.submit(None, {"spot": "17", "amount": "100"})) == "You have only 20 cr."
    assert await staked(evening) == dict.fromkeys(names[:2], 100)
    assert (await evening.drawn()).text.count("100 cr") >= 2

"""A hand of Baldur Hold'em by buttons: dice in the open, prices paid, NPCs that leave, and the showdown."""

from bot.engine.skills import D20
from playground.people import Player
from tests.ui.baldur.conftest import NPC_DICE
from tests.ui.baldur.pages import page
from tests.ui.tables.evening import LONG_COINS, WIDEST, Evening, labels, seats_of
from tests.ui.tables.judged_evening import with_gm_channel

MOST_TEXT = 4000


async def test_a_hand_from_the_ante_to_the_showdown(dealt: Evening, han: Player, lando: Player):
    assert labels(dealt.message)[:3] == ["Roll your dice", "GM page", "Up my sleeve"]
    assert "three NPCs in" in dealt.message.text
    dealt.roll(20, 3, 9, 7, 11, 4, 2, 7, 10, 11, 19)
    await dealt.does(han, "Roll your dice")
    shown = await dealt.does(lando, "Roll your dice")
    assert "▸ **Han** 20 (3) 9 **20 high** · 490 cr" in seats_of(shown)
    await dealt.does(han, "Stay in")
    shown = await dealt.does(lando, "Stay in")
    assert "On the table **2 · 7 · 10**" in shown.lines
    assert "Pot **70 cr** · 20 cr to stay in · the last NPC is in" in shown.lines
    assert "-# Two NPCs leave, and the last NPC stays." in shown.lines
    for price in ("Stay in 20 cr", "Stay in 30 cr"):
        await dealt.does(han, price)
        shown = await dealt.does(lando, price)
    assert shown.lines[:2] == ["## Baldur Hold'em · Showdown", "**Han** takes the pot with a straight to 11: 200 cr."]
    table = await dealt.table()
    assert {table.voice.plain_name(one.seat): one.chips for one in table.record.chairs} == {"Han": 640, "Lando": 440}


async def test_one_gm_and_two_npcs_take_one_click_of_the_gm_a_hand(tavern: Evening, han: Player):
    """Both NPCs stay for the flop without a click. One stays for the void, and the GM says which in the GM channel."""
    backroom = await with_gm_channel(tavern)
    await tavern.sits(han, "Han")
    npcs = [(await tavern.adds_npc()).name for _ in range(2)]
    by_gm = 0
    tavern.roll(*NPC_DICE, 20, 3, 9, 2, 7, 10)
    await tavern.does(han, "Deal", "Roll your dice", "Stay in", "Stay in 20 cr")
    assert "-# Three NPCs leave, and two NPCs stay." in tavern.message.text
    request = await tavern.gm.until_sees(backroom, "Which NPCs stay?")
    assert labels(request) == [*npcs, "Decide"]
    tavern.roll(11, 19)
    assert (await tavern.gm.click(request, npcs[1])).shown.ephemeral
    by_gm += 1
    assert f"-# **{npcs[0]}** leaves, and the last NPC stays." in (await tavern.drawn()).lines
    await tavern.client.gm_channel.finish()
    assert labels(request) == []
    await tavern.does(han, "Stay in 30 cr")
    assert not (await tavern.table()).in_hand
    assert by_gm == 1


async def test_gm_decides_again_when_a_decision_is_undone(tavern: Evening, han: Player):
    backroom = await with_gm_channel(tavern)
    await tavern.sits(han, "Han")
    npcs = [(await tavern.adds_npc()).name for _ in range(2)]
    tavern.roll(*NPC_DICE, 20, 3, 9, 2, 7, 10, 11, 19)
    await tavern.does(han, "Deal", "Roll your dice", "Stay in", "Stay in 20 cr")
    request = await tavern.gm.until_sees(backroom, "Which NPCs stay?")
    await tavern.gm.click(request, npcs[0])
    await tavern.drawn()
    await tavern.privately(tavern.gm, "More…", "Undo…", "Undo the last action…")
    await tavern.gm.submit(None, {"Why?": ""})
    await tavern.drawn()
    await tavern.client.gm_channel.finish()
    asked = [seen for seen in tavern.gm.sees(backroom) if "waits for the GM" in seen.lines[0]]
    assert [labels(seen) for seen in asked[-1:]] == [[*npcs, "Decide"]]
    assert labels(request) == []


async def test_two_npcs_on_autopilot_take_no_click_of_the_gm(tavern: Evening, han: Player):
    backroom = await with_gm_channel(tavern)
    await tavern.sits(han, "Han")
    for name in ("Kett", "Mirra"):
        await tavern.cast.npc(name)
        await tavern.gm.slash(tavern.channel, "npc autopilot", npc=name, style="steady")
        await tavern.gm.slash(tavern.channel, "npc seat", npc=name)
        await tavern.drawn()
    tavern.roll(*NPC_DICE, 20, 3, 9, 2, 7, 10, 11, 19)
    await tavern.does(han, "Deal", "Roll your dice", "Stay in", "Stay in 20 cr")
    while (await tavern.table()).state.inner.stage == "leaving":
        await tavern.clock.advance(1)
    await tavern.drawn()
    await tavern.does(han, "Stay in 30 cr")
    assert not (await tavern.table()).in_hand
    await tavern.client.gm_channel.finish()
    assert not [seen for seen in tavern.gm.sees(backroom) if "waits for the GM" in seen.text]


async def test_fold_puts_player_out_and_asks_first_when_staying_is_free(dealt: Evening, han: Player, lando: Player):
    dealt.roll(1, 2, 3, 4, 5, 6)
    await dealt.does(han, "Roll your dice")
    await dealt.does(lando, "Roll your dice")
    asked = await han.click(dealt.message, "Fold")
    assert "You can stay in for free. Fold anyway?" in asked.text
    await han.click(asked.shown, labels(asked.shown)[0])
    assert any(line.startswith("◦ Han") and line.endswith("folded") for line in seats_of(await dealt.drawn()))


async def test_the_npcs_dice_are_on_no_message_but_the_gms(dealt: Evening, han: Player, lando: Player):
    answer = await dealt.gm.click(dealt.message, "GM page")
    assert "# 14 · 5 · 8 · 1" in answer.text
    for who in (han, lando):
        refused = await who.click(dealt.message, "GM page")
        assert "14" not in refused.text
        await who.click(dealt.message, "Up my sleeve")
        seen = [message.text for message in who.sees(dealt.channel)]
        assert not [text for text in seen if " · ".join(map(str, NPC_DICE)) in text]


async def test_ten_of_the_widest_names_fit_with_all_their_coins(evening: Evening):
    await evening.counts_in(LONG_COINS, starting_purse=99_999_999, system=D20)
    await evening.open(command="baldur open", clock="off", ante=f"1234567 {'h' * 28}")
    guests = [evening.guest(f"Guest {number}") for number in range(10)]
    for at, guest in enumerate(guests):
        await evening.sits(guest, f"{WIDEST[at % len(WIDEST)][:-2]}{at}", buy_in=f"98765432 {'h' * 28}")
    await evening.does(guests[0], "Deal")
    for guest in guests:
        assert len((await evening.does(guest, "Roll your dice")).text) <= MOST_TEXT
    for guest in guests:
        assert len((await evening.does(guest, "Stay in")).text) <= MOST_TEXT
        assert len((await page(evening, guest, "Up my sleeve")).text) <= MOST_TEXT
    assert len((await page(evening, evening.gm, "GM page")).text) <= MOST_TEXT

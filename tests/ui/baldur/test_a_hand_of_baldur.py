"""A hand of Baldur Hold'em by buttons: dice in the open, prices paid, NPCs that leave, and the showdown."""

from bot.engine.skills import D20
from playground.people import Player
from tests.ui.baldur.conftest import NPC_DICE
from tests.ui.baldur.pages import page
from tests.ui.tables.evening import LONG_COINS, WIDEST, Evening, labels, seats_of

MOST_TEXT = 4000


async def test_a_hand_from_the_ante_to_the_showdown(dealt: Evening, han: Player, lando: Player):
    assert labels(dealt.message)[:3] == ["Roll your dice", "The GM decides", "Up my sleeve"]
    assert "three NPCs in" in dealt.message.text
    dealt.roll(20, 3, 9, 7, 11, 4, 2, 7, 10, 11, 19)
    await dealt.does(han, "Roll your dice")
    shown = await dealt.does(lando, "Roll your dice")
    assert "▸ **Han** 20 · 3 · 9 **20 high** · 490 cr" in seats_of(shown)
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


async def test_fold_puts_player_out_and_asks_first_when_staying_is_free(dealt: Evening, han: Player, lando: Player):
    dealt.roll(1, 2, 3, 4, 5, 6)
    await dealt.does(han, "Roll your dice")
    await dealt.does(lando, "Roll your dice")
    asked = await han.click(dealt.message, "Fold")
    assert "You can stay in for free. Fold all the same?" in asked.text
    await han.click(asked.shown, labels(asked.shown)[0])
    assert any(line.startswith("◦ Han") and line.endswith("folded") for line in (await dealt.drawn()).lines)


async def test_the_npcs_dice_are_on_no_message_but_the_gms(dealt: Evening, han: Player, lando: Player):
    answer = await dealt.gm.click(dealt.message, "The GM decides")
    assert "# 14 · 5 · 8 · 1" in answer.text
    for who in (han, lando):
        refused = await who.click(dealt.message, "The GM decides")
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
    assert len((await page(evening, evening.gm, "The GM decides")).text) <= MOST_TEXT

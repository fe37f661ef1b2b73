"""An evening of Baldur Hold'em by clicks, with sleights, a verdict in the GM channel and a restart."""

from pathlib import Path

from bot.ledger import accounts, audit, balance
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.e2e.tavern import BACKING, FILLED, Tavern
from tests.manual_clock import ManualClock
from tests.ui.baldur.pages import gms_page, sleeve
from tests.ui.tables.evening import bot_up, labels, seats_of

OUT = "Out of the hand. Everything they put in stays in"
FEARED = "Until the next hand is over, anyone who influences **Lando** has disadvantage."


async def test_session_of_baldur_with_cheats_a_spell_and_gm_rulings(
    local: LocalDiscord, clock: ManualClock, channel: Channel, guild: Guild, gm: Player, han: Player, lando: Player,
    tmp_path: Path,
):  # fmt: skip
    people = {"Han": han, "Lando": lando, "Roark": Player(local, local.world.add_member(guild, "Roark"))}
    async with bot_up(local, clock, channel, guild, gm, tmp_path) as evening:
        night = Tavern(evening, people)
        await night.opens()
        assert await night.services() == BACKING - FILLED
        await _a_die_is_rerolled_and_nobody_sees_it(night)
        await _an_npc_is_shaken_and_stays(night)
        page = await _the_gm_is_asked_who_stays(night)
    async with bot_up(local, clock, channel, guild, gm, tmp_path) as evening:
        night.evening = evening
        await _decided_after_a_restart(night, page)
        await _the_clock_decides_who_is_the_last(night)
        assert night.lines[1] == "**Han** takes the pot with a straight to 11: 240 cr."
        assert f"-# {FEARED}" in night.lines

        await _a_spell_is_cast_and_judged(night)
        await _who_is_caught_is_out(night)
        await _luck_lasts_until_the_end_of_the_hand(night)
        await _closed(night)
        assert await night.purses() == {"Han": 1170, "Lando": 930, "Roark": 980}
        assert await night.services() == BACKING - (30 + 20 + 30) + (110 - 30 - 2 * 20)
        assert (await audit(evening.services.db)).is_clean
    told = "\n".join(seen.text for who in (lando, people["Roark"]) for seen in who.sees(channel))
    assert "Your die shows" not in told
    assert "comes up 17" not in told


async def _a_die_is_rerolled_and_nobody_sees_it(night: Tavern) -> None:
    """Han has thrown 3, 9 and 20, and the 3 shows 17: all see the dice, and the GMs read how."""
    night.evening.roll(14, 5, 8, 1)
    await night.does("Lando Deal")
    assert "Pot **70 cr** · four NPCs in, three without a seat" in night.lines
    night.evening.roll(3, 9, 20, 7, 11, 4, 2, 2, 5)
    await night.does("Han Roll your dice", "Lando Roll your dice", "Roark Roll your dice")
    assert "▸ **Han** (3) 9 20 **20 high** · 490 cr" in seats_of(night.evening.message)
    mine = await night.tries("Han", "Re-roll one of your dice…", 12, 17, **{"Which one is re-rolled?": "0.3"})
    assert "Your die shows 17 now." in mine.lines
    await night.evening.drawn()
    assert "▸ **Han** 17 (9) 20 **20 high** · 490 cr" in seats_of(night.evening.message)
    await night.evening.gm.until_sees(night.backroom, "**Han** re-rolls the 3, which comes up 17.")


async def _an_npc_is_shaken_and_stays(night: Tavern) -> None:
    about = {"How?": "intimidate", "Influence whom?": "4"}
    await night.tries("Lando", "Influence…", 18, 3, **about)
    await night.evening.drawn()
    assert f"**{night.npc}** is shaken. The GM decides whether they fold. Their chips stay in the pot." in night.lines
    assert FEARED in night.lines
    await night.evening.gm.click(await night.asked("Does the NPC fold?"), "The NPC stays")
    await night.evening.drawn()
    assert f"-# **{night.npc}** isn't shaken, and stays." in night.lines


async def _the_gm_is_asked_who_stays(night: Tavern) -> Seen:
    """Return the GM's page in the GM channel, with the NPC picked and nothing sent."""
    await night.does("Han Stay in", "Lando Stay in", "Roark Stay in")
    assert any(line.startswith("The GM decides which NPCs stay.") for line in night.lines)
    page = await night.asked("Which NPCs stay?")
    await night.evening.gm.select(page, "Which NPCs are among the 2 that stay?", [night.npc])
    return page


async def _decided_after_a_restart(night: Tavern, page: Seen) -> None:
    """Check that a page from before a restart can only be shown again, and that the decision then counts."""
    night.evening.roll(2, 7, 10)
    assert labels(page) == ["Show again"]
    await night.evening.gm.click(page, "Show again")
    await night.evening.gm.select(page, "Which NPCs are among the 2 that stay?", [night.npc])
    await night.evening.gm.click(page, f"Choose who stays: {night.npc}")
    await night.evening.drawn()
    assert "Pot **110 cr** · 20 cr to stay in · two NPCs in, one without a seat" in night.lines
    assert f"-# **{night.npc}** and one other NPC pay 20 cr each." in night.lines
    assert FEARED in night.lines


async def _the_clock_decides_who_is_the_last(night: Tavern) -> None:
    """Let the GM's time run out: of the two NPCs the nameless one stays. Then Han has 7, 8, 9, 10 and 11."""
    await night.does("Han Stay in 20 cr", "Lando Stay in 20 cr", "Roark Fold")
    night.evening.roll(11, 19)
    await night.evening.passes(121)
    assert "-# Time ran out for **the GM**." in night.lines
    assert f"-# **{night.npc}** leaves, and the last NPC stays." in night.lines
    await night.does("Han Stay in 30 cr", "Lando Stay in 30 cr")
    assert any("**The last NPC** shows 14 and 8: 19 high." in line for line in night.lines)


async def _a_spell_is_cast_and_judged(night: Tavern) -> None:
    """Cast a spell: only Roark and the GM learn of it, before it is judged and after."""
    night.evening.roll(6, 6, 3, 13)
    await night.does("Han Next hand")
    before = night.lines
    words = {"At whom?": "0", "Which spell, and what should it do?": "a gust over their dice"}
    mine = await night.tries("Roark", "Cast a spell…", 14, **words)
    assert any("The GM will judge your spell" in line for line in mine.lines)
    night.evening.roll(1)
    page = await gms_page(night.evening)
    assert "# 6 · 6 · 3 · 13" in page.lines
    await night.evening.gm.select(page, "What does it do?", "1.npc_highest")
    assert "# 6 · 6 · 3 · 1" in page.lines
    mine = await sleeve(night.evening, night.people["Roark"])
    assert any("Your spell (" in line for line in mine.lines)
    await night.evening.drawn()
    assert night.lines == before


async def _who_is_caught_is_out(night: Tavern) -> None:
    """Let the NPC see Lando's hand and prove it, and let the GM rule."""
    words = {"At whom?": "dice", "Which spell, and what should it do?": "a nudge"}
    await night.tries("Lando", "Cast a spell…", 1, 15, **words)
    await night.evening.drawn()
    assert f"-# **{night.npc}** notices something and accuses **Lando** of cheating, and proves it." in night.lines
    assert night.evening.message.find("Roll your dice") is None
    page = await night.asked("A cheat is caught")
    await night.evening.gm.select(page, "What's your verdict?", OUT)
    await night.evening.gm.click(page, f"Rule: {OUT}")
    await night.evening.drawn()
    assert "◦ Lando · 430 cr · folded" in night.lines


async def _luck_lasts_until_the_end_of_the_hand(night: Tavern) -> None:
    """Lando's is over with the second hand; Roark, who accuses in vain, loses nothing."""
    night.evening.roll(3, 9, 5, 7, 11, 4)
    await night.does("Han Roll your dice", "Roark Roll your dice")
    await night.tries("Roark", "Accuse…", 20, **{"Accuse whom of cheating?": "1"})
    await night.evening.drawn()
    assert "Until this hand is over, anyone who influences **Lando** has disadvantage." in night.lines
    await night.does("Han Stay in", "Roark Stay in")
    night.evening.roll(2, 7, 10)
    await night.evening.passes(121)
    await night.does("Han Fold", "Roark Fold")
    taken = "All players have folded: the NPCs take the pot unseen, 110 cr, which goes to the bank."
    assert night.lines[1] == taken
    assert "Lando** has disadvantage" not in night.evening.message.text


async def _closed(night: Tavern) -> None:
    """Close the table: the bank goes back to the house that has filled it."""
    evening = night.evening
    table = await evening.table()
    question = (await evening.privately(evening.gm, "More…", "Close")).shown
    await evening.gm.click(question, "Close the table")
    await evening.gm.until_sees(evening.channel, "closed")
    assert await balance(evening.services.db, accounts.bank(table.id)) == 0

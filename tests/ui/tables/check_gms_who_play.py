"""GMs who play at a table themselves: what they are offered there for its NPCs, and what they see of them."""

import pytest
from discord import Permissions

from bot.tables.hand.engine import offers
from bot.tables.table_store import Click
from bot.ui.render.buttons import moment_of
from playground.discord.server import LocalDiscord
from playground.discord.world import Guild, Role
from playground.people import Player
from tests.ui.tables.evening import Evening, labels, names_at, seated_at, told

PLAYS = "You play at this table yourself, so the NPCs aren't yours to play. Another GM decides for them."


YOURS_ARE_IN = "Your NPCs are in this hand. Sit down when it is over, or have another GM take the table over."
WAS_IN = "You were in this hand yourself, so you can't see what the NPCs held in it."
TAKE_OVER = "Take the table over under More… first."
BIB = 2


@pytest.fixture
async def two(blind: Evening, han: Player) -> Evening:
    """Seat Han, and an NPC that the GM hosts."""
    await blind.sits(han, "Han")
    await blind.adds_npc()
    return blind


@pytest.fixture
def crime_lord(local: LocalDiscord, guild: Guild) -> Role:
    """Make a role for GMs."""
    return local.world.add_role(guild, "Crime lord", permissions=Permissions(manage_guild=True).value)


@pytest.fixture
def dryden(two: Evening, crime_lord: Role) -> Player:
    """Return another GM."""
    return two.guest("Dryden", roles=[crime_lord])


async def deals(evening: Evening, who: Player) -> None:
    await who.click(evening.message, "Deal")
    await evening.drawn()


async def test_a_gm_who_plays_finds_no_way_to_an_npc_in_their_seat(two: Evening, dryden: Player):
    await two.sits(dryden, "Leia")
    answer = await two.privately(dryden, "My seat")
    assert told(answer).startswith("**Leia** has 500 cr")
    assert names_at(await two.table())[1] not in labels(answer.shown)


async def test_forged_ways_to_an_npcs_seat_are_refused(two: Evening, dryden: Player):
    await two.sits(dryden, "Leia")
    await deals(two, dryden)
    table = await two.table()
    table_id, npc = table.id, table.chair(BIB)
    assert npc is not None
    for forged in ("seat", "top", "out", "leave", "up", "wager", "unwager"):
        sure = f"{moment_of(table)}:yes"
        ending = {"out": ":1", "leave": f":{sure}", "up": f":{npc.character_id}:{sure}"}.get(forged, "")
        async with two.nothing_changes():
            assert told(await dryden.click(two.message, f"{forged}:{table_id}:{BIB}{ending}", unchecked=True)) == PLAYS
        await two.clock.advance(3)


async def test_another_gm_takes_over_from_my_seat_and_then_has_the_npcs_page(two: Evening, dryden: Player):
    npc = seated_at(await two.table())[1]
    answer = await two.privately(dryden, "My seat")
    assert told(answer).endswith(TAKE_OVER)
    assert labels(answer.shown) == ["Take over"]
    await dryden.click(answer.shown, "Take over")
    await two.drawn()
    assert told(await two.privately(dryden, "My seat")) == f"You play **{npc.name}** with 100 cr."


async def test_sending_away_offers_an_npc_to_whoever_plays_it(two: Evening, dryden: Player):
    npc = seated_at(await two.table())[1]
    asked = await two.privately(dryden, "More…", "Send away…")
    assert labels(asked.shown) == ["Han", "Take over"]
    first, note = told(asked).splitlines()
    assert first == "Send whom away?"
    assert note.endswith(TAKE_OVER)
    asked = await two.privately(two.gm, "More…", "Send away…")
    assert told(asked) == "Send whom away?"
    assert labels(asked.shown) == ["Han", npc.name]


async def test_host_sits_down_between_hands_and_the_table_says_so(two: Evening, han: Player, dryden: Player):
    await deals(two, han)
    async with two.nothing_changes():
        assert told(await two.gm.click(two.message, "Sit")) == YOURS_ARE_IN
    await two.privately(two.gm, "More…", "Void the hand", "Void the hand")
    await two.drawn()
    await two.privately(han, "My seat", "Leave")
    await two.drawn()
    asked = await two.privately(dryden, "More…", "Send away…")
    assert labels(asked.shown) == ["Take over"]
    await two.sits(two.gm, "Boss")
    said = "-# The table's GM plays here, so nobody plays the NPCs now. Another GM takes over under “More…”."
    assert said in two.message.lines


async def folds_unseen(evening: Evening, seat: int) -> None:
    """Fold that seat as soon as it can; nobody waits for the others, and the hand comes to its end."""
    playing, table = evening.services.tables.playing, await evening.table()
    for number in range(60):
        if not table.in_hand:
            break
        click = Click(evening.boss, evening.guild.id, evening.channel.id, f"waits {number}", evening.clock.now())
        now = min(table.to_act)
        folds = now == seat and offers(table, now, "fold")
        work = playing.act(table.id, click, "fold", seat=now) if folds else playing.time_out(table.id, click, now)
        table = (await work).table
    assert not table.in_hand
    evening.client.renderer.want(table)
    await evening.drawn()


async def test_new_host_who_was_in_the_hand_sees_no_npc_cards_or_salts(evening: Evening, crime_lord: Role):
    dryden = evening.guest("Dryden", roles=[crime_lord])
    await evening.open(command="golem open", clock="off")
    await evening.sits(dryden, "Leia")
    npc = await evening.adds_npc()
    await deals(evening, dryden)
    await folds_unseen(evening, npc.seat)
    table_id = (await evening.table()).id
    hand, seals, opened = f"hand:{table_id}", f"seals:{table_id}:1:0", f"**{npc.name}**: `"
    assert opened in told(await evening.gm.click(evening.message, seals, unchecked=True))
    mine = await evening.privately(dryden, "My seat")
    await dryden.click(mine.shown, "Leave")
    await evening.drawn()
    await evening.privately(dryden, "More…", "Take over")
    await evening.drawn()
    for asked in (hand, f"{hand}:{npc.seat}"):
        assert told(await dryden.click(evening.message, asked, unchecked=True)) == WAS_IN
    assert opened not in told(await dryden.click(evening.message, seals, unchecked=True))

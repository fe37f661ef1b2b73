"""Where a GM sits at a table with a character of their own, the channel of the GMs tells nothing that only its keeper
may know: it points to the GM's log.
"""

import pytest
from discord import Permissions

from playground.discord.world import Channel
from playground.people import Player
from tests.ui.tables import judged_evening
from tests.ui.tables.blind_evening import FROM_THE_TOP, hand
from tests.ui.tables.crooked_evening import begun, loads
from tests.ui.tables.crooked_evening import opened as crooked_table
from tests.ui.tables.evening import Evening, labels, told
from tests.ui.tables.judged_evening import shown

POINTS = "A GM plays there, so its secrets are only in the GM's log."


@pytest.fixture
def dryden(evening: Evening) -> Player:
    """Return another GM."""
    role = evening.local.world.add_role(evening.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    return evening.guest("Dryden", roles=[role])


async def channel_for(evening: Evening, *others: Player) -> Channel:
    """Make the GM channel, which all GMs read."""
    backroom = await judged_evening.with_gm_channel(evening)
    for who in others:
        member = evening.guild.members[who.id]
        evening.local.world.set_overwrite(backroom, member, allow=judged_evening.VIEW)
    return backroom


async def told_there(evening: Evening, backroom: Channel) -> list[str]:
    """Return all posts in the channel by now."""
    await evening.client.gm_channel.finish()
    return [seen.text for seen in evening.gm.sees(backroom)]


async def marks(evening: Evening, who: Player) -> None:
    """Mark a card unseen."""
    await who.click(await hand(evening, who), "Mark a card…")
    await who.submit(None, {"Which one?": "3c"})


async def voids(evening: Evening) -> None:
    await evening.privately(evening.gm, "More…", "Void the hand", "Void the hand")
    await evening.drawn()


@pytest.fixture
async def backroom(judged: Evening, han: Player, dryden: Player) -> Channel:
    """Let Han and Dryden play a hand of Judged Draw, and return the channel that Dryden reads too."""
    backroom = await channel_for(judged, dryden)
    await judged_evening.begun(judged, han, dryden)
    return backroom


async def test_nothing_that_is_kept_is_told_while_a_gm_plays(judged: Evening, backroom: Channel, han: Player):
    await marks(judged, han)
    assert await told_there(judged, backroom) == []


@pytest.mark.parametrize("has_cheated", [True, False])
async def test_gm_channel_points_to_the_log_after_each_hand(
    judged: Evening, backroom: Channel, han: Player, has_cheated: bool
):
    if has_cheated:
        await marks(judged, han)
    await voids(judged)
    assert await told_there(judged, backroom) == [
        f"**Judged Draw** in <#{judged.channel.id}>: hand 1 is over. {POINTS}"
    ]


async def test_host_reads_the_log_from_the_gm_channel_and_a_playing_gm_does_not(
    judged: Evening, backroom: Channel, han: Player, dryden: Player
):
    await marks(judged, han)
    await voids(judged)
    post = await judged.gm.until_sees(backroom, "GM's log")
    assert labels(post) == ["GM's log"]
    log = shown(await judged.gm.click(post, "GM's log"))
    assert "**Han** marks 3c unseen." in log.text
    refused = told(await dryden.click(post, "GM's log"))
    assert refused.startswith("You play at this table yourself, so you can't see what its GM knows")


async def test_gm_channel_tells_everything_when_hosts_may_play(judged: Evening, han: Player, dryden: Player):
    backroom = await channel_for(judged, dryden)
    campaign = await judged.cast.campaign()
    await judged.services.campaigns.change(campaign, campaign.settings.evolve(keeper_may_play=True), judged.boss)
    judged.services.tables.store.forget_campaign(campaign.id)
    await judged_evening.begun(judged, han, dryden)
    await marks(judged, han)
    seen = await judged.gm.until_sees(backroom, "marks")
    assert "**Han** marks 3c unseen." in seen.text


async def test_gm_channel_tells_everything_once_no_gm_plays(
    judged: Evening, backroom: Channel, han: Player, lando: Player, dryden: Player
):
    await judged.sits(lando, "Roark")
    await judged.privately(dryden, "My seat", "Leave", "Leave")
    await voids(judged)
    judged.roll(*FROM_THE_TOP)
    await han.click(judged.message, "Next hand")
    await judged.drawn()
    await marks(judged, han)
    assert (await told_there(judged, backroom))[-1].endswith("**Han** marks 3c unseen.")


async def test_a_player_who_becomes_a_gm_reads_nothing_from_their_next_move_on(
    evening: Evening, han: Player, lando: Player
):
    backroom = await channel_for(evening)
    await begun(await crooked_table(evening), han, lando)
    role = evening.local.world.add_role(evening.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    evening.local.world.change_member(evening.guild.members[han.id], roles=[role])
    await loads(evening, han)
    assert await told_there(evening, backroom) == []
    assert (await evening.table()).record.chairs[0].is_gm


async def test_a_cheat_is_not_told_of_at_the_moment_that_it_happens(
    evening: Evening, han: Player, lando: Player, dryden: Player
):
    backroom = await channel_for(evening, dryden)
    await crooked_table(evening)
    await evening.sits(dryden, "Qi'ra")
    await begun(evening, han, lando)
    await loads(evening, han)
    assert await told_there(evening, backroom) == []
    await voids(evening)
    (only,) = await told_there(evening, backroom)
    assert only.endswith(POINTS)

"""UsageLimits of servers and users: each refusal says what is full, and what helps."""

import pytest

from bot.campaigns import NO_LIMITS, Characters, Uploads, UsageLimits
from bot.db import Ids
from bot.errors import NotAllowed
from bot.settings import Settings
from tests.campaigns.conftest import ANN, BEN, GM, World
from tests.manual_clock import ManualClock

DAY = 86_400


def limited(world: World, limits: UsageLimits) -> Characters:
    return Characters(world.database, world.campaigns, Ids(world.clock), world.clock, limits)


def test_a_bot_that_is_not_public_has_the_limits_of_every_bot():
    assert UsageLimits(**Settings(_env_file=None).limits) == NO_LIMITS  # pyright: ignore[reportCallIssue]


def test_a_public_bot_has_smaller_limits_unless_others_are_set():
    links = dict.fromkeys(("privacy_url", "terms_url", "support_url"), "https://cantina.example/")
    public = Settings(_env_file=None, public=True, contact="Lady Proxima", uploads_per_user=3, **links)  # pyright: ignore[reportCallIssue]
    limits = UsageLimits(**public.limits)
    assert (limits.tables_per_server, limits.tables_per_user) == (20, 10)
    assert (limits.characters_per_server, limits.characters_per_user) == (1000, 25)
    assert (limits.uploads_per_server, limits.uploads_per_user, limits.upload_kib) == (100, 3, 2048)
    assert limits.size(8 << 20) == 2 << 20
    assert limits.size(1024) == 1024


async def test_a_user_has_so_many_characters_in_a_campaign(world: World):
    characters = limited(world, UsageLimits(characters_per_user=1))
    han = await characters.create(world.campaign, ANN, "Han")
    await characters.create(world.campaign, BEN, "Lando")
    with pytest.raises(NotAllowed, match="You have 1 character in this campaign already"):
        await characters.create(world.campaign, ANN, "Roark")
    await characters.retire(world.campaign, ANN, han)
    await characters.create(world.campaign, ANN, "Roark")


async def test_a_server_has_so_many_characters_in_all_its_campaigns(world: World):
    characters = limited(world, UsageLimits(characters_per_server=2))
    await characters.create(world.campaign, ANN, "Han")
    other = await world.campaigns.create(world.campaign.guild_id, "Waterdeep", world.campaign.settings, GM)
    lando = await characters.create(other, BEN, "Lando")
    full = "2 characters are in play on this server, and that is the most. Retire others first."
    with pytest.raises(NotAllowed, match=full):
        await characters.create(world.campaign, BEN, "Roark")
    with pytest.raises(NotAllowed, match=full):
        await characters.create_npc(world.campaign, GM, "regular")
    await characters.retire(other, BEN, lando)
    await characters.create_npc(world.campaign, GM, "regular")


async def test_uploads_of_a_user_and_of_a_server_are_counted_for_a_day():
    clock = ManualClock()
    uploads = Uploads(UsageLimits(uploads_per_user=2, uploads_per_server=3), clock)
    uploads.admit(1, 10)
    await clock.advance(60)
    uploads.admit(1, 10)
    again = int(clock.now()) - 60 + DAY + 1
    with pytest.raises(NotAllowed) as refused:
        uploads.admit(1, 10)
    assert str(refused.value) == (
        f"You have uploaded 2 files in 24 hours, and that is the most. Upload again <t:{again}:R>."
    )
    uploads.admit(1, 11)
    with pytest.raises(NotAllowed, match="This server has uploaded 3 files"):
        uploads.admit(1, 12)
    uploads.admit(2, 12)
    await clock.advance(DAY - 60)
    uploads.admit(1, 10)
    with pytest.raises(NotAllowed, match="You have uploaded 2 files"):
        uploads.admit(2, 10)


def test_nothing_is_counted_without_a_limit():
    uploads = Uploads(NO_LIMITS, ManualClock())
    for _ in range(1000):
        uploads.admit(1, 10)

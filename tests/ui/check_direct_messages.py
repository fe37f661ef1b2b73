"""Direct messages with the bot: /privacy works there, and everything else says where it does."""

import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.services import Services
from bot.ui import routing
from bot.ui.client import Shadowport
from bot.ui.context import SERVERS_ONLY
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Answer, ClientRefused, Player, Seen
from tests.ui.check_hostile_input import a_right_value, leaves, typed
from tests.ui.conftest import Cast, Settle, with_button

BURST = 8
"""Clicks before the flood gate would have a say."""


@pytest.fixture
def dump(services: Services, tmp_path: Path) -> Callable[[], list[str]]:
    """Return a function that dumps the whole database file as SQL."""

    def read() -> list[str]:
        with closing(sqlite3.connect(f"file:{tmp_path / 'shadowport.db'}?mode=ro", uri=True)) as book:
            return list(book.iterdump())

    return read


async def own_file(player: Player, channel: Channel, **options: Any) -> dict[str, Any]:
    answer = await (await player.slash(channel, "privacy export", **options)).done()
    assert answer.shown.ephemeral
    ((_, content),) = answer.shown.files.items()
    return json.loads(content)


async def asked_to_forget(player: Player) -> Seen:
    asked = await (await player.slash(player.dm, "privacy delete")).done()
    assert asked.shown.ephemeral
    return asked.shown


async def playing_in_two_servers(services: Services, local: LocalDiscord, cast: Cast, who: Player) -> Guild:
    await cast.pc(who, "Solo")
    another = local.world.add_guild("Bespin")
    campaign = await services.campaigns.at(another.id)
    await services.characters.create(campaign, cast.person(who), "Scruffy")
    return another


def test_help_privacy_rolls_and_rules_are_the_only_commands_offered_in_direct_messages(
    bot: Shadowport, han: Player, channel: Channel
):
    assert sorted(han.commands(han.dm)) == ["help", "privacy", "roll", "rules"]
    assert han.menus(han.dm) == []
    assert len(han.commands(channel)) > 1
    with pytest.raises(ClientRefused):
        han.slash(han.dm, "wallet show")


async def test_privacy_export_holds_every_server_in_a_direct_message(
    bot: Shadowport, services: Services, local: LocalDiscord, guild: Guild, cast: Cast, han: Player, channel: Channel
):
    another = await playing_in_two_servers(services, local, cast, han)
    own = await own_file(han, han.dm)
    assert own["user"] == str(han.id)
    assert {server["server"]: [one["name"] for one in server["characters"]] for server in own["servers"]} == {
        str(guild.id): ["Solo"],
        str(another.id): ["Scruffy"],
    }
    assert [server["server"] for server in (await own_file(han, channel))["servers"]] == [str(guild.id)]


async def test_privacy_refuses_this_server_alone_in_a_direct_message(bot: Shadowport, han: Player):
    for command in ("privacy export", "privacy delete"):
        refused = await han.slash(han.dm, command, everywhere=False)
        assert "no server here" in refused.text
        assert refused.shown.buttons == []


async def test_privacy_delete_forgets_every_server_in_a_direct_message(
    bot: Shadowport, services: Services, local: LocalDiscord, guild: Guild, cast: Cast, han: Player
):
    another = await playing_in_two_servers(services, local, cast, han)
    await services.preferences.set_reminders(han.id, wanted=False)
    asked = await asked_to_forget(han)
    assert "2 servers" in asked.text
    assert "Solo" in asked.text
    assert "Scruffy" in asked.text
    await (await han.click(asked, "Delete everywhere")).done()
    for server in (guild, another):
        assert await services.characters.mine((await services.campaigns.at(server.id)).id, han.id) == ()
    assert await services.preferences.wants_reminders(han.id)
    assert await services.db.fetch("SELECT 1 FROM erasures WHERE user_id IS NOT NULL OR guild_id = 0") == []


async def test_privacy_delete_forgets_a_wish_in_a_direct_message_when_the_user_plays_nowhere(
    bot: Shadowport, services: Services, han: Player
):
    await services.preferences.set_reminders(han.id, wanted=False)
    await (await han.click(await asked_to_forget(han), "Delete everywhere")).done()
    assert await services.preferences.wants_reminders(han.id)
    assert await services.db.fetch("SELECT 1 FROM erasures") == []


async def test_privacy_delete_changes_nothing_in_a_direct_message_when_all_is_kept_or_this_server_meant(
    bot: Shadowport, cast: Cast, han: Player, dump: Callable[[], list[str]]
):
    await cast.pc(han, "Solo")
    before = dump()
    await han.click(await asked_to_forget(han), "Keep it")
    assert dump() == before
    refused = await han.click(with_button(await asked_to_forget(han), "part:here:1"), "Delete everywhere")
    assert refused.text == routing.WORN_OUT
    assert dump() == before


Refused = Callable[[Answer], Awaitable[str]]


@pytest.fixture
def refused(settle: Settle) -> Refused:
    """Wait for an answer that only the asker sees, and return its text; a burst is followed by a pause."""
    sent = 0

    async def told(answer: Answer) -> str:
        nonlocal sent
        sent += 1
        if sent % BURST == 0:
            await settle()
        answered = await answer
        assert answered.message is None or answered.message.ephemeral
        return answered.text

    return told


@pytest.fixture
async def unchanged(
    bot: Shadowport,
    services: Services,
    cast: Cast,
    gm: Player,
    dump: Callable[[], list[str]],
    caplog: pytest.LogCaptureFixture,
) -> AsyncIterator[tuple[int, int]]:
    """Yield the ids of a campaign and a character. By the end nothing has changed, and nothing unexpected has
    happened.
    """
    character, campaign = await cast.pc(gm, "1"), await cast.campaign()
    before = dump()
    yield campaign.id, character.id
    assert dump() == before
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_every_other_command_is_refused_with_a_sentence_in_a_direct_message(
    unchanged: tuple[int, int], local: LocalDiscord, guild: Guild, gm: Player, refused: Refused, settle: Settle
):
    """As a client could forge them there."""
    for command in typed(local, guild):
        for words, options in leaves(command, command["name"]):
            right = {one["name"]: a_right_value(one) for one in options if one.get("required")}
            if command["name"] not in {"help", "privacy", "roll", "rules"}:
                assert await refused(gm.slash(gm.dm, words, unchecked=True, options=right)) == SERVERS_ONLY, words
            for option in filter(lambda option: option.get("autocomplete"), options):
                assert await gm.autocomplete(gm.dm, words, option["name"], "1") == []
                await settle()


async def test_every_other_control_and_form_is_refused_with_a_sentence_in_a_direct_message(
    unchanged: tuple[int, int], gm: Player, channel: Channel, refused: Refused
):
    """As a client could forge them there, with the ids of what there is."""
    page, form = await asked_to_forget(gm), (await gm.slash(channel, "character new")).modal
    assert form is not None
    form.interaction.channel, form.interaction.source = gm.dm, None
    for number in unchanged:
        for verb in (*routing._handlers, *(f"again:{verb}" for verb in routing._forms)):
            wanted = routing.WORN_OUT if verb in {"help", "part", "nodirect", "reroll"} else SERVERS_ONLY
            assert await refused(gm.click(page, f"{verb}:{number}:0", unchecked=True)) == wanted, verb
            assert await refused(gm.select(page, f"{verb}:{number}:0", ["1"], unchecked=True)) == wanted, verb
        for verb in routing._forms:
            form.modal["custom_id"] = f"{verb}:{number}:0"
            assert await refused(gm.submit(form, {"Name": "Solo", "Skills": ""}, unchecked=True)) == SERVERS_ONLY, verb
    assert await refused(gm.click(page, "nothing:1", unchecked=True)) == routing.WORN_OUT

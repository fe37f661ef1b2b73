"""The REST half as a whole: who gets in, what isn't there, and what is held against Discord's own description."""

import base64
from pathlib import Path

import aiohttp
import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.app import point_discord_at
from playground.discord import server
from playground.discord.schema import Schema
from playground.discord.server import LocalDiscord
from playground.discord.world import ChannelKind
from tests.local_discord import SCHEMA
from tests.playground.conftest import Cantina, Rest
from tests.playground.tiny_bot import TinyBot

PICTURE = "data:image/png;base64," + base64.b64encode(b"\x89PNG a die").decode()

described = pytest.mark.skipif(not SCHEMA.exists(), reason="Discord's OpenAPI description isn't beside the checkout")


async def test_an_unknown_route_fails_loudly(local: LocalDiscord, rest: Rest, tolerated: list[str], caplog):
    status, reply = await rest("GET", "/guilds/1/audit-logs")
    assert (status, reply) == (404, {"message": "404: Not Found", "code": 0})
    assert tolerated == ["the bot called GET /guilds/1/audit-logs, which isn't served here"]
    assert caplog.records[0].levelname == "ERROR"


async def test_request_without_the_token_causes_no_problem_and_no_trace(local: LocalDiscord, rest: Rest, caplog):
    for path in ("/guilds/1/audit-logs", "/zzz", "/webhooks/1/secret/slack", "/interactions/1/secret/zzz"):
        status, reply = await rest("GET", path, token="another")
        assert (status, reply) == (401, {"message": "401: Unauthorized", "code": 0})
    assert (local.problems, local.requests, caplog.records) == ([], [], [])


async def test_an_unknown_route_of_an_interaction_is_the_bots_doing(
    demo: Cantina, bot: TinyBot, rest: Rest, tolerated: list[str]
):
    answer = await demo.owner.slash(demo.channel, "pilok open")
    await rest("GET", f"/webhooks/1/{answer.interaction.token}/slack", token="another")
    assert tolerated == ["the bot called GET /webhooks/1/.../slack, which isn't served here"]


async def test_the_latest_problems_are_kept(local: LocalDiscord, tolerated: list[str], monkeypatch):
    monkeypatch.setattr(server, "KEPT_PROBLEMS", 10)
    for number in range(25):
        local.problem(str(number))
    assert tolerated == [str(number) for number in range(15, 25)]


async def test_only_the_bots_token_opens(local: LocalDiscord, rest: Rest):
    assert (await rest("GET", "/users/@me", token="another"))[0] == 401
    assert (await rest("GET", "/users/@me"))[1]["username"] == "shadowport"


async def test_every_request_is_remembered(demo: Cantina, bot: TinyBot):
    await demo.opened()
    last = demo.local.requests[-1]
    assert (last.method, last.route) == ("POST", "/interactions/{interaction_id}/{interaction_token}/callback")
    assert (last.status, last.body["type"]) == (200, 4)


async def test_commands_keep_their_ids_when_they_are_set_again(local: LocalDiscord, rest: Rest):
    path = f"/applications/{local.world.application_id}/commands"
    forms = [{"name": "a", "description": "A"}, {"name": "b", "description": "B"}]
    _, first = await rest("PUT", path, forms)
    _, second = await rest("PUT", path, forms[:1])
    assert [command["id"] for command in second] == [first[0]["id"]]
    _, changed = await rest("PATCH", f"{path}/{first[0]['id']}", {"description": "C"})
    assert (changed["id"], changed["description"]) == (first[0]["id"], "C")
    assert (await rest("DELETE", f"{path}/{first[0]['id']}"))[0] == 204
    assert (await rest("GET", path))[1] == []


async def test_emojis_are_uploaded_used_and_deleted(demo: Cantina, bot: TinyBot, rest: Rest):
    emoji = await bot.create_application_emoji(name="d6", image=b"\x89PNG\r\n\x1a\n a die")
    assert [found.id for found in await bot.fetch_application_emojis()] == [emoji.id]
    url = f"{demo.local.world.cdn_url}/emojis/{emoji.id}.png"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        assert (await response.read()).endswith(b"a die")
    await emoji.edit(name="die")
    assert demo.local.world.emojis[emoji.id].name == "die"
    await emoji.delete()
    assert demo.local.world.emojis == {}


async def test_emojis_have_names_of_their_own(local: LocalDiscord, rest: Rest, tolerated: list[str]):
    path = f"/applications/{local.world.application_id}/emojis"
    assert (await rest("POST", path, {"name": "d6", "image": PICTURE}))[0] == 201
    taken = (await rest("POST", path, {"name": "d6", "image": PICTURE}))[1]
    assert taken["errors"]["name"]["_errors"][0]["code"] == "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
    assert (await rest("POST", path, {"name": "a die", "image": PICTURE}))[0] == 400
    assert (await rest("POST", path, {"name": "x2", "image": "data:text/plain;base64,eA=="}))[0] == 400


async def test_an_unknown_emoji_spoils_the_message(demo: Cantina, rest: Rest, tolerated: list[str]):
    button = {"type": 2, "style": 1, "custom_id": "a", "emoji": {"id": "5", "name": "d6"}}
    body = {"flags": 32768, "components": [{"type": 1, "components": [button]}]}
    status, _ = await rest("POST", f"/channels/{demo.channel.id}/messages", body)
    assert (status, demo.han.sees(demo.channel)) == (400, [])


async def test_a_picture_must_be_on_the_message_that_shows_it(demo: Cantina, rest: Rest, tolerated: list[str]):
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://table.png"}}]}
    body = {"flags": 32768, "components": [gallery]}
    status, reply = await rest("POST", f"/channels/{demo.channel.id}/messages", body)
    code = reply["errors"]["components"]["0"]["_errors"][0]["code"]
    assert (status, code) == (400, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND")


async def test_menu_defaults_are_returned_with_ids_as_text(demo: Cantina, rest: Rest):
    chosen = {"id": demo.channel.id, "type": "channel"}
    menu = {"type": 8, "custom_id": "where", "default_values": [chosen]}
    body = {"components": [{"type": 1, "components": [menu]}]}
    _, sent = await rest("POST", f"/channels/{demo.channel.id}/messages", body)
    (shown,) = sent["components"][0]["components"]
    assert shown["default_values"] == [{"id": str(demo.channel.id), "type": "channel"}]


async def test_the_same_nonce_gives_the_same_message(demo: Cantina, rest: Rest):
    path, body = f"/channels/{demo.channel.id}/messages", {"content": "x", "nonce": "n", "enforce_nonce": True}
    ids = {(await rest("POST", path, body))[1]["id"] for _ in range(2)}
    assert len(ids) == 1


@described
async def test_body_that_discord_does_not_describe_is_a_problem(demo: Cantina, rest: Rest, tolerated: list[str]):
    path = f"/channels/{demo.channel.id}/messages"
    await rest("POST", path, {"content": "x", "message_reference": "somewhere", "embeds": None})
    assert any("message_reference" in problem for problem in tolerated)


@described
def test_a_reply_is_held_against_the_description_too():
    schema = Schema(Path(SCHEMA))
    assert len(schema.faults_of_reply("GET", "/users/{user_id}", 200, {"id": 5})) > 3
    assert schema.faults_of_reply("GET", "/nowhere", 200, {}) == ["the operation isn't described"]


READING = (
    "/users/@me",
    "/users/{han}",
    "/users/@me/guilds",
    "/gateway/bot",
    "/applications/@me",
    "/oauth2/applications/@me",
    "/applications/{application}/emojis",
    "/applications/{application}/commands",
    "/guilds/{guild}",
    "/guilds/{guild}?with_counts=true",
    "/guilds/{guild}/channels",
    "/guilds/{guild}/roles",
    "/guilds/{guild}/roles/{guild}",
    "/guilds/{guild}/members/{han}",
    "/guilds/{guild}/threads/active",
    "/channels/{channel}",
    "/channels/{thread}",
    "/channels/{dm}",
    "/channels/{voice}",
    "/channels/{forum}",
    "/channels/{category}",
    "/channels/{channel}/messages",
    "/channels/{channel}/messages/{message}",
    "/channels/{channel}/threads/archived/public",
)


@described
async def test_every_reply_is_as_discord_describes_it(demo: Cantina, rest: Rest):
    world, guild, channel = demo.local.world, demo.guild, demo.channel
    category = world.add_channel(guild, "Games", ChannelKind.CATEGORY)
    world.set_overwrite(channel, guild.roles[guild.id], allow=1)
    thread = world.add_thread(channel, "side", owner=world.bot)
    world.archive_thread(world.add_thread(channel, "old", owner=world.bot))
    ids = {
        "han": demo.han.id,
        "application": world.application_id,
        "guild": guild.id,
        "channel": channel.id,
        "thread": thread.id,
        "dm": demo.han.dm.id,
        "voice": world.add_channel(guild, "Voice", ChannelKind.VOICE, category=category).id,
        "forum": world.add_channel(guild, "Posts", ChannelKind.FORUM, category=category).id,
        "category": category.id,
        "message": demo.han.say(channel, f"<@{demo.lando.id}> look").id,
    }
    for path in READING:
        assert (await rest("GET", path.format(**ids)))[0] == 200, path


@described
def test_every_route_here_is_one_of_discords(local: LocalDiscord):
    schema = Schema(Path(SCHEMA))
    assert [route for route in local.served if not schema.describes(*route)] == []


def test_the_client_is_pointed_at_another_server():
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    point_discord_at("http://127.0.0.1:1/api/v10/", "ws://127.0.0.1:1/gateway")
    try:
        assert Route("GET", "/users/@me").url == "http://127.0.0.1:1/api/v10/users/@me"
        assert str(DiscordWebSocket.DEFAULT_GATEWAY) == "ws://127.0.0.1:1/gateway"
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before


@pytest.mark.parametrize("body", ['{"content": "\\ud83c"}', '{"content": NaN}', "[" * 100_000, "{", '{"a": "\xff"}'])
async def test_body_that_is_not_json_is_refused(demo: Cantina, rest: Rest, tolerated: list[str], body: str):
    headers = {"Authorization": f"Bot {demo.local.token}", "Content-Type": "application/json"}
    address = f"{demo.local.api_url}/channels/{demo.channel.id}/messages"
    async with rest.session.post(address, data=body.encode("latin-1"), headers=headers) as reply:
        assert (reply.status, (await reply.json())["code"]) == (400, 50109)

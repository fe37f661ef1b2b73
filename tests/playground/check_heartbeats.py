"""Heartbeats are acknowledged as over a network: never before the client is done with sending them."""

import aiohttp

from playground.discord.server import LocalDiscord

HEARTBEAT, IDENTIFY, ACKNOWLEDGED = 1, 2, 11


async def test_heartbeat_is_acknowledged_after_the_requests_right_behind_it(local: LocalDiscord):
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as socket:
        await socket.receive_json()
        await socket.send_json({"op": HEARTBEAT, "d": None})
        await socket.send_json({"op": IDENTIFY, "d": {"token": local.token, "intents": 0}})
        answers = [await socket.receive_json() for _ in range(2)]

    assert [answer.get("t") or answer["op"] for answer in answers] == ["READY", ACKNOWLEDGED]


async def test_a_client_that_leaves_before_the_acknowledgement_leaves_no_trace(local: LocalDiscord):
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(local.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": HEARTBEAT, "d": None})
        async with session.ws_connect(local.gateway_url) as socket:
            await socket.receive_json()
            await socket.send_json({"op": HEARTBEAT, "d": None})
            assert (await socket.receive_json())["op"] == ACKNOWLEDGED

    assert local.problems == []

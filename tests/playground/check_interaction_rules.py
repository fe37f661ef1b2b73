"""What a token is good for, and until when."""

from typing import Any

import pytest

from playground.discord.interactions import Interaction, Response
from playground.people import Answer
from tests.manual_clock import ManualClock
from tests.playground.conftest import Cantina, Rest

COMMAND = {"name": "look", "description": "Look around"}


class Table:
    """A bot without a library: it acknowledges by hand."""

    def __init__(self, demo: Cantina, rest: Rest) -> None:
        self.demo, self.rest = demo, rest
        self.application = demo.local.world.application_id

    async def command(self) -> Answer:
        await self.rest("POST", f"/applications/{self.application}/commands", COMMAND)
        return self.demo.han.slash(self.demo.channel, "look")

    async def public_message(self) -> Answer:
        answer = await self.command()
        row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "Go", "custom_id": "go"}]}
        await self.acknowledge(answer.interaction, 4, {"content": "a table", "components": [row]})
        return answer

    async def acknowledge(self, interaction: Interaction, kind: int, data: Any = None) -> tuple[int, Any]:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
        return await self.rest("POST", path, {"type": kind, **({} if data is None else {"data": data})})

    async def follow(self, method: str, interaction: Interaction, where: str = "", body: Any = None) -> tuple[int, Any]:
        path = f"/webhooks/{self.application}/{interaction.token}{where}"
        return await self.rest(method, path, body)


@pytest.fixture
def table(demo: Cantina, rest: Rest) -> Table:
    return Table(demo, rest)


@pytest.mark.parametrize("seconds, status, failed", [(2.9, 200, False), (3, 404, True)])
async def test_an_interaction_waits_three_seconds(
    table: Table, clock: ManualClock, seconds: float, status: int, failed: bool
):
    answer = await table.command()
    await clock.advance(seconds)
    found, reply = await table.acknowledge(answer.interaction, 4, {"content": "in time?"})
    assert (found, answer.failed, reply.get("code")) == (status, failed, 10062 if failed else None)


async def test_interaction_is_acknowledged_once(table: Table, tolerated: list[str]):
    answer = await table.command()
    await table.acknowledge(answer.interaction, 5)
    status, reply = await table.acknowledge(answer.interaction, 4, {"content": "twice"})
    assert (status, reply["code"]) == (400, 40060)
    assert "40060" in tolerated[0]


async def test_a_refused_answer_acknowledges_nothing(table: Table, tolerated: list[str]):
    answer = await table.command()
    status, reply = await table.acknowledge(answer.interaction, 4, {"content": "x" * 2001})
    assert (status, reply["code"]) == (400, 50035)
    assert reply["errors"]["data"]["content"]["_errors"][0]["code"] == "BASE_TYPE_MAX_LENGTH"
    assert (await table.acknowledge(answer.interaction, 4, {"content": "shorter"}))[0] == 200


async def test_interaction_token_is_useless_before_its_acknowledgement(table: Table, tolerated: list[str]):
    answer = await table.command()
    status, reply = await table.follow("PATCH", answer.interaction, "/messages/@original", {"content": "early"})
    assert (status, reply["code"]) == (404, 10015)
    assert (await table.follow("POST", answer.interaction, "", {"content": "early"}))[0] == 404


async def test_a_token_lasts_fifteen_minutes(table: Table, clock: ManualClock):
    answer = await table.public_message()
    await clock.advance(14 * 60)
    assert (await table.follow("PATCH", answer.interaction, "/messages/@original", {"content": "still"}))[0] == 200
    await clock.advance(60)
    status, reply = await table.follow("PATCH", answer.interaction, "/messages/@original", {"content": "gone"})
    assert (status, reply["code"]) == (401, 50027)


async def test_after_an_ephemeral_reply_the_original_is_that_ephemeral(table: Table):
    opened = await table.public_message()
    click = table.demo.han.click(opened.shown, "Go")
    await table.acknowledge(click.interaction, 4, {"content": "your hand", "flags": 64})
    await table.follow(
        "PATCH", click.interaction, "/messages/@original", {"content": "your new hand", "components": []}
    )
    assert (click.text, opened.text) == ("your new hand", "a table")


async def test_after_an_update_the_original_is_the_table(table: Table):
    opened = await table.public_message()
    click = table.demo.han.click(opened.shown, "Go")
    await table.acknowledge(click.interaction, 6)
    await table.follow("PATCH", click.interaction, "/messages/@original", {"content": "a new pot"})
    assert (opened.text, click.acknowledged) == ("a new pot", Response.DEFERRED_UPDATE)
    assert (await click.done()) is click


async def test_a_token_reaches_only_its_own_messages(table: Table):
    first, second = await table.public_message(), await table.public_message()
    where = f"/messages/{first.shown.id}"
    assert (await table.follow("PATCH", second.interaction, where, {"content": "mine"}))[1]["code"] == 10008
    assert (await table.follow("PATCH", first.interaction, where, {"content": "mine"}))[0] == 200


async def test_an_ephemeral_is_no_message_of_the_channel(table: Table):
    answer = await table.command()
    await table.acknowledge(answer.interaction, 4, {"content": "psst", "flags": 64})
    status, reply = await table.rest("GET", f"/channels/{table.demo.channel.id}/messages/{answer.shown.id}")
    assert (status, reply["code"]) == (404, 10008)


async def test_only_a_click_can_update_a_message(table: Table, tolerated: list[str]):
    answer = await table.command()
    status, reply = await table.acknowledge(answer.interaction, 7, {"content": "what"})
    assert (status, reply["errors"]["type"]["_errors"][0]["code"]) == (400, "BASE_TYPE_CHOICES")


async def test_a_form_opens_no_second_form(table: Table, tolerated: list[str]):
    answer = await table.command()
    field = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1}}
    form = {"title": "Who", "custom_id": "who", "components": [field]}
    assert (await table.acknowledge(answer.interaction, 9, form))[0] == 200
    sent = table.demo.han.submit(None, {"Name": "Han"})
    assert (await table.acknowledge(sent.interaction, 9, form))[0] == 400


async def test_twenty_five_choices_are_offered_at_most(table: Table, tolerated: list[str]):
    option = {"type": 3, "name": "who", "description": "Whom", "autocomplete": True}
    await table.rest("POST", f"/applications/{table.application}/commands", {**COMMAND, "options": [option]})
    data = {"name": "look", "options": [{"name": "who", "type": 3, "value": "ro", "focused": True}]}
    from playground.discord.interactions import Kind

    asked = table.demo.local.interactions.begin(Kind.AUTOCOMPLETE, table.demo.han.user, table.demo.channel, data)
    choices = [{"name": str(n), "value": str(n)} for n in range(26)]
    assert (await table.acknowledge(asked, 8, {"choices": choices}))[0] == 400
    assert (await table.acknowledge(asked, 8, {"choices": choices[:25]}))[0] == 200


async def test_a_reply_to_a_deleted_table_goes_nowhere(table: Table):
    opened = await table.public_message()
    click = table.demo.han.click(opened.shown, "Go")
    table.demo.local.world.delete_message(opened.shown.message)
    status, reply = await table.acknowledge(click.interaction, 7, {"content": "the table"})
    assert (status, reply["code"]) == (404, 10008)


async def test_an_edit_keeps_the_new_layout_once_a_message_has_it(table: Table, tolerated: list[str]):
    answer = await table.command()
    text = {"type": 10, "content": "a table"}
    await table.acknowledge(answer.interaction, 4, {"flags": 32768, "components": [text]})
    assert (await table.follow("PATCH", answer.interaction, "/messages/@original", {"content": "plain"}))[0] == 400
    assert answer.text == "a table"


async def test_a_person_in_timeout_presses_nothing(table: Table, clock: ManualClock):
    opened = await table.public_message()
    member = table.demo.guild.members[table.demo.han.id]
    table.demo.local.world.change_member(member, timeout=clock.now() + 60)
    with pytest.raises(Exception, match="timeout"):
        table.demo.han.click(opened.shown, "Go")

"""The table's message: who draws it, how often, and what happens when it is gone, old or out of reach."""

from functools import cached_property
from typing import Any

import pytest

from bot.tables.model import Table
from bot.ui.panels import FixedView
from bot.ui.render import table_message
from bot.ui.render.renderer import PUSHED_AWAY
from bot.ui.render.table_text import texts
from playground.discord.interactions import Response
from playground.discord.world.permissions import Permission
from playground.people import Player, Seen
from tests.ui.tables import crooked_evening
from tests.ui.tables.crooked_evening import loads, seen_by_all, sleeve
from tests.ui.tables.evening import Begun, Evening, told

BY_TOKEN = ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original")
ORDINARY = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
POSTED = ("POST", "/channels/{channel_id}/messages")


class Drawn:
    """The requests that draw a table, from now on."""

    def __init__(self, evening: Evening) -> None:
        self._requests = evening.local.requests
        self._from = len(self._requests)

    @property
    def since(self) -> list[tuple[str, str]]:
        made = [(request.method, request.route) for request in self._requests[self._from :]]
        return [request for request in made if request in {BY_TOKEN, ORDINARY, POSTED}]


async def test_first_click_is_answered_with_the_message_and_later_ones_by_one_edit(
    three: Evening, han: Player, lando: Player
):
    three.roll(1, 2, 3)
    drawn = Drawn(three)
    first = await han.click(three.message, "Roll for me")
    assert first.acknowledged is Response.UPDATE
    assert "**Han**" not in first.text.splitlines()[2]
    for player in (lando, three.gm):
        assert (await player.click(three.message, "Roll for me")).acknowledged is Response.DEFERRED_UPDATE
    assert drawn.since == []
    await three.drawn()
    assert drawn.since == [BY_TOKEN]
    await three.clock.advance(13 * 60)
    await three.gm.slash(three.channel, "table pause")
    await three.drawn()
    assert drawn.since == [BY_TOKEN] * 2, "the token of the freshest click"


async def test_message_takes_ordinary_edits_after_fourteen_minutes(three: Evening, han: Player):
    await three.gm.slash(three.channel, "table pause")
    await three.drawn()
    await three.clock.advance(14 * 60)
    drawn = Drawn(three)
    await three.gm.slash(three.channel, "table resume")
    await three.drawn()
    assert drawn.since == [ORDINARY]


async def test_a_token_that_discord_refuses_is_replaced_by_an_ordinary_edit(three: Evening):
    await three.gm.slash(three.channel, "table pause")
    await three.drawn()
    three.local.interactions._by_token.clear()
    drawn = Drawn(three)
    await three.gm.slash(three.channel, "table resume")
    await three.drawn()
    assert drawn.since == [BY_TOKEN, ORDINARY]
    assert three.local.requests[-1].code in {0, 50027}


async def test_nothing_is_drawn_when_nothing_that_is_seen_has_changed(evening: Evening, han: Player, lando: Player):
    await evening.open(preset="high stakes", clock="12 hours")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    await evening.gm.until_sees(evening.channel, "your turn")
    await evening.eventually(lambda: _is_reminded(evening))
    drawn = Drawn(evening)
    await evening.clock.advance(60)
    assert drawn.since == []


async def _is_reminded(evening: Evening) -> bool:
    reminder = (await evening.table()).record.reminder
    return reminder is not None and reminder.message_id is not None


async def test_deleted_table_message_is_posted_again(three: Evening, han: Player):
    three.local.world.delete_message(three.message.message)
    await three.gm.slash(three.channel, "table pause")
    assert (await three.drawn()).lines[0] == "## Pi'Lok · paused"
    await three.does(three.gm, "Resume (GM)")


async def test_a_click_on_a_message_that_was_just_deleted_still_counts(three: Evening, han: Player):
    three.roll(6)
    old = three.message
    three.local.world.delete_message(old.message)
    await han.click(old, "Roll for me", unchecked=True)
    shown = await three.drawn()
    assert shown != old
    assert "Waiting for **Qi'ra** and **Lando** to roll." in shown.text


async def test_callback_returns_a_message_only_if_it_is_new(three: Evening, han: Player):
    """Discord answers a callback with 200 and the message if asked to, otherwise with 204 and nothing."""

    def statuses() -> list[tuple[int, int]]:
        sent = [one for one in three.local.requests if one.route.endswith("/callback")]
        return [(one.body["type"], one.status) for one in sent]

    three.roll(6)
    await three.does(han, "Roll for me")
    assert statuses()[-1] == (Response.UPDATE.value, 204)
    await han.click(three.message, "My seat")
    assert statuses()[-1] == (Response.MESSAGE.value, 200)


async def test_table_stays_where_it_is_when_messages_are_not_counted(begun: Begun, han: Player):
    async with begun(count_messages=False) as evening:
        old = await evening.open()
        for number in range(PUSHED_AWAY + 1):
            han.say(evening.channel, f"chatter {number}")
        await evening.sits(han, "Han")
        assert evening.message == old
        await han.click((await han.click(old, "More…")).shown, "Repost")
        shown = await evening.drawn()
        assert shown.id > old.id
        assert "**Han**" in shown.text


async def test_a_table_that_was_pushed_away_moves_to_the_bottom(three: Evening, han: Player, lando: Player):
    old = three.message
    copy = old.frozen()
    for number in range(9):
        han.say(three.channel, f"chatter {number}")
    three.roll(4, 2)
    await three.until_counted(9)
    await three.does(han, "Roll for me")
    assert three.message == old
    han.say(three.channel, "chatter 9")
    await three.until_counted(10)
    await lando.click(copy, "Roll for me")
    shown = await three.drawn()
    assert "Waiting for **Qi'ra** to roll." in shown.text
    assert shown.id > old.id
    assert three.gm.sees(three.channel)[-1] == shown
    folded = await three.gm.until_sees(three.channel, "Three Street Pi'Lok goes on here: https://discord.com/channels/")
    assert folded == old
    assert old.buttons == []


async def test_an_old_message_takes_a_few_edits_and_then_a_new_one_is_posted(three: Evening):
    old = three.message
    await three.clock.advance(2 * 3600)
    drawn = Drawn(three)
    for command in ("pause", "resume", "pause"):
        await three.gm.slash(three.channel, f"table {command}")
        await three.drawn()
    assert await three.gm.until_sees(three.channel, "goes on here") == old
    assert drawn.since == [ORDINARY, ORDINARY, POSTED, ORDINARY]


async def test_an_archived_thread_comes_back_with_the_table(evening: Evening, han: Player, lando: Player):
    thread = evening.local.world.add_thread(evening.channel, "a side room", owner=evening.gm.user)
    room = evening.at(thread)
    await room.open()
    await room.sits(han, "Han")
    await room.sits(lando, "Lando")
    old = room.message
    evening.local.world.archive_thread(thread)
    await han.click(old, "Deal")
    assert (await room.drawn()).id != old.id
    assert not thread.archived


async def test_click_in_a_locked_thread_is_drawn_when_it_opens_again(evening: Evening, han: Player, lando: Player):
    thread = evening.local.world.add_thread(evening.channel, "a side room", owner=evening.gm.user)
    room = evening.at(thread)
    await room.open()
    await room.sits(han, "Han")
    await room.sits(lando, "Lando")
    evening.local.world.archive_thread(thread, locked=True)
    await han.click(room.message, "Deal")
    assert (await room.table()).in_hand
    await room.quiet()
    evening.local.world.archive_thread(thread, archived=False, locked=False)
    brought = await evening.gm.slash(thread, "table here")
    await brought.done()
    assert "The Lift" in (await room.drawn()).text


async def test_clicks_answer_and_table_recovers_when_permissions_are_lost(three: Evening, han: Player, lando: Player):
    world, bot = three.local.world, three.guild.members[three.local.world.bot.id]
    world.set_overwrite(three.channel, bot, deny=Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
    three.roll(4, 2)
    await three.does(han, "Roll for me")
    await three.clock.advance(15 * 60)
    await three.gm.slash(three.channel, "table pause")
    await three.quiet()
    assert "paused" not in three.message.text
    refused = await three.gm.slash(three.channel, "table here")
    assert told(refused) == "I lack the permissions **View Channel** and **Send Messages** here."
    world.set_overwrite(three.channel, bot)
    await three.gm.slash(three.channel, "table resume")
    shown = await three.drawn()
    assert "Waiting for **Qi'ra** and **Lando** to roll." in shown.text


async def test_a_bot_that_was_kicked_waits_until_it_is_invited_again(evening: Evening, han: Player, lando: Player):
    evening.roll(2, *(6, 1), *(5, 1), *(5, 2))
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    evening.local.world.kick_bot(evening.guild)
    await evening.eventually(lambda: _is_paused(evening))
    await evening.clock.advance(20 * 60)
    await evening.quiet()
    evening.local.world.invite_bot(evening.guild)
    await evening.gm.slash(evening.channel, "table resume")
    await evening.clock.advance(2 * 60)
    await evening.eventually(lambda: _has_acted(evening))
    await evening.drawn()
    assert "-# Time ran out for **Han**. **Han** checks." in evening.message.lines


async def _is_paused(evening: Evening) -> bool:
    return (await evening.table()).is_paused


async def _has_acted(evening: Evening) -> bool:
    return any("checks" in line for line in (await evening.table()).said)


async def test_waiting_table_is_drawn_before_the_bot_stops(begun: Begun, han: Player, lando: Player):
    async with begun() as evening:
        await evening.open()
        await evening.changes_rules(dice="typed", first_dealer="host")
        await evening.sits(han, "Han")
        await evening.sits(lando, "Lando")
        await evening.does(han, "Deal")
        evening.roll(4, 2)
        await han.click(evening.message, "Roll for me")
        await lando.click(evening.message, "Roll for me")
        message: Seen = evening.message
    assert "leads with" in message.text


async def test_table_that_looks_the_same_is_not_drawn_again(three: Evening):
    await three.quiet()
    table, drawn = await three.table(), Drawn(three)
    async with three.services.tables.store.locked(table.id) as now:
        await three.services.tables.store.commit(now, now.evolve(touched_at=now.record.touched_at + 1))
    three.client.renderer.want(await three.table())
    await three.quiet()
    assert drawn.since == []
    await three.gm.slash(three.channel, "table pause")
    await three.drawn()
    assert len(drawn.since) <= 1
    assert "paused" in three.message.text


async def test_the_components_of_a_click_are_computed_once(
    three: Evening, han: Player, monkeypatch: pytest.MonkeyPatch
):
    computed: list[FixedView] = []
    components = vars(FixedView)["components"].func

    def compute(view: FixedView) -> list[dict[str, Any]]:
        computed.append(view)
        return components(view)

    once = cached_property(compute)
    once.__set_name__(FixedView, "components")
    monkeypatch.setattr(FixedView, "components", once)
    three.roll(1)
    await han.click(three.message, "Roll for me")
    await three.clock.advance(1)
    assert len(computed) == 1


@pytest.mark.parametrize("caught", [False, True], ids=["unseen", "seen by all"])
async def test_what_a_private_page_changes_is_computed_once(
    evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch, caught: bool
):
    """No answer draws the table then: the message that it would be is compared, and sent if it looks another."""
    playing = await crooked_evening.begun(await crooked_evening.opened(evening), han, lando, caught=caught)
    page, before, computed = await sleeve(playing, han), seen_by_all(playing), list[Table]()

    def compute(table: Table, notice: str) -> tuple[str, str, str, str]:
        computed.append(table)
        return texts(table, notice)

    monkeypatch.setattr(table_message, "texts", compute)
    await loads(playing, han, page=page)
    await playing.clock.advance(1)
    assert len(computed) == 1
    assert (seen_by_all(playing) != before) == caught

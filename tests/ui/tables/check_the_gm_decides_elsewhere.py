"""What the GM has to decide is posted in the channel of the GMs, and may be decided there; secrets stay on the page."""

from typing import Any

import pytest
from discord import Permissions

from bot.campaigns import Pace
from bot.engine.moves import Move, Pick
from bot.ui.pages.own_page import OLD_PAGE
from playground.discord.world import Channel
from playground.people import Player, Seen
from tests.ui.tables import judged_evening
from tests.ui.tables.blind_evening import hand, keeps
from tests.ui.tables.evening import Evening, labels, told
from tests.ui.tables.judged_draw import JudgedDraw
from tests.ui.tables.judged_evening import gm_page, shown

NOT_HERE = "That table isn't in this channel."


@pytest.fixture
async def backroom(judging: Evening) -> Channel:
    """Make the GM channel."""
    return await judged_evening.with_gm_channel(judging)


@pytest.fixture
async def post(judging: Evening, backroom: Channel, han: Player, lando: Player) -> Seen:
    """Return the post in the GM channel once the hand waits for the GM."""
    await keeps(judging, han, lando)
    return await judging.gm.until_sees(backroom, "waits for the GM")


@pytest.fixture
def dryden(judging: Evening, backroom: Channel) -> Player:
    """Return another GM, who reads the channel too."""
    world = judging.local.world
    role = world.add_role(judging.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    world.set_overwrite(backroom, role, allow=judged_evening.VIEW)
    return judging.guest("Dryden", roles=[role])


async def opened_anew(evening: Evening, clock: Pace, by: Player | None = None) -> None:
    """Put another table in the place of the one that is there."""
    await evening.privately(evening.gm, "More…", "Close", "Close the table")
    await evening.clock.advance(10)
    await judged_evening.opened(evening, clock, by)


async def test_gm_channel_has_one_post_of_a_decision_without_a_secret(judging: Evening, backroom: Channel, post: Seen):
    assert post.lines == [
        f"**Judged Draw** in <#{judging.channel.id}> waits for the GM: Who shows first?",
        f"-# <@{judging.gm.id}>",
    ]
    assert post.pings == ["lady_proxima"]
    assert labels(post) == ["Seat 1", "Seat 2", "Decide"]
    table = await judging.table()
    elsewhere = judging.local.world.add_channel(judging.guild, "elsewhere")
    judging.local.world.say(judging.gm.user, elsewhere, "a message")
    message = judging.gm.sees(elsewhere)[-1]
    for forged in (f"hand:{table.id}:0", f"own:{table.id}:{table.record.turn}:0:judge", f"keeper:{table.id}"):
        assert told(await judging.gm.click(message, forged, unchecked=True)) == NOT_HERE
    await judging.privately(judging.gm, "More…", "Pause")
    await judging.drawn()
    await judging.does(judging.gm, "Resume (GM)")
    await judging.client.gm_channel.finish()
    assert len([seen for seen in judging.gm.sees(backroom) if "waits for the GM" in seen.text]) == 1


async def test_host_without_reminders_is_not_mentioned(judging: Evening, backroom: Channel, han: Player, lando: Player):
    await judging.services.preferences.set_reminders(judging.gm.id, wanted=False)
    await keeps(judging, han, lando)
    assert (await judging.gm.until_sees(backroom, "waits for the GM")).pings == []


async def test_host_decides_privately_from_the_gm_channel(judging: Evening, post: Seen):
    page = shown(await judging.gm.click(post, "Decide"))
    assert "The secret die shows 1." in page.lines
    await judging.gm.select(page, "Who shows first?", "Seat 2")
    assert page.lines[0] == "The GM has **Lando** show first."
    assert "-# The GM has **Lando** show first." in (await judging.drawn()).lines


async def test_a_choice_of_a_few_is_a_button_in_the_gm_channel(judging: Evening, post: Seen):
    page = shown(await judging.gm.click(post, "Seat 2"))
    assert page.lines[0] == "The GM has **Lando** show first."
    assert "-# The GM has **Lando** show first." in (await judging.drawn()).lines


@pytest.mark.parametrize("how", ["decided", "void", "closed"])
async def test_a_request_leaves_one_line_once_it_is_decided_or_void(judging: Evening, post: Seen, how: str):
    match how:
        case "decided":
            await judging.gm.select(shown(await gm_page(judging)), "Who shows first?", "Seat 1")
        case "void":
            await judging.privately(judging.gm, "More…", "Void", "Void the hand")
        case _:
            await judging.privately(judging.gm, "More…", "Close", "Close the table")
    await judging.client.gm_channel.finish()
    assert (len(post.lines), labels(post)) == (1, [])
    assert post.text.endswith("no longer waits for the GM.")


async def test_a_request_from_before_a_restart_is_closed_once_it_is_decided(judging: Evening, post: Seen):
    await judging.client.gm_channel.finish()
    assert (await judging.table()).record.gm_request is not None
    judging.client.gm_channel.__init__(judging.client, judging.services, judging.client.command_links)
    await judging.gm.click(post, "Seat 2")
    await judging.client.gm_channel.finish()
    assert labels(post) == []


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_request_that_could_not_be_stored_is_not_posted_twice(
    judging: Evening, backroom: Channel, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch, restarts: bool
):
    async def fails(*_: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(type(judging.services.tables.playing), "requested", fails)
        await keeps(judging, han, lando)
        await judging.client.gm_channel.finish()
    assert (await judging.table()).record.gm_request is None
    if restarts:
        judging.client.gm_channel.__init__(judging.client, judging.services, judging.client.command_links)
    await judging.privately(judging.gm, "More…", "Pause")
    await judging.drawn()
    await judging.does(judging.gm, "Resume (GM)")
    await judging.client.gm_channel.finish()
    (post,) = [seen for seen in judging.gm.sees(backroom) if "waits for the GM" in seen.text]
    await judging.gm.click(post, "Seat 2")
    await judging.client.gm_channel.finish()
    assert labels(post) == []


async def test_buttons_of_a_request_follow_the_choices(
    judging: Evening, backroom: Channel, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    """The decision is the same here, and the seats are called otherwise from some turn on."""
    moves = JudgedDraw.moves

    def renamed(game: JudgedDraw, state: Any, seat: int) -> tuple[Move, ...]:
        return tuple(judge_by("Box", move) if move.key == "judge" else move for move in moves(game, state, seat))

    monkeypatch.setattr(JudgedDraw, "asks", lambda _, state, __: state.deciding or state.is_judged)
    await keeps(judging, han, lando)
    post = await judging.gm.until_sees(backroom, "waits for the GM")
    assert labels(post) == ["Seat 1", "Seat 2", "Decide"]
    await judging.client.gm_channel.finish()
    monkeypatch.setattr(JudgedDraw, "moves", renamed)
    store = judging.services.tables.store
    async with store.locked((await judging.table()).id) as table:
        turn = table.record.turn + 1
        await store.commit(table, table.stepped(table.state, turn=turn, dealer_asked=turn))
    await judging.privately(judging.gm, "More…", "Pause")
    await judging.drawn()
    await judging.does(judging.gm, "Resume (GM)")
    await judging.client.gm_channel.finish()
    assert labels(post) == ["Box 1", "Box 2", "Decide"]
    page = shown(await judging.gm.click(post, "Box 2"))
    assert page.lines[0] == "The GM has **Lando** show first."


def judge_by(name: str, judge: Move) -> Move:
    """Return the GM's move with its seats called otherwise."""
    (pick,) = judge.fields
    assert isinstance(pick, Pick)
    choices = tuple(one.evolve(label=one.label.replace("Seat", name)) for one in pick.choices)
    return judge.evolve(fields=(pick.evolve(choices=choices),))


async def test_an_old_page_there_is_refused_above_the_page_as_it_is(judging: Evening, post: Seen):
    old = shown(await judging.gm.click(post, "Decide")).frozen()
    await judging.gm.select(shown(await gm_page(judging)), "Who shows first?", "Seat 1")
    await judging.drawn()
    page = shown(await judging.gm.click(post, f"hand:{(await judging.table()).id}:0", unchecked=True))
    assert (page.lines[1], page.selects) == ("## Who shows first?", [])
    late = await judging.gm.select(old, "Who shows first?", "Seat 2")
    assert told(late).splitlines()[0] == OLD_PAGE


async def test_host_reaches_npc_hands_from_the_gm_channel(judged: Evening, han: Player):
    backroom = await judged_evening.with_gm_channel(judged)
    await judged.sits(han, "Han")
    npc = await judged.adds_npc()
    await han.click(judged.message, "Deal")
    await keeps(judged, han, judged.gm)
    post = await judged.gm.until_sees(backroom, "waits for the GM")
    page = shown(await judged.gm.click(post, "Decide"))
    assert labels(page)[0] == npc.name
    assert npc.name in shown(await judged.gm.click(page, npc.name)).text


async def test_another_gm_takes_the_table_over_there(judging: Evening, dryden: Player, post: Seen):
    page = shown(await dryden.click(post, "Decide"))
    assert labels(page) == ["Take over"]
    await dryden.click(page, "Take over")
    assert page.text.startswith("You are the table's GM now")
    assert f"-# <@{dryden.user.id}> is the table's GM now." in (await judging.drawn()).lines
    assert "The secret die shows 1." in shown(await dryden.click(post, "Decide")).lines


async def test_gm_secrets_are_told_in_the_gm_channel_only(judging: Evening, backroom: Channel, han: Player):
    mine = await hand(judging, han)
    await han.click(mine, "Mark a card…")
    await han.submit(None, {"Which one?": "3c"})
    seen = await judging.gm.until_sees(backroom, "marks")
    assert seen.text == f"**Judged Draw** in <#{judging.channel.id}>: **Han** marks 3c unseen."
    assert seen.pings == []
    assert not [message for message in judging.gm.sees(judging.channel) if "marks" in message.text]


async def test_gm_channel_post_has_the_deadline_and_the_host_is_reminded(judged: Evening, han: Player, lando: Player):
    backroom = await judged_evening.with_gm_channel(judged)
    await opened_anew(judged, Pace.of("seconds", 120))
    await judged_evening.begun(judged, han, lando)
    await keeps(judged, han, lando)
    post = await judged.gm.until_sees(backroom, "waits for the GM")
    deadline = (await judged.table()).record.deadline
    assert deadline is not None
    assert post.lines[1] == f"-# <@{judged.gm.id}> · deadline <t:{int(deadline)}:R>"
    await judged.clock.advance(60)
    assert (await judged.gm.until_sees(judged.channel, "your turn")).pings == ["lady_proxima"]


async def test_a_player_who_opened_the_table_is_neither_mentioned_nor_reminded(
    judged: Evening, han: Player, lando: Player
):
    backroom = await judged_evening.with_gm_channel(judged)
    await opened_anew(judged, Pace.of("seconds", 120), lando)
    await judged_evening.begun(judged, han, lando)
    await keeps(judged, han, lando)
    post = await judged.gm.until_sees(backroom, "waits for the GM")
    assert post.pings == []
    assert "this table has no GM: take it over to decide" in post.text
    await judged.clock.advance(60)
    await judged.passes(60)
    assert not [seen for seen in judged.gm.sees(judged.channel) if "your turn" in seen.text]


async def test_rules_decide_after_a_minute_when_the_host_is_no_longer_a_gm(judged: Evening, han: Player, lando: Player):
    role = judged.local.world.add_role(judged.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    dryden = judged.guest("Dryden", roles=[role])
    await judged_evening.begun(judged, han, lando)
    await dryden.click(shown(await gm_page(judged, dryden)), "Take over")
    await judged.drawn()
    await keeps(judged, han, lando)
    assert (await judged.table()).record.deadline is None
    judged.local.world.change_member(judged.guild.members[dryden.id], roles=[])
    assert told(await gm_page(judged, dryden)) == "Only the table's GM decides that."
    await judged.drawn()
    assert (await judged.table()).record.deadline is not None
    await judged.clock.advance(60)
    await judged.eventually(lambda: _is_decided(judged))


async def _is_decided(evening: Evening) -> bool:
    return 0 not in (await evening.table()).to_act

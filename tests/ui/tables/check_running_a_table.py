"""What a GM does to a table, by button and by command: pause, resume, void, close, bring it here; and the clock."""

import pytest

from bot import games
from playground.people import Player, Seen
from tests.ui.tables.evening import Begun, Evening, labels, note, told

HAN_LEADS = (2, 6, 1, 5, 1, 5, 2)
ONLY_GM = "Only the GM can do that."


@pytest.fixture
async def two(evening: Evening, han: Player, lando: Player) -> Evening:
    """Deal Han and Lando into a hand that Han leads, with two minutes a turn."""
    evening.roll(*HAN_LEADS)
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    return evening


async def test_auto_deal_deals_the_next_hand(evening: Evening, han: Player, lando: Player):
    evening.roll(*HAN_LEADS, *HAN_LEADS[1:])
    await evening.open(preset="high stakes", auto_deal=True)
    await evening.sits(han, "Han", "100")
    shown = await evening.sits(lando, "Lando", "100")
    assert "next hand <t:" in evening.message.lines[-1], shown
    assert "hand 1" in (await evening.passes(15)).lines[-1]
    await evening.privately(han, "Fold", "Fold")
    await evening.drawn()
    assert "hand 2" in (await evening.passes(15)).lines[-1]


async def paused(two: Evening) -> Seen:
    await two.privately(two.gm, "More…", "Pause")
    return await two.drawn()


async def test_one_click_stops_every_clock(two: Evening, han: Player):
    shown = await paused(two)
    assert shown.lines[0] == "## Pi'Lok · paused"
    assert labels(shown) == ["Resume (GM)", "My seat", "Sit", "More…"]
    assert "ends" not in shown.text
    await two.clock.advance(3600)
    assert (await two.table()).in_hand
    shown = await two.does(two.gm, "Resume (GM)")
    assert labels(shown)[:5] == ["Han: Check", "Bet…", "Fold", "Bet 10", "Pot 20"]
    deadline = (await two.table()).record.deadline
    assert deadline is not None
    assert deadline - two.clock.now() > 110


async def test_the_clock_checks_where_it_is_free_and_folds_where_it_isnt(two: Evening, han: Player, lando: Player):
    shown = await two.passes(121)
    assert "-# Time ran out for **Han**. **Han** checks." in shown.lines
    await two.fills(lando, "Bet…", {"Bet": "50"})
    await two.drawn()
    shown = await two.passes(121)
    assert "**Han** folds." in shown.text


async def test_a_voided_hand_is_asked_about_first(two: Evening, han: Player):
    await two.fills(han, "Bet…", {"Bet": "200"})
    await two.drawn()
    async with two.nothing_changes():
        question = await two.privately(two.gm, "More…", "Void the hand")
        assert told(question) == "Void the hand? Everyone gets back the chips they had before it."
    assert note(await two.gm.click(question.shown, "Void the hand")) == "The hand is void."
    shown = await two.drawn()
    assert "-# The GM voids the hand. Everyone gets back the chips they had before it." in shown.lines
    assert shown.lines[:2] == ["## Three Street Pi'Lok · void", "The hand is void."]
    assert "◦ Han · 500 cr" in shown.lines
    assert shown.lines[-1].startswith("-# hand 1 is void · next rolls sealed")
    assert [await two.chips(seat) for seat in (1, 2)] == [500, 500]
    late = await two.gm.click(question.shown, f"void:{(await two.table()).id}:1+:yes", unchecked=True)
    assert note(late) == "No hand is in play."


async def test_closing_gives_the_chips_back_and_leaves_no_button(two: Evening, han: Player):
    old = two.message.frozen()
    han_solo = await two.services.characters.active((await two.table()).record.campaign_id, han.id)
    question = await two.gm.slash(two.channel, "table close")
    assert told(question) == "Close the table? The hand in play becomes void. All chips go back to the wallets."
    assert told(await two.gm.click(question.shown, "Close the table")) == "The table is closed."
    await two.clock.advance(1)
    closed = await two.gm.until_sees(two.channel, "· closed")
    assert closed.buttons == []
    assert "sealed" not in closed.text
    assert closed.lines[-2] == "-# The table is closed. All chips are back in the wallets."
    assert han_solo is not None
    assert await two.purse(han_solo) == 1000
    async with two.nothing_changes():
        for label in ("Check", "Sit", "My seat", "More…"):
            assert told(await han.click(old, label)) == "This table is closed."
    assert told(await han.slash(two.channel, "table show")).startswith("There is no table in this channel.")


async def test_anybody_reads_the_table_and_its_rules_and_brings_it_down(two: Evening, han: Player):
    assert told(await han.slash(two.channel, "table show")) == two.message.text
    rules = await two.privately(han, "Rules")
    assert told(rules).startswith("## The game in one minute")
    assert told(await han.click(rules.shown, "Bets and pots")).startswith("## Bets and pots")
    assert labels((await two.gm.click(two.message, "More…")).shown) == [
        *("Rules", "Odds", "Repost", "More time"),
        *("Act for…", "Send away…", "Undo…", "Pause", "Void the hand", "Close"),
    ]
    old = two.message
    await (await two.privately(han, "More…", "Repost")).done()
    await two.drawn()
    assert two.message != old
    assert await two.gm.until_sees(two.channel, "Three Street Pi'Lok goes on here: https://discord.com/") == old
    await two.does(han, "Check")


async def test_next_week_the_table_is_posted_again_and_goes_on(two: Evening, han: Player):
    await paused(two)
    await two.clock.advance(8 * 24 * 3600)
    await two.gm.slash(two.channel, "table here")
    await two.drawn()
    await two.gm.slash(two.channel, "table resume")
    await two.drawn()
    assert "-# **Han** checks." in (await two.does(han, "Check")).lines


async def test_a_gm_brings_the_table_into_another_channel(two: Evening, han: Player):
    there = two.elsewhere("quiet-corner")
    old, name = two.message.frozen(), "Three Street Pi'Lok in #tables"
    offered = await two.gm.autocomplete(there.channel, "table here", "table", "pi'lok")
    assert [label for label, _ in offered] == [name]
    async with two.nothing_changes():
        refused = await han.slash(there.channel, "table here", table=name)
        assert told(await refused.done()) == ONLY_GM
    brought = await two.gm.slash(there.channel, "table here", table=offered[0][1])
    assert told(await brought.done()) == "The table is at the bottom now."
    await there.drawn()
    await there.does(han, "Check")
    async with two.nothing_changes():
        assert told(await han.click(old, "Check")) == "That table isn't in this channel."
    assert (await two.gm.until_sees(two.channel, "goes on here")).id == old.id


async def test_a_table_whose_channel_was_deleted_while_the_bot_was_away_can_be_brought_back(
    begun: Begun, han: Player, lando: Player
):
    async with begun() as evening:
        await evening.open()
        await evening.sits(han, "Han")
    evening.local.world.delete_channel(evening.channel)
    elsewhere = evening.local.world.add_channel(evening.guild, "quiet-corner")
    async with begun() as again:
        place = again.at(elsewhere)
        offered = await place.gm.autocomplete(elsewhere, "table here", "table", "")
        assert [label for label, _ in offered] == ["Three Street Pi'Lok in a place that I can't see"]
        brought = await place.gm.slash(elsewhere, "table here", table=offered[0][1])
        await brought.done()
        assert "◦ Han · 500 cr" in (await place.drawn()).lines


async def test_the_tables_of_a_server_are_listed_for_who_may_see_them(two: Evening, han: Player):
    world = two.local.world
    secret = two.elsewhere("secret")
    await secret.open()
    world.set_overwrite(secret.channel, two.guild.roles[two.guild.id], deny=1 << 10)
    world.set_overwrite(secret.channel, two.guild.members[world.bot.id], allow=1 << 10)
    assert told(await han.slash(two.channel, "table list")) == (f"Three Street Pi'Lok in <#{two.channel.id}>, 2 seated")
    assert told(await two.gm.slash(two.channel, "table list")).count("Three Street Pi'Lok") == 2
    offered = await han.autocomplete(two.channel, "table here", "table", "")
    assert [label for label, _ in offered] == ["Three Street Pi'Lok in #tables"]


async def test_a_hand_that_is_over_is_verified_and_one_in_play_is_not(two: Evening, han: Player, lando: Player):
    early = await two.privately(lando, "More…")
    assert "Verify" not in labels(early.shown)
    early = await lando.slash(two.channel, "table verify")
    nothing, *sealed = told(early).splitlines()
    assert nothing == "No hand is finished here yet."
    hand = (await two.table()).record.hand
    assert hand is not None
    assert sealed == [
        "-# Hand 1 is sealed as",
        f"-# open rolls: `{hand.seeds.open_commitment}`",
        f"-# what is hidden: `{hand.seeds.closed_commitment}`",
    ]
    playing = await lando.slash(two.channel, "table verify", hand=1)
    assert told(playing) == "Hand 1 is still in play. You can verify it when it is over."
    await two.privately(han, "Fold", "Fold")
    await two.drawn()
    proof = told(await two.privately(lando, "More…", "Verify"))
    assert proof.startswith("## Hand 1\n")
    assert f"-# sealed as `{hand.seeds.open_commitment}`" in proof
    assert "-# The next hand is sealed as" in proof
    assert told(await lando.slash(two.channel, "table verify")) == proof
    assert told(await lando.slash(two.channel, "table verify", hand=9)) == "There was no hand 9 at this table."


async def test_a_hand_that_the_rules_here_can_not_replay_is_not_verified(
    evening: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    await evening.open(preset="high stakes", clock="2 min")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "Deal")
    await evening.privately(han if 1 in (await evening.table()).to_act else lando, "Fold", "Fold")
    await evening.drawn()
    monkeypatch.setattr(type(games.spec_of("pilok").game), "version", 2)
    proof = told(await han.slash(evening.channel, "table verify")).splitlines()
    assert proof[1].startswith("Hand 1 is not verified: it was played under version 1 of the rules")
    assert not any("matches what was sealed" in line for line in proof)


async def test_table_commands_are_refused_without_a_table(evening: Evening):
    for command in ("show", "pause", "resume", "close", "void", "here", "verify"):
        assert told(await evening.gm.slash(evening.channel, f"table {command}")) == (
            "There is no table in this channel. Open one, with /pilok open for example."
        )
    assert told(await evening.gm.slash(evening.channel, "table list")) == "No table that you can see is open."


async def test_a_variant_has_its_own_name_from_the_beginning(evening: Evening, han: Player):
    shown = await evening.open(preset="long", clock="off")
    assert shown.lines[0] == "## Long Pi'Lok"
    assert told(await han.click(shown, "More…")).startswith("**Long Pi'Lok**")

"""A crooked table checked: players learn that only the GM can, its keeper checks every roll and reads the GM's log."""

import discord
import pytest
from discord import Permissions

from bot.tables.gm_log import GmLogHand
from bot.ui.handlers.verify import gm_log_page
from bot.ui.panels import MOST_CHARACTERS
from playground.people import Player
from tests.ui.parts import texts as texts_in
from tests.ui.tables.crooked_evening import begun, loads, opened
from tests.ui.tables.evening import Evening, labels, told

ONLY_THE_GM = "This was a crooked table: the rolls of the hand are all sealed, and only the GM can check them."
LOADED = "**Han** tries something (load their die for Orbit)."


TAKE_OVER = "Take the table over under More… first."


@pytest.fixture
async def over(evening: Evening, han: Player, lando: Player) -> Evening:
    """Finish the first hand: Han has loaded a die, and Lando folds or sees Han fold."""
    await opened(evening)
    await begun(evening, han, lando)
    await loads(evening, han)
    table = await evening.table()
    who = han if 1 in table.to_act else lando
    await evening.privately(who, "Fold", "Fold")
    await evening.drawn()
    return evening


@pytest.fixture
def dryden(over: Evening) -> Player:
    """Return another GM."""
    role = over.local.world.add_role(over.guild, "Crime lord", permissions=Permissions(manage_guild=True).value)
    return over.guest("Dryden", roles=[role])


async def test_players_and_other_gms_learn_only_that_the_gm_can_check_it(
    over: Evening, han: Player, lando: Player, dryden: Player
):
    coming = (await over.table()).record.seeds
    for who in (han, lando, dryden, over.guest("Greedo")):
        for answer in (await over.privately(who, "More…", "Verify"), await who.slash(over.channel, "table verify")):
            sealed = f"-# The next hand is sealed as\n-# all rolls: `{coming.closed_commitment}`"
            assert told(answer) == f"## Hand 1\n{ONLY_THE_GM}\n{sealed}"
            assert labels(answer.shown) == []
            await over.clock.advance(5)


async def test_host_verifies_every_roll_of_a_crooked_table(over: Evening):
    answer = await over.privately(over.gm, "More…", "Verify")
    checked = told(answer).splitlines()[1]
    assert checked.startswith("Hand 1 checks out (")
    assert "sealed draws). Every draw follows from the seeds that were sealed before the hand" in checked
    assert told(await over.gm.slash(over.channel, "table verify")).splitlines()[1] == checked


async def test_host_reads_unnoticed_cheats_in_the_gm_log(over: Evening):
    log = told(await over.privately(over.gm, "More…", "GM's log"))
    assert log.splitlines()[:2] == ["## GM's log", "### Hand 1"]
    assert any(line.startswith(LOADED) and line.endswith("Nobody notices.") for line in log.splitlines())
    assert log.splitlines()[-1] == "-# Only the table's GM can see this."


async def test_nobody_else_is_offered_the_log_or_gets_it(over: Evening, han: Player, dryden: Player):
    table = await over.table()
    for who, why in ((han, "Only the table's GM reads its log."), (dryden, TAKE_OVER)):
        offered = await over.privately(who, "More…")
        assert "GM's log" not in labels(offered.shown)
        assert told(await who.click(over.message, f"gmlog:{table.id}:0", unchecked=True)).endswith(why)


async def test_the_log_can_be_read_also_once_the_table_is_honest_again(over: Evening, han: Player):
    await over.changes_rules(crooked=False)
    assert "### Hand 1" in told(await over.privately(over.gm, "More…", "GM's log"))
    offered = await over.privately(han, "More…")
    assert "GM's log" not in labels(offered.shown)


async def test_sealed_cards_are_neither_offered_nor_listed(over: Evening, han: Player):
    answer = await over.privately(over.gm, "More…", "Verify")
    assert "Sealed cards" not in labels(answer.shown)
    table = await over.table()
    asked = await han.click(over.message, f"seals:{table.id}:1:0", unchecked=True)
    assert told(asked) == "No card was sealed in hand 1."


async def test_a_long_log_is_read_page_by_page_the_latest_first(over: Evening):
    table = await over.table()
    log = tuple(
        GmLogHand(number=number, sentences=tuple(f"{number}.{at} " + "x" * 400 for at in range(12)))
        for number in range(1, 6)
    )
    texts = [_text(gm_log_page(table, log, at)) for at in range(30)]
    assert all(len(text) <= MOST_CHARACTERS for text in texts)
    assert "### Hand 5\n5.0 " in texts[0]
    together = "\n".join(dict.fromkeys(texts))
    assert all(sentence in together for hand in log for sentence in hand.sentences)
    assert texts[-1] == texts[-2], "past the last page is the last page"


def _text(view: discord.ui.LayoutView) -> str:
    return "\n".join(texts_in(view))

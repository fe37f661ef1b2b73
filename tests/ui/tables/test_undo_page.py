"""The page of undo keeps within what Discord takes, whoever lacks whatever, and says all that comes of it."""

from dataclasses import replace

import discord
import pytest

from bot.tables.events import Lacking, StayedAway
from bot.tables.hand.engine import StepResult
from bot.tables.undo.apply import Preview
from bot.tables.undo.plan import Known, UndoPlan
from bot.tables.words import describe_covered
from bot.ui.handlers.undo import confirm_page, undo_page
from bot.ui.panels import MOST_CHARACTERS
from playground.people import Player
from tests.ui.parts import ids, parts, texts
from tests.ui.tables.evening import Evening

WIDE = "**" + "\\_\\*" * 16 + "**"
"""A name of 32 characters that all have to be escaped."""
AWAY = f"{WIDE} left during the hand and stays away."


async def planned(evening: Evening, han: Player, count: int) -> UndoPlan:
    """Build a plan with everything, in which that many people lack something."""
    await evening.open()
    await evening.sits(han, "Han")
    return UndoPlan(
        what=f"{WIDE}'s “{'W' * 80}”",
        turn=StepResult(replace(await evening.table(), names={1: "_*" * 16})),
        known=Known(shown=True, seen=True),
        number=999_999,
        revision=99,
        kept_until=10**9,
        voids=1_000_000,
        reopens=True,
        lacks=tuple(Lacking(who=1, amount=10**15 - number) for number in range(count)),
        events=(StayedAway(seats=(1,)),) * count,
    )


def lines(view: discord.ui.LayoutView) -> list[str]:
    return [line for text in texts(view) for line in text.splitlines()]


@pytest.mark.parametrize("count", [1, 20, 60])
async def test_undo_page_fits_with_the_most_and_longest_names(evening: Evening, han: Player, count: int):
    plan = await planned(evening, han, count)
    table = plan.turn.table
    for view in (undo_page(Preview(table, plan, plan), note="x" * 120), confirm_page(table, "action", plan)):
        assert sum(map(len, texts(view))) <= MOST_CHARACTERS
        assert not any(line.endswith("…") for line in lines(view))
        assert all(line.count("**") % 2 == 0 for line in lines(view))
        assert len(parts(view)) <= 40
        assert len(set(ids(view))) == len(ids(view))
        assert max(map(len, ids(view))) <= 100


async def test_undo_page_sums_up_people_who_do_not_fit(evening: Evening, han: Player):
    plan = await planned(evening, han, 20)
    table = plan.turn.table
    lacks = tuple(Lacking(who=1, amount=10) for _ in range(20))
    shown = lines(confirm_page(table, "action", replace(plan, lacks=lacks)))
    (spent,) = (line for line in shown if line.startswith("The money is spent"))
    named = spent.count("lacks 10 cr")
    assert 5 < named < 20
    assert f"and {20 - named} more lack {10 * (20 - named)} cr." in spent
    assert describe_covered(lacks, table.voice).endswith("lacks and 150 cr that 15 more lack.")


async def test_undo_consequences_stand_on_the_page_and_the_confirmation(evening: Evening, han: Player):
    plan = replace(await planned(evening, han, 1), events=(StayedAway(seats=(1,)),))
    table = plan.turn.table
    for view in (undo_page(Preview(table, plan, plan)), confirm_page(table, "action", plan)):
        assert AWAY in lines(view)
        assert "-# Everyone still knows what was shown." in lines(view)
    assert replace(plan, events=()).mark != plan.mark

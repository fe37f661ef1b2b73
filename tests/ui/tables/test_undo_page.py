"""The page of undo keeps within what Discord takes, whoever lacks whatever."""

import discord
import pytest

from bot.playground.player import Player
from bot.tables.hands import Turn
from bot.tables.undoing import Preview
from bot.tables.undoing_money import Lack
from bot.tables.undoing_moves import Known
from bot.tables.undoing_plan import Plan
from bot.ui.panels import MOST_CHARACTERS
from bot.ui.undo_page import confirm_page, undo_page
from tests.ui.tables.evening import Evening

WIDE = "**" + "\\_\\*" * 16 + "**"
"""A name of 32 characters that all have to be escaped."""


@pytest.mark.parametrize("count", [1, 20, 60])
async def test_with_as_many_names_as_there_may_be(evening: Evening, han: Player, count: int):
    await evening.open()
    await evening.sits(han, "Han")
    table = await evening.table()
    plan = Plan(
        what=f"{WIDE}'s “{'W' * 80}”",
        turn=Turn(table),
        statements=(),
        known=Known(shown=True, seen=True),
        number=999_999,
        revision=99,
        kept_until=10**9,
        voids=1_000_000,
        reopens=True,
        lacks=tuple(Lack(WIDE, 10**15 - number) for number in range(count)),
    )
    for view in (undo_page(Preview(table, plan, plan), note="x" * 200), confirm_page(table, "action", plan)):
        assert sum(len(getattr(item, "content", "")) for item in view.walk_children()) <= MOST_CHARACTERS
        assert view.total_children_count <= 40
        ids = [item.custom_id for item in view.walk_children() if isinstance(item, discord.ui.Button)]
        assert len(set(ids)) == len(ids)
        assert max(len(custom_id or "") for custom_id in ids) <= 100

"""The most crowded crooked table, with the widest names and the longest coins: every message and page fits."""

from collections.abc import Iterable
from dataclasses import replace
from typing import get_args

import pytest

from bot.engine.cheating.effects import Concern, Effect
from bot.ui.render.table_text import texts
from playground.people import Player, Seen
from tests.ui.tables.crooked_evening import CHEAT, opened, sleeve
from tests.ui.tables.evening import LONG_COINS, WIDEST, Evening
from tests.ui.tables.judged_evening import with_gm_channel

MOST_CHARACTERS, MOST_COMPONENTS = 4000, 40
LONGEST = [f"Ser Number {number} of the Longest Name"[:32] for number in range(10)]
"""Names as long as may be."""
CLUMSY = "Sleight of Hand 1D, Con 12D, Persuasion 12D, Perception 1D"
SLY = CHEAT.replace("Perception 12D", "Perception 1D, Persuasion 12D, Search 20D")
"""Whoever of them sways another never ties: a tie changes nothing, and where there is no room for what was said the
table isn't drawn anew.
"""


def require_fits(seen: Seen) -> None:
    assert len(seen.text) <= MOST_CHARACTERS
    assert len(seen.components) <= MOST_COMPONENTS


async def sits_all(evening: Evening, players: list[Player], names: list[str]) -> None:
    for player, name in zip(players, names, strict=True):
        sheet = CLUMSY if player is players[0] else SLY
        await evening.sits(player, name, f"99999999 {'h' * 28}", sheet=sheet)


def everybodys_luck(seats: Iterable[int]) -> tuple[Effect, ...]:
    """Return all effects that ten could have at once, in three rounds of two hands."""
    return tuple(
        Effect(seat=seat, concern=concern, luck=luck, hands=1 + seat % 2)
        for seat in seats
        for concern in get_args(Concern)
        for luck in (1, -1)
    )


@pytest.mark.parametrize("names", [WIDEST, LONGEST], ids=["widest", "longest"])
async def test_all_luck_that_ten_can_have_is_named_at_the_table(evening: Evening, names: list[str]):
    await evening.counts_in(LONG_COINS, starting_purse=99_999_999)
    await opened(evening, ante=f"1234567 {'h' * 28}")
    players = [evening.guest(f"Guest {number}") for number in range(10)]
    await sits_all(evening, players, names)
    await players[0].click(evening.message, "Deal")
    await evening.drawn()
    table = await evening.table()
    seats = [chair.seat for chair in table.record.chairs]
    head, lines, _, foot = written = texts(replace(table, state=table.state.evolve(effects=everybodys_luck(seats))))
    assert sum(map(len, written)) <= MOST_CHARACTERS
    assert sum(line.startswith(("▸", "◦")) for line in lines.split("\n")) == 10
    assert "crooked table" in foot
    named = [line for line in head.split("\n") if line.startswith("Until ")]
    assert len(named) == 2
    assert [line.count("antage at") + line.count("antage for") for line in named] == [8, 8]
    assert sum(line.count("…") for line in named) == 10 * 8


async def test_ten_sway_each_other_and_one_is_caught(evening: Evening):
    await evening.counts_in(LONG_COINS, starting_purse=99_999_999)
    await opened(evening, ante=f"1234567 {'h' * 28}")
    backroom = await with_gm_channel(evening)
    players = [evening.guest(f"Guest {number}") for number in range(10)]
    await sits_all(evening, players, WIDEST)
    await players[0].click(evening.message, "Deal")
    await evening.drawn()
    for at, player in enumerate(players):
        page = await sleeve(evening, player)
        await player.click(page, "Influence…")
        whom = str((at + 1) % 10 + 1)
        await player.submit(None, {"How?": ("deceive", "persuade")[at % 2], "Influence whom?": whom})
        await evening.drawn()
        require_fits(page)
        require_fits(evening.message)
    page = await sleeve(evening, players[0])
    await players[0].click(page, "Read a tell…")
    await players[0].submit(None, {"Watch whom?": "2"})
    await evening.drawn()
    require_fits(page)
    await players[0].click(page, "Load your die for Orbit…")
    await players[0].submit(None, {"Toward which face?": "6"})
    require_fits(await evening.drawn())
    post = await evening.gm.until_sees(backroom, "waits for the GM")
    require_fits(post)
    decided = (await evening.gm.click(post, "Decide")).shown
    require_fits(decided)
    log = (await evening.privately(evening.gm, "More…", "GM's log")).shown
    require_fits(log)
    assert "### Hand 1" in log.text

"""My ships: what a captain alone sees of them and of the chance to win, at once or as soon as it is worked out."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot import games
from bot.processes import TookTooLong, WorkerLost
from bot.services import Services
from bot.ui.client import Shadowport
from bot.ui.pages import win_chance
from bot.ui.pages.win_chance import WORKING
from bot.worker import ChancesQuestion
from cogs.klingon import chances
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Player, Seen
from tests.manual_clock import ManualClock
from tests.ui.conftest import with_button
from tests.ui.tables.evening import Evening, labels, note, told
from tests.workers import AtOnce, at_once

FROM_THE_TOP = (1,) * 60
"""Each ship and each card is the first that is left of its deck."""
FIGURES = "** to win"
EXACTLY = 15_000
"""Enough to go through all there is with one card to come."""


class Estimates:
    """The estimates of Klingon Hold-'Em; a test may have its own made instead."""

    def __init__(self) -> None:
        self.make: Callable[..., Any] = chances.estimate

    def __call__(self, *asked: Any) -> Any:
        return self.make(*asked)


@pytest.fixture
def estimates(monkeypatch: pytest.MonkeyPatch) -> Estimates:
    made, spec = Estimates(), games.spec_of("klingon")
    assert spec.win_calculator is not None
    found = {**games.games(), "klingon": replace(spec, win_calculator=replace(spec.win_calculator, estimate=made))}
    monkeypatch.setattr(games, "games", lambda: found)
    return made


@pytest.fixture
async def klingon(
    local: LocalDiscord,
    bot: Shadowport,
    clock: ManualClock,
    channel: Channel,
    guild: Guild,
    gm: Player,
    estimates: Estimates,
) -> Evening:
    """Open an empty cash table without a clock."""
    assert estimates
    evening = Evening(local, bot, clock, channel, guild, gm)
    evening.roll(*FROM_THE_TOP)
    await evening.open(command="klingon open", preset="cash table", clock="off")
    return evening


@pytest.fixture
async def dealt(klingon: Evening, han: Player, lando: Player) -> Evening:
    """Deal a hand in which Lando is on the sun, and Han is to answer him."""
    await klingon.sits(han, "Han")
    await klingon.sits(lando, "Lando")
    await klingon.does(lando, "Deal")
    return klingon


@pytest.fixture
def slow(services: Services, monkeypatch: pytest.MonkeyPatch) -> AtOnce:
    """Have the estimates wait until they may be known."""
    workers = at_once(services.workers)
    workers.go_on.clear()
    monkeypatch.setattr(win_chance, "AT_ONCE", 0)
    return workers


async def finds_out(evening: Evening, slow: AtOnce) -> None:
    """Let the estimates be known, and the pages that wait for them be edited."""
    slow.go_on.set()
    await evening.clock.advance(2)


async def ships(evening: Evening, who: Player) -> Seen:
    answer = await who.click(evening.message, "My ships")
    assert answer.shown.ephemeral
    return answer.shown


def hans_questions(services: Services) -> list[ChancesQuestion]:
    """Return the questions to the workers about Han's chances."""
    return [question for question in at_once(services.workers).estimated if question.view.own.seat == 1]


def figures(shown: Seen | str) -> list[str]:
    """Return the lines about the win chance."""
    lines = shown.splitlines() if isinstance(shown, str) else shown.lines
    return [line for line in lines if FIGURES in line]


async def shown_down(evening: Evening, *people: Player, cards: int) -> None:
    """Check through the hand until so many cards lie open."""
    while len((table := await evening.table()).state.table) < cards:
        (seat,) = table.to_act
        keys = [move.key for move in table.moves(seat)]
        await evening.does(people[seat - 1], "Check" if "check" in keys else "Engage")


async def test_the_page_of_ones_ships_tells_the_chance_to_win_and_always_the_same(
    dealt: Evening, han: Player, lando: Player
):
    assert {"Han: Engage 5 cr", "Raise…", "Disengage", "My ships"} <= set(labels(dealt.message))
    mine = await ships(dealt, han)
    assert mine.lines[1] == "## Two ships"
    first = figures(mine)
    (chance,) = first
    assert re.fullmatch(r"\*\*[0-9]+%\*\* to win, [0-9]+% to tie", chance)
    await han.click(mine, "Details")
    assert mine.lines[4].endswith("of the pot on average, if everyone stays to the end.")
    assert re.fullmatch(r"-# Simulated [0-9,]+ times, 95% confidence\.", mine.lines[5])
    details = figures(mine)
    # a bet changes nothing that the figures depend on
    await dealt.does(han, "Engage")
    assert figures(await ships(dealt, han)) == first
    assert figures(told(await han.slash(dealt.channel, "klingon odds"))) == details
    assert figures(await ships(dealt, lando)) != first
    assert not [seen for seen in dealt.gm.sees(dealt.channel) if FIGURES in seen.text]


async def test_win_chance_is_absent_when_disengaged_or_without_ships(dealt: Evening, han: Player, lando: Player):
    chewie = dealt.guest("Chewie")
    await dealt.sits(chewie, "Chewie")
    odds = [await who.slash(dealt.channel, "klingon odds") for who in (chewie, dealt.gm)]
    assert list(map(told, odds)) == [
        "**Chewie** isn't in this hand.",
        "You don't sit at this table. Take a seat first.",
    ]
    assert figures(await ships(dealt, chewie)) == []
    await dealt.does(han, "Disengage")
    assert told(await han.slash(dealt.channel, "klingon odds")) == "No hand is in play."
    assert figures(told(await han.slash(dealt.channel, "table hand"))) == []
    await dealt.does(lando, "Next hand")
    (seat,) = (await dealt.table()).to_act
    who, name = ((han, "Han"), (lando, "Lando"), (chewie, "Chewie"))[seat - 1]
    await dealt.does(who, "Disengage")
    assert told(await who.slash(dealt.channel, "klingon odds")) == f"**{name}** is no longer in this hand."
    assert figures(await ships(dealt, who)) == []


async def test_host_sees_the_win_chances_of_their_npcs_only(dealt: Evening, han: Player):
    await dealt.does(han, "Disengage")
    first, second = await dealt.adds_npc(), await dealt.adds_npc()
    await dealt.does(han, "Next hand")
    answer = await dealt.gm.slash(dealt.channel, "klingon odds")
    assert len(labels(answer.shown)) == 2
    assert labels(answer.shown)[0] == "My ships"
    shown = [answer.shown.lines[0]]
    await dealt.gm.click(answer.shown, labels(answer.shown)[1])
    shown.append(answer.shown.lines[0])
    assert sorted(shown) == sorted(f"-# **{npc.name}**" for npc in (first, second))
    forged = f"chances:{(await dealt.table()).id}:1"
    assert note(await dealt.gm.click(with_button(answer.shown, forged), forged)) == "Han isn't yours to play."


async def test_the_page_comes_at_once_and_its_chances_when_they_are_there(dealt: Evening, han: Player, slow: AtOnce):
    mine = await ships(dealt, han)
    assert WORKING in mine.lines
    assert "## Two ships" in mine.lines
    # a form that opens meanwhile changes no page
    assert (await han.click(mine, "Raise…")).modal is not None
    await finds_out(dealt, slow)
    known = await han.until_sees(dealt.channel, FIGURES)
    assert known.message.id == mine.message.id
    assert WORKING not in known.text
    assert {"Engage 5 cr", "Raise…", "Disengage"} <= set(labels(known))


async def test_chances_that_come_when_the_page_shows_something_else_stay_away(
    dealt: Evening, han: Player, slow: AtOnce
):
    mine = await ships(dealt, han)
    assert len(hans_questions(dealt.services)) == 1
    await han.click(mine, "Disengage")
    assert "You have disengaged." in mine.lines
    slow.go_on.set()
    await dealt.client.finish()
    assert "You have disengaged." in mine.lines
    assert figures(mine) == []


async def test_the_chances_of_all_npcs_that_are_asked_for_are_told_however_long_the_line(
    slow: AtOnce, dealt: Evening, han: Player
):
    await dealt.does(han, "Disengage")
    npcs = await dealt.adds_npc(), await dealt.adds_npc()
    await dealt.does(han, "Next hand")
    # Han's own are being worked out, and hold up the line
    mine = (await dealt.gm.slash(dealt.channel, "table hand")).shown
    await dealt.gm.click(mine, next(label for label in labels(mine) if label in {npc.name for npc in npcs}))
    await finds_out(dealt, slow)
    assert len(figures(await dealt.gm.until_sees(dealt.channel, FIGURES))) == 1


async def test_chances_that_waited_when_cards_came_are_told_only_with_those(
    slow: AtOnce, dealt: Evening, han: Player, lando: Player
):
    # those of Lando, who has dealt, are being worked out
    asked = [who.click(dealt.message, "My ships") for _ in range(4) for who in (han, lando)]
    assert all(WORKING in answer.text for answer in await asyncio.gather(*asked))
    mine = await ships(dealt, han)
    await dealt.does(han, "Engage")
    await dealt.does(lando, "Check")
    await finds_out(dealt, slow)
    known = await han.until_sees(dealt.channel, FIGURES)
    assert known.message.id == mine.message.id
    assert len(figures(known)) == 1
    asked = hans_questions(dealt.services)
    assert [len(question.view.table) for question in asked] == [3], "what waited before the cards never began"
    assert len({question.seed for question in slow.estimated}) == len(slow.estimated)


async def test_an_estimate_that_fails_leaves_the_ships_in_sight(
    dealt: Evening, han: Player, estimates: Estimates, caplog: pytest.LogCaptureFixture
):
    estimates.make = lambda *_: 1 // 0
    mine = await ships(dealt, han)
    assert "## Two ships" in mine.lines
    assert WORKING not in mine.lines
    assert "ZeroDivisionError" in caplog.text
    assert figures(await ships(dealt, han)) == []
    assert len(hans_questions(dealt.services)) == 1, "the same question fails once"


async def test_page_waits_half_a_second_of_the_tables_clock_for_its_chances(
    services: Services, dealt: Evening, han: Player
):
    at_once(services.workers).go_on.clear()
    answer = asyncio.ensure_future(han.click(dealt.message, "My ships"))
    await dealt.clock.advance(win_chance.AT_ONCE - 0.1)
    assert not answer.done()
    await dealt.clock.advance(0.2)
    assert WORKING in (await answer).shown.lines


async def test_win_chance_is_there_without_workers(services: Services, dealt: Evening, han: Player):
    at_once(services.workers).fails = [WorkerLost("no process can be started")]
    assert len(figures(await ships(dealt, han))) == 1
    assert len(hans_questions(services)) == 1


async def test_estimate_that_takes_too_long_is_made_from_fewer_deals(services: Services, dealt: Evening, han: Player):
    at_once(services.workers).fails = [TookTooLong("no answer")]
    assert len(figures(await ships(dealt, han))) == 1
    whole, few = hans_questions(services)
    assert (few.view, few.rules, few.seed) == (whole.view, whole.rules, whole.seed)
    assert 0 < few.budget < whole.budget


async def test_win_chance_ignores_the_opponents_ships(
    dealt: Evening, han: Player, lando: Player, monkeypatch: pytest.MonkeyPatch
):
    """At another table Lando has other ships, and other cards were burned; all that Han sees is the same."""
    monkeypatch.setattr(win_chance, "BUDGET", EXACTLY)
    other = dealt.elsewhere("other tables")
    await other.open(command="klingon open", preset="cash table", clock="off")
    for who, name in ((han, "Chewie"), (lando, "Leia")):
        await other.sits(who, name)
    # Han's ships come first and third: what falls to Lando between and after them is another
    other.roll(1, 7, 2, 9, *FROM_THE_TOP)
    await other.does(lando, "Deal")
    told_at = []
    for evening in (dealt, other):
        await shown_down(evening, han, lando, cards=4)
        table, page = await evening.table(), await ships(evening, han)
        await evening.quiet()
        seen = page.lines[1:-1]
        await han.click(page, "Details")
        await evening.quiet()
        told_at.append((table.state.captains[1].ships[0].card, page.lines[2:], seen))
    assert told_at[0][0] != told_at[1][0]
    assert told_at[0][1:] == told_at[1][1:]
    assert told_at[0][1][3].startswith("-# Exact: calculated from all ")

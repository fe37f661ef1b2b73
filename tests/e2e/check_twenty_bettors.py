"""Twenty bet at one roulette table within ten seconds, by forms and buttons: every bet counts, and the book adds up."""

import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.ledger import audit
from bot.services import Services
from bot.tables.model import Table
from bot.ui.client import Shadowport
from bot.ui.render.table_text import texts
from playground.discord.server import LocalDiscord
from playground.discord.world import Channel, Guild
from playground.people import Answer, Form, Player, Seen
from tests.manual_clock import ManualClock

PEOPLE, NPCS = 17, 3
WINDOW = 10.0
"""Seconds within which all bet."""
INSIDE, OUTSIDE = "Numbers", "Red, odd, dozens"
SPOTS = ("17", "0", "17-20", "street 4-6", "corner 17-21", "six line 13-18")
CHANCES = ("red", "black", "odd", "low", "second dozen")
A_HANDFUL = 30
"""Edits: one at the end of each window of 0.4 seconds in which somebody has bet, and the first click's own."""
MOVED_ON = "The table has moved on. Look at its latest message."

Settle = Callable[[], Awaitable[None]]
Deed = Callable[[], Awaitable[None]]


@dataclass
class Casino:
    """A table of roulette, the people who sit there, and what they have bet by their own count."""

    local: LocalDiscord
    services: Services
    clock: ManualClock
    channel: Channel
    gm: Player
    people: list[Player]
    table: Seen
    deeds: list[tuple[float, Deed]] = field(default_factory=list[tuple[float, Deed]])
    """What somebody does at which second of the window."""
    bets: Counter[tuple[str, str]] = field(default_factory=Counter[tuple[str, str]])
    """By who has bet and on what, in smallest coins."""
    answers: list[Answer] = field(default_factory=list[Answer])

    async def state(self) -> Table:
        found = await self.services.tables.in_channel(self.channel.id)
        assert found is not None
        return found

    async def sits(self) -> None:
        """Seat everyone at once, and the NPCs by the GM."""
        forms = [(await player.click(self.table, "Sit")).modal for player in self.people]
        seated = [p.submit(f, {"name": _name(p)}) for p, f in zip(self.people, forms, strict=True)]
        for answer in seated:
            await answer
        for _ in range(NPCS):
            await self.gm.select(self.table, "Add an NPC…", "regular")
            await self.clock.advance(1)

    def will_bet(self, who: Player, on: Seen, label: str, spot: str, amount: int, moment: float, typing: float) -> None:
        """At that moment they open the form of a bet, and some seconds later they send it in."""
        opened: list[Form] = []

        async def opens() -> None:
            opened.append(await form(who, on, label))

        async def sends() -> None:
            self.sends(who, opened[0], spot, amount, _name(who))

        self.deeds += [(moment, opens), (moment + typing, sends)]

    def sends(self, who: Player, blank: Form, spot: str, amount: int, *names: str) -> None:
        """Send a bet in, and count it for these characters."""
        asked = next(part.label for part in blank.fields if part.label != "How much?")
        self.answers.append(who.submit(blank, {asked: spot, "How much?": f"{amount}"}))
        for name in names:
            self.bets[name, spot] += amount

    def asked(self) -> Seen:
        """Return the GM's private page, on which the question stands."""
        channel = self.gm._world.channel(self.table.message.channel_id)
        assert channel is not None
        return [seen for seen in self.gm.sees(channel) if seen.ephemeral and seen.buttons][-1]

    async def happens(self, dice: random.Random) -> None:
        """Do the planned actions second by second; the bot is sometimes faster than the next of them."""
        begun = self.clock.now()
        for moment, deed in sorted(self.deeds, key=lambda planned: planned[0]):
            await self.clock.advance(begun + moment - self.clock.now())
            await deed()
            if self.answers and dice.random() < 0.5:
                await self.answers[-1]
        for answer in self.answers:
            await answer

    async def bets_on_the_layout(self) -> Counter[tuple[str, str]]:
        table = await self.state()
        names = table.names
        return Counter({(names[g.seat], bet.spot): bet.amount for g in table.state.gamblers for bet in g.bets})

    async def is_drawn(self) -> None:
        """Check that the message shows the table as it is."""
        state = "\n".join(part for part in texts(await self.state()) if part)
        await self.local.world.until(lambda: self.table.text == state)

    async def all_are_done(self) -> Table:
        """Let everyone say that they are done, last the GM for the NPCs."""
        for player in self.people:
            assert not (await player.click(self.table, "Done")).failed
        await self.gm.click(self.table, "Done")
        await self.gm.click(self.asked(), "The same for all")
        await self.clock.advance(10)
        return await self.state()


def _name(player: Player) -> str:
    return player.user.display_name or player.user.name


async def form(who: Player, on: Seen, label: str) -> Form:
    return (await who.click(on, label)).form


@pytest.fixture
async def casino(
    bot: Shadowport,
    services: Services,
    local: LocalDiscord,
    guild: Guild,
    clock: ManualClock,
    channel: Channel,
    gm: Player,
    settle: Settle,
) -> AsyncIterator[Casino]:
    """Open a table with a clock of a minute, and twenty players who may bet there."""
    people = [Player(local, local.world.add_member(guild, f"Bettor {number}")) for number in range(PEOPLE)]
    offered = (await gm.slash(channel, "roulette open", clock="60s")).shown
    await gm.click(offered, "Open the table")
    table = await gm.until_sees(channel, lambda seen: seen.find("Sit"))
    here = Casino(local, services, clock, channel, gm, people, table)
    await here.sits()
    await settle()
    await gm.click(here.table, "First spin")
    await settle()
    yield here
    assert (await audit(services.db)).is_clean


@pytest.mark.parametrize("run", range(2))
async def test_every_bet_of_ten_seconds_counts(casino: Casino, run: int):
    """Two forms each, from the message as it was at the beginning; a GM for an NPC, and for all of them at once."""
    dice, seen = random.Random(run), casino.table.frozen()
    half = WINDOW / 2
    for player in casino.people:
        for begins, label, spots in ((0, INSIDE, SPOTS), (half, OUTSIDE, CHANCES)):
            typing = dice.uniform(0.2, 3)
            moment = begins + dice.uniform(0, half - typing)
            casino.will_bet(player, seen, label, dice.choice(spots), dice.randint(5, 60), moment, typing)
    state = await casino.state()
    npcs = [state.names[chair.seat] for chair in state.record.chairs if chair.is_npc]

    async def for_one() -> None:
        whom = (await casino.gm.click(seen, INSIDE)).shown
        casino.sends(casino.gm, await form(casino.gm, whom, npcs[1]), "17", 20, npcs[1])

    async def for_all() -> None:
        await casino.gm.click(seen, OUTSIDE)
        casino.sends(casino.gm, await form(casino.gm, casino.asked(), "The same for all"), "red", 30, *npcs)

    casino.deeds += [(2.5, for_one), (6.5, for_all)]
    drawn_before, begun = casino.table.message.version, (await casino.state()).record.deadline
    await casino.happens(dice)

    assert [answer.text for answer in casino.answers if answer.failed or "passed" in answer.text] == []
    assert await casino.bets_on_the_layout() == casino.bets
    assert (await casino.state()).record.deadline == begun
    await casino.clock.advance(2)
    await casino.is_drawn()
    assert casino.table.message.version - drawn_before <= A_HANDFUL

    staked = sum(casino.bets.values())
    table = await casino.all_are_done()
    await casino.is_drawn()
    assert table.state.result is not None
    assert sum(sum(bet.amount for bet in gambler.bets) for gambler in table.state.gamblers) in {0, staked}
    end = table.spec.game.outcome(table.state)
    assert end is not None
    assert {chair.seat: chair.chips for chair in table.record.chairs} == dict(end.stacks)


async def test_bets_that_come_after_the_window_are_refused_with_a_sentence(casino: Casino, settle: Settle):
    early, late, later = casino.people[:3]
    seen = casino.table.frozen()
    casino.sends(early, await form(early, casino.table, INSIDE), "17", 10, _name(early))
    await casino.answers[-1]
    too_late = [(player, await form(player, casino.table, INSIDE)) for player in (early, late)]
    await casino.clock.advance(61)
    await casino.gm.until_sees(casino.channel, lambda seen: seen.find("Next spin"))
    await settle()
    before = await casino.state()
    assert not before.in_hand
    for player, blank in too_late:
        casino.sends(player, blank, "17", 10)
        assert told(await casino.answers[-1]).startswith("The spin is over.")
    for label in (INSIDE, OUTSIDE, "Done"):
        assert told(await later.click(seen, label)) == MOVED_ON
    assert await casino.state() == before


async def test_a_bet_that_names_another_table_is_refused(casino: Casino, guild: Guild):
    other = casino.local.world.add_channel(guild, "elsewhere")
    offered = (await casino.gm.slash(other, "roulette open")).shown
    await casino.gm.click(offered, "Open the table")
    await casino.gm.until_sees(other, lambda seen: seen.find("Sit"))
    elsewhere = await casino.services.tables.in_channel(other.id)
    assert elsewhere is not None
    before, player = await casino.state(), casino.people[0]
    turn = before.record.turn
    for table_id, said in ((elsewhere.id, "That table isn't in this channel."), (7, "That table is gone.")):
        for act in (f"act:{table_id}:{turn}:-:inside", f"act:{table_id}:{turn}:-:done"):
            assert told(await player.click(casino.table, act, unchecked=True)) == said
    assert await casino.state() == before


def told(answer: Answer) -> str:
    """Return the text that the bot told them alone."""
    assert answer.shown.ephemeral
    return answer.text

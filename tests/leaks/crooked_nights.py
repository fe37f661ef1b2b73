"""Evenings at crooked tables that are alike but for one thing: in one of them somebody cheats, and nobody notices."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.engine.game import DEALER
from bot.engine.skills import D6, D20
from bot.tables.hand.log import LogRow
from bot.tables.model import Seeds, Table
from playground.people import Answer, Player, Seen
from playground.people.forms import Form
from tests.leaks.ear import Ear, Scene, listening
from tests.leaks.gamblers import Gamblers
from tests.leaks.looking import look_everywhere
from tests.leaks.patient import Patient
from tests.leaks.plans import GM, NPC, Cheat, Plan
from tests.leaks.staged import Stage
from tests.local_discord import local_discord
from tests.manual_clock import ManualClock
from tests.ui.tables.evening import Evening, bot_up
from tests.ui.tables.judged_evening import with_gm_channel

_SEEDS = Seeds(open=bytes(32).hex(), closed=bytes(32).hex())
"""Of both evenings: what they seal the hands with is shown."""

SLY = {
    "d6": "Sleight of Hand 12D, Knowledge 12D, Con 12D, Search 1D, Perception 1D, Investigation 1D",
    "d20": "Sleight of Hand +20, Arcana +20, Deception +20, Perception -5, Insight -5, Investigation -5",
}
BLIND = {
    "d6": "Sleight of Hand 1D, Knowledge 1D, Con 1D, Search 1D, Perception 1D, Investigation 1D",
    "d20": "Sleight of Hand -5, Arcana -5, Deception -5, Perception -5, Insight -5, Investigation -5",
}
_SYSTEMS = {"d6": D6, "d20": D20}
MOST_MOVES = 60
STEP = 10.0
"""Seconds by which the time passes while nobody does anything."""


@dataclass
class Night:
    """What came of it: what was heard scene by scene, what was kept for the GM, what the GMs read of that in their
    channel and on the pages of the GM's log, and the lines of the bot's own log.
    """

    scenes: list[Scene]
    kept: list[str]
    in_the_channel: str
    on_the_page: str
    lines: list[str]

    @property
    def heard(self) -> list[str]:
        return [text for scene in self.scenes for text in scene.heard]


async def night_of(plan: Plan, folder: Path, *, cheats: bool) -> Night:
    """Play the evening by that plan. Without `cheats`, everyone who would cheat only looks up their sleeve."""
    folder.mkdir(exist_ok=True)
    clock = ManualClock()
    async with local_discord(clock) as local:
        local.rates.enabled = False
        guild = local.world.add_guild("Cantina", owner=local.world.add_user("Lady Proxima"))
        channel = local.world.add_channel(guild, "tables")
        gm = Player(local, local.world.users[guild.owner_id])
        people = {name: Player(local, local.world.add_member(guild, name)) for name in plan.people}
        greedo = Player(local, local.world.add_member(guild, "Greedo"))
        async with bot_up(local, clock, channel, guild, gm, folder) as evening:
            return await _Evening(evening, plan, people, greedo, cheats=cheats).played()


class _Evening:
    def __init__(
        self, evening: Evening, plan: Plan, people: Mapping[str, Player], greedo: Player, *, cheats: bool
    ) -> None:
        self._evening, self._plan, self._people, self._greedo = evening, plan, people, greedo
        self._clock = evening.clock = Patient(evening)
        self._cheats, self._left = cheats, list(plan.cheats)
        self._outsiders = [who for name, who in people.items() if name not in plan.cheaters]
        self._stage, self._number = Stage(plan.seed, plan.face, apart=plan.apart), 0
        self._gamblers = Gamblers(evening, list(people.values()), random.Random(plan.seed), calm=True)
        self._ear = Ear(evening, [who.id for who in (*self._outsiders, greedo)])

    async def played(self) -> Night:
        """Play the evening from the opening of the table to the first move of the hand after the last cheat."""
        with listening(self._ear):
            backroom = await with_gm_channel(self._evening)
            await self._seated()
            for _ in range(max(cheat.hand for cheat in self._plan.cheats)):
                await self._hand()
            await self._scene("the next hand", self._deals)
            await self._scene("the last look", self._all_look)
        assert self._left == []
        told = "\n".join(seen.text for seen in self._evening.gm.sees(backroom))
        kept = await self._kept()
        return Night(self._ear.scenes, kept, told, await self._log() if kept else "", self._ear.lines)

    async def _log(self) -> str:
        """Return all pages of the GM's log."""
        gm, pages = self._evening.gm, list[str]()
        page = (await self._evening.privately(gm, "More…", "GM's log")).message
        while page is not None:
            pages.append(page.text)
            older = page.find("Older")
            if older is None or older.disabled:
                break
            page = (await gm.click(page, "Older")).message
            await self._clock.advance(1)
        return "\n".join(pages)

    async def _seated(self) -> None:
        evening, plan = self._evening, self._plan
        evening.services.tables.store.seeds = lambda: _SEEDS
        evening.services.tables.store.dealer.chances = self._stage.chances
        await evening.settles(system=_SYSTEMS[plan.system])
        await evening.open(command=f"{plan.game} open", clock="2 min", **plan.options)
        await evening.changes_rules(**plan.rules)
        for name, who in self._people.items():
            await evening.sits(who, name, sheet=(SLY if name in plan.cheaters else BLIND)[plan.system])
        if plan.npc:
            await evening.adds_npc("Novice")

    async def _scene(self, name: str, deed: Any) -> None:
        """One deed, and all that comes of it."""
        self._number += 1
        await self._ear.begins(f"{self._number}: {name}")
        self._stage.scene = self._ear.scenes[-1].name
        await deed()
        await self._arrived()

    async def _arrived(self) -> None:
        """Wait until everything is drawn and posted, and let some time pass."""
        for seconds in (STEP, 0):
            await self._evening.drawn()
            await self._clock.settle()
            await self._clock.advance(seconds)

    async def _deals(self) -> None:
        people = list(self._people.values())
        button = next(one for one in self._evening.message.buttons if one.custom_id.startswith("deal:"))
        await people[0].click(self._evening.message, button.custom_id)
        await self._evening.drawn()

    async def _hand(self) -> None:
        await self._scene("a hand is dealt", self._deals)
        for _ in range(MOST_MOVES):
            table = await self._evening.table()
            if not table.in_hand:
                return
            if self._left and self._is_due(table, self._left[0]):
                await self._beneath(self._left.pop(0))
                if not self._left:
                    await self._nobody_moves()
                continue
            seat = min(table.to_act)
            await self._scene("a move", lambda table=table, seat=seat: self._moves(table, seat))
        raise AssertionError("the hand doesn't end")

    def _is_due(self, table: Table, cheat: Cheat) -> bool:
        """As everybody can know it."""
        game, state, hand = table.spec.game, table.state, table.record.hand
        ways = getattr(game, "ways", None)
        now = state.round if ways is None else ways.sleight_round(state.inner)
        return hand is not None and (hand.number, now) == (cheat.hand, cheat.round)

    async def _moves(self, table: Table, seat: int) -> None:
        await self._gamblers.moves(table, seat)
        await self._evening.drawn()

    async def _beneath(self, cheat: Cheat) -> None:
        """Let a player cheat, or only look up their sleeve; then let another look around."""
        who = self._people.get(cheat.who, self._evening.gm)
        await self._scene(f"{cheat.who}: {cheat.key}", lambda: self._tries(who, cheat))
        await self._scene("a look", lambda: look_everywhere(self._evening, self._outsiders[-1]))

    async def _tries(self, who: Player, cheat: Cheat) -> None:
        table = await self._evening.table()
        answer = await who.click(self._evening.message, _page_of(table, cheat.who), unchecked=True)
        page = answer.message
        assert page is not None
        if self._cheats:
            before = await self._kept()
            await _done(who, page, cheat)
            assert len(await self._kept()) > len(before), page.text

    async def _nobody_moves(self) -> None:
        """Let the last of the innocent accuse in vain, then let the time of the player to move run out."""
        await self._scene("an accusation", self._accuses)
        for _ in range(12):
            await self._scene("waiting", _nothing)

    async def _accuses(self) -> None:
        who, table = self._outsiders[-1], await self._evening.table()
        page = (await who.click(self._evening.message, _page_of(table, ""))).shown
        button = next((one for one in page.buttons if one.custom_id.endswith(":accuse")), None)
        if button is not None:
            form = (await who.press(page, button.custom_id)).modal
            await who.submit(form, {"whom": _first(form)})
        await self._evening.drawn()

    async def _all_look(self) -> None:
        for who in (*self._outsiders, self._greedo):
            await look_everywhere(self._evening, who)
            await who.slash(self._evening.channel, "table verify", options={"hand": 1}).done()
            await who.slash(self._evening.channel, "table show").done()
            self._ear.note("list", await who.autocomplete(self._evening.channel, "pilok open", "preset", ""))
            await self._evening.clock.advance(STEP)

    async def _kept(self) -> list[str]:
        rows = await self._evening.services.db.fetch("SELECT * FROM actions WHERE has_secrets = 1 ORDER BY sequence")
        narrator = (await self._evening.table()).narrator
        return [sentence for row in rows for sentence in narrator.tell(LogRow.of(row), "host")]


async def _nothing() -> None:
    """Do nothing."""


def _page_of(table: Table, who: str) -> str:
    """Return the button of the page on which a person finds what they may try."""
    npc = next((chair.seat for chair in table.record.chairs if chair.is_npc), DEALER)
    seat = {GM: DEALER, NPC: npc}.get(who)
    return table.spec.game.hand_title if seat is None else f"hand:{table.id}:{seat}"


async def _done(who: Player, page: Seen, cheat: Cheat) -> Answer:
    button = next((one for one in page.buttons if one.custom_id.endswith(f":{cheat.key}")), None)
    if button is None:
        menu = next(one for one in page.selects if one.custom_id.endswith(f":{cheat.key}"))
        return await who.select(page, menu.custom_id, [*cheat.answers.values()])
    form = (await who.press(page, button.custom_id)).modal
    if form is None:
        sure = page.button(f"{button.custom_id}:yes")
        return await who.click(page, (sure or button).custom_id, unchecked=True)
    answers = {one.custom_id: one.options[0][1] if one.options else "1" for one in form.fields}
    return await who.submit(form, {**answers, **cheat.answers})


def _first(form: Form | None) -> str:
    assert form is not None
    return str(form.fields[0].options[0][1])

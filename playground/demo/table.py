"""Demo tables: scripted people set up the campaign, make characters, open a table and sit down.

They go through the same commands and buttons as people at the page, and dismiss their private messages at the end.
"""

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.clock import Clock
from bot.engine.game import AnyGame
from bot.engine.skills import EXAMPLES, DiceFamily
from bot.engine.words import listed, plain
from bot.games import first_game, games
from bot.ui.client import TooFast
from playground.demo.world import DemoWorld
from playground.discord.limits.components import CHANNEL_SELECT
from playground.discord.world import Channel, ChannelKind, Guild, World
from playground.people import Answer, Button, ClientRefused, Form, Player, Seen

_SILENT, _TOO_FAST = "Shadowport didn't answer.", str(TooFast())
_PATIENCE = 4
_NAME, _SKILLS = "name", "skills"
"""The fields of every form in which a character is made."""
_GM_CHANNEL = "gm_channel"
_PURSES = ("1000", "100000", "10000000")
"""What a GM gives to somebody who is too poor for a table, in the campaign's usual coin: more each time."""
_STEP = "Opening a table"
FIRST_GAME = first_game().game.key
"""The game that newcomers get."""
_STYLE = "steady"


class _Stuck(ClientRefused):
    """A step that didn't work out, in sentences for whoever asked for a table: what was tried, and what came back."""

    def __init__(self, step: str, said: str) -> None:
        super().__init__(f"{step} failed. {said}")


class _Actor:
    """Does what a person at their client could do, and waits for the bot's answer each time.

    Whatever goes wrong raises Stuck with `step`, which begins a sentence ("Taking a seat for Lando").
    """

    def __init__(self, player: Player, clock: Clock) -> None:
        self.player, self._clock = player, clock
        self._answers: list[Answer] = []

    @property
    def name(self) -> str:
        return self.player.user.display_name or self.player.user.name

    async def types(self, step: str, channel: Channel, command: str, **options: Any) -> Answer:
        """Send a slash command; options that are None are left out."""
        given = {name: value for name, value in options.items() if value is not None}
        return await self._done(step, lambda: self.player.slash(channel, command, options=given))

    async def presses(self, step: str, message: Seen, verb: str, about: str = "", *, keeps: bool = False) -> Answer:
        """Press the button whose id begins with this verb, and ends with what it is `about`.

        The person who `keeps` the private answers finds them when the script is over.
        """
        ids = [found.custom_id for found in message.buttons if _verb_of(found.custom_id) == verb]
        custom_id = next((one for one in ids if one.endswith(about)), "")
        answer = await self._done(step, lambda: self.player.press(message, custom_id))
        if keeps:
            self._answers.remove(answer)
        return answer

    async def presses_undrawn(self, step: str, message: Seen, custom_id: str) -> Answer:
        """Press a button that the bot may not have drawn yet: what it does is known from its id."""
        return await self._done(step, lambda: self.player.click(message, custom_id, unchecked=True))

    async def picks(self, step: str, message: Seen, menu: str, value: Any) -> Answer:
        """Choose one thing in a menu, named by its custom id."""
        return await self._done(step, lambda: self.player.select(message, menu, [value]))

    async def fills(self, step: str, form: Form, answers: Mapping[str, Any]) -> Answer:
        """Send a form in; what isn't answered stays as it opened."""
        return await self._done(step, lambda: self.player.submit(form, answers))

    async def is_offered(self, step: str, channel: Channel, command: str, option: str) -> list[tuple[str, Any]]:
        """Return name and value of all choices that autocomplete offers before anything is typed."""
        try:
            return await self.player.autocomplete(channel, command, option, "")
        except ClientRefused as refused:
            raise _Stuck(step, str(refused)) from refused
        except TimeoutError:
            raise _Stuck(step, _SILENT) from None

    async def until_said(self, step: str, answer: Answer) -> Seen | None:
        """Return the message of an answer, also of one that was only promised at first."""
        try:
            return (await answer.done()).message
        except TimeoutError:
            raise _Stuck(step, _SILENT) from None

    async def until_sees(self, step: str, channel: Channel, wanted: Callable[[Seen], Any]) -> Seen:
        """Return the latest message that fits, as soon as there is one."""
        try:
            return await self.player.until_sees(channel, wanted)
        except TimeoutError:
            raise _Stuck(step, _SILENT) from None

    def tidies(self) -> None:
        """Dismiss the private answers and close the forms that nobody sent: nothing of the script stays in the way."""
        for answer in self._answers:
            for seen in answer.messages:
                if seen.ephemeral and not seen.deleted:
                    self.player.dismiss(seen)
            if answer.modal is not None:
                self.player.close_form(answer.modal)
        self._answers.clear()

    async def _done(self, step: str, deed: Callable[[], Answer]) -> Answer:
        """Return the answer. If the bot asks the person to wait, wait and try again."""
        for _ in range(_PATIENCE):
            answer = await self._answered(step, deed)
            if _private_text(answer) != _TOO_FAST:
                return answer
            await self._clock.sleep(1.0)
        raise _Stuck(step, _TOO_FAST)

    async def _answered(self, step: str, deed: Callable[[], Answer]) -> Answer:
        try:
            answer = deed()
            self._answers.append(answer)
            await answer
        except ClientRefused as refused:
            raise _Stuck(step, str(refused)) from refused
        except TimeoutError:
            raise _Stuck(step, _SILENT) from None
        if answer.failed:
            raise _Stuck(step, _SILENT)
        return answer


@dataclass(frozen=True, slots=True)
class _Persona:
    """A character before it is made: `sheets` are written as people type them."""

    name: str
    sheets: Mapping[DiceFamily, str]

    @property
    def names(self) -> tuple[str, ...]:
        """Possible names, the best first: another character may have taken one."""
        return self.name, f"{self.name} the Younger", f"{self.name} the Third"

    def answers(self, form: Form, name: str) -> dict[str, str]:
        """Return name and skills for a form that asks for them; its hint shows which dice the campaign plays with."""
        asked = {field.custom_id: field for field in form.fields}
        answers = {_NAME: name} if _NAME in asked else {}
        if _SKILLS in asked:
            hint = asked[_SKILLS].component.get("placeholder")
            fitting = (sheet for family, sheet in self.sheets.items() if EXAMPLES[family] == hint)
            answers[_SKILLS] = next(fitting, "")
        return answers


PERSONAS = (
    _Persona(
        "Roark",
        {
            "d6": "Gambling 4D+1, Intimidation 6D, Search 5D, Perception 3D+2, Knowledge 3D, Dexterity 3D",
            "d20": "Dice Set +3, Intimidation +7, Perception +6, Insight +2, Sleight of Hand +0, Wisdom +2",
            "narrative": "Coercion 3, Vigilance 2, Skulduggery 1, Discipline 1, Cunning 2, Willpower 3, Agility 2",
        },
    ),
    _Persona(
        "Lando",
        {
            "d6": "Gambling 7D, Con 6D+1, Persuasion 6D, Sleight of Hand 5D+2, Perception 4D, Dexterity 3D+1",
            "d20": "Playing Card Set +8, Deception +7, Persuasion +8, Sleight of Hand +5, Insight +4, Charisma +4",
            "narrative": "Charm 3, Deception 3, Skulduggery 2, Perception 1, Cunning 3, Presence 4, Agility 2",
        },
    ),
    _Persona(
        "Han",
        {
            "d6": "Gambling 5D+2, Con 5D, Sleight of Hand 4D, Search 4D, Perception 3D+1, Dexterity 4D",
            "d20": "Dice Set +6, Deception +5, Sleight of Hand +6, Perception +3, Insight +1, Dexterity +4",
            "narrative": "Skulduggery 3, Deception 2, Vigilance 2, Discipline 1, Cunning 3, Willpower 2, Agility 3",
        },
    ),
    _Persona(
        "Qi'ra",
        {
            "d6": "Gambling 5D, Con 5D+1, Persuasion 5D, Investigation 5D, Search 5D+1, Perception 4D+2",
            "d20": "Playing Card Set +5, Deception +6, Insight +7, Investigation +5, Sleight of Hand +4, Perception +5",
            "narrative": "Deception 2, Charm 2, Perception 3, Skulduggery 1, Vigilance 2, Cunning 3, Presence 3",
        },
    ),
)


class _Places:
    """The channels of a server in which tables are tried, in the order in which they are tried."""

    def __init__(self, world: World, guild: Guild, channels: Sequence[Channel]) -> None:
        self._world, self._guild, self._channels = world, guild, channels

    async def open(self, gm: _Actor, game: str, preset: str | None) -> tuple[Channel, Seen]:
        """Open a table of the game as the GM where there is none yet. Raises Stuck with the bot's objection."""
        refused, taken = "", False
        for place in self._all():
            if not any(map(is_table, gm.player.sees(place))):
                table, against = await self._open(gm, place, game, preset)
                if table is not None:
                    return place, table
                if not await _has_table(gm, place):
                    refused = refused or against
                    continue
            taken = True
        if not taken:
            raise _Stuck(_STEP, refused)
        return await self._open_in_a_thread(gm, game, preset, refused)

    async def _open_in_a_thread(self, gm: _Actor, game: str, preset: str | None, refused: str) -> tuple[Channel, Seen]:
        thread = self._world.add_thread(self._channels[0], self._new_name(), owner=gm.player.user)
        table = None
        try:
            table, against = await self._open(gm, thread, game, preset)
            if table is None:
                raise _Stuck(_STEP, refused or against)
            return thread, table
        finally:
            if table is None:
                self._world.delete_channel(thread)

    def _all(self) -> list[Channel]:
        """List the channels, then their open threads."""
        parents = {channel.id for channel in self._channels}
        threads = (
            t for t in self._guild.threads.values() if t.parent_id in parents and not t.archived and not t.locked
        )
        return [*self._channels, *(thread for thread in threads if thread.kind is not ChannelKind.PRIVATE_THREAD)]

    def _new_name(self) -> str:
        return f"Side table {1 + sum(t.name.startswith('Side table ') for t in self._guild.threads.values())}"

    async def _open(self, gm: _Actor, place: Channel, game: str, preset: str | None) -> tuple[Seen | None, str]:
        """Return the message of the new table, or None and the bot's objection."""
        answer = await gm.types(_STEP, place, f"{game} open", preset=preset)
        shown = await gm.until_said(_STEP, answer)
        if shown is None or button(shown, "offer") is None:
            return next(filter(is_table, answer.messages), None), _private_text(answer)
        # Where the house plays, the bot first shows what the bets are worth.
        taken = await gm.presses(_STEP, shown, "offer")
        against = _private_text(taken)
        return (None, against) if against else (await gm.until_sees(_STEP, place, is_table), "")


@dataclass(frozen=True, slots=True)
class _Party:
    """The people who sit down, in their order, and how many NPCs beside them.

    `alone` is the player for whom the first hand is dealt: nobody but NPCs on autopilot plays with them.
    """

    people: list[_Actor]
    npcs: int
    alone: _Actor | None = None


class DemoTables:
    """Scripted people who do what it takes, once; what stopped half-way goes on at the next try."""

    def __init__(self, demo: DemoWorld) -> None:
        self._demo, self._local = demo, demo.local
        # Players of its own: the forms that open for the script aren't those of the people at the page.
        self._gm, *self._players = (
            _Actor(Player(self._local, person.user), self._local.clock) for person in demo.people
        )
        self._places = _Places(self._local.world, demo.guild, demo.tables)
        self._lock = asyncio.Lock()
        self.forget()

    def forget(self) -> None:
        """Note that the server starts again and nothing has been set up."""
        self._is_set_up = False
        self._begun: dict[tuple[str, str | None], tuple[Channel, Seen]] = {}

    async def try_table(
        self,
        person: Player,
        game: str | None = None,
        preset: str | None = None,
        people: Sequence[Player] | None = None,
    ) -> int:
        """Open a table for `person`, seat `people` and give the id of its channel.

        Without a game it is FIRST_GAME. Without people, a player plays with an NPC on autopilot, and the first hand is
        dealt. The GM gets two players and that NPC, and deals. Raises ClientRefused with a sentence: what can't be, or
        which step didn't work out.
        """
        wanted = _game(game)
        party = self._party(person, wanted, people)
        async with self._lock:
            self._require_bot()
            try:
                return await self._set_up(wanted, preset or None, party)
            finally:
                for actor in (self._gm, *self._players):
                    actor.tidies()

    async def _set_up(self, game: AnyGame, preset: str | None, party: _Party) -> int:
        if not self._is_set_up:
            await _set_up_campaign(self._gm, self._players, self._demo.tables[0], self._demo.gm_channel)
            self._is_set_up = True
        begun = self._begun.pop((game.key, preset), None)
        is_resumed = begun is not None and is_table(begun[1])
        channel, table = begun if begun and is_resumed else await self._places.open(self._gm, game.key, preset)
        # Only what has come to its end is forgotten: whatever stops this is where the next try goes on.
        self._begun[game.key, preset] = channel, table
        for player in party.people:
            if not (is_resumed and await _is_seated(player, table)):
                await _seat_person(self._gm, player, table, channel)
            if channel.is_thread:
                self._local.world.join_thread(channel, player.player.user)
        there = await _seated_npcs(self._gm, table) if is_resumed else []
        npcs = await _ensure_npcs(self._gm, channel, party.npcs)
        for npc in npcs:
            if npc[0] not in there:
                await _seat_npc(self._gm, npc, table, channel)
            await _put_on_autopilot(self._gm, npc, table, channel)
        if party.alone is not None:
            await _deal(party.alone, table, channel, [name for name, _ in npcs])
        del self._begun[game.key, preset]
        return channel.id

    def _party(self, person: Player, game: AnyGame, people: Sequence[Player] | None) -> _Party:
        """Return the chosen people, at least as many as the game needs. Raises ClientRefused."""
        least, most = game.seats[0], game.seats[-1]
        if people:
            chosen = list(dict.fromkeys(self._actor(one) for one in people))
            npcs = int(len(chosen) < least)
        else:
            alone = next((player for player in self._players if player.player.id == person.id), None)
            if alone is not None:
                return _Party([alone], max(least - 1, int(most > 1)), alone)
            chosen = self._players[: min(2, most)]
            npcs = int(len(chosen) < most)
        if len(chosen) > most:
            raise ClientRefused(f"{game.title} has {most} seats, and you chose {len(chosen)} people.")
        spare = (player for player in self._players if player not in chosen)
        chosen += itertools.islice(spare, max(0, least - npcs - len(chosen)))
        return _Party(chosen, max(npcs, least - len(chosen)))

    def _actor(self, person: Player) -> _Actor:
        for actor in (self._gm, *self._players):
            if actor.player.id == person.id:
                return actor
        raise ClientRefused(f"{person.user.name} isn't at this server.")

    def _require_bot(self) -> None:
        if not (self._local.gateway.connected and self._local.world.commands_in(self._demo.guild)):
            raise ClientRefused("Shadowport is still starting. Try again in a moment.")


def _game(key: str | None) -> AnyGame:
    known = games()
    found = known.get(key or FIRST_GAME)
    if found is None:
        raise ClientRefused(f"There is no such game. There {'is' if len(known) == 1 else 'are'} {listed(known)}.")
    return found.game


def persona_of(name: str) -> _Persona:
    """Return the persona that the person of that name plays; anyone besides the four has no prepared skills."""
    return next((one for one in PERSONAS if one.name == name), _Persona(name, {}))


async def _set_up_campaign(gm: _Actor, players: Sequence[_Actor], channel: Channel, gm_channel: Channel) -> None:
    """Set up the campaign that is played in `channel`: make what is missing. Raises Stuck."""
    await _ensure_gm_channel(gm, channel, gm_channel)
    for player in players:
        await _ensure_character(player, channel)


async def _ensure_gm_channel(gm: _Actor, channel: Channel, gm_channel: Channel) -> None:
    step = "Setting up the campaign"
    opened = await gm.types(step, channel, "campaign setup")
    shown = opened.message
    if shown is None or not _has_private_button(opened, "setup"):
        raise _Stuck(step, _private_text(opened))
    await gm.presses(step, shown, "setup", about=":people")
    menu = next((part for part in shown.components if _is_gm_channel(part)), None)
    if menu is None:
        raise _Stuck(step, "The settings have no menu for the GM channel.")
    if not menu.get("default_values"):
        await gm.picks(step, shown, menu["custom_id"], gm_channel)


def _is_gm_channel(part: dict[str, object]) -> bool:
    return part["type"] == CHANNEL_SELECT and str(part["custom_id"]).rpartition(":")[2] == _GM_CHANNEL


async def _ensure_character(player: _Actor, channel: Channel) -> None:
    """Make a character for a person who has none to edit."""
    step = f"Making a character for {player.name}"
    if (await player.types(step, channel, "character edit")).modal is not None:
        return
    persona, answer = persona_of(player.name), None
    for name in persona.names:
        form = (await player.types(step, channel, "character new")).modal
        if form is None:
            break
        answer = await player.fills(step, form, persona.answers(form, name))
        if _has_private_button(answer, "sheet"):
            return
    raise _Stuck(step, _private_text(answer) if answer else "No form opened.")


async def _ensure_npcs(gm: _Actor, channel: Channel, wanted: int) -> list[tuple[str, str]]:
    """So many NPCs of the campaign, as name and as what a command takes for it; those that are missing are made."""
    step = "Making an NPC"
    found = await gm.is_offered(step, channel, "npc seat", "npc")
    while len(found) < wanted:
        made = await gm.types(step, channel, "npc new", template="regular")
        if not _has_private_button(made, "sheet"):
            raise _Stuck(step, _private_text(made))
        found = await gm.is_offered(step, channel, "npc seat", "npc")
    return found[:wanted]


async def _character_of(player: _Actor, channel: Channel) -> str | None:
    """Return the person's present character as a command takes it; None for no character."""
    shown = await player.types(f"Looking at {player.name}'s character", channel, "character show")
    sheet = None if shown.message is None else button(shown.message, "sheet")
    return None if sheet is None else f"#{sheet.custom_id.split(':')[1]}"


async def _seat_person(gm: _Actor, player: _Actor, table: Seen, channel: Channel) -> None:
    """Seat the person with the character that they play, and make one first if they have none. Raises Stuck."""
    step = f"Taking a seat for {player.name}"
    await _until_paid(
        gm, channel, step, lambda: _take_seat(player, table, step), lambda: _character_of(player, channel)
    )


async def _take_seat(player: _Actor, table: Seen, step: str) -> str:
    """Take a seat, and return the reason why that failed; empty if it didn't."""
    clicked = await player.presses(step, table, "sit")
    form, persona = clicked.modal, persona_of(player.name)
    if form is None:
        return _private_text(clicked) or "No form opened."
    refused = ""
    for name in persona.names:
        answer = await player.fills(step, form, persona.answers(form, name))
        refused = _private_text(answer)
        if not refused:
            return ""
        is_asked_again = answer.message is not None and _has_private_button(answer, "again")
        if answer.message is None or not is_asked_again or _NAME not in {field.custom_id for field in form.fields}:
            return refused
        form = (await player.presses(step, answer.message, "again")).modal or form
    return refused


async def _seat_npc(gm: _Actor, npc: tuple[str, str], table: Seen, channel: Channel) -> None:
    """Seat an NPC as the GM. `npc` is its name and the value that a command takes for it. Raises Stuck."""
    name, whom = npc
    step = f"Taking a seat for {name}"

    async def seats() -> str:
        answer = await gm.types(step, channel, "npc seat", npc=whom)
        return "" if name in await _seated_npcs(gm, table) else _private_text(answer)

    async def who() -> str:
        return whom

    await _until_paid(gm, channel, step, seats, who)


async def _put_on_autopilot(gm: _Actor, npc: tuple[str, str], table: Seen, channel: Channel) -> None:
    """Have a seated NPC play without the GM; one on autopilot keeps its style. Raises Stuck."""
    name, whom = npc
    step = f"Putting {name} on autopilot"
    for seat in await _my_seat(gm, table):
        if _verb_of(seat.custom_id) == "seat" and seat.label == name:
            shown = await gm.presses_undrawn(step, table, seat.custom_id)
            if not _has_private_button(shown, "pilot"):
                await gm.types(step, channel, "npc autopilot", style=_STYLE, npc=whom)


async def _deal(player: _Actor, table: Seen, channel: Channel, npcs: Sequence[str]) -> None:
    """Deal the first hand as the player, who keeps what they see of it. Raises Stuck."""
    step = f"Dealing for {player.name}"

    def is_ready(seen: Seen) -> bool:
        return seen == table and button(seen, "deal") is not None and all(name in plain(seen.text) for name in npcs)

    await player.presses(step, await player.until_sees(step, channel, is_ready), "deal", keeps=True)
    await player.until_sees(step, channel, lambda seen: seen == table and button(seen, "deal") is None)


async def _until_paid(
    gm: _Actor,
    channel: Channel,
    step: str,
    attempt: Callable[[], Awaitable[str]],
    holder: Callable[[], Awaitable[str | None]],
) -> None:
    """Attempt a step; after a refusal, grant money as the GM, more each time, and try again. Raises Stuck."""
    refused = await attempt()
    for amount in _PURSES:
        whom = await holder() if refused else None
        if whom is None:
            break
        await gm.types(step, channel, "bank grant", amount=amount, to=whom, reason="to play with")
        refused = await attempt()
    if refused:
        raise _Stuck(step, refused)


async def _is_seated(player: _Actor, table: Seen) -> bool:
    """Return True if the person has a seat of their own there."""
    return any(_verb_of(found.custom_id) in ("leave", "top", "out") for found in await _my_seat(player, table))


async def _seated_npcs(gm: _Actor, table: Seen) -> list[str]:
    """Return the names of the NPCs at the table."""
    return [found.label for found in await _my_seat(gm, table) if _verb_of(found.custom_id) == "seat"]


async def _my_seat(who: _Actor, table: Seen) -> list[Button]:
    """Return the buttons that "My seat" offers them; none to someone without a seat."""
    more = button(table, "more")
    if more is None:
        return []
    # The seat may have been taken so lately that the message doesn't show the button for it yet.
    custom_id = f"seat:{more.custom_id.partition(':')[2]}"
    answer = await who.presses_undrawn(f"Looking for {who.name}'s seat", table, custom_id)
    return [found for seen in answer.messages if seen.ephemeral for found in seen.buttons]


def is_table(seen: Seen) -> bool:
    """Return True if the message shows an open table."""
    return not seen.ephemeral and not seen.deleted and button(seen, "more") is not None


async def _has_table(gm: _Actor, place: Channel) -> bool:
    """Return True for a table of an earlier day whose message is gone: only a table is shown as a layout."""
    shown = (await gm.types(_STEP, place, "table show")).message
    return shown is not None and shown.message.has_components_v2


def _verb_of(custom_id: str) -> str:
    """Return the verb of a control's id, which is written `verb:argument:…`."""
    return custom_id.partition(":")[0]


def button(message: Seen, *verbs: str) -> Button | None:
    """Return the first button with one of these verbs."""
    return next((found for found in message.buttons if _verb_of(found.custom_id) in verbs), None)


def _has_private_button(answer: Answer, *verbs: str) -> bool:
    """Return True if the bot answered privately with a button of one of these verbs."""
    return any(seen.ephemeral and button(seen, *verbs) for seen in answer.messages)


def _private_text(answer: Answer) -> str:
    """Return the bot's private answer to this person as plain text; empty if there is none."""
    return " ".join(plain(seen.text).replace("\n", " ") for seen in answer.messages if seen.ephemeral)

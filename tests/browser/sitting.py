"""Whole hands of any game, by people who press what their messages offer.

A person presses the primary button that is theirs, otherwise the first one. A form keeps the values it opens with. The
tables know which seat is to act, and which move belongs to it. What is pressed is only ever a control that
the person sees, so labels and layouts may change.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Protocol

from bot.engine.moves import Move
from bot.tables.model import Chair, Table
from bot.ui.render.table_message import texts
from playground.people import Answer, Button, Form, Player, Seen, Select
from tests.browser.playground import Playground
from tests.progress import quiet

NPC, IDLE = "Vesk", "Han"
NO_OTHER_NAMES: Mapping[str, str] = MappingProxyType({})
GAMES = ("pilok", "golem", "pazaak", "klingon", "baldur", "bounder", "roulette", "century", "twentyone")
FOR_TWO, WITH_GM = frozenset({"pazaak"}), frozenset({"baldur"})
_OPENED_WITH = {"baldur": {"ante": "50"}}
"""So that what people sit down with lasts for three hands."""
_MAIN, _PLAIN, _GOOD, _DANGER = 1, 2, 3, 4
_ENOUGH = {"hit": 1, "end": 2}
"""How often somebody takes another card before they stand."""
_UNDOING = frozenset({"take_back", "back", "pass", "surrender", "forfeit", "insure", "double", "split"})
"""Moves that nobody makes to go on with the hand."""
_OWN = ("own", "mark", "send")
"""The verbs of a private page's moves."""
_ENDING = ("done", "decline")
_LONGEST = 900
"""Seconds of the table's clock that a hand takes at most."""
_THINKS = 1.0
"""Seconds from one deed of a person to the next."""
_SO_MANY = re.compile(r"(\d+)(?: to \d+)? numbers? from (\d+)")


class Client(Protocol):
    """A person's client: it presses and fills in what this person sees."""

    @property
    def player(self) -> Player:
        """Return the person."""
        ...

    async def press(self, message: Seen, button: Button) -> bool:
        """Press a button, and send in the form that it opens. Return True if there was one."""
        ...

    async def pick(self, message: Seen, menu: Select, values: list[str]) -> None:
        """Choose in a menu."""
        ...


class LocalClient:
    """A client without a page: what is pressed goes to the local Discord."""

    def __init__(self, player: Player) -> None:
        self.player = player

    async def press(self, message: Seen, button: Button) -> bool:
        answer = await self.player.press(message, button.custom_id)
        form = answer.modal
        if form is None:
            return False
        await self.player.submit(form, least_answers(form))
        return True

    async def pick(self, message: Seen, menu: Select, values: list[str]) -> None:
        await self.player.choose(message, menu.custom_id, values)


def least_answers(form: Form) -> dict[str, Any]:
    """Return the least that a form takes: what is filled in already stays."""
    answers: dict[str, Any] = {}
    for asked in form.fields:
        if asked.default or not asked.required:
            continue
        if asked.options:
            answers[asked.custom_id] = [value for _, value in asked.options[: asked.component.get("min_values", 1)]]
        else:
            answers[asked.custom_id] = _least_text(asked.component.get("placeholder") or "")
    return answers


def _least_text(hint: str) -> str:
    """Return the least that the hint of a field speaks of: some numbers, an amount, or the first of its examples."""
    if numbers := _SO_MANY.search(hint):
        count, low = map(int, numbers.groups())
        return " ".join(str(low + one) for one in range(count))
    return re.split(r", | to ", hint)[0]


@dataclass
class Count:
    """The deeds of one person in one hand."""

    clicks: int = 0
    forms: int = 0
    keys: list[str] = field(default_factory=list[str])


@dataclass
class PlayedHand:
    """One hand from the click that deals to its result. `seconds` are the table's own; people click at once."""

    number: int
    seconds: float
    counts: dict[str, Count]


@dataclass(eq=False)
class Sitting:
    """A table of one game, with the people who play there, those who only sit there, and an NPC on autopilot."""

    playground: Playground
    game: str
    clients: dict[str, Client]
    _counts: dict[str, Count] = field(default_factory=dict[str, Count])
    _taken: Counter[str] = field(default_factory=Counter[str])

    @classmethod
    async def opened(
        cls,
        playground: Playground,
        game: str,
        *players: Client,
        gm: Client | None = None,
        idle: Sequence[str] = (IDLE,),
        npcs: Sequence[str] = (NPC,),
        names: Mapping[str, str] = NO_OTHER_NAMES,
    ) -> "Sitting":
        """Open the game's usual table, and seat the players, the idle people and the NPCs, as far as there is room.

        The NPCs are on autopilot, unless `gm` plays them and makes the choices of the GM's own seat. `names` are those
        of characters that aren't called as their people.
        """
        # Rates are counted in real time, and here a hand takes less of it than its edits may.
        playground.local.rates.enabled = False
        host, channel = playground.gm, playground.channel
        answer = await (await host.slash(channel, f"{game} open", options=_OPENED_WITH.get(game))).done()
        offer = answer.message
        if offer is not None and offer.ephemeral:
            chosen = next(button for button in offer.buttons if _verb(button.custom_id) == "offer")
            await (await host.press(offer, chosen.custom_id)).done()
            host.dismiss(offer)
            await host.until_sees(channel, _is_table)
        clients = {_name(client.player): client for client in (*players, *([gm] if gm is not None else []))}
        sitting = cls(playground, game, clients)
        people = [client.player for client in players] + [playground.person(name) for name in idle]
        if game in FOR_TWO:
            people, npcs = [people[0]], npcs[:1]
        for player in people:
            await sitting._seats(player, names.get(_name(player), _name(player)))
        for npc in npcs:
            made = ("npc new", {"template": "regular", "name": npc})
            alone = ("npc autopilot", {"npc": npc, "style": "shark"})
            for command, options in (made, *([alone] if gm is None else []), ("npc seat", {"npc": npc})):
                sitting._tidied(host, await (await host.slash(channel, command, options=options)).done())
                await sitting.passes(1)
        return sitting

    @property
    def message(self) -> Seen:
        """The table's message."""
        seen = self.playground.gm.sees(self.playground.channel)
        return next(filter(_is_table, reversed(seen)))

    async def table(self) -> Table:
        """Return the table as it is."""
        found = await self.playground.services.tables.in_channel(self.playground.channel.id)
        if found is None:
            raise LookupError("no table is open")
        return found

    async def drawn(self) -> Table:
        """Return the table as it is, once its message shows it."""
        while True:
            table = await self.table()
            wanted = "\n".join(filter(None, texts(table)))
            if self.message.text == wanted:
                return table
            await self.passes(1)

    async def passes(self, seconds: float) -> None:
        """Let time pass, and everything happen that comes of it."""
        self.playground.clock.skip(seconds)
        await quiet()

    async def deals(self) -> None:
        """Begin the next hand, as the first of the people."""
        self._counts = {name: Count() for name in self.clients}
        self._taken.clear()
        name, client = next(iter(self.clients.items()))
        deal = _button(self.message, "deal")
        if deal is None:
            raise LookupError(f"nobody can deal: {self.message!r}")
        await self._press(name, client, self.message, deal, "deal")

    async def hand(self) -> PlayedHand:
        """Play one hand from its deal to its end."""
        since = self.playground.clock.now()
        await self.deals()
        await self.ends()
        record = (await self.table()).record
        seconds = self.playground.clock.now() - since
        return PlayedHand(record.hand.number if record.hand else 0, seconds, self._counts)

    async def ends(self) -> None:
        """Play the hand to its end. Raises TimeoutError if it takes too long."""
        latest = self.playground.clock.now() + _LONGEST
        while (await self.drawn()).in_hand:
            await self.goes_on()
            if self.playground.clock.now() > latest:
                raise TimeoutError(f"the hand doesn't end: {self.message!r}")

    async def until_it_comes_back(self, client: Client, seconds: float) -> None:
        """Play until the person has made a move and is to act again, has waited so long after it, or the hand ends."""
        name, latest = _name(client.player), None
        while (table := await self.drawn()).in_hand:
            if self._counts[name].keys[1:]:
                latest = latest or self.playground.clock.now() + seconds
                is_asked = any(chair.seat in table.to_act for chair in self._chairs(table, client))
                if is_asked or self.playground.clock.now() >= latest:
                    return
            await self.goes_on()

    async def looks(self, client: Client) -> None:
        """Open the person's own page, if the game has any."""
        if (found := self._page_button()) is not None:
            await client.press(self.message, found)
            await self.passes(_THINKS)

    async def goes_on(self) -> bool:
        """Let the first of the people who may do something do it; if nobody may, let a second pass. Return True for a
        deed.
        """
        table = await self.drawn()
        for name, client in self.clients.items():
            for chair in self._chairs(table, client):
                if chair.seat in table.to_act and table.pause is None and await self._act(table, name, client, chair):
                    return True
        await self.passes(1)
        return False

    async def _act(self, table: Table, name: str, client: Client, chair: Chair) -> bool:
        if (question := self._question(name, client)) is not None:
            await self._press(name, client, *question, "yes")
            return True
        moves = table.moves(chair.seat)
        open_moves = {move.key: move for move in moves if move.place == "table"}
        private = {move.key: move for move in moves if move.place == "private" and not move.aside}
        found = self._best(name, self.message, open_moves, "act")
        if found is not None and (found.style != _DANGER or not private):
            await self._press(name, client, self.message, found, _key(found.custom_id))
            return True
        return bool(private) and await self._act_privately(name, client, table, chair, private)

    async def _act_privately(
        self, name: str, client: Client, table: Table, chair: Chair, private: Mapping[str, Move]
    ) -> bool:
        page = self._page(client, table, chair)
        if page is None:
            found = self._page_button(chair.seat if chair.is_dealer else None)
            if found is None:
                return False
            await self._press(name, client, self.message, found, "hand")
            return True
        for menu in page.selects:
            if _verb(menu.custom_id) in _OWN and _key(menu.custom_id) in private and not menu.chosen:
                values = [value for _, value in menu.options[: max(menu.low, 1)]]
                self._note(name, _key(menu.custom_id))
                await client.pick(page, menu, values)
                await self.passes(_THINKS)
                return True
        found = self._best(name, page, private, *_OWN)
        if found is None:
            return False
        await self._press(name, client, page, found, _key(found.custom_id))
        return True

    def _page_button(self, seat: int | None = None) -> Button | None:
        """Return the button that opens a person's own page, or that of the GM's own seat."""
        said = "" if seat is None else f":{seat}"
        return next((one for one in self.message.buttons if re.fullmatch(rf"hand:\d+{said}", one.custom_id)), None)

    def _question(self, name: str, client: Client) -> tuple[Seen, Button] | None:
        """Return the question that the person's last click was answered with, and the button that says yes."""
        keys = self._counts[name].keys
        for seen in reversed(client.player.sees(self.playground.channel)[-2:]):
            for button in seen.buttons:
                if seen.ephemeral and keys and button.custom_id.endswith(f":{keys[-1]}:yes"):
                    return seen, button
        return None

    def _page(self, client: Client, table: Table, chair: Chair) -> Seen | None:
        """Return the person's last private page with moves of that seat, unless they have expired."""
        asked = table.record.dealer_asked if chair.is_dealer else chair.asked
        for seen in reversed(client.player.sees(self.playground.channel)):
            ids = [one.custom_id.split(":") for one in (*seen.buttons, *seen.selects)]
            turns = [int(one[2]) for one in ids if one[0] in _OWN and one[3] == str(chair.seat)]
            if seen.ephemeral and turns:
                return seen if min(turns) >= asked else None
        return None

    def _best(self, name: str, message: Seen, moves: Mapping[str, Move], *verbs: str) -> Button | None:
        """Return the button that somebody presses who only wants to go on."""
        offered = [
            button
            for button in message.buttons
            if not button.disabled and _verb(button.custom_id) in verbs and _key(button.custom_id) in moves
        ]
        return min(offered, key=lambda button: self._rank(name, button), default=None)

    def _rank(self, name: str, button: Button) -> tuple[int, int]:
        key, style = _key(button.custom_id), (_MAIN, _GOOD, _PLAIN, _DANGER).index(button.style)
        has_bet = any(done not in ("deal", "hand") for done in self._counts[name].keys)
        if key in _ENDING:
            return (0 if has_bet else 4), style
        if key == "again":
            return (4 if has_bet else 0), style
        if key == "stand":
            return (0 if any(self._taken[one] >= most for one, most in _ENOUGH.items()) else 2), style
        return (3 if key in _UNDOING else 5 if button.style == _DANGER else 1), style

    async def _press(self, name: str, client: Client, message: Seen, button: Button, key: str) -> None:
        self._note(name, key)
        if key == "stand":
            self._taken.clear()
        self._counts[name].forms += await client.press(message, button)
        await self.passes(_THINKS)

    def _note(self, name: str, key: str) -> None:
        self._taken[key] += 1
        self._counts[name].clicks += 1
        self._counts[name].keys.append(key)

    def _chairs(self, table: Table, client: Client) -> tuple[Chair, ...]:
        if client.player.id != table.record.keeper:
            return table.seated(client.player.id)
        npcs = tuple(chair for chair in table.record.chairs if chair.is_npc and not chair.plays_itself)
        return (*npcs, table.record.dealer)

    async def _seats(self, player: Player, name: str) -> None:
        sit = _button(self.message, "sit")
        if sit is None:
            raise LookupError(f"nobody can sit down: {self.message!r}")
        form = (await player.press(self.message, sit.custom_id)).modal
        if form is None:
            raise LookupError("no form opened")
        self._tidied(player, await player.submit(form, least_answers(form) | {"name": name}))
        await self.passes(1)

    def _tidied(self, player: Player, answer: Answer) -> None:
        for seen in answer.messages:
            if seen.ephemeral and not seen.deleted:
                player.dismiss(seen)


def _is_table(seen: Seen) -> bool:
    return not seen.ephemeral and _button(seen, "more") is not None


def _name(player: Player) -> str:
    return player.user.display_name or player.user.name


def _verb(custom_id: str) -> str:
    return custom_id.partition(":")[0]


def _key(custom_id: str) -> str:
    """Return the key of the move in an id: `act:<table>:<turn>:<seat>:<move>`."""
    return [*custom_id.split(":"), "", "", "", "", ""][4]


def _button(message: Seen, verb: str) -> Button | None:
    return next((button for button in message.buttons if _verb(button.custom_id) == verb), None)

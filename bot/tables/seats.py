"""The seat that a click is for, whether the click comes in time, and what each seat is dealt in with."""

import logging
from collections.abc import Iterable
from typing import Protocol

from bot.campaigns import Character, Items, Loadouts, may_gm
from bot.engine.game import DEALER, Item, Player, Seat
from bot.engine.words import escape
from bot.errors import NotAllowed, PlayerError, TooLate
from bot.tables.hand.engine import offers
from bot.tables.model import Chair, Table
from bot.tables.rights import decides_for, may_see, refusal_of_hidden, require_decides_for
from bot.tables.table_store import Click

log = logging.getLogger(__name__)
MOVED_ON = "That moment has passed: the table has moved on."


class AmbiguousSeat(PlayerError):
    """The refusal for a person who plays several characters that could all do this: they have to choose one."""

    def __init__(self, chairs: Iterable[Chair]) -> None:
        super().__init__("For whom?")
        self.chairs = tuple(chairs)


def played_by(table: Table, click: Click, *, is_gm: bool) -> tuple[Chair, ...]:
    """Return the chairs that a person acts for: their own characters, and for a GM the NPCs and, last, the GM's own
    seat.
    """
    own, dealer = click.person.user_id, table.chair(DEALER)
    chairs = table.record.chairs if dealer is None else (*table.record.chairs, dealer)
    return tuple(chair for chair in chairs if chair.user_id == own or (is_gm and chair.is_npc))


def own_chair(table: Table, click: Click, seat: Seat | None) -> Chair:
    """Return the chair that the clicker decides for, in coming and going and in wagers.

    Raises NotAllowed for another's, and ForWhom if a GM seats several NPCs and didn't name one.
    """
    person, chairs = click.person, table.record.chairs
    own = tuple(chair for chair in chairs if decides_for(table, person, chair))
    own = table.seated(person.user_id) or own if seat is None else tuple(chair for chair in own if chair.seat == seat)
    if not own:
        meant = (chair for chair in chairs if chair.is_npc and seat in {None, chair.seat})
        if (npc := next(meant, None)) is not None and may_gm(table.campaign, person):
            require_decides_for(table, person, npc)
        raise NotAllowed("You don't sit at this table.")
    first, *others = own
    if others:
        raise AmbiguousSeat(own)
    return first


def chair_for(table: Table, click: Click, key: str, seat: Seat | None, *, is_gm: bool, absent: bool = False) -> Chair:
    """Return the chair that the click acts for: the named one, or the clicker's only one that may make this move.

    `absent`: a GM acts for another player's character. Raises NotAllowed for another's chair, and for an NPC whose hand
    they may not see; ForWhom where it could be several, and TooLate for a click on choices that are gone.
    """
    played = played_by(table, click, is_gm=is_gm)
    if seat is None and _is_dealers(table, played, key):
        seat = DEALER
    if seat != DEALER:
        # A click that names no seat never means the GM's own.
        played = tuple(chair for chair in played if not chair.is_dealer)
    own = tuple(chair for chair in played if may_see(table, click.person, chair))
    if seat is not None:
        chair = _named_chair(table, click, own, seat, is_gm=is_gm, absent=absent)
    elif not own and played:
        raise refusal_of_hidden(table, click.person, played[0])
    elif not own:
        raise NotAllowed("You don't sit at this table. Take a seat first.")
    else:
        able = [chair for chair in own if offers(table, chair.seat, key)]
        # A click that names no seat means an NPC on autopilot only if no other seat is possible.
        able = [chair for chair in able if not chair.plays_itself] or able
        if len(able) > 1:
            raise AmbiguousSeat(able)
        hidden = next((chair for chair in played if chair not in own and offers(table, chair.seat, key)), None)
        if hidden is not None and not any(table.was_dealt_in(chair.seat) for chair in own):
            raise refusal_of_hidden(table, click.person, hidden)
        chair = able[0] if able else _chair_to_refuse(table, own)
    if is_stale(table, chair, click):
        raise TooLate(MOVED_ON)
    if chair.is_leaving and not absent:
        raise NotAllowed(f"{escape(chair.name)} is leaving the table.")
    return chair


def _is_dealers(table: Table, played: tuple[Chair, ...], key: str) -> bool:
    """Tell whether only the GM's own seat may make the move, of all seats that the clicker could mean."""
    return offers(table, DEALER, key) and not any(offers(table, chair.seat, key) for chair in played if chair.seat)


def is_stale(table: Table, chair: Chair, click: Click) -> bool:
    """Tell whether the click is on choices that the seat doesn't have any more.

    A turn in the future was shown before the database was restored to an earlier state.
    """
    return click.turn is not None and not chair.asked <= click.turn <= table.record.turn


def _named_chair(table: Table, click: Click, own: tuple[Chair, ...], seat: Seat, *, is_gm: bool, absent: bool) -> Chair:
    chair = table.chair(seat)
    if chair is None:
        raise TooLate("Nobody sits there any more.")
    if chair in own or (absent and is_gm and not chair.is_npc):
        return chair
    if chair.is_dealer or (is_gm and chair.is_npc):
        raise refusal_of_hidden(table, click.person, chair)
    raise NotAllowed(f"{escape(chair.name)} isn't yours to play.")


def _chair_to_refuse(table: Table, own: tuple[Chair, ...]) -> Chair:
    """Choose the chair for a refusal where none may make the move: one in the hand, if there is any."""
    return next((chair for chair in own if chair.seat in table.to_act), own[0])


class CharacterSource(Protocol):
    """The source of the characters' sheets."""

    async def get(self, campaign_id: int, character_id: int) -> Character: ...


class Players:
    """Reads what each player is dealt in with; it is stored with the hand, so later changes don't reach it."""

    def __init__(self, characters: CharacterSource, kits: Loadouts, goods: Items) -> None:
        self._characters, self._kits, self._goods = characters, kits, goods

    async def dealt_in(self, table: Table) -> list[Player]:
        """Return the players of the next hand, clockwise, without retired characters."""
        return [player for chair in table.ready if (player := await self._player(table, chair)) is not None]

    async def _player(self, table: Table, chair: Chair) -> Player | None:
        character = await self._characters.get(table.record.campaign_id, chair.character_id)
        if character.retired_at is not None:
            return None
        return Player(
            seat=chair.seat,
            name=chair.name,
            stack=table.stack_of(chair),
            sheet=character.sheet,
            kit=await self._kit(table, chair),
            goods=await self._collection(table, chair),
            wager=_known_items(table, chair.wager) if table.spec.game.wagers_goods(table.rules) else (),
            is_npc=chair.is_npc,
        )

    async def _kit(self, table: Table, chair: Chair) -> str | None:
        """Return the loadout if the game can read it, otherwise None."""
        game = table.spec.game
        if game.Kit is None:
            return None
        stored = await self._kits.get(table.record.campaign_id, chair.character_id, table.record.game)
        if stored is None:
            return None
        try:
            game.Kit.from_json(stored.text)
        except ValueError:
            log.warning(
                "table %s: the kit of character %s can't be read, and isn't played", table.id, chair.character_id
            )
            return None
        return stored.text

    async def _collection(self, table: Table, chair: Chair) -> tuple[Item, ...]:
        if not table.spec.game.goods:
            return ()
        held = await self._goods.held(table.record.campaign_id, chair.character_id, table.record.game)
        return _known_items(table, held)


def _known_items(table: Table, goods: tuple[Item, ...]) -> tuple[Item, ...]:
    """Return the items without kinds that the game doesn't have any more."""
    return tuple(good for good in goods if good.kind in table.spec.game.goods)

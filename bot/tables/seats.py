"""The seat that a click is for, and whether the click comes from the right person and in time."""

from collections.abc import Iterable

from bot.campaigns import Person, Right, is_gm
from bot.engine.game import DEALER, Seat
from bot.engine.moves import find
from bot.errors import NotAllowed, PlayerError, TooLate
from bot.tables.hand.engine import offers
from bot.tables.hand.notes import is_players
from bot.tables.model import Chair, Table
from bot.tables.rights import decides_for, may, may_see, require, right_to_decide, right_to_play
from bot.tables.table_store import Click

NOT_SEATED = "You don't sit at this table. Take a seat first."
MOVED_ON = "The table has moved on. Look at its latest message."
PAUSED = "The table is paused. The GM can resume it."
NOTHING_TO_DECIDE = "There is nothing for the GM to decide here."


class AmbiguousSeat(PlayerError):
    """The refusal for a person who plays several characters that could all do this: they have to choose one."""

    def __init__(self, chairs: Iterable[Chair]) -> None:
        super().__init__("For whom?")
        self.chairs = tuple(chairs)


def played_by(table: Table, person: Person) -> tuple[Chair, ...]:
    """Return the chairs that a person acts for: their own characters, and for a GM the NPCs and, last, the GM's own
    seat.
    """
    dealer, runs_game = table.chair(DEALER), is_gm(table.campaign, person)
    chairs = table.record.chairs if dealer is None else (*table.record.chairs, dealer)
    return tuple(chair for chair in chairs if chair.user_id == person.user_id or (runs_game and chair.is_npc))


def own_chair(table: Table, click: Click, seat: Seat | None) -> Chair:
    """Return the chair that the clicker decides for, in coming and going and in wagers.

    Raises NotAllowed for another's, and AmbiguousSeat if a GM seats several NPCs and didn't name one.
    """
    person, chairs = click.person, table.record.chairs
    if seat is not None:
        # Nobody decides for the GM's own seat.
        chair = table.chair(seat) or table.record.dealer
        require(right_to_decide(chair), person, table, chair)
        return chair
    own = table.seated(person.user_id) or tuple(chair for chair in chairs if decides_for(table, person, chair))
    if not own:
        npc = next((chair for chair in chairs if chair.is_npc), None)
        if npc is not None and is_gm(table.campaign, person):
            require(right_to_decide(npc), person, table, npc)
        raise NotAllowed(NOT_SEATED)
    first, *others = own
    if others:
        raise AmbiguousSeat(own)
    return first


def resolve(table: Table, click: Click, key: str, seat: Seat | None = None, *, absent: bool = False) -> Chair:
    """Return the chair that a click on a move acts for: the named one, or the person's only one that may make it. The
    click was `admitted` to the table.

    `absent`: a GM acts for another player's character. Raises NotAllowed for another's chair and for an NPC whose hand
    they may not see, AmbiguousSeat where several chairs fit, and TooLate for a click on choices that are gone.
    """
    chair = _named_chair(table, click, seat, absent=absent) if seat is not None else _likely_chair(table, click, key)
    if is_stale(table, chair, click):
        raise TooLate(MOVED_ON)
    if absent and is_players(chair, click.person.user_id):
        move = find(table.moves(chair.seat), key)
        if move is not None and move.place == "private":
            require(Right.CHOOSE_UNSEEN, click.person, table, chair)
    elif chair.is_leaving and not absent:
        raise NotAllowed(f"{table.name(chair.seat)} is leaving the table.")
    return chair


def _likely_chair(table: Table, click: Click, key: str) -> Chair:
    """Return the chair that a click means which names no seat."""
    played = played_by(table, click.person)
    if _is_dealers(table, played, key):
        return _named_chair(table, click, DEALER)
    # Such a click never means the GM's own seat otherwise.
    played = tuple(chair for chair in played if not chair.is_dealer)
    own = tuple(chair for chair in played if may_see(table, click.person, chair))
    if not own:
        if played:
            require(right_to_play(played[0]), click.person, table, played[0])
        raise NotAllowed(NOT_SEATED)
    able = [chair for chair in own if offers(table, chair.seat, key)]
    # It means an NPC on autopilot only if no other seat is possible.
    able = [chair for chair in able if not chair.plays_itself] or able
    if len(able) > 1:
        raise AmbiguousSeat(able)
    hidden = next((chair for chair in played if chair not in own and offers(table, chair.seat, key)), None)
    if hidden is not None and not any(table.was_dealt_in(chair.seat) for chair in own):
        require(right_to_play(hidden), click.person, table, hidden)
    return able[0] if able else _chair_to_refuse(table, own)


def _is_dealers(table: Table, played: tuple[Chair, ...], key: str) -> bool:
    """Tell whether only the GM's own seat may make the move, of all seats that the clicker could mean."""
    return offers(table, DEALER, key) and not any(offers(table, chair.seat, key) for chair in played if chair.seat)


def is_stale(table: Table, chair: Chair, click: Click) -> bool:
    """Tell whether the click is on choices that the seat doesn't have any more.

    A turn in the future was shown before the database was restored to an earlier state.
    """
    return click.turn is not None and not chair.asked <= click.turn <= table.record.turn


def _named_chair(table: Table, click: Click, seat: Seat, *, absent: bool = False) -> Chair:
    chair = table.chair(seat)
    if chair is None:
        raise TooLate(NOTHING_TO_DECIDE if seat == DEALER else "Nobody sits there now.")
    if not (absent and not chair.is_npc and may(Right.ACT_FOR, click.person, table)):
        require(right_to_play(chair), click.person, table, chair)
    return chair


def _chair_to_refuse(table: Table, own: tuple[Chair, ...]) -> Chair:
    """Choose the chair for a refusal where none may make the move: one in the hand, if there is any."""
    return next((chair for chair in own if chair.seat in table.to_act), own[0])

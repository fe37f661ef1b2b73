"""Who may do what at a table: the facts of a table that the rows of `bot.campaigns.rights` ask for, and its host.

Where something is hidden, one GM alone plays the NPCs, sees their hands, and has the GM's own seat. A GM who plays
there with a character of their own hosts no table, unless the campaign allows it, and then the table says so. Where
nothing is hidden any GM plays any NPC.
"""

from collections.abc import Callable, Collection, Iterable, Mapping

from bot.campaigns import Fact, Person, Right, holds, is_gm
from bot.engine.game import DEALER, Event, Seat
from bot.engine.words import plural_of
from bot.errors import NotAllowed
from bot.tables.events import HostChanged, HostPlays
from bot.tables.model import Chair, Table


def may(right: Right, person: Person, table: Table, chair: Chair | None = None, known: Collection[Fact] = ()) -> bool:
    """Tell whether a person has a right at a table, toward that seat if it is about one."""
    return right.refusal(lambda fact: fact in known or _holds(fact, person, table, chair)) is None


def require(
    right: Right,
    person: Person,
    table: Table,
    chair: Chair | None = None,
    known: Collection[Fact] = (),
    **words: str,
) -> None:
    """Refuse a person who doesn't have the right, with what they can do. `known` are facts from elsewhere, `words` fill
    the sentence. Raises NotAllowed.
    """
    if (refused := refusal(right, person, table, chair, known, **words)) is not None:
        raise refused


def refusal(
    right: Right,
    person: Person,
    table: Table,
    chair: Chair | None = None,
    known: Collection[Fact] = (),
    **words: str,
) -> NotAllowed | None:
    """Return the refusal for a person who doesn't have the right, as `require` raises it."""
    sentence = right.refusal(lambda fact: fact in known or _holds(fact, person, table, chair))
    if sentence is None:
        return None
    own = table.seated(person.user_id)
    filled = {
        "name": "" if chair is None else table.name(chair.seat),
        "own": table.name(own[0].seat) if own else "",
        "hand": table.hand_word,
        "hands": plural_of(table.hand_word),
        "holder": _current_host(table),
        "seen": "what only the GM knows" if table.spec.game.has_dealer else "the NPCs' hands",
    }
    return NotAllowed(sentence.format_map(filled | words))


def _holds(fact: Fact, person: Person, table: Table, chair: Chair | None) -> bool:
    """Tell whether a fact about a person, a table and one of its seats holds."""
    if fact in _FACTS:
        return _FACTS[fact](table, person, chair)
    return holds(fact, person, table.campaign)


def _is_host(table: Table, person: Person) -> bool:
    return table.record.keeper == person.user_id and has_host(table) and is_gm(table.campaign, person)


def _lets_gms_play(table: Table) -> bool:
    return table.campaign.settings.keeper_may_play


def _was_in_hand(table: Table, person: Person, chair: Chair | None) -> bool:
    """Tell whether a person's own character was in the hand on the table, and with the seat if it is about one."""
    hand = table.record.hand
    is_met = chair is None or chair.is_dealer or table.was_dealt_in(chair.seat)
    return hand is not None and person.user_id in hand.people and is_met


def _knows_hand(table: Table, person: Person) -> bool:
    """Tell whether a person may know something hidden of the hand in play as its GM: nobody could continue for them."""
    return table.in_hand and table.keeps_secrets and not _lets_gms_play(table) and _is_host(table, person)


def _has_npc_in_hand(table: Table) -> bool:
    return any(chair.is_npc and table.was_dealt_in(chair.seat) for chair in table.record.chairs)


def _waits_for_others(table: Table, person: Person) -> bool:
    """Tell whether another player has yet to agree, by dealing, to that person's change of the wagers."""
    others = any(chair.user_id not in {None, person.user_id} for chair in table.record.chairs)
    return others and table.record.wagered_by == person.user_id and table.spec.game.wagers_goods(table.rules)


_FACTS: Mapping[Fact, Callable[[Table, Person, Chair | None], bool]] = {
    Fact.OWN: lambda _, person, chair: chair is not None and chair.user_id == person.user_id,
    Fact.OPENER: lambda table, person, _: table.record.opener == person.user_id,
    Fact.SEATED: lambda table, person, _: bool(table.seated(person.user_id)),
    Fact.NOT_SEATED: lambda table, person, _: not table.seated(person.user_id),
    Fact.IMPARTIAL: lambda table, person, _: _lets_gms_play(table) or not table.seated(person.user_id),
    Fact.HOST: lambda table, person, _: _is_host(table, person),
    Fact.NOT_HOST: lambda table, person, _: not _is_host(table, person),
    Fact.PLAYS_NPCS: lambda table, person, _: (
        _is_host(table, person) if table.keeps_secrets else is_gm(table.campaign, person)
    ),
    Fact.OUTSIDE_HAND: lambda table, person, chair: _lets_gms_play(table) or not _was_in_hand(table, person, chair),
    Fact.DECIDES_NOTHING: lambda table, person, _: not (table.spec.game.has_dealer and _knows_hand(table, person)),
    Fact.PLAYS_NO_NPC: lambda table, person, _: not (_has_npc_in_hand(table) and _knows_hand(table, person)),
    Fact.HIDDEN: lambda table, _, __: table.keeps_secrets,
    Fact.NOTHING_HIDDEN: lambda table, _, __: not table.keeps_secrets,
    Fact.NO_ITEMS: lambda table, _, __: not table.spec.game.goods,
    Fact.NO_BANK: lambda table, _, __: not table.spec.game.is_banked,
    Fact.BEFORE_FIRST_HAND: lambda table, _, __: table.record.hand is None,
    Fact.BETWEEN_HANDS: lambda table, _, __: not table.in_hand,
    Fact.NO_TOURNAMENT: lambda table, _, __: table.tournament is None,
    Fact.WAGER_AGREED: lambda table, person, _: not _waits_for_others(table, person),
    Fact.AWAITED: lambda table, person, _: any(chair.seat in table.to_act for chair in table.seated(person.user_id)),
    Fact.AWAITS: lambda table, _, __: bool(table.to_act),
}


def has_host(table: Table) -> bool:
    """Tell whether a GM hosts the table, who then has the NPCs' hands and the GM's own seat."""
    record = table.record
    return record.keeper_is_gm and (table.campaign.settings.keeper_may_play or not table.seated(record.keeper))


def awaited_users(table: Table) -> tuple[int, ...]:
    """Return the users whom the hand waits for. For an NPC that is the table's host, if a GM, and for the GM's own seat
    the GM who holds it. Seats on autopilot wait for nobody.
    """
    asked = sorted(table.to_act - {DEALER} if not has_host(table) else table.to_act)
    alone = {chair.seat for chair in table.piloted}
    chairs = [chair for seat in asked if (chair := table.chair(seat)) and not chair.is_leaving]
    waiting = (chair for chair in chairs if not chair.plays_itself and chair.seat not in alone)
    return tuple(dict.fromkeys(chair.user_id or table.record.keeper for chair in waiting))


def right_to_play(chair: Chair) -> Right:
    """Return the right to see the seat's hand and to act for it."""
    return Right.PLAY_GM if chair.is_dealer else Right.PLAY_NPC if chair.is_npc else Right.PLAY_OWN


def right_to_decide(chair: Chair) -> Right:
    """Return the right to bring money and items to the seat, to have it sit out and get up."""
    return Right.SEAT_OF_NPC if chair.is_npc and not chair.is_dealer else Right.SEAT_OWN


def may_see(table: Table, person: Person, chair: Chair) -> bool:
    """Tell whether a person may see a seat's hand."""
    return may(right_to_play(chair), person, table, chair)


def decides_for(table: Table, person: Person, chair: Chair) -> bool:
    """Tell whether a person decides for the seat, besides its moves."""
    return may(right_to_decide(chair), person, table, chair)


def for_eyes(table: Table, person: Person, private: Iterable[tuple[Seat, Event]]) -> tuple[tuple[Seat, Event], ...]:
    """Return those private events that the person may see."""
    private = tuple(private)
    seats = {seat for seat, _ in private}
    chairs = (chair for chair in (*table.record.chairs, table.record.dealer) if chair.seat in seats)
    seen = {chair.seat for chair in chairs if may_see(table, person, chair)}
    return tuple((seat, event) for seat, event in private if seat in seen)


def _current_host(table: Table) -> str:
    record = table.record
    if not record.keeper_is_gm:
        return "Nobody holds"
    return f"<@{record.keeper}> holds"


def after_sitting(table: Table, person: Person, chair: Chair) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after that person has sat down a character, and the events of its host.

    The first GM who seats an NPC at a table that a player opened becomes its host.
    """
    if chair.is_npc:
        if table.record.keeper_is_gm or not may(Right.TAKE_OVER, person, table):
            return table, ()
        after, hosted = host_table(table, person)
        return after, (hosted,)
    return table, playing_host(table) if chair.user_id == table.record.keeper else ()


def playing_host(table: Table) -> tuple[HostPlays, ...]:
    """Return the event of a host who plays there: they see more than others, or nobody hosts the table now. Empty for
    any other host.
    """
    record = table.record
    if not (table.keeps_secrets and record.keeper_is_gm and table.seated(record.keeper)):
        return ()
    has_dealer, sees = table.spec.game.has_dealer, table.campaign.settings.keeper_may_play
    is_news = sees or has_dealer or any(other.is_npc for other in record.chairs)
    return (HostPlays(sees=sees, has_dealer=has_dealer),) if is_news else ()


def host_table(table: Table, person: Person) -> tuple[Table, HostChanged]:
    """Return the table hosted by that GM, and the event."""
    after = table.evolve(keeper=person.user_id, keeper_is_gm=True, opened_by=table.record.opener)
    return after, HostChanged(plays=bool(after.seated(person.user_id)))


def note(table: Table) -> str | None:
    """Return the lasting note about a host who plays at the table and sees other hands, or None."""
    told = [event for event in playing_host(table) if event.sees]
    return next(iter(table.narrator.sentences(told)), None) if told else None


def with_role_of(table: Table, person: Person) -> Table:
    """Return the table with that person's role brought up to date; the same object where nothing is new."""
    record, runs_game = table.record, is_gm(table.campaign, person)
    news = [chair for chair in record.chairs if chair.user_id == person.user_id and chair.is_gm != runs_game]
    for chair in news:
        table = table.with_chair(chair.evolve(is_gm=runs_game))
    if record.keeper_is_gm and record.keeper == person.user_id and not runs_game:
        table = table.evolve(keeper_is_gm=False)
    return table


def hides_from_gms(table: Table) -> bool:
    """Tell whether the GM's log may not be shown to all GMs: one of them plays there with a character of their own, and
    the campaign lets nobody see what they play against.
    """
    return not table.campaign.settings.keeper_may_play and any(chair.is_gm for chair in table.record.chairs)

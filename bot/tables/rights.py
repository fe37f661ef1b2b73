"""The host of a table. Where something is hidden, one GM alone plays the NPCs, sees their hands, and has the GM's own
seat.

A GM who plays there with a character of their own hosts no table, unless the campaign allows it, and then the table
says so. Where nothing is hidden any GM plays any NPC.
"""

from collections.abc import Iterable

from bot.campaigns import Person, may_gm
from bot.engine.game import Event, Seat
from bot.engine.words import escape
from bot.errors import NotAllowed, PlayerError
from bot.tables.model import Chair, Table


def may_host(table: Table, user_id: int) -> bool:
    """Tell whether that GM may host the table: not if they play against its NPCs, unless the campaign allows it."""
    return table.campaign.settings.keeper_may_play or not table.seated(user_id)


def has_host(table: Table) -> bool:
    """Tell whether a GM hosts the table, and so has the NPCs' hands and the GM's own seat."""
    return table.record.keeper_is_gm and may_host(table, table.record.keeper)


def plays_npcs(table: Table, person: Person) -> bool:
    """Tell whether a person acts for the NPCs at this table, and from the GM's own seat: any GM, or where something is
    hidden only its host.
    """
    return is_host(table, person) if table.keeps_secrets else may_gm(table.campaign, person)


def is_host(table: Table, person: Person) -> bool:
    """Tell whether a person is the GM who hosts the table, and so may see what only the GM may know."""
    return may_gm(table.campaign, person) and table.record.keeper == person.user_id and has_host(table)


def may_see(table: Table, person: Person, chair: Chair) -> bool:
    """Tell whether a person may see a seat's hand: of their own character, of an NPC that they play and didn't play
    against, or of the GM's own seat by the same rule.
    """
    if chair.user_id is not None:
        return chair.user_id == person.user_id
    return plays_npcs(table, person) and not _played_against(table, person, chair)


def require_may_see(table: Table, person: Person, chair: Chair) -> None:
    """Refuse anyone who neither sees the seat's hand nor acts for it, with what they can do."""
    if not may_see(table, person, chair):
        raise refusal_of_hidden(table, person, chair)


def _played_against(table: Table, person: Person, chair: Chair) -> bool:
    """Tell whether a person's own character was in the hand on the table with that NPC, or with the GM's own seat."""
    hand = table.record.hand
    if hand is None or not table.keeps_secrets or table.campaign.settings.keeper_may_play:
        return False
    return person.user_id in hand.people and (chair.is_dealer or table.was_dealt_in(chair.seat))


def decides_for(table: Table, person: Person, chair: Chair) -> bool:
    """Tell whether a person brings money and items to the seat, has it sit out and get up: for their own character, or
    for an NPC that they play. Where items are played for, nobody decides for an NPC that they play against, even if
    nothing is hidden. Nobody decides so for the GM's own seat.
    """
    if chair.is_dealer:
        return False
    if chair.user_id is not None:
        return chair.user_id == person.user_id
    return plays_npcs(table, person) and (not table.spec.game.goods or may_host(table, person.user_id))


def require_decides_for(table: Table, person: Person, chair: Chair) -> None:
    """Refuse anyone who doesn't decide for the seat, with what they can do."""
    if not decides_for(table, person, chair):
        raise refusal_to_decide(table, person, chair)


def refusal_to_decide(table: Table, person: Person, chair: Chair) -> NotAllowed:
    """Return the refusal for a person who doesn't decide for the seat, with what they can do."""
    if chair.is_dealer or not (chair.is_npc and may_gm(table.campaign, person)):
        return NotAllowed("That seat isn't yours.")
    if may_host(table, person.user_id):
        return refusal_of_hidden(table, person, chair)
    return NotAllowed("You play at this table yourself, so the NPCs aren't yours to play: another GM decides for them.")


def require_may_play(table: Table, person: Person) -> None:
    """Refuse a seat to a person who plays NPCs of the running hand or decides in it as the GM: nobody could continue
    for them.

    Raises NotAllowed. Between hands they may sit down, and stop hosting by that.
    """
    if not table.in_hand or not table.keeps_secrets or table.campaign.settings.keeper_may_play:
        return
    has_npcs = any(chair.is_npc and table.was_dealt_in(chair.seat) for chair in table.record.chairs)
    has_dealer = table.spec.game.has_dealer
    if (has_npcs or has_dealer) and plays_npcs(table, person):
        holds = f"Your NPCs are in this {table.hand_word}"
        if has_dealer:
            holds = f"You decide in this {table.hand_word} as its GM"
        raise NotAllowed(f"{holds}: sit down when it is over, or have another GM take the table over.")


def for_eyes(table: Table, person: Person, private: Iterable[tuple[Seat, Event]]) -> tuple[tuple[Seat, Event], ...]:
    """Return those private events that the person may see."""
    chairs = (*table.record.chairs, table.record.dealer)
    seen = {chair.seat for chair in chairs if may_see(table, person, chair)}
    return tuple((seat, event) for seat, event in private if seat in seen)


def refusal_of_hidden(table: Table, person: Person, chair: Chair) -> NotAllowed:
    """Return the refusal for a person who neither sees the seat's hand nor acts for it, with what they can do."""
    if chair.user_id is not None:
        return NotAllowed(f"{escape(chair.name)} isn't yours to play.")
    if chair.is_dealer:
        return _why_not_the_gms(table, person)
    if not may_gm(table.campaign, person):
        return NotAllowed(f"Only the GM plays {escape(chair.name)}.")
    if not may_host(table, person.user_id):
        return NotAllowed(
            "You play at this table yourself, so the NPCs' hands aren't for your eyes: let another GM take it over."
        )
    if plays_npcs(table, person):
        return NotAllowed(
            f"You were in this {table.hand_word} yourself, so what the NPCs held in it isn't for your eyes."
        )
    return NotAllowed(f"{_current_host(table)} the NPCs' hands at this table. Take the table over under More… first.")


def _why_not_the_gms(table: Table, person: Person) -> NotAllowed:
    """Return the refusal for a person who doesn't decide from the GM's own seat, with what they can do."""
    if not may_gm(table.campaign, person):
        return NotAllowed("Only the GM decides that.")
    if not may_host(table, person.user_id):
        return NotAllowed(
            "You play at this table yourself, so what the GM knows isn't for your eyes: let another GM take it over."
        )
    if is_host(table, person):
        return NotAllowed(
            f"You were in this {table.hand_word} yourself, so what the GM knew in it isn't for your eyes."
        )
    return NotAllowed(f"{_current_host(table)} the GM's seat at this table. Take the table over under More… first.")


def _current_host(table: Table) -> str:
    record = table.record
    if not record.keeper_is_gm:
        return "Nobody holds"
    return f"{escape(record.keeper_name)} holds" if record.keeper_name else "Another GM holds"


def after_sitting(table: Table, person: Person, chair: Chair) -> tuple[Table, tuple[str, ...]]:
    """Return the table after that person has sat down a character, and the public sentences about its host.

    The first GM who seats an NPC at a table that a player opened becomes its host.
    """
    if chair.is_npc:
        is_kept = not table.keeps_secrets or table.record.keeper_is_gm
        if is_kept or not may_host(table, person.user_id):
            return table, ()
        after, told = host_table(table, person)
        return after, (told,)
    return table, describe_playing_host(table) if chair.user_id == table.record.keeper else ()


def describe_playing_host(table: Table) -> tuple[str, ...]:
    """Return the public sentence about a host who plays there: that they see more than others, or that nobody hosts the
    table now. Empty for any other host.
    """
    record = table.record
    if not (table.keeps_secrets and record.keeper_is_gm and table.seated(record.keeper)):
        return ()
    if (told := note(table)) is not None:
        return (told,)
    name = escape(record.keeper_name) or "The GM"
    if table.spec.game.has_dealer:
        return (f"{name} plays here, so nobody holds the GM's seat now: another GM takes it over under More….",)
    told = f"{name} plays here, so nobody keeps the NPCs' hands now: another GM takes them over under More…."
    return (told,) if any(other.is_npc for other in record.chairs) else ()


def host_table(table: Table, person: Person) -> tuple[Table, str]:
    """Return the table hosted by that GM, and the public sentence about it. Raises a PlayerError for a person who can't
    host it.
    """
    record = table.record
    if not may_gm(table.campaign, person):
        raise NotAllowed("Only the GM can do that.")
    if not table.keeps_secrets:
        raise PlayerError("Nothing is hidden in this game: any GM plays the NPCs.")
    if not may_host(table, person.user_id):
        seen = "what only the GM knows" if table.spec.game.has_dealer else "the NPCs' hands"
        raise NotAllowed(f"You play at this table yourself: whoever keeps it sees {seen}.")
    if record.keeper == person.user_id and record.keeper_is_gm:
        raise PlayerError("You keep this table already.")
    after = table.evolve(keeper=person.user_id, keeper_name=person.name, keeper_is_gm=True, opened_by=record.opener)
    name = f"**{escape(person.name)}**" if person.name else "Another GM"
    return after, f"{name} keeps this table now{', and plays at it too' if after.seated(person.user_id) else ''}."


def note(table: Table) -> str | None:
    """Return the lasting note about a host who plays at the table and sees other hands, or None."""
    record = table.record
    if not (table.keeps_secrets and record.keeper_is_gm and table.seated(record.keeper)):
        return None
    if not table.campaign.settings.keeper_may_play:
        return None
    name = escape(record.keeper_name) or "The GM"
    if table.spec.game.has_dealer:
        return f"{name} plays here, and holds the GM's seat."
    return f"{name} plays here, and sees the hands of the NPCs."


def with_role_of(table: Table, person: Person) -> Table:
    """Return the table with that person's role brought up to date; the same object where nothing is new."""
    record, is_gm = table.record, may_gm(table.campaign, person)

    def is_news(chair: Chair) -> bool:
        return chair.user_id == person.user_id and chair.is_gm != is_gm

    if any(is_news(chair) for chair in record.chairs):
        chairs = (chair.evolve(is_gm=is_gm) if is_news(chair) else chair for chair in record.chairs)
        table = table.evolve(chairs=tuple(chairs))
    if record.keeper_is_gm and record.keeper == person.user_id and not is_gm:
        table = table.evolve(keeper_is_gm=False)
    return table


def hides_from_gms(table: Table) -> bool:
    """Tell whether the GM's log may not be shown to all GMs: one of them plays there with a character of their own, and
    the campaign lets nobody see what they play against.
    """
    return not table.campaign.settings.keeper_may_play and any(chair.is_gm for chair in table.record.chairs)

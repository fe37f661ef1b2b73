"""A tournament in words and buttons: its state, a seat's standing, and getting in or giving up."""

from bot.engine.words import counted, ordinal
from bot.tables.model import Chair, Table
from bot.tables.money.places import has_place, is_in, may_return, place_for, price
from bot.ui.panels import Component, button, control_id


def describe_fee(table: Table) -> str:
    """Describe the price, as in "A place costs 200 cr", or that a place costs nothing."""
    terms = table.terms
    fee = terms.fee if terms is not None else 0
    return f"A place costs {table.money_voice.money(fee)}" if fee else "A place costs nothing"


def describe_tournament(table: Table) -> str:
    """Describe the state of the tournament in half a line; between two of them the price of a place. "" if chips are
    money, and where `describe_adrift_prize` has a sentence.
    """
    standing = table.tournament
    if table.terms is None or table.is_adrift:
        return ""
    if standing is None:
        return describe_fee(table)
    left = f"{len(standing.live)} of {len(standing.entrants)} in" if standing.out else f"{len(standing.live)} in"
    parts = [f"Tournament {standing.number}" if standing.number > 1 else "Tournament", left]
    if standing.prize:
        parts.append(f"prize {table.money_voice.money(standing.prize)}")
    return " · ".join(parts)


def describe_adrift_prize(table: Table) -> str:
    """Describe where the prize goes if its tournament can't be read any more, in a sentence; "" at any other table."""
    if not table.is_adrift:
        return ""
    prize, when = table.money_voice.money(table.record.prize), "" if table.is_playable else " when the table closes"
    return f"The tournament can no longer be read: its prize of {prize} goes back to the players who paid it{when}."


def describe_chips(table: Table, chair: Chair) -> str:
    """Describe the seat's chips outside a hand, or its place in the tournament."""
    if table.terms is None:
        return table.voice.money(chair.chips)
    standing = table.tournament
    entrant = standing.entrant(chair.seat) if standing is not None else None
    if entrant is None:
        return "in the next tournament" if has_place(table, chair) else "has no place yet"
    return table.voice.money(entrant.points) if entrant.is_in else f"out, {ordinal(entrant.place or 0)}"


def describe_standing(table: Table, chair: Chair) -> str:
    """Describe the seat's state in the tournament, in a sentence about its character."""
    name, standing = table.voice.name(chair.seat), table.tournament
    entrant = standing.entrant(chair.seat) if standing is not None else None
    kept = f" {name} also has {table.money_voice.money(chair.chips)} at the table." if chair.chips else ""
    if entrant is not None and entrant.is_in:
        has = table.voice.money(entrant.points)
        came = f"came into this {table.hand_word} with" if table.in_hand else "has"
        return f"{name} {came} {has}.{kept}"
    if entrant is not None:
        kept = f" {describe_fee(table)}.{kept}" if may_return(table, chair) else kept
        return f"{name} is out of the tournament, {ordinal(entrant.place or 0)} of {_count_players(table)}.{kept}"
    if has_place(table, chair):
        return f"{name} has a place in the next tournament.{kept}"
    costs = "" if table.is_adrift else f" {describe_fee(table)}."
    return f"{name} has no place in the next tournament.{costs}{kept}"


def _count_players(table: Table) -> str:
    return counted(len(table.tournament.entrants), "player") if table.tournament is not None else ""


def entrance(table: Table, chair: Chair) -> list[Component]:
    """Build the button that pays for a place, or for coming back, if there is one to pay for. It names the tournament
    and the price, so that it never pays for anything else.
    """
    if table.terms is None or table.is_adrift:
        return []
    if may_return(table, chair):
        return [_buy_button(table, chair, "Buy back in")]
    standing = table.tournament
    if standing is None and not table.in_hand and not has_place(table, chair):
        return [_buy_button(table, chair, "Buy in")]
    return []


def _buy_button(table: Table, chair: Chair, label: str) -> Component:
    cost = price(table, chair)
    shown = f"{label} {table.money_voice.money(cost)}" if cost else "Come back in"
    return button(shown, control_id("enter", table.id, chair.seat, cost, place_for(table, chair)))


def wish_label(table: Table, chair: Chair) -> str:
    """Return the label of the button by which a seat sits out or comes back; "" if neither is possible. In a tournament
    it is about the next one, except for a player who could still come back into this one.
    """
    if is_in(table, chair) or (may_return(table, chair) and chair.is_out):
        return ""
    if may_return(table, chair):
        return "Stay out"
    if table.tournament is not None:
        return "Play the next one" if chair.is_out else "Sit the next one out"
    return "Back in" if chair.is_out else "Sit out"


def describe_wish(table: Table, chair: Chair, *, is_own: bool) -> str:
    """Describe the result of that button to the player who pressed it, without an end."""
    who = "you" if is_own else table.voice.name(chair.seat)
    if not chair.is_out:
        about = "" if table.terms is None else " for the next tournament"
        return f"{who} {'are' if is_own else 'is'} back in{about}"
    if may_return(table, chair):
        return f"{who} {'stay' if is_own else 'stays'} out"
    sits = f"{who} {'sit' if is_own else 'sits'}"
    return f"{sits} out from the next {table.hand_word} on" if table.terms is None else f"{sits} the next one out"


def describe_giving_up(table: Table, chair: Chair, whom: str) -> str:
    """Describe what a player in the tournament loses by leaving, in a sentence; "" if they give up nothing.

    `whom`: "you", or a name. When only two are left and one leaves, the tournament is over.
    """
    standing = table.tournament
    if standing is None or not is_in(table, chair):
        return ""
    leaving = {other.seat for other in table.record.chairs if other.is_leaving}
    others = [seat for seat in standing.live if seat != chair.seat and seat not in leaving]
    gives = "you give" if whom == "you" else f"{whom} gives"
    if not table.in_hand:
        then = f"{table.voice.name(others[0])} wins it" if len(others) == 1 else "the chips go into the next pot"
        return f"Then {gives} up, and {then}."
    if not others:
        return ""
    word = table.hand_word
    if len(others) == 1:
        wins = table.voice.name(others[0])
        return f"Unless this {word} decides the tournament, {gives} up after it, and {wins} wins."
    return f"When the {word} is over, {gives} up the tournament. The remaining chips go into the next pot."

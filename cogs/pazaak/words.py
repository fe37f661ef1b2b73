"""Pazaak in words: both boards, events, a seat's own side cards, and the rules with the choices of the table."""

from collections.abc import Iterable

from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Page, Panel, SeatLine, Voice, counted, escape
from cogs.pazaak.cards import KINDS, in_order, in_short, numbered, pictured, signed
from cogs.pazaak.loadout import deck_token
from cogs.pazaak.state import (
    PLACES,
    Begun,
    DeckChosen,
    DeckView,
    Drew,
    First,
    Hand,
    HandsDrawn,
    Laid,
    MatchOver,
    OwnView,
    PazaakEvent,
    PazaakRules,
    PazaakView,
    Peeked,
    Played,
    Reason,
    Result,
    SeatView,
    SetBegun,
    SetOver,
    Stood,
    Swapped,
    TurnEnded,
)

__all__ = [
    "Early",
    "Score",
    "Secret",
    "Spoken",
    "Wagered",
    "card_name",
    "hand",
    "match_end",
    "panel",
    "rules_pages",
    "spoken",
    "stakes",
    "tell",
]


Early = Begun | DeckChosen | HandsDrawn | First
Secret = Swapped | Peeked
Spoken = Early | Secret | SetBegun | Drew | Played | TurnEnded | Stood | SetOver | MatchOver
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORDS = frozenset({"flip", "double", "tiebreaker"})
Score = tuple[tuple[int, int], tuple[int, int]]
Wagered = tuple[tuple[int, str], ...]


def tell(events: Iterable[PazaakEvent], voice: Voice) -> tuple[str, ...]:
    """Describe what happened, oldest first. A set that is over includes how its last turn ended.

    A hand that was drawn is shown to its owner, not told.
    """
    told = tuple(events)
    lines: list[str] = []
    for at, event in enumerate(told):
        after = told[at + 1] if at + 1 < len(told) else None
        if isinstance(event, Hand) or (isinstance(event, Stood) and isinstance(after, SetOver)):
            continue
        line = _sentence(event, voice)
        if lines and _goes_on(event):
            lines[-1] += " " + line
        else:
            lines.append(line)
    return tuple(lines)


def _goes_on(event: PazaakEvent) -> bool:
    """Whether its sentence goes on in the line of the one before."""
    return isinstance(event, Drew | First) or (isinstance(event, Stood) and event.at_once)


def _sentence(event: Spoken, voice: Voice) -> str:
    match event:
        case Begun() | DeckChosen() | HandsDrawn() | First():
            return _before_the_sets(event, voice)
        case Swapped() | Peeked():
            return _cheated(event, voice)
        case SetBegun():
            return f"Set {event.number}."
        case Drew():
            return f"{voice.name(event.seat)} draws {event.number}{_makes(event.number, event.total)}."
        case Played():
            return _played(event, voice)
        case TurnEnded():
            return f"{voice.name(event.seat)} ends the turn on {numbered(event.total)}."
        case Stood():
            return f"{voice.name(event.seat)} stands on {numbered(event.total)}."
        case SetOver():
            return _set_over(event, voice)
        case MatchOver():
            return match_end(event.result, event.sets, event.stake, event.wagered, voice)


def _before_the_sets(event: Early, voice: Voice) -> str:
    match event:
        case Begun(stake=0):
            return f"A match without a stake begins: first to {counted(event.sets, 'set')}."
        case Begun():
            goal = f"first to {counted(event.sets, 'set')}"
            return f"Both put down {voice.money(event.stake)}: the {goal} takes {voice.money(event.pot)}."
        case DeckChosen():
            return f"{voice.name(event.seat)} has chosen a side deck."
        case HandsDrawn():
            cards = counted(event.count, "new side card" if event.anew else "side card")
            return f"Both draw {cards}, face down."
        case First():
            return _first(event, voice)


def _cheated(event: Secret, voice: Voice) -> str:
    """Describe a cheat, to the player or to the GM."""
    who, s = ("You", "") if event.by is None else (voice.name(event.by), "s")
    match event:
        case Swapped():
            return f"{who} swap{s} {spoken(event.given)} for {spoken(event.drawn)}."
        case Peeked():
            return f"{who} peek{s} at the hand of {voice.name(event.whom)}: {spoken(event.card)}."


def spoken(code: str) -> str:
    """Name a side card in a sentence: "+3", "the flip 2&4", "the double"."""
    kind = KINDS[code]
    return f"the {kind.spelled if kind.flips else kind.name.lower()}" if kind.family in _WORDS else kind.name


def _makes(number: int, total: int) -> str:
    return "" if number == total else f" and has {numbered(total)}"


def _first(event: First, voice: Voice) -> str:
    name = voice.name(event.seat)
    if event.by == "random":
        return f"{name} begins, chosen at random."
    if event.by == "host":
        return f"{name} sat down first and begins."
    ((seat, number), *others), *more = event.draws
    draws = [[f"{voice.name(seat)} draws {number}", *(f"{voice.name(one)} {drawn}" for one, drawn in others)]]
    draws += [[f"{voice.name(one)} {drawn}" for one, drawn in draw] for draw in more]
    return f"{', then '.join(map(', '.join, draws))}: {name} begins."


def _played(event: Played, voice: Voice) -> str:
    kind = KINDS[event.card]
    name, now = voice.name(event.seat), f"and has {numbered(event.total)}"
    match kind.family:
        case "flip":
            return f"{name} plays {spoken(event.card)}, turns {_cards(event.turned)} {now}."
        case "double":
            return f"{name} plays the double for {signed(event.value) if event.value else '0'} {now}."
        case "either" | "either_1_2" | "tiebreaker":
            return f"{name} plays {spoken(event.card)} as {signed(event.value)} {now}."
        case _:
            return f"{name} plays {spoken(event.card)} {now}."


def _cards(count: int) -> str:
    """In a word, because a flip's own numbers stand beside it."""
    if not count:
        return "nothing"
    if count > len(_COUNTED):
        return counted(count, "card")
    return f"{_COUNTED[count - 1]} card{'' if count == 1 else 's'}"


def _set_over(event: SetOver, voice: Voice) -> str:
    totals = dict(event.totals)
    if event.winner is None:
        both = numbered(totals[event.starter])
        return f"Both stand on {both}: no one wins the set, and it stays {_score(event.score, None, voice)}."
    winner = event.winner
    loser = next(seat for seat, _ in event.totals if seat != winner)
    won = f"{voice.name(winner)} wins the set, {_score(event.score, winner, voice)}"
    return f"{_why(event, winner, loser, totals, voice)}: {won}."


def _why(event: SetOver, winner: int, loser: int, totals: dict[int, int], voice: Voice) -> str:
    first, second = voice.name(winner), voice.name(loser)
    mine, other = numbered(totals[winner]), numbered(totals[loser])
    ahead = f"{first} stands on {mine}, " if winner in event.standing else ""
    match event.why:
        case "bust":
            return f"{ahead}{second} busts with {other}"
        case "no_place":
            return f"{ahead}{second} has no place left and busts with {other}"
        case "filled":
            against = f" against {other}" if loser in event.standing else ""
            return f"{first} fills the table with {mine}{against}"
        case "tiebreaker":
            how = "has the tiebreaker as the last card" if event.ties == "last" else "has played the tiebreaker"
            return f"Both stand on {mine} and {first} {how}"
        case _:
            return f"{first} stands on {mine}, {second} on {other}"


def _score(score: Score, winner: int | None, voice: Voice) -> str:
    """Write the winner's sets first; without a winner, say who is ahead."""
    if winner is not None:
        own, other = (sets for _, sets in sorted(score, key=lambda one: one[0] != winner))
        return f"{own} to {other}"
    (leader, most), (_, least) = sorted(score, key=lambda one: -one[1])
    return f"{most} to {least}" + (f" for {voice.name(leader)}" if most > least else "")


def match_end(result: Result, sets: Score, stake: int, wagered: Wagered, voice: Voice) -> str:
    """How the match ended and what the winner takes."""
    cards = ", ".join(cards for _, cards in wagered)
    if result.winner is None:
        back = voice.list([*(["their stakes"] if stake else []), *(["their cards"] if cards else [])])
        taken = f" Both get {back} back." if back else ""
        return f"Too many sets in a row were tied: the match ends {_score(sets, None, voice)}, without a winner.{taken}"
    name = voice.name(result.winner)
    lost = next(seat for seat, _ in sets if seat != result.winner)
    pot = 2 * stake - result.house
    gains = voice.list([*([voice.money(pot)] if pot else []), *([f"the wagered cards ({cards})"] if cards else [])])
    takes = f" and takes {gains}" if gains else ""
    house = f" The house keeps {voice.money(result.house)}." if result.house else ""
    if result.why == "caught":
        return f"{voice.name(lost)} has cheated and loses the match: {name} wins it{takes}.{house}"
    if result.why == "forfeit":
        return f"{voice.name(lost)} gives up the match: {name} wins it{takes}.{house}"
    return f"{name} wins the match {_score(sets, result.winner, voice)}{takes}.{house}"


def _may_rescue(rules: PazaakRules) -> bool:
    return rules.filled == "rescue" and rules.bust == "turn_end" and rules.hand_size > 0


RULEBOOK = Rulebook(PazaakRules, source_of("cogs.pazaak"), when={"may_rescue": _may_rescue})
rules_pages = RULEBOOK.pages

_FEW_PLACES = 3
"""Free places of a table from which on the seat's line counts them."""
_MOST_PICTURED = 5
"""Side decks that are shown with pictures: a message has no room for more."""
_CHOSEN_AS_PLAYED = frozenset({"either", "either_1_2", "double", "tiebreaker"})
"""Cards whose face doesn't say what they count for."""


def panel(view: PazaakView, voice: Voice) -> Panel:
    """Both boards as in the game."""
    return made(
        Panel,
        heading=_heading(view, voice),
        status=(_stake(view, voice), *_awaited(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_result(view, voice) if view.result is not None else None,
    )


def card_name(card: str, _: PazaakRules) -> str | None:
    """As in "+3", "the double"."""
    return escape(spoken(card)) if card in KINDS else None


def _heading(view: PazaakView, voice: Voice) -> str:
    """Return the stage of the match, with a bust before it."""
    busts = f"{voice.name(view.bust)} busts · " if view.bust is not None else ""
    if view.result is not None:
        return f"{busts}match over" if busts else "Match over"
    if view.choosing:
        return "The side decks"
    if busts:
        return f"{busts}set {view.number} begins"
    over = [voice.name(seat.seat) for seat in view.seats if seat.is_over]
    return f"Set {view.number}{f' · {over[0]} is over 20' if over else ''}"


def _stake(view: PazaakView, voice: Voice) -> str:
    goal = f"first to {counted(view.goal, 'set')}"
    return f"Pot **{voice.money(2 * view.stake)}** · {goal}" if view.stake else f"No stake · {goal}"


def _awaited(view: PazaakView, voice: Voice) -> tuple[str, ...]:
    """Describe what the match waits for, where it isn't just a turn."""
    if view.choosing:
        return (
            (f"You draw {counted(view.rules.hand_size, 'card')} from the deck you choose.",) if view.has_hands else ()
        )
    if view.result is not None or not view.seat(view.turn).is_over:
        return ()
    name = voice.name(view.turn)
    can_save = view.seat(view.turn).in_hand > 0 and not view.has_played
    unless = ", unless a side card from “My hand” helps" if can_save else ""
    return (f"{name} is over 20 and busts when the turn ends{unless}.",)


def _seat(view: PazaakView, seat: SeatView, voice: Voice) -> SeatLine:
    won, left = voice.symbol("pazaak_won", ""), voice.symbol("pazaak_open", "")
    score = f"{won * seat.sets + left * (view.goal - seat.sets)} {counted(seat.sets, 'set')}".strip()
    shown = _describe_board(seat, voice) if view.number else ""
    # Between matches a table shows what lies before a seat, and nothing else of it.
    is_shown_with_board = view.result is not None and view.number > 0
    parts = [] if is_shown_with_board else [score]
    if view.number and view.has_hands:
        parts.append(counted(seat.in_hand, "side card"))
    places = PLACES - len(seat.table)
    if view.result is None and places <= _FEW_PLACES:
        parts.append(f"{counted(places, 'place')} left")
    parts.append(voice.money(seat.stack))
    return made(
        SeatLine,
        seat=seat.seat,
        cards=f"{shown} · {score}" if is_shown_with_board else shown,
        text=" · ".join(parts),
        is_out=seat.is_over and view.result is not None,
    )


def _describe_board(seat: SeatView, voice: Voice) -> str:
    """Show the cards before a seat in the order laid, what they come to, and whether the seat stands or is over 20."""
    cards = " ".join(laid_card(card, voice) for card in seat.table)
    state = ", stands" if seat.stands else ", over 20" if seat.is_over else ""
    return f"{cards} **{numbered(seat.total)}**{state}".strip()


def laid_card(card: Laid, voice: Voice) -> str:
    """Show a card on the table as its image; what it counts for stands beside it where the image doesn't say so."""
    if card.code is None:
        picture = voice.symbol(f"pazaak_main_{card.number}", "")
        if card.sign > 0:
            return picture or str(card.number)
        return f"{picture}{signed(card.value)}" if picture else f"{card.number}({signed(card.value)})"
    kind = KINDS[card.code]
    picture = voice.symbol(kind.picture, "")
    if kind.family == "flip":
        return picture or kind.face
    counts = signed(card.value) if card.value else "+0"
    if kind.family not in _CHOSEN_AS_PLAYED and card.value in kind.values:
        return picture or kind.face
    if picture:
        return picture + counts
    return f"{kind.face}({counts})"


def _result(view: PazaakView, voice: Voice) -> str:
    if view.result is None:
        raise AssertionError("the match isn't over")
    first, second = view.seats
    sets = (first.seat, first.sets), (second.seat, second.sets)
    return match_end(view.result, sets, view.stake, view.wagered, voice)


def hand(view: PazaakView, voice: Voice) -> Page:
    """Show a seat's hand to its owner: the decks to choose from, or the side cards and the state of the set."""
    if view.own is None:
        return Page(title="Your side cards", text="You don't play in this match.")
    if view.own.decks:
        decks, few = view.own.decks, len(view.own.decks) <= _MOST_PICTURED
        lines = (*_unplayed(view.own, voice), *(_deck(deck, view.own.seat, voice, in_full=few) for deck in decks))
        return Page(title="Your side decks", text="\n".join(lines))
    return Page(title=_title(view, view.own), text=_held(view, view.own, voice))


def _title(view: PazaakView, own: OwnView) -> str:
    """Return the title of a seat's own page: a bust, otherwise its cards."""
    if view.bust == own.seat:
        return "Bust: you've lost the match" if view.result is not None else "Bust: you've lost the set"
    if view.number and view.result is None and view.seat(own.seat).is_over:
        return "Over 20"
    return "Your side cards"


def _deck(deck: DeckView, seat: int, voice: Voice, *, in_full: bool) -> str:
    pictures = " ".join(voice.symbol(KINDS[card].picture, "") for card in deck.cards).strip() if in_full else ""
    name = f"**{_deck_name(deck.name, seat, voice)}**{' (in use)' if deck.in_use else ''}"
    return " ".join(filter(None, (name, pictures, in_short(deck.cards))))


def _unplayed(own: OwnView, voice: Voice) -> tuple[str, ...]:
    """Why it isn't the deck in use that is played."""
    if own.unplayed is None:
        return ()
    why = " ".join(_objection(reason, cards) for reason, cards in own.unplayed.against)
    name = _deck_name(own.unplayed.name, own.seat, voice)
    return (f"-# You can't play **{name}**, your deck in use, in this match. {why}",)


def _deck_name(name: str, seat: int, voice: Voice) -> str:
    """Return the name of a deck, escaped. One that a player has built goes by its number in a match."""
    if not name.isdigit():
        return escape(name)
    typed = voice.typed.get(deck_token(seat, name))
    return escape(typed) if typed else f"Deck {name}"


def _objection(reason: Reason, cards: str) -> str:
    return {
        "standard": "This table plays with the standard deck only.",
        "barred": f"Not allowed at this table: {cards}.",
        "copies": f"More of one card than this table allows: {cards}.",
        "lacking": f"Not owned, or wagered: {cards}.",
    }[reason]


def _held(view: PazaakView, own: OwnView, voice: Voice) -> str:
    held = "  ".join(f"**{pictured(card, voice)}**" for card in in_order(own.hand))
    about = (*_deck_played(own, voice), *_unplayed(own, voice))
    if not view.number:
        return "\n".join((held or "You draw your side cards when both have chosen their decks.", *about))
    mine = view.seat(own.seat)
    other = next(seat for seat in view.seats if seat.seat != own.seat)
    stands = " and stands" if other.stands else ""
    totals = f"Your total is **{numbered(mine.total)}**, and {voice.name(other.seat)} has **{numbered(other.total)}**"
    return "\n".join((held or "You hold no side cards.", f"{totals}{stands}.", *about))


def _deck_played(own: OwnView, voice: Voice) -> tuple[str, ...]:
    if own.deck is None:
        return ()
    return (f"-# Your deck: **{_deck_name(own.deck.name, own.seat, voice)}**, {own.deck.cards}",)


def stakes(rules: PazaakRules, voice: Voice) -> str:
    """Describe what a table plays for, in half a line."""
    stake = f"Stake {voice.money(rules.stake)} each" if rules.stake else "No stake"
    return f"{stake} · first to {counted(rules.sets, 'set')}"

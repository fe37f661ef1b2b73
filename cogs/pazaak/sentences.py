"""What happens in a match, in sentences. Each set ends in one that says why."""

from collections.abc import Iterable

from bot.engine.speech import Voice, counted
from cogs.pazaak.cards import KINDS, numbered, signed
from cogs.pazaak.events import (
    Begun,
    DeckChosen,
    Drew,
    First,
    Hand,
    HandsDrawn,
    MatchOver,
    PazaakEvent,
    Peeked,
    Played,
    SetBegun,
    SetOver,
    Stood,
    Swapped,
    TurnEnded,
)
from cogs.pazaak.state import Result

Early = Begun | DeckChosen | HandsDrawn | First
Secret = Swapped | Peeked
Spoken = Early | Secret | SetBegun | Drew | Played | TurnEnded | Stood | SetOver | MatchOver
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_WORDS = frozenset({"flip", "double", "tiebreaker"})
Score = tuple[tuple[int, int], tuple[int, int]]
Wagered = tuple[tuple[int, str], ...]


def tell(events: Iterable[PazaakEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, oldest first. A set that is over has taken in how its last turn ended.

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
            return f"Set {event.number}: {voice.name(event.starter)} begins."
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
            return f"Both put down {voice.money(event.stake)}: {goal} takes {voice.money(event.pot)}."
        case DeckChosen():
            return f"{voice.name(event.seat)} has chosen a side deck."
        case HandsDrawn():
            anew = " anew" if event.anew else ""
            return f"Both draw {counted(event.count, 'side card')}{anew}, face down."
        case First():
            return _first(event, voice)


def _cheated(event: Secret, voice: Voice) -> str:
    """What a cheat has done, told to themselves or to the GM."""
    who, s = ("You", "") if event.by is None else (voice.name(event.by), "s")
    match event:
        case Swapped():
            return f"{who} swap{s} {spoken(event.given)} for {spoken(event.drawn)}."
        case Peeked():
            return f"{who} peek{s} at the hand of {voice.name(event.whom)}: {spoken(event.card)}."


def spoken(code: str) -> str:
    """A side card in a sentence: "+3", "the flip 2&4", "the double"."""
    kind = KINDS[code]
    return f"the {kind.spelled if kind.flips else kind.name.lower()}" if kind.family in _WORDS else kind.name


def _makes(number: int, total: int) -> str:
    return "" if number == total else f" and has {numbered(total)}"


def _first(event: First, voice: Voice) -> str:
    name = voice.name(event.seat)
    if event.by == "random":
        return f"The lot falls on {name} to begin."
    if event.by == "host":
        return f"{name} sat down first and begins."
    draws = [" and ".join(f"{voice.name(seat)} {number}" for seat, number in draw) for draw in event.draws]
    return f"For the first turn they draw {', then '.join(draws)}: {name} begins."


def _played(event: Played, voice: Voice) -> str:
    kind = KINDS[event.card]
    name, now = voice.name(event.seat), f"and has {numbered(event.total)}"
    match kind.family:
        case "flip":
            return f"{name} plays {spoken(event.card)}, turns {_cards(event.turned)} {now}."
        case "double":
            return f"{name} plays the double, for {signed(event.value) if event.value else '0'} {now}."
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
        return f"Both stand on {both}: the set counts for nobody, and it stays {_score(event.score, None, voice)}."
    winner = event.winner
    loser = next(seat for seat, _ in event.totals if seat != winner)
    won = f"the set is {voice.name(winner)}'s, {_score(event.score, winner, voice)}"
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
    """The winner's sets first; where nobody has won, it is said who is ahead."""
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
        taken = f" Both take back {back}." if back else ""
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
        return f"{voice.name(lost)} gives the match up: {name} wins it{takes}.{house}"
    return f"{name} wins the match {_score(sets, result.winner, voice)}{takes}.{house}"

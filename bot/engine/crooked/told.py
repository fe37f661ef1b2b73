"""What happens beside the game, in sentences. `word` is what people call a hand there, `house` who watches for it."""

from collections.abc import Iterable, Sequence

from bot.engine.crooked.actions import Ruling
from bot.engine.crooked.effects import Concern, Effect
from bot.engine.crooked.events import (
    Accused,
    Influenced,
    Proof,
    ReadOff,
    Ruled,
    Seemed,
    SideEvent,
    Tried,
    Unnoticed,
    Watched,
)
from bot.engine.crooked.influence import Manner
from bot.engine.game import DEALER, Seat
from bot.engine.skills import Contest
from bot.engine.speech import Voice, listed

_STRIKE = "~~"
MOST_NAMED = 6
"""Effects that stand on the table one by one; of more their number, since each seat reads its own in its hand."""
_VERBS: dict[Manner, str] = {
    "deceive": "deceive",
    "persuade": "persuade",
    "intimidate": "intimidate",
    "distract": "distract",
}
_DOES: dict[Concern, tuple[str, str]] = {
    "influence": ("{name} influences others with {luck}", "You influence others with {luck}"),
    "target": ("whoever influences {name} has {luck}", "Whoever influences you has {luck}"),
    "sleight": ("{name} uses sleight of hand with {luck}", "You use sleight of hand with {luck}"),
    "insight": ("{name} reads others with {luck}", "You read others with {luck}"),
}
"""As it is said of a seat, and to it."""
_RULED: dict[Ruling, str] = {
    "void": "The GM calls the {word} off: everybody has back what they began it with.",
    "forfeit": "The GM rules that {name} is out of the {word}; what they have put in stays there.",
    "play_on": "The GM lets it pass, and the {word} goes on.",
}


def told(event: SideEvent, voice: Voice, *, word: str = "hand", house: str = "the house") -> str:
    """One thing that happened, in markup."""
    match event:
        case Influenced():
            return _influenced(event, voice, word, house)
        case Watched():
            return f"{_first(event.by, voice, house)} watches {_name(event.whom, voice, house)} closely."
        case Seemed():
            return _seemed(event, _name(event.whom, voice, house), word)
        case ReadOff():
            return _read_off(event, voice, house)
        case Unnoticed():
            return "Nobody has noticed."
        case Tried():
            contest = _contest(event.contest, event.by, event.watcher, voice, house)
            end = "Nobody notices" if event.unseen else f"{_first(event.watcher, voice, house)} notices"
            return f"{_first(event.by, voice, house)} tries something ({event.what}). {contest} {end}."
        case Accused():
            return _accused(event, voice, word, house)
        case Proof():
            return _proof(event, voice, house)
        case Ruled():
            return _RULED[event.ruling].format(name=_name(event.accused, voice, house), word=word)


def effect_told(effect: Effect, voice: Voice, *, word: str = "hand", house: str = "the house") -> str:
    """As in "Han influences others with advantage until the end of the next hand"."""
    return f"{_capital(lasting(effect, voice, house))} until {until(effect, word)}"


def lasting(effect: Effect, voice: Voice, house: str = "the house") -> str:
    """As in "Han influences others with advantage"."""
    said, _ = _DOES[effect.concern]
    return said.format(name=_name(effect.seat, voice, house), luck=_luck(effect))


def luck_told(
    effects: Sequence[Effect], voice: Voice, *, word: str = "hand", house: str = "the house"
) -> tuple[str, ...]:
    """Whose luck lasts how long, in a line for each length; of more than fit, how many have some."""
    if len(effects) > MOST_NAMED:
        seats = {effect.seat for effect in effects}
        return (f"Advantage and disadvantage last on for {len(seats)} at the table: each reads theirs in private.",)
    lines: dict[str, list[str]] = {}
    for effect in effects:
        lines.setdefault(until(effect, word), []).append(lasting(effect, voice, house))
    return tuple(f"Until {end} {listed(parts)}." for end, parts in lines.items())


def luck_between_hands(
    effects: Iterable[Effect], voice: Voice, *, word: str = "hand", house: str = "the house"
) -> tuple[str, ...]:
    """The same while no hand is in play, of what one hand has handed on: the next is the one that it lasts for."""
    return luck_told([one.evolve(hands=one.hands + 1) for one in effects], voice, word=word, house=house)


def own_effects(effects: Iterable[Effect], seat: Seat, word: str = "hand") -> tuple[str, ...]:
    """A seat's own, as it is told of them: "You influence others with advantage until the end of this hand."."""
    own = (effect for effect in effects if effect.seat == seat)
    return tuple(f"{_DOES[one.concern][1].format(luck=_luck(one))} until {until(one, word)}." for one in own)


def until(effect: Effect, word: str = "hand") -> str:
    return f"the end of {'the next' if effect.hands > 1 else 'this'} {word}"


def _luck(effect: Effect) -> str:
    return "advantage" if effect.luck > 0 else "disadvantage"


def _influenced(event: Influenced, voice: Voice, word: str, house: str) -> str:
    by, whom = _first(event.by, voice, house), _name(event.whom, voice, house)
    contest = _contest(event.contest, event.by, event.whom, voice, house)
    lasts = "" if event.effect is None else effect_told(event.effect, voice, word=word, house=house)
    brought = f"{lasts}." if lasts else "Nothing comes of it."
    return f"{by} tries to {_VERBS[event.manner]} {whom}. {contest} {brought}"


def _seemed(event: Seemed, name: str, word: str) -> str:
    if event.guilty is None:
        return f"You can't read {name}."
    return f"{name} seems to {f'have cheated in this {word}' if event.guilty else f'play fair in this {word}'}."


def _read_off(event: ReadOff, voice: Voice, house: str) -> str:
    by, whom = _first(event.by, voice, house), _name(event.whom, voice, house)
    contest = _contest(event.contest, event.by, event.whom, voice, house)
    if event.seems_guilty is None:
        return f"{by} reads {whom}. {contest} {by} reads nothing."
    believed = "has cheated" if event.seems_guilty else "plays fair"
    truth = "true" if event.seems_guilty == event.is_guilty else "false"
    return f"{by} reads {whom}. {contest} {by} believes that {whom} {believed}, which is {truth}."


def _accused(event: Accused, voice: Voice, word: str, house: str) -> str:
    accuser, accused = _first(event.accuser, voice, house), _name(event.accused, voice, house)
    seen = f"notices something and accuses {accused}" if event.seen else f"accuses {accused}"
    if event.proven:
        return f"{accuser} {seen} of cheating, and proves it."
    effect = "" if event.effect is None else f" {effect_told(event.effect, voice, word=word, house=house)}."
    return f"{accuser} {seen} of cheating, and can prove nothing.{effect}"


def _proof(event: Proof, voice: Voice, house: str) -> str:
    proof = f"The proof. {_contest(event.contest, event.accuser, event.accused, voice, house)}"
    if event.is_ruled_on:
        name = _name(event.accused, voice, house)
        return f"{proof} What {name} did has been ruled on already, so there is nothing to prove."
    truth = "has cheated" if event.has_cheated else "hasn't cheated, so there is nothing to prove"
    return f"{proof} {_first(event.accused, voice, house)} {truth}."


def _contest(contest: Contest, initiator: Seat, target: Seat, voice: Voice, house: str) -> str:
    return contest.told(_first(initiator, voice, house), _first(target, voice, house), _STRIKE)


def _name(seat: Seat, voice: Voice, house: str) -> str:
    return house if seat == DEALER else voice.name(seat)


def _first(seat: Seat, voice: Voice, house: str) -> str:
    """The name where a sentence begins."""
    return _capital(_name(seat, voice, house))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

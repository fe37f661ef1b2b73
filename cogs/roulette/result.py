"""How a spin ended, in sentences: what came, who won and with what, and who lost."""

from collections.abc import Sequence

from bot.engine.speech import Voice, counted
from cogs.roulette.spots import in_a_sentence
from cogs.roulette.state import Result, Settled
from cogs.roulette.wheel import in_words

MOST_RESULT = 700
"""Characters of a result that names what won and what everybody lost; a longer one is told in short."""
_MOST_SPOTS = 3
_MOST_NAMES = 6


def result(ended: Result, voice: Voice) -> str:
    """Winners first, the luckiest at the head. Amounts are what a seat is up or down by the spin in all."""
    winners = sorted((one for one in ended.seats if one.net > 0), key=lambda one: -one.net)
    even = [one for one in ended.seats if one.net == 0]
    losers = sorted((one for one in ended.seats if one.net < 0), key=lambda one: one.net)
    head = [f"{in_words(ended.pocket)}."]
    if ended.is_halved:
        head.append("Half of what lay on even chances comes back.")
    told = [*head, *_winners(winners, voice), *_even(even, voice), *_losers(losers, voice)]
    if sum(map(len, told)) <= MOST_RESULT:
        return " ".join(told)
    return " ".join((*head, *_in_short(winners, voice), *_rest(even, losers, voice)))


def _winners(winners: Sequence[Settled], voice: Voice) -> list[str]:
    told = [f"{voice.name(one.seat)} wins {voice.money(one.net)} with {_spots(one, voice)}" for one in winners]
    return [f"{'; '.join(told)}."] if told else []


def _spots(one: Settled, voice: Voice) -> str:
    names = [in_a_sentence(name) for name in one.won]
    more = len(names) - _MOST_SPOTS
    if more <= 1:
        return voice.list(names)
    return f"{', '.join(names[:_MOST_SPOTS])} and {more} more"


def _even(even: Sequence[Settled], voice: Voice) -> list[str]:
    if not even:
        return []
    names = voice.list([voice.name(one.seat) for one in even])
    return [f"{names} {'comes' if len(even) == 1 else 'come'} out even."]


def _losers(losers: Sequence[Settled], voice: Voice) -> list[str]:
    told = [f"{voice.name(one.seat)} loses {voice.money(-one.net)}" for one in losers]
    return [f"{voice.list(told)}."] if told else []


def _in_short(winners: Sequence[Settled], voice: Voice) -> list[str]:
    """Those who won most by name, the others together."""
    named, others = winners[:_MOST_NAMES], winners[_MOST_NAMES:]
    told = [f"{voice.name(one.seat)} wins {voice.money(one.net)}" for one in named]
    if others:
        won = voice.money(sum(other.net for other in others))
        told.append(f"{counted(len(others), 'other wins', 'others win')} {won}{_in_all(others)}")
    return [f"{voice.list(told)}."] if told else []


def _rest(even: Sequence[Settled], losers: Sequence[Settled], voice: Voice) -> list[str]:
    told: list[str] = []
    if even:
        told.append(f"{counted(len(even), 'comes', 'come')} out even")
    if losers:
        lost = voice.money(-sum(one.net for one in losers))
        told.append(f"{counted(len(losers), 'loses', 'lose')} {lost}{_in_all(losers)}")
    return [f"{voice.list(told)}."] if told else []


def _in_all(those: Sequence[Settled]) -> str:
    return " in all" if len(those) > 1 else ""

"""How a round of Bounder ended, in sentences: the dealer's dice, the shooters', and who wins and loses how much."""

from bot.engine.speech import Voice, counted
from cogs.bounder.dice import Verdict, dealer_wins
from cogs.bounder.state import Idle, Result, Shot

MOST_RESULT = 700
"""Characters of a result that names everybody; in a longer one those who lose are counted, then all are."""
MOST_SHOTS = 4
"""Shooters of the classic version whose dice are told one by one."""

_IDLE: dict[Idle, str] = {
    "passed": "Nobody takes the dice: the round ends without bets.",
    "unstaked": "Nobody stakes: the round ends without bets.",
    "bank": "The bank couldn't pay twice the smallest stake, so nobody can shoot.",
    "caught": "A shooter was caught cheating: nobody rolls, and all other bets come back.",
}


def result(ended: Result, voice: Voice) -> str:
    """What fell, and what became of all bets."""
    fell = [_IDLE[ended.idle]] if ended.idle else [_dealer(ended, voice), *_shooters(ended, voice)]
    winners, losers = _winners(ended, voice), _losers(ended, voice)
    money = [*winners, *losers]
    for shorter in (
        [*winners, *_losers_counted(ended, voice)],
        [*_winners_counted(ended, voice), *_losers_counted(ended, voice)],
    ):
        if sum(map(len, (*fell, *money))) > MOST_RESULT:
            money = shorter
    return " ".join((*fell, *money, *_bank(ended, voice)))


def _dealer(ended: Result, voice: Voice) -> str:
    won = dealer_wins(ended.dealer)
    kinds = (("all_even", "all even"), ("all_odd", "all odd"), ("triple", "three of a kind"))
    told = voice.list([words for kind, words in kinds if kind in won])
    return f"The dealer rolls {voice.dice(ended.dealer)}, **{sum(ended.dealer)}**{f': {told}' if told else ''}."


def _shooters(ended: Result, voice: Voice) -> list[str]:
    if len(ended.shots) <= MOST_SHOTS:
        return [_shot(shot, sum(ended.dealer), voice) for shot in ended.shots]
    told: list[str] = []
    for verdicts, what in _CROWD:
        count = sum(shot.verdict in verdicts for shot in ended.shots)
        if count:
            told.append(f"{count} {what}")
    return [f"Of {len(ended.shots)} shooters {voice.list(told)}."]


_CROWD: tuple[tuple[tuple[Verdict, ...], str], ...] = (
    (("bound", "wide"), "bound it"),
    (("matched",), "had it as their point"),
    (("equal", "missed"), "missed"),
)


def _shot(shot: Shot, total: int, voice: Voice) -> str:
    name, second = voice.name(shot.seat), shot.second
    low, high = sorted((shot.point, second or shot.point))
    match shot.verdict:
        case "matched":
            return f"That is {name}'s point, which loses without a second roll."
        case "bound":
            return f"{name} rolls {second} and bounds it: {total} lies between {low} and {high}."
        case "wide":
            return f"{name} rolls {second}: 1 and 20 bound it, and the stake wins double."
        case "equal":
            return f"{name} rolls {second} as well, which loses."
        case "missed":
            return f"{name} rolls {second} and misses: {total} doesn't lie between {low} and {high}."


def _winners(ended: Result, voice: Voice) -> list[str]:
    won = {seat: net for seat, net in ended.nets.items() if net > 0}
    return [f"{_shared(won, 'wins', 'win', voice)}."] if won else []


def _losers(ended: Result, voice: Voice) -> list[str]:
    lost = _lost(ended)
    even = [voice.name(seat) for seat, net in ended.nets.items() if net == 0]
    told = [f"{_shared(lost, 'loses', 'lose', voice)}."] if lost else []
    if even:
        told.append(f"{voice.list(even)} {'breaks' if len(even) == 1 else 'break'} even.")
    return told


def _lost(ended: Result) -> dict[int, int]:
    return {seat: -net for seat, net in ended.nets.items() if net < 0}


def _shared(amounts: dict[int, int], one: str, many: str, voice: Voice) -> str:
    """As in "Roark wins 10 cp; Lando and Han win 5 cp each": the most first, the same amounts together."""
    told: list[str] = []
    for amount in sorted(set(amounts.values()), reverse=True):
        names = [voice.name(seat) for seat, own in amounts.items() if own == amount]
        each = f"{one} {voice.money(amount)}" if len(names) == 1 else f"{many} {voice.money(amount)} each"
        told.append(f"{voice.list(names)} {each}")
    return "; ".join(told)


def _winners_counted(ended: Result, voice: Voice) -> list[str]:
    return _counted({seat: net for seat, net in ended.nets.items() if net > 0}, "wins", "win", voice)


def _losers_counted(ended: Result, voice: Voice) -> list[str]:
    return _counted(_lost(ended), "loses", "lose", voice)


def _counted(amounts: dict[int, int], one: str, many: str, voice: Voice) -> list[str]:
    """How many there are and what it comes to; a single one is named."""
    if len(amounts) > 1:
        return [f"{counted(len(amounts), 'gambler')} {many} {voice.money(sum(amounts.values()))} together."]
    return [f"{_shared(amounts, one, many, voice)}."] if amounts else []


def _bank(ended: Result, voice: Voice) -> list[str]:
    """What it comes to for the house, where several have bet."""
    if len(ended.nets) < 2:
        return []
    net = sum(ended.nets.values())
    if net == 0:
        return ["The bank is as it was."]
    return [f"The bank {'pays' if net > 0 else 'takes'} {voice.money(abs(net))}."]

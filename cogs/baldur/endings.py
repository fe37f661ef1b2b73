"""How a hand of Baldur Hold'em ended, in sentences: what was shown, and what became of each pot."""

from collections.abc import Iterable
from dataclasses import replace

from bot.engine.betting.events import pot_name, pots_named, told_back
from bot.engine.game import DEALER
from bot.engine.speech import Voice, listed
from cogs.baldur.naming import LAST_NPC, capital, deciding, named
from cogs.baldur.state import Result, Shown, Win

MOST_RESULT = 900
"""Characters of a result pot by pot; a longer one is told as what everybody won."""
VOID = "The hand is void: everybody has back what they put in."
ALONE = "There is nobody to play against: everybody keeps what they have."


def shown(ended: Result, voice: Voice) -> str | None:
    """The hands that lie open, the NPCs' two dice first; None where nobody shows any."""
    if not ended.hands:
        return None
    voice = _at_the_end(voice)
    npcs = [hand for hand in ended.hands if _is_npcs(hand, ended)]
    others = [hand for hand in ended.hands if not _is_npcs(hand, ended)]
    told = [capital(_npcs_show(hand, ended, voice)) for hand in npcs]
    if others:
        told.append(
            f"{'; '.join(f'{_names(hand.seats, voice)} has {named(hand.hand)}{_wild(hand)}' for hand in others)}."
        )
    return " ".join(told)


def _is_npcs(hand: Shown, ended: Result) -> bool:
    """Whether the NPCs play it: only they show no more than two dice of their own."""
    return bool(ended.revealed) and hand is ended.hands[-1]


def _npcs_show(hand: Shown, ended: Result, voice: Voice) -> str:
    who = voice.name(hand.seats[0]) if len(hand.seats) == 1 else "the NPCs"
    verb = "shows" if len(hand.seats) == 1 else "show"
    return f"{who} {verb} {listed(map(str, ended.revealed))}: {named(hand.hand)}{_wild(hand)}."


def _wild(hand: Shown) -> str:
    """What wild dice stand for."""
    stands_for = hand.hand.stands_for
    return f" (20 as {listed(str(number) for _, number in stands_for)})" if stands_for else ""


def result(ended: Result, voice: Voice) -> str:
    """What became of the pots."""
    match ended.how:
        case "void":
            return VOID
        case "alone":
            return ALONE
        case "unseen":
            told = [_unseen(ended, voice), *told_back(ended, len(ended.wins), voice)]
        case "showdown":
            told = _showdown(ended, _at_the_end(voice))
    if ended.odd:
        told.append(f"The odd {voice.money(ended.odd)} goes to the bank.")
    return " ".join(capital(one) for one in told)


def _at_the_end(voice: Voice) -> Voice:
    return replace(voice, names={**voice.names, DEALER: LAST_NPC})


def _unseen(ended: Result, voice: Voice) -> str:
    gains = _gains(share for win in ended.wins for share in win.shares)
    total = voice.money(sum(gains.values()))
    if len(gains) == 1 and DEALER not in gains:
        return f"everybody else has folded: {_names(gains, voice)} takes the pot unseen, {total}."
    npcs = [f"{voice.money(amount)} for {voice.name(seat)}" for seat, amount in gains.items() if seat != DEALER]
    if DEALER in gains:
        npcs.append(f"{voice.money(gains[DEALER])} for the bank" if npcs else "which goes to the bank")
    shares = f"{':' if len(npcs) > 1 else ','} {voice.list(npcs)}"
    return f"all players have folded: the NPCs take the pot unseen, {total}{shares}."


def _showdown(ended: Result, voice: Voice) -> list[str]:
    hands = {seat: hand for hand in ended.hands for seat in hand.seats}
    pots = pots_named(len(ended.wins), ended)
    told = [_won(win, pot_name(at, pots), hands, voice) for at, win in enumerate(ended.wins)]
    told += told_back(ended, len(ended.wins), voice)
    return told if sum(map(len, told)) <= MOST_RESULT else [_in_short(ended, voice)]


def _won(win: Win, pot: str, hands: dict[int, Shown], voice: Voice) -> str:
    """Who takes a pot with what, and how much each gets."""
    seats = [seat for seat, _ in win.shares]
    won, names = hands[seats[0]], _names(seats, voice)
    what = f"{named(won.hand)}{_by_a_die(won, win, hands)}"
    if len(seats) == 1:
        bank = ", for the bank" if seats == [DEALER] else ""
        return f"{names} takes {pot} with {what}: {voice.money(win.shares[0][1])}{bank}."
    amounts = {amount for _, amount in win.shares}
    if len(amounts) == 1:
        return f"{names} split {pot} with {what}: {voice.money(amounts.pop())} each."
    shares = voice.list([f"{voice.money(amount)} for {voice.name(seat)}" for seat, amount in win.shares])
    return f"{names} split {pot} with {what}: {shares}."


def _by_a_die(won: Shown, win: Win, hands: dict[int, Shown]) -> str:
    """What decides where the next best hand in the pot is called the same: a die, or that a straight is natural."""
    others = [hands[seat].hand for seat in win.eligible if seat in hands and hands[seat].kind == won.kind]
    beaten = [other for other in others if other.rank < won.hand.rank]
    if not beaten:
        return ""
    next_best = max(beaten, key=lambda hand: hand.rank)
    if won.kind == "straight" and named(won.hand) == named(next_best):
        return ", without a wild die"
    die = deciding(won.hand, next_best)
    return f", by the {die}" if die is not None else ""


def _in_short(ended: Result, voice: Voice) -> str:
    won = _gains((*(share for win in ended.wins for share in win.shares), *ended.returned))
    gains = [f"{voice.name(seat)} {voice.money(amount)}" for seat, amount in won.items()]
    return f"All pots together: {voice.list(gains)}."


def _gains(shares: Iterable[tuple[int, int]]) -> dict[int, int]:
    """What each seat gets."""
    gains: dict[int, int] = {}
    for seat, amount in shares:
        gains[seat] = gains.get(seat, 0) + amount
    return gains


def _names(seats: Iterable[int], voice: Voice) -> str:
    return voice.list([voice.name(seat) for seat in seats])

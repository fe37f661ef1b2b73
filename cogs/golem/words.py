"""Golem in words: table, a player's own hand, and events."""

from collections.abc import Iterable, Mapping, Sequence

from bot.engine.betting.events import (
    Acted,
    describe_bet,
    describe_chips,
    describe_returned,
    describe_together,
    list_amounts,
    name_seats,
    pot_name,
)
from bot.engine.betting.pots import sum_by_seat
from bot.engine.betting.ranking import FIVE, Ace, Category, Rank, best_hand, rank_hand
from bot.engine.betting.stakes import describe_quick_bets
from bot.engine.cards import FULL_DECK, rank_of, suit_of
from bot.engine.frozen import made
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Page, Panel, SeatLine, Voice, capital, counted
from cogs.golem.state import (
    Absent,
    Anted,
    Dealt,
    Discarded,
    Drawn,
    Ended,
    GolemEvent,
    GolemRules,
    GolemView,
    Own,
    Peeked,
    Redealt,
    SeatView,
    Showdown,
    Shown,
    Street,
    Swapped,
    Unseen,
)

SUITS = {"h": "flesh", "s": "clay", "d": "stone", "c": "iron"}
_NAMES_TWO = {Category.TWO_PAIR, Category.FULL_HOUSE}
"""Hands that are called by two numbers; all others by one."""


def in_words(card: str) -> str:
    """Name a card, as in "10 of stone"."""
    return f"{rank_of(card)} of {SUITS[suit_of(card)]}"


def short(card: str) -> str:
    """Name a card as people may type it: "10 stone"."""
    return f"{rank_of(card)} {SUITS[suit_of(card)]}"


def picture_name(card: str) -> str:
    """Return the name of a card's image: "stone_10"."""
    return f"{SUITS[suit_of(card)]}_{rank_of(card)}"


def named(cards: Sequence[str], ace: Ace) -> str:
    """Name the hand that the cards make, as in "two pair, 10s and 4s"; at least one card."""
    (category, ranks), best = best_hand(cards, ace)
    numbers = [1 if rank == 14 else rank for rank in ranks]
    top, suit = numbers[0], SUITS[suit_of(best[0])]
    match category:
        case Category.HIGH_CARD:
            return f"{top} high"
        case Category.PAIR:
            return f"a pair of {top}s"
        case Category.TWO_PAIR:
            return f"two pair, {top}s and {numbers[1]}s"
        case Category.THREE_OF_A_KIND:
            return f"three {top}s"
        case Category.STRAIGHT:
            return f"a straight, {_run(ranks[0])}"
        case Category.FLUSH:
            return f"a flush of {suit}, {top} high"
        case Category.FULL_HOUSE:
            return f"a full house, {top}s over {numbers[1]}s"
        case Category.FOUR_OF_A_KIND:
            return f"four {top}s"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush of {suit}, {_run(ranks[0])}"


def _deciding_card(one: Rank, other: Rank) -> int | None:
    """Return the number of the card that decides between two hands of the same name; None if the names differ or they
    tie.
    """
    words = 2 if one.category in _NAMES_TWO else 1
    if one == other or (one.category, one.ranks[:words]) != (other.category, other.ranks[:words]):
        return None
    worse, better = sorted((one.ranks, other.ranks))
    rank = next(rank for at, rank in enumerate(better) if worse[at : at + 1] != (rank,))
    return 1 if rank == 14 else rank


def _run(top: int) -> str:
    return f"{top - FIVE + 1} to {1 if top == 14 else top}"


_NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def _describe_verdicts(ended: Showdown, voice: Voice) -> list[str]:
    """Describe each pot's winner, or the pot that carries over with its penalty; the main pot comes first."""
    alike: dict[tuple[bool, bool, tuple[int, ...]], list[int]] = {}
    for at, one in enumerate(ended.verdicts):
        alike.setdefault((one.is_won, len(one.eligible) == 1, one.best), []).append(at)
    return [_describe_pots(places, ended, voice) for places in alike.values()]


def _describe_pots(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    first = ended.verdicts[places[0]]
    if len(first.eligible) == 1:
        pots, amounts = _name_pots(places, ended, voice), _describe_amounts(places, ended, voice)
        return f"{name_seats(first.best, voice)} takes {pots} unopposed: {amounts}."
    return _describe_win(places, ended, voice) if first.is_won else _describe_failure(places, ended, voice)


def _describe_win(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    best = ended.verdicts[places[0]].best
    names, is_one = name_seats(best, voice), len(best) == 1
    kind = named(dict(ended.hands)[best[0]], ended.ace) + _describe_deciding_card(places, ended, voice)
    takes = ("takes " if is_one else "split ") + _name_pots(places, ended, voice)
    beats = "beats" if is_one else "beat"
    how = f"{beats} the golem with {kind}, and {takes}" if ended.golem else f"{takes} with {kind}"
    return f"{names} {how}: {_describe_amounts(places, ended, voice)}."


def _describe_amounts(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """Describe the amounts pot by pot for a single winner, otherwise each winner's share of all these pots."""
    shares = [share for at in places for share in ended.verdicts[at].shares]
    if len(ended.verdicts[places[0]].best) == 1:
        return voice.list([voice.money(amount) for _, amount in shares])
    each = sum_by_seat(shares)
    amounts = {*each.values()}
    return f"{voice.money(amounts.pop())} each" if len(amounts) == 1 else list_amounts(each.items(), voice)


def _describe_deciding_card(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """Describe the card that decides between two hands of the same name."""
    ranks = _ranks(ended)
    best = ended.verdicts[places[0]].best
    ours = ranks[best[0]]
    others = {seat for at in places for seat in ended.verdicts[at].eligible if seat in ranks} - {*best}
    second = max((ranks[seat] for seat in others), default=None)
    by_golem = _deciding_card(ours, rank_hand(ended.golem, ended.ace)) if ended.golem else None
    by_rival = _deciding_card(ours, second) if second else None
    rivals = name_seats((seat for seat in ranks if seat in others and ranks[seat] == second), voice)
    if by_golem and by_rival and by_golem != by_rival:
        return f" (the {by_golem} decides against the golem, the {by_rival} against {rivals})"
    if by_golem:
        return f" (the {by_golem} decides)"
    return f" (the {by_rival} decides against {rivals})" if by_rival else ""


def _describe_failure(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    best = ended.verdicts[places[0]].best
    hand, has = dict(ended.hands)[best[0]], "has" if len(best) == 1 else "have"
    ours, golem = rank_hand(hand, ended.ace), rank_hand(ended.golem, ended.ace)
    card = _deciding_card(ours, golem)
    fails = "only equals the golem" if ours == golem else "doesn't beat the golem"
    why = f"{named(hand, ended.ace)}, which {fails}{f' (its {card} decides)' if card else ''}"
    pots, penalties = _name_pots(places, ended, voice), _describe_penalties(places, ended, voice)
    of = f"For {pots} " if len(ended.verdicts) > 1 else ""
    return f"{of}{name_seats(best, voice)} {has} the best hand, {why}. {penalties}"


def _describe_penalties(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """Describe the penalties paid into the pot, and the reason if a player pays none."""
    verdict, pot = ended.verdicts[places[0]], pot_name(places[0], len(ended.verdicts))
    due, paid = dict(verdict.dues), dict(verdict.penalties)
    before = {seat for one in ended.verdicts[: places[0]] for seat, _ in one.dues}
    told = _describe_full_payments(tuple((seat, due[seat]) for seat in due if paid.get(seat) == due[seat]), pot, voice)
    told += [
        f"{voice.name(seat)} pays all that is left, {voice.money(amount)}, into {pot}."
        for seat, amount in paid.items()
        if amount < due[seat]
    ]
    told += _describe_seats([seat for seat in due if seat not in paid], "nothing left to pay with", voice)
    told += _describe_seats([seat for seat in verdict.best if seat in before], "paid the penalty already", voice)
    if told:
        return " ".join(told)
    which = _name_pots(places, ended, voice)
    return f"{capital(which)} {'stays as it is' if len(places) == 1 else 'stay as they are'}."


def _describe_full_payments(payments: tuple[tuple[int, int], ...], pot: str, voice: Voice) -> list[str]:
    """Describe the players who pay all they owe."""
    names, amounts = name_seats((seat for seat, _ in payments), voice), {amount for _, amount in payments}
    if len(payments) == 1:
        return [f"{names} pays {voice.money(amounts.pop())} into {pot}."]
    if len(amounts) == 1:
        return [f"{names} pay {voice.money(amounts.pop())} each into {pot}."]
    return [f"Penalties into {pot}: {list_amounts(payments, voice, 'from')}."] if payments else []


def _describe_seats(seats: Sequence[int], what: str, voice: Voice) -> list[str]:
    return [f"{name_seats(seats, voice)} {'has' if len(seats) == 1 else 'have'} {what}."] if seats else []


def _ranks(ended: Showdown) -> Mapping[int, Rank]:
    """Return the ranks of the hands that are shown."""
    return {seat: rank_hand(cards, ended.ace) for seat, cards in ended.hands}


def _name_pots(places: Sequence[int], ended: Showdown, voice: Voice) -> str:
    """Name the pots, or all of them at once."""
    pots = len(ended.verdicts)
    if len(places) == pots > 1:
        return "both pots" if pots == 2 else f"all {_NUMBERS.get(pots, str(pots))} pots"
    return voice.list([pot_name(at, pots) for at in places])


MOST_RESULT = 900
"""Characters of a result pot by pot; a longer one lists what everyone won and paid."""
MOST_EARLIER = 1300
"""Characters of a result beyond which it leaves out the earlier deals of the hand."""

_ABSENT: dict[Absent, str] = {
    "none": "Nobody discarded, so there is no golem.",
    "few": "There were fewer than five discards, so there is no golem.",
    "capped": "This was the last re-deal, so the best hand wins without a golem.",
}


def shown(ended: Showdown, voice: Voice) -> str:
    """Name the hands that are shown, whose cards stand in the roster, and list all discards if they are turned up."""
    hands = [
        f"{voice.name(seat)}{'' if at else ' shows'} {named(cards, ended.ace)}"
        for at, (seat, cards) in enumerate(ended.hands)
    ]
    said = f"{voice.list(hands)}."
    if ended.discards:
        were = "The only discard was" if len(ended.discards) == 1 else "The discards were"
        said += f" {were} {_pictures(ended.discards, voice)}."
    return said


def result(ended: Showdown, voice: Voice) -> str:
    """Describe the end of a deal, pot by pot."""
    told = (
        [_unseen(ended, voice)]
        if ended.absent == "unseen"
        else [*_describe_verdicts(ended, voice), *_golem(ended, voice)]
    )
    told += describe_returned(ended.returned, voice) + _house(ended, voice)
    if sum(map(len, told)) > MOST_RESULT:
        told = [*_summarize(ended, voice), *_golem(ended, voice), *_house(ended, voice)]
    earlier = _earlier(ended, voice)
    if sum(map(len, (*told, *earlier))) <= MOST_EARLIER:
        told += earlier
    return " ".join(told)


def _unseen(ended: Showdown, voice: Voice) -> str:
    ((winner, amount),) = ended.verdicts[0].shares
    return f"All others have folded: {voice.name(winner)} takes the pot, {voice.money(amount)}."


def _golem(ended: Showdown, voice: Voice) -> list[str]:
    if ended.absent:
        return [_ABSENT[ended.absent]] if ended.absent in _ABSENT else []
    suits = f" ({_suits(ended.golem)})" if _are_drawn(ended.golem, voice) else ""
    return [f"The golem has {_pictures(ended.golem, voice)}{suits}: {named(ended.golem, ended.ace)}."]


def _house(ended: Showdown, voice: Voice) -> list[str]:
    told = [f"The house takes {voice.money(ended.house)}."] if ended.house else []
    if ended.bank:
        told.append(f"The odd {voice.money(ended.bank)} carries over to the next hand.")
    return told


def _earlier(ended: Showdown, voice: Voice) -> list[str]:
    if not ended.earlier:
        return []
    gains = sum_by_seat((gain.seat, gain.amount) for gain in ended.earlier)
    return [f"Won earlier in this hand: {list_amounts(gains.items(), voice)}."]


def _summarize(ended: Showdown, voice: Voice) -> list[str]:
    """Describe all pots together: each player's winnings, and the payments into pots that stay."""
    shares = (*(verdict.shares for verdict in ended.verdicts), ended.returned)
    penalties = sum_by_seat(penalty for verdict in ended.verdicts for penalty in verdict.penalties)
    told = [describe_together(shares, voice)] if any(shares) else []
    if ended.is_redealt:
        told.append("The golem wasn't beaten for some pots, so they stay.")
    if penalties:
        told.append(f"Penalties into the pots that stay: {list_amounts(penalties.items(), voice, 'from')}.")
    return told


def _example_cut(rules: GolemRules) -> int:
    """Return the house cut of the pot in the rulebook's example."""
    return rules.cut(3 * rules.ante + 6 * rules.smallest_bet)


RULEBOOK = Rulebook(
    GolemRules,
    source_of("cogs.golem"),
    amounts={
        "bet": lambda rules: rules.smallest_bet,
        "due": lambda rules: rules.penalty * rules.ante,
        "example_cut": _example_cut,
        "example_win": lambda rules: 3 * rules.ante + 6 * rules.smallest_bet - _example_cut(rules),
    },
    words={"quick": lambda rules, _: describe_quick_bets(rules.quick_bets)},
)
rules_pages = RULEBOOK.pages


STREETS: dict[Street, str] = {
    "first": "First bets",
    "draw": "The draw",
    "second": "Second bets",
    "showdown": "Showdown",
}
UNSHOWN: dict[Absent, str] = {"unseen": "Taken unseen", "alone": "Taken unopposed"}
ADVISED = range(3, 7)
MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: GolemView, voice: Voice) -> Panel:
    """Describe the table in its current state."""
    status = f"Pot **{voice.money(view.pot)}**"
    if view.to_match:
        status += f" · bet {voice.money(view.to_match)}"
    status += f" · {voice.name(view.amulet)} has the amulet"
    deal = f" · deal {view.number}" if view.number > 1 else ""
    return made(
        Panel,
        heading=_heading(view) + deal,
        status=(status, *_middle(view)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=result(view.showdown, voice) if view.showdown else None,
    )


def card_name(card: str, _: GolemRules) -> str | None:
    """Name a card, as in "10 of stone"."""
    return in_words(card) if card in FULL_DECK else None


def _heading(view: GolemView) -> str:
    """Return the street, or the way the hand ended: it is no showdown if nobody shows a card."""
    absent = view.showdown.absent if view.showdown else None
    return UNSHOWN.get(absent, STREETS[view.street]) if absent else STREETS[view.street]


def _middle(view: GolemView) -> tuple[str, ...]:
    """Describe the middle besides the pot, or the choice that everyone makes."""
    if view.street == "draw":
        if 0 < view.rules.redeals < view.number:
            return (
                "Discard up to two cards for new ones. In this last deal there is no golem, and the best hand wins.",
            )
        return ("Discard up to two cards for new ones. The discards form the golem that you must beat.",)
    if view.street == "first" and view.number > 1:
        return ("The golem wasn't beaten. You play for the same pot again, without an ante.",)
    if view.pile is None or view.showdown:
        return ()
    return (_describe_pile(view.pile, view.absent),)


def _seat(view: GolemView, seat: SeatView, voice: Voice) -> SeatLine:
    cards = ""
    if seat.shown:
        colon = "" if _are_drawn(seat.shown, voice) else ":"
        cards = f"{_pictures(seat.shown, voice)}{colon} **{named(seat.shown, view.ace).removeprefix('a ')}**"
    parts = describe_chips(seat, view.to_match, voice)
    if seat.is_folded and not (seat.stack or seat.paid):
        parts[-1] = "out"
    if view.street == "draw" and not (seat.is_folded or seat.is_choosing):
        parts.append("has chosen")
    if seat.drew is not None:
        parts.append(f"drew {seat.drew}" if seat.drew else "kept all five")
    suits = (_suits(seat.shown),) if _are_drawn(seat.shown, voice) else ()
    below = suits if seat.shown else ()
    return made(SeatLine, seat=seat.seat, cards=cards, text=" · ".join(parts), below=below, is_out=seat.is_folded)


def hand(view: GolemView, voice: Voice) -> Page:
    """Write the page of a seat's hand: its cards large, their rank, and the seat's standing."""
    own = view.own
    if own is None or not own.cards:
        return Page(title="No cards", text=_without_cards(view))
    cards = own.cards
    in_full = voice.list([in_words(card) for card in cards])
    lines = [f"# {_pictures(cards, voice)}", f"-# {in_full}"] if _are_drawn(cards, voice) else [f"**{in_full}**"]
    lines += _describe_discards(view, own, voice)
    if view.pile is not None and view.showdown is None:
        lines.append(_describe_pile(view.pile, view.absent))
    return Page(title=capital(named(cards, view.ace).removeprefix("a ")), text="\n".join(lines))


def _without_cards(view: GolemView) -> str:
    """Explain why a seat has no cards in this deal."""
    me = next((seat for seat in view.seats if view.own and seat.seat == view.own.seat), None)
    if me is None:
        return "You aren't in this deal."
    return "You folded in an earlier deal." if me.stack else "You have nothing left to play for."


def _describe_discards(view: GolemView, own: Own, voice: Voice) -> list[str]:
    """Describe the seat's fold, and its discards once it has chosen."""
    me = next(seat for seat in view.seats if seat.seat == own.seat)
    return [*(["You have folded."] if me.is_folded else []), *_discarded_by(me, view, own, voice)]


def _discarded_by(me: SeatView, view: GolemView, own: Own, voice: Voice) -> list[str]:
    if own.discards:
        discarded = f"You discarded {voice.list([in_words(card) for card in own.discards])}."
        return [f"{discarded} New cards come when everyone has chosen." if view.street == "draw" else discarded]
    keeps = not me.is_folded and (view.pile is not None or (view.street == "draw" and not me.is_choosing))
    return ["You keep all five."] if keeps else []


def tell(events: Iterable[GolemEvent], voice: Voice) -> tuple[str, ...]:
    """Describe the events in sentences, oldest first."""
    return tuple(_sentence(event, voice) for event in events)


def _sentence(event: GolemEvent, voice: Voice) -> str:
    match event:
        case Anted():
            return _anted(event, voice)
        case Redealt():
            return _redealt(event, voice)
        case Dealt():
            return f"You are dealt {_pictures(event.cards, voice)}: {named(event.cards, event.ace)}."
        case Drawn():
            discarded, new = _pictures(event.discards, voice), _pictures(event.drawn, voice)
            return f"You discard {discarded} and draw {new}: {named(event.cards, event.ace)}."
        case Discarded():
            return _discarded(event, voice)
        case Swapped() | Peeked():
            return _describe_sleight(event, voice)
        case Shown():
            return shown(event.showdown, voice)
        case Ended() | Unseen():
            return result(event.showdown, voice)
        case Acted():
            return describe_bet(event, voice)


def _describe_sleight(event: Swapped | Peeked, voice: Voice) -> str:
    """Describe a sleight for the cheat alone or for the GM."""
    who, s = ("You", "") if event.by is None else (voice.name(event.by), "s")
    match event:
        case Swapped():
            return f"{who} swap{s} the {in_words(event.given)} for the {in_words(event.drawn)}."
        case Peeked():
            return f"{who} peek{s} at the hand of {voice.name(event.whom)}: the {in_words(event.card)}."


def _anted(event: Anted, voice: Voice) -> str:
    said = f"{voice.name(event.amulet)} has the amulet. The ante is {voice.money(event.ante)} each, "
    said += f"the pot {voice.money(event.pot)}."
    if event.short:
        said += f" {voice.list([voice.name(seat) for seat in event.short])} could pay only part of it."
    if event.players is not None and event.players not in ADVISED:
        said += " Golem is at its best with three to six players."
    return said


def _redealt(event: Redealt, voice: Voice) -> str:
    said = f"Deal {event.number}: all cards are dealt again, for a pot of {voice.money(event.pot)}."
    if event.out:
        names = voice.list([voice.name(seat) for seat in event.out])
        said += f" {names} {_one(event.out, 'has', 'have')} nothing left to play for."
    return said


def _discarded(event: Discarded, voice: Voice) -> str:
    keepers = [voice.name(seat) for seat, count in event.counts if not count]
    drawn = [f"{voice.name(seat)} draws {count}" for seat, count in event.counts if count]
    if keepers:
        drawn.append(f"{voice.list(keepers)} {_one(keepers, 'keeps', 'keep')} all five cards")
    return f"{', '.join(drawn)}."


def stakes(rules: GolemRules, voice: Voice) -> str:
    """Describe the stakes in half a line: with the penalty and the house cut if there is room."""
    said = rules.stakes(voice)
    penalty = f" · penalty {voice.money(rules.penalty * rules.ante)}" if rules.penalty else ""
    house = f" · house {rules.house_rate}%" if rules.house_rate else ""
    for more in (penalty, house):
        said += more if len(said + more) <= MOST_STAKES else ""
    return said


def _pictures(cards: Sequence[str], voice: Voice) -> str:
    """Show cards side by side; in words, as in "10 of stone, 4 of iron", where an image is missing."""
    beside = " " if _are_drawn(cards, voice) else ", "
    return beside.join(voice.symbol(picture_name(card), in_words(card)) for card in cards)


def _suits(cards: Sequence[str]) -> str:
    """Name the suits of cards that are drawn, in their order."""
    return ", ".join(SUITS[suit_of(card)] for card in cards)


def _are_drawn(cards: Sequence[str], voice: Voice) -> bool:
    return all(picture_name(card) in voice.symbols for card in cards)


def _describe_pile(pile: int, absent: Absent | None) -> str:
    """Describe the golem's future cards, or the reason why there will be none."""
    match absent:
        case None:
            return f"The golem will be the best hand of {counted(pile, 'card')}."
        case "none":
            return "Nobody discarded, so there is no golem."
        case "few":
            return "There were fewer than five discards, so there is no golem."
        case _:
            return "In this last deal there is no golem, and the best hand wins."


def _one(these: tuple[int, ...] | list[str], one: str, many: str) -> str:
    return one if len(these) == 1 else many

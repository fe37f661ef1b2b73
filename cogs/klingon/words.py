"""Klingon Hold-'Em in words: the table, the events, the stakes, and the page of a player's two ships."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bot.engine.betting.events import (
    Acted,
    describe_bet,
    describe_chips,
    describe_returned,
    describe_together,
    describe_unopposed,
    name_seats,
    pot_name,
)
from bot.engine.betting.pots import sum_by_seat
from bot.engine.betting.stakes import describe_quick_bets
from bot.engine.frozen import made
from bot.engine.money import CHIPS
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Page, Panel, SeatLine, Voice, capital, counted, escape, listed, number_word, ordinal
from cogs.klingon.card_file import action_codes, deck_of, ship_of, ships_in_play
from cogs.klingon.cards import Attack, Deck, best_attack
from cogs.klingon.naming import (
    STREETS,
    amounts,
    cards,
    carried,
    deck_or_standard,
    describe_choices,
    describe_doublers,
    describe_fleets,
    describe_kinds,
    explained,
    fired_by,
    fires,
    in_short,
    laid_out,
    marked,
    mounted,
    pictured,
    ship_image,
    ship_name,
    ship_names,
    ship_shown,
    split_waste,
    unarmed,
)
from cogs.klingon.state import (
    LOCK_ON,
    SHARES,
    TABLE_CARDS,
    WORDS,
    Cloaked,
    Dealt,
    Ended,
    Ending,
    KlingonEvent,
    KlingonRules,
    KlingonView,
    OfCards,
    Own,
    PotWon,
    SeatView,
    Swapped,
    Turned,
    Unseen,
)

__all__ = ["card_name", "hand", "panel", "rules_pages", "stakes", "tell"]


_MOST_RESULT = 900
"""Characters of the winners' attacks; from the last pot upwards they are left out beyond it."""
_MOST_BRIEF = 600
"""Characters of the pots; beyond it, only everyone's winnings are named."""
_MOST_LOSERS = 900
"""Characters of what the others came to."""

_Shown = Mapping[int, tuple[tuple[str, ...], Attack]]
_Two = tuple[str, str]


class Example(NamedTuple):
    """The ships and the action cards of the rulebook's example: Han's attack is stronger than Roark's."""

    deck: Deck
    han: _Two
    roark: _Two
    table: tuple[str, ...]

    @property
    def attacks(self) -> tuple[Attack, Attack]:
        """The strongest attacks of Han and of Roark."""
        return best_attack(self.deck, self.han, self.table), best_attack(self.deck, self.roark, self.table)


_SHIPS, _ACTIONS = ("fed-ca", "kli-cw"), ("photon-12", "photon-8", "disruptor-8", "phaser-5", "overload")
_OTHERS: tuple[_Two, ...] = (("rom-sparrowhawk", "kzi-cv"), ("rom-sparrowhawk", "kzi-cl"))
"""Roark's ships, the second pair where house rules leave out the carriers. The smallest ships are in no example."""


def example_of(rules: KlingonRules) -> Example:
    """Return an example with the cards in play; with the game's own where these have none."""
    for played in (rules, rules.evolve(deck=None)):
        if found := _find_example((deck_of(played), tuple(ship.id for ship in ships_in_play(played)))):
            return found
    raise LookupError("the game's own cards make no example")


@lru_cache(maxsize=64)
def _find_example(played: tuple[Deck, tuple[str, ...]]) -> Example | None:
    """Return the game's usual example if its cards are in play, otherwise the first hand with two unequal attacks.

    `played` are a deck and the ids of its ships that are dealt.
    """
    deck, ships = played
    for hand in _hands(ships, action_codes(deck)):
        example = Example(deck, *hand)
        own, other = example.attacks
        if own.total > other.total > 0:
            return example
        if other.total > own.total > 0:
            return Example(deck, example.roark, example.han, example.table)
    return None


def _hands(ships: Sequence[str], codes: Sequence[str]) -> Iterator[tuple[_Two, _Two, tuple[str, ...]]]:
    """Yield Han's ships, Roark's ships and the action cards of hands that these cards can make."""
    for other in _OTHERS:
        if {*_SHIPS, *other} <= {*ships} and {*_ACTIONS} <= {*codes}:
            yield _SHIPS, other, _ACTIONS
    apart = len(codes) // TABLE_CARDS
    for at in range(max(len(ships), len(codes))):
        first, second, third, fourth = (ships[(at + place) % len(ships)] for place in range(4))
        table = tuple([codes[(at + place * apart) % len(codes)] for place in range(TABLE_CARDS)])
        yield (first, third), (second, fourth), table


def _attack_of(rules: KlingonRules, *, of_han: bool) -> str:
    """Describe an attack of the example: the cards that each ship fires, and those that are wasted."""
    example = example_of(rules)
    attack = example.attacks[0 if of_han else 1]
    wasted = f" Wasted: {cards(attack.wasted, example.deck)}." if attack.wasted else ""
    return f"{explained(attack, example.han if of_han else example.roark, example.deck)}.{wasted}"


def _example_cards(rules: KlingonRules, first: int, end: int) -> str:
    example = example_of(rules)
    return cards(example.table[first:end], example.deck)


RULEBOOK = Rulebook(
    KlingonRules,
    source_of("cogs.klingon"),
    amounts={"small": lambda rules: rules.first_small},
    words={
        "quick": lambda rules, _: describe_quick_bets(rules.quick_bets),
        "shares": lambda rules, _: listed(f"{share}%" for share in SHARES[rules.prizes]),
        "choices": lambda rules, _: describe_choices(deck_of(rules)),
        "doublers": lambda rules, _: describe_doublers(deck_of(rules)),
        "fighter_points": lambda rules, _: counted(deck_of(rules).fighter_points, "point"),
        "deck": lambda rules, _: escape(deck_of(rules).title),
        "ship_count": lambda rules, _: counted(len(ships_in_play(rules)), "ship"),
        "fleets": lambda rules, _: describe_fleets(ships_in_play(rules)),
        "card_count": lambda rules, _: counted(len(action_codes(deck_of(rules))), "action card"),
        "kinds": lambda rules, _: describe_kinds(deck_of(rules)),
        "han_ships": lambda rules, _: ship_names(example_of(rules).han, example_of(rules).deck),
        "roark_ships": lambda rules, _: ship_names(example_of(rules).roark, example_of(rules).deck),
        "lock_on": lambda rules, _: _example_cards(rules, 0, LOCK_ON),
        "het": lambda rules, _: _example_cards(rules, LOCK_ON, LOCK_ON + 1),
        "overrun": lambda rules, _: _example_cards(rules, LOCK_ON + 1, TABLE_CARDS),
        "han_total": lambda rules, _: str(example_of(rules).attacks[0].total),
        "roark_total": lambda rules, _: str(example_of(rules).attacks[1].total),
        "han_attack": lambda rules, _: _attack_of(rules, of_han=True),
        "roark_attack": lambda rules, _: _attack_of(rules, of_han=False),
    },
    when={
        "fighters": lambda rules: any(ship.fighters for ship in ships_in_play(rules)),
        "choices": lambda rules: bool(describe_choices(deck_of(rules))),
        "doublers": lambda rules: bool(deck_of(rules).doublers),
        "own_cards": lambda rules: rules.deck is not None,
        "foreign_example": lambda rules: example_of(rules).deck != deck_of(rules),
    },
)


def rules_pages(rules: KlingonRules, voice: Voice) -> tuple[Page, ...]:
    """Return the rulebook; a tournament counts in chips, whatever the campaign's money is."""
    return RULEBOOK.pages(rules, replace(voice, currency=CHIPS) if rules.is_tournament else voice)


def _describe_result(ending: Ending, voice: Voice) -> str:
    """Describe what became of the pots and of the players."""
    if ending.how == "unseen":
        return " ".join((_describe_unseen(ending, voice), *_describe_rest(ending, voice)))
    shown = _shown_attacks(ending)
    told = [_describe_taken(places, ending, shown, voice) for places in _group_pots(ending.pots)]
    if sum(map(len, told)) > _MOST_BRIEF:
        told = [describe_together((pot.shares for pot in ending.pots), voice)]
    return " ".join((*told, *_describe_rest(ending, voice)))


def _describe_how(ending: Ending, deck: Deck, voice: Voice) -> str:
    """Explain the winners' attacks as far as there is room, the main pot's first; "" for none."""
    shown, pots = _shown_attacks(ending), _group_pots(ending.pots)
    winners = dict.fromkeys(seat for places in pots for seat in ending.pots[places[0]].winners)
    how = [one for seat in winners if (one := _explain_attack(seat, shown, deck, voice))]
    return " ".join(_fitting(how, _MOST_RESULT))


def _describe_losers(ending: Ending, deck: Deck, voice: Voice) -> str | None:
    """Describe the attacks of those who show their ships and win nothing, the strongest first."""
    winners = {seat for pot in ending.pots if len(pot.eligible) > 1 for seat in pot.winners}
    beaten = sorted((one for one in ending.attacks if one[0] not in winners), key=lambda one: -one[2].total)
    if not beaten:
        return None
    totals = [
        f"{voice.name(seat)}{'' if at else ' attacks'} with {attack.total}"
        for at, (seat, _, attack) in enumerate(beaten)
    ]
    made_of = [f" ({in_short(attack, deck)})" if attack.total else "" for _, _, attack in beaten]
    in_full = [one + made for one, made in zip(totals, made_of, strict=True)]
    told = in_full if sum(map(len, in_full)) <= _MOST_LOSERS else totals
    return f"{'; '.join(told)}."


def _shown_attacks(ending: Ending) -> _Shown:
    return {seat: (ships, attack) for seat, ships, attack in ending.attacks}


def _fitting(sentences: Sequence[str], room: int) -> list[str]:
    """Return the sentences, from the first on, that fit into so many characters together."""
    fitting: list[str] = []
    for sentence in sentences:
        room -= len(sentence) + 1
        if room < 0:
            break
        fitting.append(sentence)
    return fitting


def _group_pots(pots: Sequence[PotWon]) -> list[list[int]]:
    """Group the contested pots, by position, that the same seats take; the main pot comes first."""
    alike: dict[tuple[int, ...], list[int]] = {}
    for at, pot in enumerate(pots):
        if len(pot.eligible) > 1:
            alike.setdefault(pot.winners, []).append(at)
    return list(alike.values())


def _describe_taken(places: Sequence[int], ending: Ending, shown: _Shown, voice: Voice) -> str:
    """Describe who takes which pots with which attack, and how much each gets."""
    winners = ending.pots[places[0]].winners
    total = shown[winners[0]][1].total
    which, gains = (
        _name_pots(places, len(ending.pots)),
        sum_by_seat(share for at in places for share in ending.pots[at].shares),
    )
    names = name_seats(winners, voice)
    if len(winners) == 1:
        return f"{names}'s attack of {total} takes {which}, {voice.money(gains[winners[0]])}."
    if total:
        why = f"{'both' if len(winners) == 2 else 'their'} attacks come to {total}"
    else:
        why = f"{'neither' if len(winners) == 2 else 'none of them'} has an attack"
    return f"{names} split {which}, {_describe_shares(gains, voice)}: {why}."


def _describe_shares(gains: Mapping[int, int], voice: Voice) -> str:
    """Describe the shares of a split: first the amount that most of them get, then the others."""
    alike: dict[int, list[int]] = {}
    for seat, amount in gains.items():
        alike.setdefault(amount, []).append(seat)
    told: list[str] = []
    for amount, seats in sorted(alike.items(), key=lambda one: -len(one[1])):
        each = voice.money(amount) if len(seats) == 1 else f"{voice.money(amount)} each"
        told.append(each if 2 * len(seats) > len(gains) else f"{each} for {name_seats(seats, voice)}")
    return voice.list(told) if len(told) == len(gains) else ", ".join(told)


def _explain_attack(seat: int, shown: _Shown, deck: Deck, voice: Voice) -> str:
    """Explain a winning attack in a sentence; "" where it is none."""
    ships, attack = shown[seat]
    told = explained(attack, ships, deck)
    return f"{voice.name(seat)}: {told}." if told else ""


def _describe_unseen(ending: Ending, voice: Voice) -> str:
    ((winner, amount),) = ending.pots[0].shares
    return f"All others have disengaged: {voice.name(winner)} takes the pot unseen, {voice.money(amount)}."


def _describe_rest(ending: Ending, voice: Voice) -> list[str]:
    """Describe unopposed pots, returned chips, odd chips, and players who are out."""
    told = [
        describe_unopposed(name_seats(pot.winners, voice), pot_name(at, len(ending.pots)), pot.amount, voice, WORDS)
        for at, pot in enumerate(ending.pots)
        if ending.how == "shown" and len(pot.eligible) == 1
    ]
    told += describe_returned(ending.returned, voice)
    if ending.house:
        told.append(f"The house gets the odd {voice.money(ending.house)}.")
    if ending.bank:
        told.append(f"The odd {voice.money(ending.bank)} carries over to the next hand.")
    return [*told, *_describe_out(ending, voice)]


def _describe_out(ending: Ending, voice: Voice) -> list[str]:
    """Describe who is out of the tournament, the worst place first. The winner comes with the prizes."""
    told: list[str] = []
    for place in sorted({placed.place for placed in ending.out}, reverse=True):
        seats = [placed.seat for placed in ending.out if placed.place == place]
        if len(seats) == 1:
            told.append(f"{voice.name(seats[0])} is out, {ordinal(place)}.")
        else:
            together = "both" if len(seats) == 2 else f"all {number_word(len(seats))}"
            told.append(f"{name_seats(seats, voice)} are out, {together} {ordinal(place)}.")
    return told


def _name_pots(places: Sequence[int], pots: int) -> str:
    """Name the pots, or all of them at once."""
    if len(places) == pots > 1:
        return "both pots" if pots == 2 else f"all {number_word(pots)} pots"
    main = [pot_name(0, pots)] if 0 in places else []
    side = [at for at in places if at]
    if not side:
        return main[0]
    named = pot_name(side[0], pots) if len(side) == 1 else f"side pots {_join_numbers(side)}"
    return " and ".join((*main, named))


def _join_numbers(numbers: Sequence[int]) -> str:
    """Join rising numbers, three or more in a row as one range: "1, 3 to 6 and 8"."""
    rows = [[numbers[0]]]
    for before, number in pairwise(numbers):
        if number == before + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return listed(
        part
        for row in rows
        for part in ([f"{row[0]} to {row[-1]}"] if len(row) > 2 else [str(number) for number in row])
    )


def tell(events: Iterable[KlingonEvent], voice: Voice) -> tuple[str, ...]:
    """Describe what happened, oldest first. The last sentences of a showdown stay at the head of the table."""
    return tuple(line for event in events for line in _sentences(event, voice))


def _sentences(event: KlingonEvent, voice: Voice) -> Iterator[str]:
    match event:
        case Cloaked():
            yield _describe_cloaked(event, voice)
        case Dealt():
            yield f"You are dealt {ship_names(event.ships, deck_or_standard(event.deck))}."
        case Swapped():
            who = "You swap" if event.by is None else f"{voice.name(event.by)} swaps"
            yield f"{who} {escape(event.given)} for {escape(event.drawn)}."
        case Turned():
            pot = voice.money(event.pot)
            yield f"{STREETS[event.street]}: {cards(event.cards, deck_or_standard(event.deck))}, for a pot of {pot}."
        case Acted():
            yield describe_bet(event, voice, WORDS)
        case Ended():
            deck = deck_or_standard(event.deck)
            if told := _describe_losers(event.ending, deck, voice):
                yield told
            if told := _describe_how(event.ending, deck, voice):
                yield told
            yield _describe_result(event.ending, voice)
        case Unseen():
            yield _describe_result(event.ending, voice)


def _describe_cloaked(event: Cloaked, voice: Voice) -> str:
    (right, small), (sun, large) = event.small, event.large
    bets = "The cloaked bets"
    if event.raised:
        players = "player" if event.out == 1 else "players"
        bets = f"With {number_word(event.out)} {players} out, the cloaked bets grow to {amounts(*event.bets, voice)}"
    told = [f"{voice.name(sun)} is on the sun."]
    told.append(f"{bets}: {voice.name(right)} {voice.money(small)}, {voice.name(sun)} {voice.money(large)}.")
    short = [
        f"{voice.name(seat)} can't pay all of the {which} one, {voice.money(due)}."
        for seat, paid, which, due in ((right, small, "small", event.bets[0]), (sun, large, "large", event.bets[1]))
        if paid < due
    ]
    told += short
    if left := event.pot - small - large:
        told.append(f"The pot already held {voice.money(left)}.")
    return " ".join(told)


def _describe_prizes(rules: KlingonRules) -> str:
    """Describe the prizes of a tournament in half a line."""
    if not rules.fee:
        return "for the honor"
    shares = SHARES[rules.prizes]
    return "winner takes all" if len(shares) == 1 else f"prizes {'/'.join(map(str, shares))}%"


_MOST_STAKES = 70
"""Characters of what a table plays for, which stands small and in one line with its clock."""


def panel(view: KlingonView, voice: Voice) -> Panel:
    """Build the panel of the table as it stands."""
    deck = deck_of(view.rules)
    return made(
        Panel,
        title="Klingon Hold-'Em",
        heading=_heading(view),
        status=_status(view, deck, voice),
        seats=tuple(_seat(view, seat, deck, voice) for seat in view.seats),
        result=_describe_result(view.ending, voice) if view.ending else None,
        middle=_mark_fired(view.ending, view.table, deck, voice) if view.ending else None,
    )


def _mark_fired(ending: Ending, table: Sequence[str], deck: Deck, voice: Voice) -> str | None:
    """Mark the cards on the table that the winners of the main pot fired; None where no ship was shown."""
    shown, pots = _shown_attacks(ending), [pot for pot in ending.pots if len(pot.eligible) > 1]
    if not (shown and pots):
        return None
    fired = Counter[str]()
    for seat in pots[0].winners:
        fired |= fired_by(shown[seat][1])
    return marked(table, fired, f" by {name_seats(pots[0].winners, voice)}", deck, voice)


def _heading(view: KlingonView) -> str:
    """Return the street, or how the hand ended: it is no showdown where nobody shows a ship."""
    return "Taken unseen" if view.ending and view.ending.how == "unseen" else STREETS[view.street]


def _status(view: KlingonView, deck: Deck, voice: Voice) -> tuple[str, ...]:
    pot = f"Pot **{voice.money(view.pot)}**"
    if view.to_match and not view.ending:
        pot += f" · engage at {voice.money(view.to_match)}"
    pot += f" · {voice.name(view.sun)} is on the sun"
    return (pot, laid_out(view.table, deck, voice) if view.table else _describe_first_bets(view, voice))


def _describe_first_bets(view: KlingonView, voice: Voice) -> str:
    """Describe the cloaked bets, and what engaging brings."""
    cloaked = f"Cloaked bets {amounts(view.small, view.large, voice)}."
    return f"{cloaked} Engage to see three action cards, or disengage."


def _seat(view: KlingonView, seat: SeatView, deck: Deck, voice: Voice) -> SeatLine:
    shown = ""
    if seat.ships and seat.attack is not None:
        shown = f"**attack {seat.attack.total}**"
    parts = describe_chips(seat, view.to_match, voice, WORDS)
    if seat.raises == view.raises_each and not (seat.is_folded or seat.is_all_in or view.ending):
        parts.append("no raise left")
    ships = tuple(ship_shown(ship, deck, voice) for ship in seat.ships) if shown else ()
    return made(SeatLine, seat=seat.seat, cards=shown, text=" · ".join(parts), below=ships, is_out=seat.is_folded)


def hand(view: KlingonView, voice: Voice) -> Page:
    """Build a seat's private page: its two ships, their attack so far, and the mounts that still lack a card."""
    own = view.own
    if own is None or not own.ships:
        return Page(title="No ships", text="You aren't in this hand.")
    deck = deck_of(view.rules)
    lines = [line for ship in own.ships for line in _describe_ship(ship, own.attack, deck, voice)]
    lines += _describe_rest_of_cards(view, own, deck, voice)
    if any(seat.seat == own.seat and seat.is_folded for seat in view.seats):
        lines.append("You have disengaged.")
    return Page(title=_title(view, own), text="\n".join(lines))


def card_name(card: str, rules: KlingonRules) -> str | None:
    """Name the ship that was sealed by this id; None for an unknown one."""
    deck = deck_of(rules)
    return ship_name(card, deck) if card in deck.by_id else None


def _title(view: KlingonView, own: Own) -> str:
    """Return the attack of the two ships as a title."""
    if not view.table and not own.attack.total:
        return "Two ships"
    return f"Attack {own.attack.total}{'' if _is_whole(view) else ' so far'}"


def _is_whole(view: KlingonView) -> bool:
    """Check that no more cards come."""
    return len(view.table) == TABLE_CARDS or view.ending is not None


def _describe_ship(ship: str, attack: Attack, deck: Deck, voice: Voice) -> list[str]:
    """Describe a ship's mounts, and below them what it fires."""
    picture = voice.symbol(ship_image(ship_of(deck, ship)), "")
    does = fires(ship, attack, deck, voice)
    carries = f"{picture} **{ship_name(ship, deck)}**: {carried(ship_of(deck, ship), deck)}".strip()
    return [carries, *([f"✓ {capital(does)}."] if does else [])]


def _describe_rest_of_cards(view: KlingonView, own: Own, deck: Deck, voice: Voice) -> list[str]:
    """List the action cards that the ships don't fire, with the reasons, and the mounts that wait for a card."""
    if not view.table:
        return [] if view.ending else ["The action cards come after these bets."]
    weapons, doublers = split_waste(own.attack, deck)
    yet = "" if _is_whole(view) else " yet"
    wasted = [
        *(f"{pictured(code, deck, voice)} (no free mount)" for code in weapons),
        *(f"{pictured(code, deck, voice)} (nothing to double{yet})" for code in doublers),
    ]
    lines = [f"✗ Not fired: {' · '.join(wasted)}"] if wasted else []
    empty = mounted(unarmed((ship_of(deck, ship) for ship in own.ships), own.attack), deck)
    if empty and not _is_whole(view):
        lines.append(f"Mounts without a card yet: {empty}.")
    return lines


def stakes(rules: KlingonRules, voice: Voice) -> str:
    """Describe the stakes in half a line; a tournament counts in chips, whatever the campaign's money is."""
    if not rules.is_tournament:
        limit = " · pot limit" if rules.pot_limit else ""
        return f"Cloaked bets {amounts(rules.first_small, 2 * rules.first_small, voice)}{limit}"
    said = f"{CHIPS.show(rules.chips)} each · cloaked bets from {rules.first_small:,}/{2 * rules.first_small:,}"
    rebuys = f" · {counted(rules.rebuys, 'rebuy')}" if rules.rebuys else ""
    for more in (f" · {_describe_prizes(rules)}", rebuys):
        said += more if len(said + more) <= _MOST_STAKES else ""
    return said


def restored(event: KlingonEvent, rules: KlingonRules) -> KlingonEvent:
    """Return an event that was stored with the deck of its hand, by which it names ships and cards."""
    return event.evolve(deck=rules.deck) if isinstance(event, OfCards) else event

"""Baldur Hold'em in words: the table, the events, the stakes, and the private pages of a seat and of the GM."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.engine.banked.odds import percent
from bot.engine.betting.events import (
    describe_returned,
    describe_taken,
    describe_together,
    describe_unopposed,
    name_seats,
    pot_name,
)
from bot.engine.betting.pots import Win, sum_by_seat
from bot.engine.frozen import made
from bot.engine.game import DEALER
from bot.engine.rulebook import Rulebook, source_of
from bot.engine.words import Page, Panel, SeatLine, Voice, counted, ended, listed, number_word
from cogs.baldur.hands import (
    AN_NPC,
    HOW_OFTEN,
    LAST_NPC,
    SIDES,
    Hand,
    Kind,
    capital,
    deciding,
    explained,
    headed,
    named,
    npcs,
    so_far,
)
from cogs.baldur.state import (
    Arranged,
    BaldurEvent,
    BaldurRules,
    BaldurView,
    CastUnseen,
    Dealt,
    Does,
    Ended,
    Fell,
    Folded,
    GivenAway,
    GmView,
    Judged,
    Left,
    Managed,
    NpcDice,
    NpcsPaid,
    Place,
    Raised,
    Result,
    Rethrown,
    Rolled,
    SeatView,
    Shown,
    Spell,
    SpellCast,
    SpellDid,
    Stage,
    Stayed,
    Stripped,
    Unshaken,
    Which,
)

__all__ = ["ROOM", "hand", "panel", "rules_pages", "stakes", "tell"]


def _example_pot(rules: BaldurRules, number: int) -> int:
    """Return the pot of the rulebook's example after a round: Han pays three times, Lando and half the NPCs twice."""
    paying = (2 + rules.npcs, 2 + rules.half(rules.npcs), 1 + min(rules.npcs, 1))
    return sum(rules.price(at) * count for at, count in enumerate(paying[:number], start=1))


def _how_often(kind: Kind) -> str:
    own, of_npcs = (percent(part).removeprefix("about ") for part in HOW_OFTEN[kind])
    return f"{own} ({of_npcs})"


RULEBOOK = Rulebook(
    BaldurRules,
    source_of("cogs.baldur"),
    amounts={
        "first": lambda rules: _example_pot(rules, 1),
        "second": lambda rules: _example_pot(rules, 2),
        "third": lambda rules: _example_pot(rules, 3),
    },
    words={
        "staying": lambda rules, _: npcs(rules.half(rules.npcs)),
        **{kind: _how_often(kind) for kind in HOW_OFTEN},
    },
    when={"crowd": lambda rules: rules.npcs > 1},
)
rules_pages = RULEBOOK.pages


_MOST_RESULT = 900
"""Characters of a result pot by pot; a longer one names only what everyone won."""
_ALONE = "There is no opponent. Everyone keeps their chips."


def _describe_hands(ended: Result, voice: Voice) -> str | None:
    """Describe the open hands, the NPCs' two dice first; None where nobody shows any."""
    if not ended.hands:
        return None
    voice = _final_voice(voice)
    npcs = [hand for hand in ended.hands if _is_npcs(hand, ended)]
    others = [hand for hand in ended.hands if not _is_npcs(hand, ended)]
    told = [capital(_npcs_show(hand, ended, voice)) for hand in npcs]
    if others:
        told.append(
            f"{'; '.join(f'{name_seats(hand.seats, voice)} has {named(hand.hand)}{_wild(hand)}' for hand in others)}."
        )
    return " ".join(told)


def _is_npcs(hand: Shown, ended: Result) -> bool:
    """Check that the NPCs play this hand: only they show no more than two dice of their own."""
    return bool(ended.revealed) and hand is ended.hands[-1]


def _npcs_show(hand: Shown, ended: Result, voice: Voice) -> str:
    who = voice.name(hand.seats[0]) if len(hand.seats) == 1 else "the NPCs"
    verb = "shows" if len(hand.seats) == 1 else "show"
    return f"{who} {verb} {listed(map(str, ended.revealed))}: {named(hand.hand)}{_wild(hand)}."


def _wild(hand: Shown) -> str:
    """Describe the numbers that wild dice stand for."""
    stands_for = hand.hand.stands_for
    return f" (20 as {listed(str(number) for _, number in stands_for)})" if stands_for else ""


def _describe_result(ended: Result, voice: Voice) -> str:
    """Describe what became of the pots."""
    match ended.how:
        case "alone":
            return _ALONE
        case "unseen":
            told = [_describe_unseen(ended, voice), *describe_returned(ended.returned, voice)]
        case "showdown":
            told = _describe_showdown(ended, _final_voice(voice))
    if ended.odd:
        told.append(f"The odd {voice.money(ended.odd)} goes to the bank.")
    if ended.carried:
        told.append(f"The odd {voice.money(ended.carried)} carries over to the next hand.")
    return " ".join(capital(one) for one in told)


def _final_voice(voice: Voice) -> Voice:
    return replace(voice, names={**voice.names, DEALER: LAST_NPC})


def _describe_unseen(ended: Result, voice: Voice) -> str:
    gains = sum_by_seat(share for win in ended.wins for share in win.shares)
    total = voice.money(sum(gains.values()))
    if len(gains) == 1 and DEALER not in gains:
        return f"all others have folded: {name_seats(gains, voice)} takes the pot unseen, {total}."
    npcs = [f"{voice.money(amount)} for {voice.name(seat)}" for seat, amount in gains.items() if seat != DEALER]
    if DEALER in gains:
        npcs.append(f"{voice.money(gains[DEALER])} for the bank" if npcs else "which goes to the bank")
    shares = f"{':' if len(npcs) > 1 else ','} {voice.list(npcs)}"
    return f"all players have folded: the NPCs take the pot unseen, {total}{shares}."


def _describe_showdown(ended: Result, voice: Voice) -> list[str]:
    hands = {seat: hand for hand in ended.hands for seat in hand.seats}
    pots = len(ended.wins)
    told = [_describe_win(win, pot_name(at, pots), hands, voice) for at, win in enumerate(ended.wins)]
    told += describe_returned(ended.returned, voice)
    shares = (*(win.shares for win in ended.wins), ended.returned)
    return told if sum(map(len, told)) <= _MOST_RESULT else [describe_together(shares, voice)]


def _describe_win(win: Win, pot: str, hands: dict[int, Shown], voice: Voice) -> str:
    """Describe who takes a pot with which hand, and how much each gets."""
    seats = [seat for seat, _ in win.shares]
    if len(win.eligible) == 1:
        return describe_unopposed(name_seats(seats, voice), pot, win.amount, voice)
    won = hands[seats[0]]
    what = f"{named(won.hand)}{_describe_tie_breaker(won, win, hands)}"
    return describe_taken(win.shares, pot, what, voice, ", for the bank" if seats == [DEALER] else "")


def _describe_tie_breaker(won: Shown, win: Win, hands: dict[int, Shown]) -> str:
    """Name what beats the next best hand of the same name in the pot: a die, or that a straight is natural."""
    others = [hands[seat].hand for seat in win.eligible if seat in hands and hands[seat].kind == won.kind]
    beaten = [other for other in others if other.rank < won.hand.rank]
    if not beaten:
        return ""
    next_best = max(beaten, key=lambda hand: hand.rank)
    if won.kind == "straight" and named(won.hand) == named(next_best):
        return " without a wild die"
    die = deciding(won.hand, next_best)
    return f" (the {die} decides)" if die is not None else ""


_THE_NPCS = "the NPCs"
"""The name of seat 0 where it stands for all NPCs, who cheat together and fold together."""
_ROUNDS: Mapping[int, str] = {1: "First round", 2: "The flop", 3: "The Void"}
_ROLLING = "Your dice"
_WHICH: Mapping[Which | Place, str] = {
    "lowest": "the lowest",
    "highest": "the highest",
    "loner": "the lowest unpaired one",
    "first": "the first",
    "second": "the second",
    "third": "the third",
}
_DOES: Mapping[Does, str] = {
    "nothing": "it does nothing",
    "told": "the GM says what it does",
    "npc_highest": "the highest of the NPCs' dice is re-rolled",
    "npc_lowest": "the lowest of the NPCs' dice is re-rolled",
    "common_lowest": "the lowest of the next community dice is re-rolled",
    "common_highest": "the highest of the next community dice is re-rolled",
    "common_loner": "the lowest unpaired one of the next community dice is re-rolled",
    "luck": "it brings advantage on influence, which everyone sees",
}


def _table_voice(voice: Voice) -> Voice:
    """Return the voice of a table at which seat 0 acts for the NPCs without a seat."""
    return replace(voice, names={**voice.names, DEALER: AN_NPC})


def _die(face: int, voice: Voice) -> str:
    return voice.symbol(f"d20_{face}", str(face))


def _dice(faces: Iterable[int], voice: Voice) -> str:
    """Return dice as they lie side by side."""
    return ("" if _are_drawn(voice) else " · ").join(_die(face, voice) for face in faces)


def _are_drawn(voice: Voice) -> bool:
    return all(f"d20_{face}" in voice.symbols for face in range(1, SIDES + 1))


def _beside(shown: Iterable[str], voice: Voice) -> str:
    """Put dice side by side: images need no room between them."""
    return ("" if _are_drawn(voice) else " ").join(shown)


def _cheat_name(seat: int, voice: Voice) -> str:
    """Name a cheater: the NPCs cheat together."""
    return _THE_NPCS if seat == DEALER else voice.name(seat)


def _possessive(seat: int, voice: Voice) -> str:
    """Name the owner of dice, or of a deed."""
    return f"{_THE_NPCS}'" if seat == DEALER else f"{voice.name(seat)}'s"


def _agree(seat: int, one: str, several: str) -> str:
    """Return the verb that goes with `_cheat_name`."""
    return several if seat == DEALER else one


def _list_faces(shown: Iterable[int]) -> str:
    """List the faces of dice in a sentence."""
    return listed(map(str, shown))


def _count_npcs(nameless: int, seats: Sequence[int], voice: Voice) -> str:
    """Count NPCs in words, as in "**Roark** and two other NPCs", "three NPCs" or "**Roark**", with "" for none."""
    if not seats:
        return npcs(nameless) if nameless else ""
    others = f"{number_word(nameless)} other {'NPC' if nameless == 1 else 'NPCs'}" if nameless else ""
    return voice.list([*(voice.name(seat) for seat in seats), *filter(None, (others,))])


def _heading(stage: Stage, number: int) -> str:
    """Return the name of the round, or that everyone rolls."""
    return _ROLLING if stage == "rolls" else _ROUNDS[number]


def _describe_arranged(what: Arranged | Managed, voice: Voice, own: str = "their") -> str:
    """Describe the outcome of an unseen sleight; `own` names the owner of one's own dice."""
    which = _WHICH[what.which] if what.which else "one"
    match what.trick:
        case "palm":
            return f"{which} of {own} dice is re-rolled within the roll"
        case "load":
            return f"{which} of the next community dice is re-rolled within the roll"
        case "reroll":
            return f"{own} die shows {what.face} now"
        case "reroll_common":
            return f"the community die shows {what.face} now"
        case "strip":
            return "two of the NPCs' dice are gone"
        case "switch":
            return "one of the NPCs' dice is re-rolled"
        case "set_die":
            whose = _possessive(what.whom, voice) if what.whom is not None else own
            return f"{which} of {whose} dice shows {what.face}"


def _target_name(aim: str, voice: Voice) -> str:
    """Name the target of a spell."""
    return "the dice" if aim == "dice" else _cheat_name(int(aim), voice)


_GmEvent = Arranged | NpcDice | Rethrown | Stripped | SpellCast | Judged


def _describe_logged(event: _GmEvent, voice: Voice) -> str:
    """Describe an event of the GM's log, with all numbers."""
    match event:
        case Arranged():
            arranges = _agree(event.seat, "arranges", "arrange")
            return f"{_cheat_name(event.seat, voice)} {arranges} that {_describe_arranged(event, voice)}."
        case NpcDice():
            return f"the NPCs' dice are {_list_faces(event.dice)}."
        case Rethrown():
            return _describe_rethrown(event, voice)
        case Stripped():
            gone, left = _list_faces(event.gone), _list_faces(event.left)
            return f"{voice.name(event.by)} takes {gone} from the NPCs' dice, which leaves {left}."
        case SpellCast():
            casts = f"{_cheat_name(event.by, voice)} {_agree(event.by, 'casts', 'cast')}"
            return f"{casts} a spell at {_target_name(event.aim, voice)}{ended(voice.plain_text(event.words))}"
        case Judged():
            return f"the GM judges the spell of {_cheat_name(event.by, voice)}: {_DOES[event.does]}."


def _describe_rethrown(event: Rethrown, voice: Voice) -> str:
    """Describe a die that a sleight changed, and the dice as they were before."""
    lay = f"{_whose_dice(event, voice)} were {_list_faces(event.fell)}"
    by, was = capital(_cheat_name(event.by, voice)), event.fell[event.at]
    if event.is_set:
        return f"{lay}. {by} {_agree(event.by, 'sets', 'set')} the {was} to {event.now}."
    return f"{lay}. {by} {_agree(event.by, 're-rolls', 're-roll')} the {was}, which comes up {event.now}."


def _whose_dice(event: Rethrown, voice: Voice) -> str:
    if event.whose == "own" and event.seat is not None and event.seat != DEALER:
        return f"{voice.name(event.seat)}'s dice"
    return "the community dice" if event.whose == "common" else "the NPCs' dice"


def tell(events: Iterable[BaldurEvent], voice: Voice) -> tuple[str, ...]:
    """Describe what happened, oldest first. The last sentences of a showdown stay at the head of the table."""
    seated = _table_voice(voice)
    return tuple(capital(line) for event in events for line in _sentences(event, seated))


def _sentences(event: BaldurEvent, voice: Voice) -> Iterator[str]:
    match event:
        case Ended():
            if told_hands := _describe_hands(event.result, voice):
                yield told_hands
            yield _describe_result(event.result, voice)
        case Dealt() | Left() | Fell() | NpcsPaid():
            yield _describe_round(event, voice)
        case Folded(why="caught"):
            return  # the verdict before it has said so
        case Rolled() | Stayed() | Raised() | Folded() | Unshaken():
            yield _describe_action(event, voice)
        case GivenAway():
            whose = "the NPCs have" if event.seat == DEALER else f"{voice.name(event.seat)} has"
            yield f"Everyone sees that {whose} a {event.strength} hand so far."
        case Managed() | CastUnseen() | SpellDid():
            yield _describe_private(event, voice)
        case Arranged() | NpcDice() | Rethrown() | Stripped() | SpellCast() | Judged():
            yield _describe_logged(event, voice)


def _describe_round(event: Dealt | Left | Fell | NpcsPaid, voice: Voice) -> str:
    """Describe how a round begins."""
    match event:
        case Dealt():
            return _describe_dealt(event, voice)
        case Left():
            return _describe_left(event, voice)
        case Fell():
            return f"{_ROUNDS[event.round]}: {_list_faces(event.dice)}."
        case NpcsPaid():
            return _describe_npcs_paid(event, voice)


def _describe_dealt(event: Dealt, voice: Voice) -> str:
    deals = "The GM deals." if event.dealer == DEALER else f"{voice.name(event.dealer)} deals."
    if event.ante:
        ante = f"The ante is {voice.money(event.ante)} each, the pot {voice.money(event.pot)}."
    else:
        ante = "Everyone pays the ante once the dice are rolled."
    playing = _count_npcs(event.nameless, event.named, voice)
    if not playing:
        return f"{deals} {ante}{' The bank has too little for any NPC.' if event.fewer else ''}"
    are = "is" if event.nameless + len(event.named) == 1 else "are"
    fewer = ", as many as the bank can pay for" if event.fewer else ""
    return f"{deals} {ante} {capital(playing)} {are} in{fewer}, with four dice that only the GM sees."


def _describe_left(event: Left, voice: Voice) -> str:
    leaving = _count_npcs(event.nameless, event.seats, voice)
    leave = "leaves" if event.nameless + len(event.seats) == 1 else "leave"
    if event.stay == 1:
        return f"{leaving} {leave}, and {LAST_NPC} stays." if leaving else f"{LAST_NPC} stays."
    stay = f"{npcs(event.stay)} stay"
    return f"{leaving} {leave}, and {stay}." if leaving else f"{stay}."


def _describe_npcs_paid(event: NpcsPaid, voice: Voice) -> str:
    """Describe the NPCs that pay in full, those that pay less, and those that have nothing left."""
    told: list[str] = []
    if paying := _count_npcs(event.nameless, event.seats, voice):
        pay, each = ("pays", "") if event.nameless + len(event.seats) == 1 else ("pay", " each")
        told.append(f"{paying} {pay} {voice.money(event.each)}{each}.")
    told += [f"{voice.name(seat)} pays {voice.money(amount)} and is all in." for seat, amount in event.short if amount]
    broke = [seat for seat, amount in event.short if not amount]
    if broke:
        told.append(f"{name_seats(broke, voice)} {'is' if len(broke) == 1 else 'are'} all in already.")
    return " ".join(told)


def _describe_action(event: Rolled | Stayed | Raised | Folded | Unshaken, voice: Voice) -> str:
    """Describe a bettor's action."""
    name = voice.name(event.seat)
    match event:
        case Rolled():
            return f"{name} rolls {_list_faces(event.dice)}."
        case Stayed():
            if not event.amount:
                return f"{name} stays in."
            return f"{name} pays {voice.money(event.amount)} and {'is all in' if event.all_in else 'stays in'}."
        case Raised():
            all_in = f", and {name} is all in" if event.all_in else ""
            return f"{name} raises: staying in now costs {voice.money(event.price)}{all_in}."
        case Unshaken():
            return f"{name} isn't shaken, and stays."
        case Folded():
            return _describe_fold(event, name)


def _describe_fold(event: Folded, name: str) -> str:
    if event.all_npcs:
        return "the NPCs fold."
    match event.why:
        case "short":
            return f"{name} can't pay for the round, and folds."
        case "shaken":
            return f"{name} is shaken, and folds."
        case _:
            return f"{name} folds."


def _describe_private(event: Managed | CastUnseen | SpellDid, voice: Voice) -> str:
    """Describe what only one seat learns."""
    match event:
        case Managed():
            return f"{capital(_describe_arranged(event, voice, 'your'))}."
        case CastUnseen():
            at = _target_name(event.aim, voice)
            return f"The GM will judge your spell at {at}{ended(voice.plain_text(event.words))}"
        case SpellDid():
            return f"Your spell ({voice.text(event.words)}): {_DOES[event.does]}."


_DECIDE = {
    "shaken": "Does the NPC fold?",
    "leaving": "Which NPCs stay?",
    "dice": "Which dice fall?",
    "raise": "Do the NPCs pay the raise?",
}
"""The title of the GM's page, by the pending decision."""
ROOM = 2400
"""Characters for this part of the GM's page, so that the whole fits between its heading and its buttons."""
_SHORTENED = (200, 100, 50, 25, 10)
"""To how many characters all spells but the oldest are shortened, where they are many."""


def _gm_page(view: BaldurView, gm: GmView, voice: Voice) -> Page:
    """Build the page of all that only the GM knows."""
    voice = _table_voice(voice)
    title = _DECIDE[view.deciding] if view.deciding else "The NPCs' dice"
    before, after = [*_decision_lines(view, voice), *_describe_npc_dice(view, gm, voice)], _secret_lines(gm, voice)
    lines = [*before, *_spell_lines(gm, voice, ROOM - _length([*before, *after])), *after]
    return Page(title=title, text="\n".join(map(capital, lines)))


def _length(lines: Iterable[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _decision_lines(view: BaldurView, voice: Voice) -> list[str]:
    """Describe the pending decision."""
    match view.deciding:
        case "shaken" if view.shaken is not None:
            by, whom = voice.name(view.shaken.by), voice.name(view.shaken.whom)
            return [f"{by} has intimidated {whom}. Decide whether it folds or stays."]
        case "leaving":
            named = [seat.seat for seat in view.seats if seat.is_npc and not seat.is_folded]
            stay = f"{number_word(view.stays)} of {npcs(view.npcs_in)} {'stays' if view.stays == 1 else 'stay'}"
            return [f"{capital(stay)}. NPCs with a seat: {name_seats(named, voice)}."]
        case "dice":
            return ["Roll the community dice and type them, or let the bot roll."]
        case "raise":
            return [f"Staying in now costs {voice.money(view.price)}. The NPCs pay, or all of them leave."]
        case _:
            return []


def _describe_npc_dice(view: BaldurView, gm: GmView, voice: Voice) -> list[str]:
    if not gm.dice:
        return ["No NPCs play in this hand."]
    told = [f"# {_dice(gm.dice, voice)}"]
    if gm.hand is not None:
        told.append(f"{headed(gm.hand)}: {explained(gm.hand, 'their')}.")
    are = "is" if view.npcs_in == 1 else "are"
    told.append(f"{npcs(view.npcs_in)} {are} still in." if view.npcs_in else "All NPCs have left the hand.")
    return told


def _spell_lines(gm: GmView, voice: Voice, room: int) -> list[str]:
    """List the spells to be judged, the oldest first and in full, the others as far as there are `room` characters."""
    if not gm.spells:
        return []
    oldest, *others = gm.spells
    heading = f"{counted(len(gm.spells), 'spell')} to judge{', the oldest first' if others else ''}:"
    first, later = _spell_line(oldest, voice), list[str]()
    left = room - _length([heading, first, f"- and {counted(len(others), 'spell')} more"])
    for most in _SHORTENED:
        later = [_spell_line(spell, voice, most) for spell in others]
        if _length(later) <= left:
            break
    while later and _length(later) > left:
        later.pop()
    more = len(others) - len(later)
    return [heading, first, *later, *([f"- and {counted(more, 'spell')} more"] if more else [])]


def _spell_line(spell: Spell, voice: Voice, most: int | None = None) -> str:
    """Describe one spell, its words cut to `most` characters."""
    words = voice.plain_text(spell.words)
    words = words if most is None or len(words) <= most else f"{words[:most]}…"
    return f"- {_cheat_name(spell.seat, voice)} at {_target_name(spell.aim, voice)}{ended(words)}"


def _secret_lines(gm: GmView, voice: Voice) -> list[str]:
    """Describe the dice that were set, and what is arranged for those to come."""
    arranged = [f"{_WHICH[one.which]} of {voice.name(one.seat)}'s dice is re-rolled" for one in gm.palmed]
    arranged += [
        f"{_WHICH[one.which]} of {voice.name(one.seat)}'s dice shows {one.face}, by {_cheat_name(one.by, voice)}"
        for one in gm.planted
    ]
    arranged += [
        f"{_WHICH[one.which]} of the community dice is re-rolled, by {_cheat_name(one.seat, voice)}"
        for one in gm.loaded
    ]
    lines = [f"A die was set for {name_seats(gm.tame, voice)}. A 20 on it isn't wild."] if gm.tame else []
    return [*lines, f"Arranged for the next dice: {'; '.join(arranged)}."] if arranged else lines


_HOW_IT_ENDED = {"unseen": "Taken unseen", "alone": "No opponent"}


_TO_ROLL = "Roll three dice. The best two count, with three community dice."


def panel(view: BaldurView, voice: Voice) -> Panel:
    """Build the panel of the table as it stands."""
    voice = _table_voice(voice)
    ended = view.result
    return made(
        Panel,
        heading=_end_heading(view, ended, voice) if ended else _heading(view.stage, view.round),
        status=(*_pot(view, voice), *_common(view, voice), *_describe_phase(view, voice)),
        seats=tuple(_seat(view, seat, voice) for seat in view.seats),
        result=_describe_result(ended, voice) if ended else None,
        middle="\n".join((*_common(view, voice), *_last_npc(ended, voice))) or None if ended else None,
    )


def _end_heading(view: BaldurView, ended: Result, voice: Voice) -> str:
    """Name the seats that have lost all their chips in the hand. Without any, say how it ended."""
    out = [seat.seat for seat in view.seats if seat.paid and not seat.stack]
    if out:
        return f"{name_seats(out, voice)} {'is' if len(out) == 1 else 'are'} out of chips"
    return _HOW_IT_ENDED.get(ended.how, "Showdown")


def _last_npc(ended: Result, voice: Voice) -> tuple[str, ...]:
    """Describe the dice of the NPCs' hand if one without a seat shows it."""
    shown = next((shown for shown in ended.hands if _is_npcs(shown, ended) and DEALER in shown.seats), None)
    return (f"{capital(LAST_NPC)} {_shown_dice(shown.hand, voice)}",) if shown else ()


def _shown_dice(hand: Hand, voice: Voice) -> str:
    """Return the five dice of an NPC's hand, and its name."""
    own, common = (_beside((_die(face, voice) for face in faces), voice) for faces in (hand.own, hand.common))
    return f"{own} + {common} **{_brief(hand)}**"


def _pot(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    """Describe the pot and how many NPCs are in; nothing for a hand that doesn't count."""
    if view.result and view.result.how == "alone":
        return ()
    parts = [f"Pot **{voice.money(view.pot)}**"]
    if view.price and not view.result:
        parts.append(f"{voice.money(view.price)} to stay in")
    return (" · ".join((*parts, _npcs(view, voice))),)


def _npcs(view: BaldurView, voice: Voice) -> str:
    """Describe how many NPCs are still in, and how many of them have no line below."""
    if not view.npcs_in:
        return "no NPC is in"
    if view.npcs_in == 1:
        seated = [voice.name(seat.seat) for seat in view.seats if seat.is_npc and not seat.is_folded]
        which = LAST_NPC if view.round > 1 else "one NPC"
        return f"{seated[0]} is {which} in" if seated and view.round > 1 else f"{which} is in"
    if 0 < view.nameless < view.npcs_in:
        return f"{npcs(view.npcs_in)} in, {number_word(view.nameless)} without a seat"
    return f"{npcs(view.npcs_in)} in"


def _common(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    return (f"On the table **{_dice(view.common, voice)}**",) if view.common else ()


def _describe_phase(view: BaldurView, voice: Voice) -> tuple[str, ...]:
    """Say what an unusual phase asks for, and what it brings."""
    match view.deciding:
        case "shaken" if view.shaken is not None:
            whom = capital(voice.name(view.shaken.whom))
            return (f"{whom} is shaken. The GM decides whether they fold. Their chips stay in the pot.",)
        case "leaving":
            plays = "plays" if view.stays == 1 else "play"
            return (f"The GM decides which NPCs stay. {capital(npcs(view.stays))} {plays} on with the same dice.",)
        case "dice":
            return ("The GM rolls the community dice. Three of them count in your hand.",)
        case "raise":
            return (f"The GM decides whether the NPCs pay {voice.money(view.price)} or fold.",)
        case None if view.stage == "rolls":
            return (_TO_ROLL,)
        case None if view.stage == "dealing":
            return (f"{voice.name(view.dealer)} rolls the community dice. Three of them count in your hand.",)
        case _:
            return ()


def _seat(view: BaldurView, seat: SeatView, voice: Voice) -> SeatLine:
    parts = [voice.money(seat.stack)]
    if seat.is_folded:
        parts.append("has left" if seat.is_npc else "folded")
    elif seat.is_all_in:
        parts.append(f"all in for {voice.money(seat.paid)}" if seat.paid else "all in")
    elif seat.bet:
        parts.append(f"paid {voice.money(seat.bet)}")
    if seat.seat == view.dealer:
        parts.append("deals")
    return made(
        SeatLine, seat=seat.seat, cards=_cards(view, seat, voice), text=" · ".join(parts), is_out=seat.is_folded
    )


def _cards(view: BaldurView, seat: SeatView, voice: Voice) -> str:
    """Return the dice of a seat, with their best hand so far. Those of a seat that folded are plain numbers."""
    if seat.is_npc and view.result:
        shown = (shown for shown in view.result.hands if _is_npcs(shown, view.result))
        return next((_shown_dice(one.hand, voice) for one in shown if seat.seat in one.seats), "")
    if not seat.dice:
        return ""
    if seat.is_folded:
        return " ".join(map(str, seat.dice))
    best = _so_far(view, seat)
    return f"{_counting(seat.dice, view.common, best, voice)} **{_brief(best)}**"


def _brief(hand: Hand) -> str:
    """Name a hand beside its dice, which tell the numbers of two pairs and of a full house."""
    return {"two_pair": "two pair", "full_house": "full house"}.get(hand.kind, named(hand).removeprefix("a "))


def _counting(own: Sequence[int], common: Sequence[int], best: Hand, voice: Voice) -> str:
    """Return a seat's dice as they lie, with brackets around those that don't count. Community dice that count in their
    place follow: "17 (9) 20 + 2 7 10".
    """
    lie = _marked(own, best, voice)
    if len(best.common) == len(common):
        return lie
    return f"{lie} + {_beside((_die(face, voice) for face in best.common), voice)}"


def _marked(own: Sequence[int], best: Hand, voice: Voice) -> str:
    return _beside(
        (_die(face, voice) if at in best.own_at else f"({_die(face, voice)})" for at, face in enumerate(own)), voice
    )


def _so_far(view: BaldurView, seat: SeatView) -> Hand:
    """Return the best hand of a seat's dice: the one that it shows. Without one, count as if no die had been set."""
    hands = view.result.hands if view.result else ()
    shown = next((shown.hand for shown in hands if shown.seats == (seat.seat,)), None)
    return shown or so_far(seat.dice, view.common, natural_beats_wild=view.natural_beats_wild)


def hand(view: BaldurView, voice: Voice) -> Page:
    """Build a seat's private page; for the GM's seat the NPCs' dice and all secrets."""
    if view.gm is not None:
        return _gm_page(view, view.gm, voice)
    voice = _table_voice(voice)
    me = next((seat for seat in view.seats if view.own and seat.seat == view.own.seat), None)
    if view.own is None or me is None:
        return Page(title="Not in this hand", text="You aren't in this hand.")
    title, lines = _own_dice(view, me, voice)
    return Page(title=title, text="\n".join(lines))


def _own_dice(view: BaldurView, me: SeatView, voice: Voice) -> tuple[str, list[str]]:
    """Return the title of a seat's page, and its dice."""
    if me.is_npc:
        whose = "You play with the NPCs' dice, which only the GM sees."
        return "With the NPCs", [whose, *(["You have left the hand."] if me.is_folded else [])]
    if not me.dice:
        return "No dice yet", ["You have folded." if me.is_folded else _TO_ROLL]
    best = _so_far(view, me)
    if me.is_folded:
        return "Folded", [f"# {_dice(me.dice, voice)}", "You have folded."]
    lines = [f"# {_marked(me.dice, best, voice)}"]
    return headed(best), [
        *lines,
        f"{explained(best)}." if best.common else f"Your {listed(map(str, best.own))} count.",
    ]


def stakes(rules: BaldurRules, voice: Voice) -> str:
    """Describe the stakes in half a line."""
    return rules.stakes(voice)

"""The NPCs: who of them stays for a round, whether they answer a raise, and whether a shaken one folds.

They leave by halves, at least one stays, and one alone plays for the last dice (rules 7.2, 7.3). The nameless ones are
alike, so the GM is asked only about those with a seat. Unless the GM says otherwise, nameless ones stay first.
"""

from bot.engine.game import DEALER
from bot.engine.moves import Move, Pick
from cogs.baldur.actions import Keep, NpcsCall, ShakenStays
from cogs.baldur.betting import folded
from cogs.baldur.events import Left, Unshaken
from cogs.baldur.people import choices_of
from cogs.baldur.state import BaldurState, Deciding, Shaken
from cogs.baldur.telling import Log

BY_FIVE, BY_TWO = 5, 2
"""By how much somebody has to be beaten to fold, where that rule is played (rules 7.18); by successes of narrative
dice, of which there are hardly ever five.
"""
_NOBODY = "None of them"


def deciding(state: BaldurState) -> Deciding | None:
    """What the hand waits for the GM to decide; None where it waits for players."""
    if state.accusation is not None:
        return "verdict"
    if state.shaken is not None:
        return "shaken"
    if state.stage == "leaving":
        return "leaving"
    waiting = state.betting.waiting
    return "raise" if waiting and waiting[0] in state.npcs_in else None


def asked(state: BaldurState) -> tuple[int, ...]:
    """The NPCs with a seat that are still in, where the hand waits for what NPCs do: who is shaken comes first. Whether
    somebody has cheated isn't theirs to say.
    """
    if deciding(state) not in {"leaving", "raise", "shaken"}:
        return ()
    shaken = state.shaken.whom if state.shaken is not None else None
    return tuple(sorted([seat for seat in state.npcs_in if seat > DEALER], key=lambda seat: seat != shaken))


def leaving(state: BaldurState, log: Log) -> BaldurState:
    """Before the dice of the next round: who can't pay for it leaves, then as many as have to. Where the GM has a
    choice, the hand waits for it; and it may be gone before it is made, with NPCs that fold meanwhile.
    """
    able, count = _able(state), len(state.npcs_in)
    stays = min(state.rules.half(count) if state.round == 1 else 1, len(able))
    state = state.evolve(stays=stays, stage="bets")
    if len(able) > stays and any(npc > DEALER for npc in able):
        return state.evolve(stage="leaving")
    return kept(state, _usual(state), log) if count else state


def keep_move(state: BaldurState) -> Move:
    """Which NPCs with a seat stay; nameless ones make up the number."""
    named = tuple([npc for npc in _able(state) if npc > DEALER])
    least, most = len(_usual(state)), min(state.stays, len(named))
    label = f"Who is among the {state.stays} that stay?" if state.stays > 1 else "Who is the one that stays?"
    pick = Pick(name="stay", label=label, choices=choices_of(state, named), at_least=least, at_most=most, none=_NOBODY)
    return Move(key="keep", label="Say who stays", fields=(pick,), place="private", style="main")


def usual_keep(state: BaldurState) -> Keep:
    """What the GM's choice is when nobody makes it."""
    (pick,) = keep_move(state).fields
    seats = tuple([str(seat) for seat in _usual(state)])
    is_single = pick.type == "pick" and pick.is_single
    return Keep(stay=seats[0] if is_single else seats)


def kept(state: BaldurState, seats: tuple[int, ...], log: Log) -> BaldurState:
    """Those NPCs with a seat stay, and as many nameless ones as there is room for; all others leave."""
    nameless = [npc for npc in _able(state) if npc < DEALER][: state.stays - len(seats)]
    stay = {*seats, *nameless}
    gone = [npc for npc in state.npcs_in if npc not in stay]
    bettors = tuple([one.evolve(is_folded=True) if one.seat in gone else one for one in state.betting.bettors])
    if gone:
        named = tuple([npc for npc in gone if npc > DEALER])
        log.public.append(Left(round=state.round + 1, nameless=len(gone) - len(named), seats=named, stay=len(stay)))
    return state.evolve(stays=0, betting=state.betting.evolve(bettors=bettors))


def raise_moves(state: BaldurState) -> tuple[Move, ...]:
    """The NPCs answer a raise together; `price` is what it costs all of them."""
    betting = state.betting
    cost = sum([betting.to_call(npc) for npc in state.npcs_in if npc in betting.waiting])
    return (
        Move(key=NpcsCall().kind, label="The NPCs stay in", price=cost or None, place="private", style="main"),
        Move(
            key="npcs_fold", label="The NPCs fold", place="private", style="danger", confirm="All NPCs leave the hand?"
        ),
    )


def shaken_moves() -> tuple[Move, ...]:
    return (
        Move(key=ShakenStays().kind, label="The NPC stays", place="private", style="main"),
        Move(
            key="shaken_folds",
            label="The NPC folds",
            place="private",
            style="danger",
            confirm="The NPC leaves the hand?",
        ),
    )


def intimidated(state: BaldurState, by: int, whom: int, margin: int, log: Log) -> BaldurState:
    """An NPC that was intimidated might fold: as the GM says, or when beaten clearly (rules 7.18)."""
    state = state.evolve(shaken=Shaken(by=by, whom=whom))
    clearly = BY_TWO if state.deal.system.family == "narrative" else BY_FIVE
    return state if state.rules.shaken == "gm" else answered(state, log, folds=margin >= clearly)


def answered(state: BaldurState, log: Log, *, folds: bool) -> BaldurState:
    """What the shaken NPC does. Of nameless ones it is any, since they are alike."""
    if state.shaken is None:
        raise ValueError("nobody is shaken")
    whom = state.shaken.whom
    state = state.evolve(shaken=None)
    if folds:
        return folded(state, whom if whom != DEALER else state.nameless_in[-1], log, "shaken")
    log.public.append(Unshaken(seat=whom))
    return state


def _able(state: BaldurState) -> tuple[int, ...]:
    """The NPCs that could pay for the next round: all of them where one may go all in."""
    if state.rules.short == "all_in":
        return state.npcs_in
    price = state.rules.price(state.round + 1)
    # what was bet in this round doesn't count for the next
    bettors = {one.seat: one.stack for one in state.betting.bettors}
    return tuple([npc for npc in state.npcs_in if bettors[npc] >= price])


def _usual(state: BaldurState) -> tuple[int, ...]:
    """The NPCs with a seat that have to stay since there aren't enough others, clockwise."""
    able = _able(state)
    named = [npc for npc in able if npc > DEALER]
    return tuple(named[: max(state.stays - (len(able) - len(named)), 0)])

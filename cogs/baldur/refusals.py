"""Why something can't be done in a hand of Baldur Hold'em, in a sentence."""

from bot.engine.betting.bet_moves import BetWords
from bot.engine.cheating.suspicion import GM_RULES, NOBODY_ACCUSED, ONLY_THE_GM
from bot.engine.game import DEALER
from bot.engine.moves import AnyAction
from cogs.baldur.betting import raise_cost
from cogs.baldur.sleights import LABELS
from cogs.baldur.state import BaldurState

WORDS = BetWords(call="stay in")
_OVER = "The hand is over."
_TURN = {"stay", "raise", "fold"}
_TRICKS = LABELS.keys()
_OF_THE_GM = {
    "keep": "No NPC has to leave now.",
    "npcs_call": "There is no raise for the NPCs to answer.",
    "npcs_fold": "There is no raise for the NPCs to answer.",
    "shaken_folds": "No NPC is shaken.",
    "shaken_stays": "No NPC is shaken.",
    "judge": "There is no spell to judge.",
    "verdict": NOBODY_ACCUSED,
}
"""What the GM alone decides, and why not now."""
_ONCE = {
    "influence": "You have tried to influence somebody in this round already.",
    "read": "You have looked for a tell in this round already.",
    "accuse": "You have accused somebody in this hand already.",
}
_OTHERS_SHORT = "Others have too little to meet a raise: nobody is raised out of a hand here."
_TRIED = "You have tried something in this round already."
_NOBODY = "There is nobody left for that."


def refusal(state: BaldurState, seat: int, action: AnyAction) -> str:
    """Why a move isn't offered to this seat."""
    kind = action.kind
    if state.result is not None:
        return _OVER
    if kind in _OF_THE_GM and seat != DEALER:
        return ONLY_THE_GM if kind == "verdict" else "Only the GM decides that."
    if state.accusation is not None:
        return GM_RULES
    if state.shaken is not None:
        return "An NPC is shaken: the GM decides first whether it folds."
    if seat == DEALER:
        return _to_the_gm(state, kind)
    if seat not in state.order:
        return "You aren't in this hand."
    if seat not in state.betting.live:
        return "You have folded this hand."
    if seat in state.named:
        return _to_an_npc(state, seat, kind)
    if kind in _TURN or kind == "roll":
        return _to_a_bet(state, seat, kind)
    return _to_a_trick(state, seat, kind) if kind in _TRICKS or kind == "spell" else _to_talk(state, seat, kind)


def _to_the_gm(state: BaldurState, kind: str) -> str:
    if kind in _OF_THE_GM:
        return _OF_THE_GM[kind]
    if not state.npcs_in:
        return "No NPC is in this hand."
    if kind == "influence":
        return _once(state, DEALER, kind) if state.nameless_in else "All NPCs that are in have a seat of their own."
    if kind in {"load", "switch", "spell"}:
        if state.hidden.has_done(DEALER, "cheat", state.round):
            return _TRIED
        if kind == "spell":
            return _NOBODY
        if state.dealer != DEALER:
            return "The players deal here."
        return "No common dice are still to fall."
    return "That is for the players."


def _to_an_npc(state: BaldurState, seat: int, kind: str) -> str:
    if kind == "influence":
        return _once(state, seat, kind)
    if kind in _TRICKS or kind == "spell":
        return "The NPCs cheat together: the GM does it for them."
    if kind in _ONCE:
        return "The GM knows already who cheats."
    return "The NPCs have their dice together, and the GM says who of them stays."


def _to_a_bet(state: BaldurState, seat: int, kind: str) -> str:
    if kind == "roll":
        return "Your dice lie on the table already."
    if seat in state.unrolled:
        return "Roll your dice first."
    if state.stage == "rolls":
        return "The others still have to roll."
    if state.stage == "leaving":
        return "The GM decides first which of the NPCs stay."
    if state.betting.turn != seat:
        return "It isn't your turn."
    if not state.rules.raises:
        return "There are no raises at this table."
    if why := state.betting.why_not_raise(seat, WORDS):
        return why
    return "You haven't enough for a raise." if raise_cost(state, seat) is None else _OTHERS_SHORT


def _to_talk(state: BaldurState, seat: int, kind: str) -> str:
    if kind not in _ONCE:
        return "That can't be done now."
    if kind == "influence" and seat in state.unrolled:
        return "Roll your dice first: then there is something to talk about."
    return _once(state, seat, kind)


def _to_a_trick(state: BaldurState, seat: int, kind: str) -> str:
    if state.hidden.has_done(seat, "cheat", state.round):
        return _TRIED
    if kind == "switch":
        return "The NPCs' dice are the GM's."
    if kind == "palm":
        if state.dealer == seat:
            return "You deal: you have other ways than to palm your own die."
        return "Your dice lie open: nobody can change them unseen."
    if state.dealer != seat:
        return "Only who deals can do that."
    if kind == "set_die":
        return "All own dice lie open: nobody can change them unseen."
    if kind == "strip":
        return "The NPCs' dice can be taken once a hand, in the first round."
    return "No common dice are still to fall." if kind == "load" else _NOBODY


def _once(state: BaldurState, seat: int, kind: str) -> str:
    number = 0 if kind == "accuse" else state.round
    return _ONCE[kind] if state.hidden.has_done(seat, kind, number) else _NOBODY

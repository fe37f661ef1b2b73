"""The exact odds of Baldur Hold'em: how often each hand comes, and what one returns against the NPCs.

The printed odds are those of another game, with two own dice (rules 7.15), so nothing here is taken from them.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from bot.engine.odds import BetOdds
from bot.engine.speech import counted
from cogs.baldur.hands import KINDS, SIDES
from cogs.baldur.odds_found import FOLDING_WELL, NEVER_FOLDING
from cogs.baldur.odds_of_kinds import COMMON, frequencies
from cogs.baldur.odds_of_play import OWN, Played, pot_of
from cogs.baldur.odds_shares import NPCS
from cogs.baldur.options import PRICES, BaldurRules

Bet = Literal["stay", "well"]
"""A hand that is always played to the end, and one that is folded wherever that is better in the mean."""
_LABELS: Mapping[Bet, str] = {
    "stay": "A hand that is never folded",
    "well": "A hand that is folded whenever it should be",
}
_WAYS = SIDES ** (OWN + COMMON + NPCS)


def exact(_rules: BaldurRules) -> Mapping[str, Fraction]:
    """How often each kind is the best hand in the end, of a player and of the NPCs. No house rule changes it."""
    players, npcs = frequencies(OWN), frequencies(NPCS)
    return {f"pc_{kind}": players[kind] for kind in KINDS} | {f"npc_{kind}": npcs[kind] for kind in KINDS}


def bets(rules: BaldurRules) -> tuple[BetOdds, ...]:
    """A hand against the NPCs; nothing where no nameless ones play, since then nobody plays against the house."""
    if not rules.npcs:
        return ()
    pot = pot_of(rules)
    pays = f"a pot of {pot} antes for {sum(PRICES)}"
    ways: dict[Bet, Played] = {"stay": never_folding(rules), "well": folding_well(rules)}
    return tuple(
        BetOdds(key=bet, label=_LABELS[bet], pays=pays, chance=played.pays, back=played.back(pot))
        for bet, played in ways.items()
    )


def folding_well(rules: BaldurRules) -> Played:
    """What comes of a hand, alone against the NPCs, that is folded wherever it is better in the mean."""
    pays, share, staked = FOLDING_WELL[rules.natural_beats_wild, rules.look_first, pot_of(rules)]
    return Played(Fraction(pays, _WAYS), Fraction(share, 2 * _WAYS), Fraction(staked, SIDES ** (OWN + COMMON)))


def never_folding(rules: BaldurRules) -> Played:
    """What comes of a hand, alone against the NPCs, that is always played to the end."""
    pays, share = NEVER_FOLDING[rules.natural_beats_wild]
    return Played(Fraction(pays, _WAYS), Fraction(share, 2 * _WAYS), Fraction(sum(PRICES)))


def note(rules: BaldurRules) -> str:
    """What the figures mean, of what the table has: NPCs of the house, raises."""
    basis = f"Exact, over all that {OWN} own dice, {COMMON} common ones and the NPCs' {NPCS} may show."
    if not rules.npcs:
        return f"{basis} No NPC plays with the bank's money here, so the house neither wins nor loses."
    spared = ", and spares the ante where the own dice aren't worth it" if rules.look_first else ""
    return " ".join(
        (
            basis,
            f"A hand is that of one player against {counted(rules.npcs, 'NPC')}, the last of whom pays to the end.",
            f"To fold whenever one should takes exact reckoning{spared}: no way to play does better.",
            "Against several players the NPCs put in no more than against one.",
            f"{'Raises and influence are' if rules.raises else 'Influence is'} left out.",
        )
    )

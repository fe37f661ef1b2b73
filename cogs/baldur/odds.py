"""The exact odds of Baldur Hold'em: how often each hand comes, and what one returns against the NPCs.

The printed odds are those of another game, with two own dice (rules 7.15), so nothing here is taken from them.
"""

from collections.abc import Mapping
from fractions import Fraction

from bot.engine.banked.odds import BetOdds
from bot.engine.speech import counted
from cogs.baldur.hands import KINDS
from cogs.baldur.odds_of_kinds import COMMON, frequencies
from cogs.baldur.odds_shares import Share, in_parts
from cogs.baldur.options import PRICES, BaldurRules
from cogs.baldur.state import HOLE_DICE, NPC_DICE

STAY = "stay"
"""The one bet: a hand that is played to the end."""
FIRST, SECOND, THIRD = PRICES
SHARES: Mapping[bool, Share] = {
    False: in_parts(1_620_751_830_500_780, 3_199_545_871_092_840),
    True: in_parts(1_618_373_731_768_820, 3_199_403_869_547_880),
}
"""By whether natural straights beat wild ones: what `odds_shares.share` works out, which takes too long to be asked
while people wait.
"""


def exact(_rules: BaldurRules) -> Mapping[str, Fraction]:
    """How often each kind is the best hand in the end, of a player and of the NPCs. No house rule changes it."""
    players, npcs = frequencies(HOLE_DICE), frequencies(NPC_DICE)
    return {f"pc_{kind}": players[kind] for kind in KINDS} | {f"npc_{kind}": npcs[kind] for kind in KINDS}


def bets(rules: BaldurRules) -> tuple[BetOdds, ...]:
    """A hand against the NPCs; nothing where no nameless ones play, since then nobody plays against the house."""
    if not rules.npcs:
        return ()
    pot, (pays, share) = pot_of(rules), SHARES[rules.natural_beats_wild]
    return (
        BetOdds(
            key=STAY,
            label="A hand that is never folded",
            pays=f"a pot of {pot} antes for {sum(PRICES)}",
            chance=pays,
            back=share * pot / sum(PRICES),
        ),
    )


def pot_of(rules: BaldurRules) -> int:
    """What the pot comes to in the end, in antes: of one player, all NPCs, half of them, and the last."""
    return sum(PRICES) + FIRST * rules.npcs + SECOND * rules.half(rules.npcs) + THIRD


def note(rules: BaldurRules) -> str:
    """What the figures mean, of what the table has: NPCs of the house, raises."""
    basis = f"Exact, over all that {HOLE_DICE} own dice, {COMMON} common ones and the NPCs' {NPC_DICE} may show."
    if not rules.npcs:
        return f"{basis} No NPC plays with the bank's money here, so the house neither wins nor loses."
    return " ".join(
        (
            basis,
            f"A hand is that of one player against {counted(rules.npcs, 'NPC')}, the last of whom pays to the end.",
            "Whoever folds what isn't worth its price does better, and may win in the long run.",
            "Against several players the NPCs put in no more than against one.",
            f"{'Raises and influence are' if rules.raises else 'Influence is'} left out.",
        )
    )

"""A hand of Pi'Lok worked through, with the ante and the smallest bet of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.pilok.options import PilokRules

DICE = {"Roark": (6, 3, 2), "Lando": (4, 4, 1), "Han": (5, 2, 6)}
"""Everybody's dice, street by street; Han deals."""
JUMP, ROLLED_AGAIN = (12, 9), 2
"""Roark's roll against Lando's, and what the die shows that Lando has to roll again."""


def example_page(rules: PilokRules, voice: Voice) -> Page:
    """One hand from the ante to the pot, by the rules as they are printed."""
    ante, bet = rules.ante, rules.smallest_bet
    pot = 3 * ante + 5 * bet
    own, other = JUMP
    lines = [
        (
            f"Han deals; Roark sits on his left, then Lando. Each pays {voice.money(ante)}: the pot is "
            f"{voice.money(3 * ante)}."
        ),
        (
            f"**The Lift.** Roark rolls 6, Lando 4, Han 5. Roark leads with 6 and bets {voice.money(bet)}; Lando and "
            "Han call."
        ),
        (
            "**Orbit.** Roark gets a 3, Lando a 4, Han a 2. Lando leads now: two fours are a pair and count twice, 16, "
            f"against Roark's 6 and 3 for 9. Lando bets {voice.money(bet)}, Roark calls, Han folds."
        ),
        (
            f"**The Deep.** Roark gets a 2, Lando a 1: nothing that would better either hand. Both check. The pot is "
            f"{voice.money(pot)}."
        ),
        (
            "**The Jump.** Lando, who leads, is asked first and passes. Roark jumps Lando: they roll their skill at "
            f"gambling, {own} against {other}. Roark has won and picks one of the fours. Lando rolls it again, and it "
            f"comes up {ROLLED_AGAIN}: 4 and 2 make 6."
        ),
        f"**The Shadowport.** Roark has 9, Lando 6: Roark takes the pot, {voice.money(pot)}.",
    ]
    return Page(title="An example", text="\n".join(lines))

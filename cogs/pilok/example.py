"""A hand of Pi'Lok worked through, with the ante and the smallest bet of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.pilok.options import PilokRules

DICE = {"Roark": (6, 3, 2), "Lando": (4, 4, 1), "Han": (5, 2, 6)}
"""Everybody's dice, street by street; Han deals."""
JUMP, ROLLED_AGAIN = (12, 9), 2
"""Roark's roll against Lando's, and what the die shows that Lando has to roll again."""


def example_page(rules: PilokRules, voice: Voice) -> Page:
    """One hand from the ante to the pot."""
    ante, bet = rules.ante, rules.smallest_bet
    pot = 3 * ante + 5 * bet
    lines = [
        (
            f"Han deals; Roark sits on his left, then Lando. Each pays {voice.money(ante)}: the pot is "
            f"{voice.money(3 * ante)}."
        ),
        (
            f"**The Lift.** Roark rolls 6, Lando 4, Han 5. Roark leads with 6 and bets {voice.money(bet)}; Lando and "
            "Han call."
        ),
        _orbit(rules, voice.money(bet)),
        (
            f"**The Deep.** Roark gets a 2, Lando a 1: nothing that would better either hand. Both check. The pot is "
            f"{voice.money(pot)}."
        ),
        _jump(rules),
        *(("**Last bets.** Both check.",) if rules.last_bets else ()),
        f"**The Shadowport.** Roark has 9, Lando 6: Roark takes the pot, {voice.money(pot)}.",
    ]
    return Page(title="An example", text="\n".join(lines))


def _roark_leads(rules: PilokRules) -> bool:
    """Whether Orbit and the Deep are Roark's to lead: his dice make the higher sum, Lando's the better hand."""
    return rules.lead_by == "faces"


def asked_first(rules: PilokRules) -> str:
    """Who may jump first."""
    if rules.jump_order == "clockwise":
        return "Roark" if _roark_leads(rules) else "Lando"
    return "Roark" if rules.jump_order == "lowest" else "Lando"


def _orbit(rules: PilokRules, bet: str) -> str:
    dice = "**Orbit.** Roark gets a 3, Lando a 4, Han a 2."
    pair = "two fours are a pair and count twice, 16"
    if _roark_leads(rules):
        return (
            f"{dice} Lando has the best hand now: {pair}, against Roark's 6 and 3 for 9. But 6 and 3 are the highest "
            f"sum, so Roark still leads. He bets {bet}, Lando calls, Han folds."
        )
    return f"{dice} Lando leads now: {pair}, against Roark's 6 and 3 for 9. Lando bets {bet}, Roark calls, Han folds."


def _jump(rules: PilokRules) -> str:
    own, other = JUMP
    first = asked_first(rules)
    who = {
        "clockwise": "who leads",
        "highest": "who has the highest hand",
        "lowest": "who has the lowest hand",
    }[rules.jump_order]
    begins, ends = f"{first}, {who}, is asked first and passes. Roark jumps Lando", ""
    if first == "Roark":
        begins = f"Roark, {who}, is asked first and jumps Lando"
        ends = "" if rules.jumps == "one" else " Then Lando may jump, and passes."
    return (
        f"**The Jump.** {begins}: they roll their skill at gambling, {own} against {other}. Roark has won and picks "
        f"one of the fours. Lando rolls it again, and it comes up {ROLLED_AGAIN}: 4 and 2 make 6.{ends}"
    )

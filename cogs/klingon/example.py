"""A hand of Klingon Hold-'Em worked through with the cards of the game, and with the cloaked bets of the table."""

from bot.engine.money import CHIPS
from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.klingon.attack import best_attack
from cogs.klingon.klingon_decks import STANDARD
from cogs.klingon.naming import cards, ship_names
from cogs.klingon.options import KlingonRules

TABLE = ("photon-12", "photon-8", "disruptor-8", "phaser-5", "overload")
HAN, ROARK = ("fed-ca", "kli-cw"), ("rom-sparrowhawk", "kzi-cv")
WITHOUT_CARRIERS = ("rom-sparrowhawk", "kzi-cl")
"""Roark's ships where house rules leave out the carriers; the smallest ships are in no example."""


def roarks(rules: KlingonRules) -> tuple[str, str]:
    """Roark's ships by these house rules."""
    return ROARK if rules.carriers == "in" else WITHOUT_CARRIERS


def example_page(rules: KlingonRules, voice: Voice) -> Page:
    """One hand from the cloaked bets to the attack."""
    small = rules.first_small
    own, other = (best_attack(STANDARD, ships, TABLE).total for ships in (HAN, roarks(rules)))

    def chips(times: int) -> str:
        return CHIPS.show(times * small) if rules.is_tournament else voice.money(times * small)

    lines = [
        (
            "Han is on the sun, Roark on his left, Lando on his right. Before a card is dealt Han puts in the large "
            f"cloaked bet, {chips(2)}, and Lando the small one, {chips(1)}."
        ),
        (
            f"**Ships.** Han is dealt {_ships(HAN)}, Roark {_ships(roarks(rules))}. Roark is first and engages for "
            f"{chips(2)}. Lando disengages, and his {chips(1)} stay in the pot. Han checks: the pot is {chips(5)}."
        ),
        (
            f"**Lock-On.** {cards(TABLE[:3], STANDARD)} are turned up. Roark checks, Han bets {chips(2)}, Roark "
            f"engages: {chips(9)} in the pot."
        ),
        f"**HET.** {cards(TABLE[3:4], STANDARD)} comes. Both check.",
        (
            f"**Overrun.** {cards(TABLE[4:], STANDARD)} comes. Roark checks, Han bets {chips(2)}, Roark engages: "
            f"{chips(13)} in the pot."
        ),
        (
            f"**The attack.** {_turned_up(rules)} Han's strongest attack is worth {own}, Roark's {other}: Han takes "
            f"the pot, {chips(13)}{_mucked(rules)}. The page “The strongest attack” tells who fired what."
        ),
    ]
    return Page(title="An example", text="\n".join(lines))


def _turned_up(rules: KlingonRules) -> str:
    return "Han turns his ships up." if rules.losing_hands == "mucked" else "Both turn their ships up."


def _mucked(rules: KlingonRules) -> str:
    return ", and Roark's ships are thrown in unseen" if rules.losing_hands == "mucked" else ""


def _ships(ships: tuple[str, ...]) -> str:
    return f"a {ship_names(ships[:1], STANDARD)} and a {ship_names(ships[1:], STANDARD)}"

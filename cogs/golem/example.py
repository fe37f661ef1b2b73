"""A hand of Golem worked through, with the ante and the smallest bet of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.golem.options import GolemRules

HANDS = {"Roark": "13d 13c 9h 7s 2d", "Lando": "10d 10c 4h 4s 2c", "Han": "3d 3c 8h 7d 5s"}
DRAWS = {"Roark": "7s 2d > 6h 5h", "Lando": "2c > 1h", "Han": "8h 7d > 1c 12s"}
"""What everybody throws away and draws; the amulet is Han's."""


def example_page(rules: GolemRules, voice: Voice) -> Page:
    """One hand from the ante to the pot, and what had become of it with another card."""
    voice = voice.in_letters()
    ante, bet = rules.ante, rules.smallest_bet
    pot = 3 * ante + 6 * bet
    lines = [
        (
            f"The amulet is Han's; Roark sits on his left, then Lando. Each pays {voice.money(ante)} and gets five "
            f"cards: Roark {_cards('Roark', voice)}, Lando {_cards('Lando', voice)}, Han {_cards('Han', voice)}."
        ),
        f"**The first bets.** Han bets {voice.money(bet)}, Roark and Lando call.",
        (
            f"**The draw.** All at once Roark throws {_thrown('Roark', voice)}, Lando {_thrown('Lando', voice)}, Han "
            f"{_thrown('Han', voice)}, and each draws as many. Nobody gets any better: Roark has a pair of 13s, "
            "Lando two pair, 10s and 4s, Han a pair of 3s."
        ),
        f"**The second bets.** Han bets {voice.money(bet)} once more, both call. The pot is {voice.money(pot)}.",
        (
            "**The showdown.** Lando has the best hand. The five cards that were thrown away are the golem: two pair, "
            f"7s and 2s. Lando's 10s and 4s beat it, so the pot is Lando's{_cut(rules, pot, voice)}."
        ),
        _otherwise(rules, voice),
    ]
    return Page(title="An example", text="\n".join(lines))


def _cards(name: str, voice: Voice) -> str:
    return _row(HANDS[name], voice)


def _thrown(name: str, voice: Voice) -> str:
    return _row(DRAWS[name].partition(">")[0], voice)


def _row(cards: str, voice: Voice) -> str:
    return " ".join(map(voice.card, cards.split()))


def _cut(rules: GolemRules, pot: int, voice: Voice) -> str:
    if not (cut := rules.cut(pot)):
        return f", {voice.money(pot)}"
    return f": {voice.money(pot - cut)} after the house has taken {voice.money(cut)}"


def _otherwise(rules: GolemRules, voice: Voice) -> str:
    """The same hand with three 7s in the golem."""
    due = rules.penalty * rules.ante
    pays = f"Lando would pay {voice.money(due)} into the pot as a penalty, and " if due else ""
    return (
        "Had Lando had a 7 in the place of the 2 and thrown it away, the golem would have had three 7s, which beat two "
        f"pair. Then nobody would have won: {pays}the cards would be dealt anew for the same pot."
    )

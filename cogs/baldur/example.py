"""A hand of Baldur Hold'em worked through, with the prices and the NPCs of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice, counted
from cogs.baldur.hands import best_hand
from cogs.baldur.naming import explained
from cogs.baldur.options import BaldurRules

HAN, LANDO, NPCS = (20, 3, 9), (14, 14, 6), (3, 8, 12, 17)
FLOP, VOID = (2, 7, 10), (11, 19)


def pots(rules: BaldurRules) -> tuple[int, int, int]:
    """What the pot comes to in each round, in smallest coins: Han and Lando pay twice, and Han a third time."""
    first = rules.price(1) * (2 + rules.npcs)
    second = first + rules.price(2) * (2 + rules.half(rules.npcs))
    return first, second, second + rules.price(3) * (1 + min(rules.npcs, 1))


def example_page(rules: BaldurRules, voice: Voice) -> Page:
    """One hand from the ante to the pot, in which nobody raises."""
    first, second, third = map(voice.money, pots(rules))
    one, two, three = (voice.money(rules.price(number)) for number in (1, 2, 3))
    common, stay = (*FLOP, *VOID), rules.half(rules.npcs)
    against = f", against {counted(rules.npcs, 'NPC')} of the house" if rules.npcs else ""
    leave = ""
    if rules.npcs > 1:
        leave = f" Of the NPCs {stay} {'stays' if stay == 1 else 'stay'}, and the others leave their ante in the pot."
    pays = "The last NPC pays, Han pays, Lando folds" if rules.npcs else "Han pays, Lando folds"
    paid = f"Each pays {one}: the pot is {first}."
    hidden = ", both in the open; only the GM sees the dice of the NPCs" if rules.npcs else ""
    rolled = f"Han rolls {_row(HAN)}, Lando {_row(LANDO)}{hidden}."
    begun = (rolled, paid) if rules.look_first else (paid, rolled)
    lines = [
        f"Han and Lando play{against}. {' '.join(begun)}",
        f"**The flop.** {_row(FLOP)} fall.{leave} Staying in costs {two}. Han and Lando stay: {second} in the pot.",
        f"**The void.** {_row(VOID)} fall, and staying in costs {three}. {pays}: the pot is {third}.",
        _showdown(rules, common, third),
    ]
    return Page(title="An example", text="\n".join(lines))


def _showdown(rules: BaldurRules, common: tuple[int, ...], pot: str) -> str:
    if not rules.npcs:
        return f"**The end.** Han is left alone, shows nothing and takes the pot, {pot}."
    own = explained(best_hand(HAN, common))
    other = explained(best_hand(NPCS, common))
    return f"**The showdown.** Han has a {own[0].lower()}{own[1:]}. The NPCs: {other}. Han takes the pot, {pot}."


def _row(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))

"""A set of Pazaak worked through, with or without side cards as the table has it."""

from bot.engine.panel import Page
from bot.engine.speech import Voice, counted
from cogs.pazaak.options import PazaakRules

WITH_SIDE_CARDS, WITHOUT = "10 7 8 6 4", "10 7 9 6 4 3"
"""The cards of the main deck in the order in which they come; Han begins."""
SIDE_CARDS = {"Han": "+1", "Lando": "+3"}


def example_page(rules: PazaakRules, voice: Voice) -> Page:
    """One set from the first card to the end."""
    lines = ["Han begins and draws 10. He ends his turn. Lando draws 7 and ends his."]
    if rules.hand_size:
        lines += [
            "Han draws 8, which makes 18. He plays the side card +1 from his hand: 19. He stands, and draws no more.",
            (
                "Lando plays on alone. A 6 makes 13, and a 4 makes 17: too little to stand on. He plays +3, which "
                "makes exactly 20, and stands."
            ),
        ]
    else:
        lines += [
            "Han draws 9, which makes 19. He stands, and draws no more.",
            "Lando plays on alone. A 6 makes 13, a 4 makes 17, and he dares one more: a 3 makes exactly 20. He stands.",
        ]
    lines.append(f"20 is more than 19: the set is Lando's. {_goes_on(rules, voice)}")
    return Page(title="An example", text="\n".join(lines))


def _goes_on(rules: PazaakRules, voice: Voice) -> str:
    takes = ""
    if rules.stake:
        takes = f", and takes {voice.money(2 * rules.stake)}"
        takes += f" less the {rules.cut} per cent of the house" if rules.cut else ""
    if rules.sets == 1:
        return f"That is the match{takes}."
    left = "What Han and Lando have played is gone for the rest of the match. " if _lasts(rules) else ""
    return f"{left}Whoever has {counted(rules.sets, 'set')} first wins the match{takes}."


def _lasts(rules: PazaakRules) -> bool:
    """Whether a hand has to last for all sets."""
    return bool(rules.hand_size) and rules.hand == "match"

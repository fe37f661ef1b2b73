"""How cheating goes at a table, for the pages of rules."""

from bot.engine.panel import Page

TITLE = "Crooked tables"


def crooked_page(sleight_note: str, word: str, *, is_banked: bool) -> Page:
    """What a seat may do beside the game; `sleight_note` is what the game's own sleights do, `word` its hand."""
    house = " The house watches too, with no particular eye for it." if is_banked else ""
    paragraphs = (
        "All of this is done in private, from the page of your own seat, and rolled from the sheets.",
        (
            f"**Sleights.** {sleight_note}\nA try is your sleight of hand against whoever else in the {word} has the "
            f"sharpest eye for it: against the passive value of that, and in D6 against a roll.{house} To match it is "
            "enough. If nobody notices, nobody is told but you and the GM's log. If somebody notices, they accuse you "
            "at once."
        ),
        (
            f"**Influence.** Once a {word} you may try to sway somebody, and everybody sees both rolls. To deceive or "
            "persuade brings you advantage at influencing others; to intimidate has others influence you with "
            "disadvantage; to distract brings you advantage at sleight of hand. If it fails, it is the other way "
            f"round; a tie changes nothing. Such luck lasts until the end of the next {word}, and the table shows it."
        ),
        (
            f"**Tells.** Once a {word} you may watch somebody for a sign that they have cheated in it: your insight "
            "against their bluff. Who wins that reads the truth, who loses reads the opposite, and nobody says which "
            "it was. The others only see that you watch."
        ),
        (
            f"**Accusing.** Once a {word} you may accuse somebody. You investigate against the passive value of their "
            "sleight of hand, and can prove only what was really done. Who proves nothing reads others with "
            f"disadvantage until the end of the next {word}; why there was no proof is never told."
        ),
        (
            f"**The verdict.** When a cheat is proven, the {word} stands still until the GM rules: whoever is caught "
            f"is out and what they have put in stays, or the {word} is void and everybody has back what they brought, "
            "or it goes on, and what was done until then can't be proven again. If the GM lets the time run out, "
            "whoever is caught is out."
        ),
        (
            "**Checking.** At a crooked table only the GM can check the rolls: whoever counted them would learn of "
            "cheats that nobody has seen."
        ),
    )
    return Page(title=TITLE, text="\n".join(paragraphs))

"""The rules of Baldur Hold'em in our own words, with the choices of the table."""

from bot.engine.banked.odds import percent
from bot.engine.panel import Page
from bot.engine.speech import Voice, often
from cogs.baldur.example import example_page
from cogs.baldur.hands import best_hand
from cogs.baldur.how_often import HOW_OFTEN
from cogs.baldur.naming import KIND_NAMES, capital, explained, npcs
from cogs.baldur.options import BaldurRules
from cogs.baldur.rulebook_side import caught, cheating, influence, the_gm

EXAMPLE_OWN, EXAMPLE_COMMON = (20, 3, 9), (2, 7, 10, 11, 19)
_LIKE = {
    "five_of_a_kind": "7 7 7 7 7",
    "four_of_a_kind": "9 9 9 9 4",
    "full_house": "19 19 19 2 2",
    "straight": "12 13 14 15 16",
    "three_of_a_kind": "17 17 17 8 3",
    "two_pair": "13 13 8 8 20",
    "pair": "3 3 18 12 5",
    "high_roll": "15 14 13 5 2",
}


def rules_pages(rules: BaldurRules, voice: Voice) -> tuple[Page, ...]:
    """How a hand goes, what dice are worth, the NPCs, what is tried on the side, cheating, and the GM's seat."""
    return (
        _a_hand(rules, voice),
        _the_hands(rules),
        _paying(rules),
        influence(rules),
        cheating(rules),
        caught(rules),
        the_gm(rules),
        example_page(rules, voice),
    )


def _a_hand(rules: BaldurRules, voice: Voice) -> Page:
    ante, second, third = (voice.money(rules.price(number)) for number in (1, 2, 3))
    paid = [] if rules.look_first else [f"**The ante.** Everybody pays {ante} into the pot."]
    look = f", and pays {ante} to stay in or folds" if rules.look_first else ""
    deals = {
        "gm": "The GM deals.",
        "rotation": "The players deal in turn, round to the left.",
    }[rules.dealer]
    lines = [
        *paid,
        (
            f"**The own dice.** Every player rolls three d20 in the open{look}. The NPCs have four together, which "
            "only the GM sees."
        ),
        f"**The flop.** Half of the NPCs leave. Three common dice fall, and to stay in costs {second}.",
        f"**The void.** Only one NPC is left. Two more common dice fall, and to stay in costs {third}.",
        (
            "**The showdown.** The NPCs show two of their dice, and the best hand takes the pot. Equal hands share it; "
            f"{_odd(rules)}."
        ),
        (
            "In each round the NPCs pay first, then the players say clockwise from the dealer's left whether they stay "
            f"in or fold. {deals}"
        ),
        "If all others have folded, whoever is left takes the pot and shows nothing; that may be the NPCs.",
    ]
    return Page(title="How a hand goes", text="\n".join(lines))


def _odd(rules: BaldurRules) -> str:
    return {
        "position": "odd chips go one each to the winners nearest to the dealer's left",
        "bank": "odd chips go to the bank",
    }[rules.odd_chips]


def _the_hands(rules: BaldurRules) -> Page:
    natural = (
        " A straight without wild dice beats one to the same number that has some." if rules.natural_beats_wild else ""
    )
    lines = [
        (
            "A hand is five dice: exactly two of your own and three common ones. The best is found for you. Of equal "
            "kinds the higher numbers win, first what is alike, then the other dice."
        ),
        (
            "A 20 that one of your own dice falls on is wild in a straight, and stands for any number; so may two. "
            "Everywhere else, and on a common die, a 20 is a 20. A straight counts by the numbers it stands for and "
            f"doesn't go on from 20 to 1.{natural}"
        ),
        "From the best to the least, and how often they are a player's best, and that of all NPCs together:",
        *(
            f"- **{capital(KIND_NAMES[kind])}**, as in {_LIKE[kind]}: {percent(own)}, and {percent(npcs)}"
            for kind, (own, npcs) in HOW_OFTEN.items()
        ),
        (
            f"An example: you have {_row(EXAMPLE_OWN)}, and {_row(EXAMPLE_COMMON)} lie on the table. "
            f"{explained(best_hand(EXAMPLE_OWN, EXAMPLE_COMMON))}."
        ),
    ]
    return Page(title="What dice are worth", text="\n".join(lines))


def _row(dice: tuple[int, ...]) -> str:
    return ", ".join(map(str, dice))


def _paying(rules: BaldurRules) -> Page:
    short = {
        "fold": "Whoever can't pay the price of a round folds",
        "all_in": "Whoever can't pay the price of a round is all in, and plays for the part of the pot they paid into",
    }[rules.short]
    if rules.raises:
        raising = (
            f"A round's price may be raised {often(rules.raises)}, each time by as much again as the round costs. The "
            "GM says whether the NPCs pay that."
        )
        if rules.short == "fold":
            raising += " Nobody raises by more than all others in the hand can pay."
    else:
        raising = "Nobody raises: a round costs what it costs."
    lines = [f"{short}. {raising}"]
    if rules.npcs:
        up = "up" if rules.leaving == "up" else "down but at least one"
        lines += [
            (
                f"{capital(npcs(rules.npcs))} without a seat play with the bank's money, besides those that the GM has "
                "seated; what they win goes to the bank. Where it can't pay for all of them, fewer play."
            ),
            (
                f"**Leaving by halves.** Half of the NPCs stay for the flop, rounded {up}, and one for the void. The "
                "others leave what they have paid in the pot."
            ),
        ]
    else:
        lines.append(
            "At this table only those NPCs play that the GM has seated. They have four dice together, and leave by "
            "halves. Without any of them the players play against each other."
        )
    lines.append(
        "All NPCs play the same hand. It counts for the last of them: for the bank, or for the one with a seat."
    )
    return Page(title="Staying in, and the NPCs", text="\n".join(lines))

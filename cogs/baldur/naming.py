"""What hands of Baldur Hold'em are called, the dice that make them, and the NPCs, in words."""

from collections.abc import Sequence

from bot.engine.speech import listed, number_word
from cogs.baldur.hands import WILD, Hand, Kind

AN_NPC = "an NPC"
"""What seat 0 is called where it stands for one of the NPCs without a seat."""
LAST_NPC = "the last NPC"
"""The one that plays for all NPCs in the end."""
KIND_NAMES: dict[Kind, str] = {
    "five_of_a_kind": "five of a kind",
    "four_of_a_kind": "four of a kind",
    "full_house": "full house",
    "straight": "straight",
    "three_of_a_kind": "three of a kind",
    "two_pair": "two pair",
    "pair": "pair",
    "high_roll": "high roll",
}


def capital(sentence: str) -> str:
    """The sentence with a capital letter. Somebody's name, which is in bold, stays as it is written."""
    for npc in (AN_NPC, LAST_NPC):
        if sentence.startswith(f"**{npc}**"):
            return f"**{npc[0].upper()}{sentence[3:]}"
    return sentence if sentence.startswith("*") else sentence[:1].upper() + sentence[1:]


def npcs(count: int) -> str:
    """As in "one NPC", "three NPCs"."""
    return f"{number_word(count)} {'NPC' if count == 1 else 'NPCs'}"


def named(hand: Hand) -> str:
    """What somebody has, as in "a straight to 11" or "two pair, 13s and 8s"."""
    first, second = hand.numbers[0], hand.numbers[-1]
    match hand.kind:
        case "five_of_a_kind":
            return f"five {first}s"
        case "four_of_a_kind":
            return f"four {first}s"
        case "full_house":
            return f"a full house, {first}s over {second}s"
        case "straight":
            return f"a straight to {second}"
        case "three_of_a_kind":
            return f"three {first}s"
        case "two_pair":
            return f"two pair, {first}s and {hand.numbers[2]}s"
        case "pair":
            return f"a pair of {first}s"
        case "high_roll":
            return f"{first} high"


def headed(hand: Hand) -> str:
    """`named` as a heading: "Straight to 11"."""
    words = named(hand).removeprefix("a ")
    return words[0].upper() + words[1:]


def explained(hand: Hand) -> str:
    """The hand and its dice: "Straight to 11: 7, 20 as 8, 9, 10, 11 (own 20 and 9)"."""
    wilds = {number for _, number in hand.stands_for}
    told = ", ".join(f"{WILD} as {number}" if number in wilds else str(number) for number in hand.numbers)
    own = f" (own {listed(map(str, hand.own))})" if hand.common else ""
    return f"{headed(hand)}: {told}{own}"


def deciding(one: Hand, other: Hand) -> int | None:
    """The number of the die that parts two hands which are called alike; None where their names tell or they tie."""
    if one.rank == other.rank or named(one) != named(other) or one.kind == "straight":
        return None
    worse, better = sorted((one, other), key=_rank)
    return _first_other(better.numbers, worse.numbers)


def _rank(hand: Hand) -> tuple[int, ...]:
    return hand.rank


def _first_other(numbers: Sequence[int], others: Sequence[int]) -> int | None:
    return next((number for number, other in zip(numbers, others, strict=False) if number != other), None)

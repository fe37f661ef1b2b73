"""The rules of Baldur Hold'em in our own words, with the choices of the table."""

from collections.abc import Mapping
from fractions import Fraction

from bot.engine.banked.odds import percent
from bot.engine.words import Page, Voice, counted, often
from cogs.baldur.hands import KIND_NAMES, SIDES, Kind, best_hand, capital, explained
from cogs.baldur.hands import npcs as npc_count
from cogs.baldur.odds import COMMON
from cogs.baldur.state import HOLE_DICE, NPC_DICE, BaldurRules


def _influence(rules: BaldurRules) -> Page:
    """Explain influence and tells, and what they bring."""
    shaken = {
        "gm": "the GM says whether it folds",
        "by_five": "it folds if it was beaten by five or more, with narrative dice by two successes",
    }[rules.shaken]
    lines = [
        (
            "Once your dice lie and before you pay, you may try once a round to influence anyone who is still in. "
            "Everybody sees both rolls. What it brings lasts until the end of the next hand, and stands on the table "
            "as long. A tie changes nothing."
        ),
        (
            "**Deceive or persuade**, against insight: you say how strong your hand is. If it is believed, you "
            "influence others with advantage; if not, how strong it really is so far shows, and you influence them "
            "with disadvantage."
        ),
        (
            "**Intimidate**, against insight or their own intimidation: others influence you with disadvantage, or "
            f"with advantage if it fails. An NPC that is intimidated may fold: {shaken}."
        ),
        (
            "**Distract**, against insight or perception: you use sleight of hand with advantage, or with "
            "disadvantage if it fails."
        ),
        (
            "**Reading a tell.** Once a round you may watch somebody: your insight against their deception. Who wins "
            "reads the truth about whether they have cheated in this hand, who loses reads the opposite, and nobody "
            "says which it was."
        ),
        (
            "**Knowing games.** Whoever is at home with gaming sets adds that to insight and perception here, unless "
            "the skill on the sheet has it already. `/baldur kit` writes it down."
        ),
    ]
    return Page(title="Influence and tells", text="\n".join(lines))


def _cheating(rules: BaldurRules) -> Page:
    """Explain the sleights of this table, and magic."""
    dealer = "The dealer" if rules.dealer == "rotation" else "The GM deals, and"
    taking = "or take away the two highest of the NPCs' four dice"
    own, dealing = {
        "as_printed": (
            (
                "**Your own dice.** Once they lie there, you may re-roll one of them. It simply shows another face and "
                "nothing is said, but anyone who remembers the roll may notice, and accuse you."
            ),
            (
                f"**The dealer.** {dealer} has other ways: in the first round they may set a die of any player to any "
                f"number, {taking}. On the flop and on the void they may re-roll one of the community dice that have "
                "just fallen."
            ),
        ),
        "sealed": (
            (
                "**Your own dice.** Before you roll, you choose which is thrown again within the roll: the lowest, the "
                "highest, or the lowest that pairs with nothing (where all pair, the lowest). Once they lie there is "
                "nothing more to do by sleight of hand."
            ),
            (
                f"**The dealer.** {dealer} has other ways: in the first round they may set a die of any player to any "
                f"number before it is rolled, {taking}. Before the flop and the void they may choose which of the next "
                "community dice is thrown again as it falls."
            ),
        ),
    }[rules.sleights]
    lines = [
        (
            "All cheating is done from “Up my sleeve”, once a round: your sleight of hand, or your magic, against "
            "whoever else is in and spots best. To match their passive perception is enough. If nobody notices, only "
            "you and the GM know of it."
        ),
        own,
        dealing,
        (
            "**The NPCs' dice.** In any round the GM may re-roll one of the NPCs' dice for them. A 20 that was set "
            "counts 20 and isn't wild."
        ),
        (
            "**Magic.** At any time you may cast a spell in your own words. Unseen, it waits for the GM, who says what "
            "it does: nothing; what the GM tells of it; one of the NPCs' dice or the next community dice is thrown "
            "again; or luck with influencing others, which everybody sees. The GM may cast for the NPCs instead of a "
            "sleight."
        ),
        (
            "Whatever is done, as many dice lie on the table as ever. Only the GM can check the rolls here: else "
            "whoever counts them would learn who has cheated."
        ),
    ]
    return Page(title="Cheating", text="\n".join(lines))


def _caught(rules: BaldurRules) -> Page:
    """Explain accusations, proofs and verdicts."""
    default = {
        "void": "the hand is void",
        "forfeit": "the cheater is out",
        "play_on": "it goes on",
    }[rules.caught]
    unproven = {
        "nothing": "That costs the accuser nothing",
        "disadvantage": (
            "Anyone who accused of their own accord reads others with disadvantage until the end of the next hand"
        ),
    }[rules.unproven]
    lines = [
        (
            "Whoever notices a cheat accuses at once. You may also accuse somebody yourself, once a hand; then only "
            "what was really done can be proven."
        ),
        (
            "**The proof** of a sleight is investigation against the passive sleight of hand of the accused, of magic "
            "it is arcana against the difficulty of their spells. The dice are for the GM alone."
        ),
        (f"**Not proven**, the hand goes on. {unproven}; nobody learns why there was no proof."),
        (
            "**Proven**, the hand stands still until the GM rules: the cheater is out and what they put in stays, or "
            "the hand is void and everybody has back what they brought, or it goes on. And then there may be a brawl. "
            f"If the GM lets the time run out, {default}."
        ),
    ]
    return Page(title="Accused of cheating", text="\n".join(lines))


def _the_gm(rules: BaldurRules) -> Page:
    """Explain the GM's knowledge and decisions."""
    raising = ", whether they pay a raise" if rules.raises else ""
    shaken = ", whether an intimidated NPC folds" if rules.shaken == "gm" else ""
    lines = [
        (
            "The GM who keeps the table has a seat of their own, behind “The GM decides”: the NPCs' dice, who has "
            "cheated, and the spells to judge. Everything is in the GM's log with all its dice."
        ),
        (
            f"The GM says which NPCs stay where some have a seat{raising}{shaken}, and what a proven cheat costs; and "
            "may have the NPCs influence players, or cheat."
        ),
        (
            "Where the clock runs out, those NPCs leave first that can't pay, then those with a seat; the NPCs pay a "
            "raise; and an NPC that was intimidated stays. A spell that nobody has judged when the hand ends does "
            "nothing."
        ),
    ]
    return Page(title="The GM's seat", text="\n".join(lines))


HAN, LANDO, NPCS = (20, 3, 9), (14, 14, 6), (3, 8, 12, 17)
FLOP, VOID = (2, 7, 10), (11, 19)


def pots(rules: BaldurRules) -> tuple[int, int, int]:
    """Return the pot after each round, in smallest coins: Han and Lando pay twice, and Han a third time."""
    first = rules.price(1) * (2 + rules.npcs)
    second = first + rules.price(2) * (2 + rules.half(rules.npcs))
    return first, second, second + rules.price(3) * (1 + min(rules.npcs, 1))


def _example_page(rules: BaldurRules, voice: Voice) -> Page:
    """Play one hand from the ante to the pot, in which nobody raises."""
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


_OF_PLAYERS, _OF_NPCS = SIDES ** (HOLE_DICE + COMMON), SIDES ** (NPC_DICE + COMMON)
_COUNTED: Mapping[Kind, tuple[int, int]] = {
    "five_of_a_kind": (4_298_960, 166_251_160),
    "four_of_a_kind": (159_824_960, 5_109_029_320),
    "full_house": (673_352_400, 23_961_438_840),
    "straight": (820_784_820, 28_263_748_860),
    "three_of_a_kind": (2_010_527_940, 49_082_824_080),
    "two_pair": (5_745_077_940, 150_041_811_900),
    "pair": (11_405_227_860, 200_939_563_680),
    "high_roll": (4_780_905_120, 54_435_332_160),
}
HOW_OFTEN: Mapping[Kind, tuple[Fraction, Fraction]] = {
    kind: (Fraction(own, _OF_PLAYERS), Fraction(npcs, _OF_NPCS)) for kind, (own, npcs) in _COUNTED.items()
}
"""The frequency of each kind as a player's best hand, and as the NPCs'."""


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
    """Return the rulebook: how a hand goes, the hands, the NPCs, influence, cheating, the GM's seat, and an example."""
    return (
        _a_hand(rules, voice),
        _the_hands(rules),
        _paying(rules),
        _influence(rules),
        _cheating(rules),
        _caught(rules),
        _the_gm(rules),
        _example_page(rules, voice),
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
        *_typed(rules),
    ]
    return Page(title="How a hand goes", text="\n".join(lines))


def _typed(rules: BaldurRules) -> list[str]:
    """Explain what is rolled at the table and typed in, if anything."""
    dice = (
        "**Your table rolls the dice.** You type your own, the dealer types the community dice, and the GM may type "
        "those of the NPCs. Sleights of hand happen at your table, too."
    )
    totals = (
        "**Your table rolls the contests.** You type what you rolled, and for influence also what they rolled. Only "
        "tells, and proofs by anyone who saw a cheat, are rolled by the bot."
    )
    return [*([dice] if rules.dice == "typed" else []), *([totals] if rules.contests == "typed" else [])]


def _odd(rules: BaldurRules) -> str:
    return {
        "position": "odd chips go one each to the winners nearest to the dealer's left",
        "bank": "odd chips go to the bank",
        "carry": "odd chips stay for the next hand",
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
            f"An example: you have {_row(HAN)}, and {_row((*FLOP, *VOID))} lie on the table. "
            f"{explained(best_hand(HAN, (*FLOP, *VOID)))}."
        ),
    ]
    return Page(title="What dice are worth", text="\n".join(lines))


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
    if rules.short_ante == "all_in":
        short = f"A player short of the ante is all in with it, and plays on for that part of the pot. {short}"
    lines = [f"{short}. {raising}"]
    if rules.npcs:
        up = "up" if rules.leaving == "up" else "down but at least one"
        lines += [
            (
                f"{capital(npc_count(rules.npcs))} without a seat play with the bank's money, besides those that the "
                "GM has seated; what they win goes to the bank. Where it can't pay for all of them, fewer play."
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

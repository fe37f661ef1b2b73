"""The rules of what is done beside the dice of Baldur Hold'em: influence, cheating, being caught, the GM's seat."""

from bot.engine.panel import Page
from cogs.baldur.options import BaldurRules


def influence(rules: BaldurRules) -> Page:
    """What may be tried in words, and what comes of it."""
    shaken = {
        "gm": "the GM says whether it folds",
        "by_five": "it folds if it was beaten by five or more, with narrative dice by two successes",
    }[rules.shaken]
    lines = [
        (
            "Once your dice lie, you may try once a round to influence somebody who is still in. Everybody sees both "
            "rolls. What it brings lasts until the end of the next hand, and stands on the table as long. A tie "
            "changes nothing."
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


def cheating(rules: BaldurRules) -> Page:
    """The sleights of this table, and magic."""
    deals = (
        "**Whoever deals** may instead set a die of any player's to a number from 1 to 19 before it is rolled, or make "
        "away with the two highest of the NPCs' four dice. Before the flop and the void they may choose which of the "
        "next common dice is thrown again as it falls."
        if rules.dealer == "rotation"
        else "**The GM deals**, and may cheat for the NPCs: one of their dice is thrown again, or one of the next "
        "common dice as it falls."
    )
    lines = [
        (
            "All cheating is done from “Up my sleeve”, once a round: your sleight of hand, or your magic, against "
            "whoever else is in and spots best. To match their passive perception is enough; in D6 they roll it. If "
            "nobody notices, nobody is told but you and the GM."
        ),
        (
            "**Your own dice.** Before you roll, you choose which is thrown again within the roll: the lowest, the "
            "highest, or the lowest that pairs with nothing (where all pair, the lowest). Once they lie there is "
            "nothing more to do by sleight of hand."
        ),
        deals,
        (
            "**Magic.** At any time you may cast a spell in your own words. Unseen, it waits for the GM, who says what "
            "it does: nothing; what the GM tells of it; one of the NPCs' dice or the next common ones falls "
            "anew; or luck with influencing others, which everybody sees. The GM may cast for the NPCs instead of a "
            "sleight."
        ),
        (
            "Whatever is done, as many dice lie on the table as ever. Only the GM can check the rolls here: else "
            "whoever counts them would learn who has cheated."
        ),
    ]
    return Page(title="Cheating", text="\n".join(lines))


def caught(rules: BaldurRules) -> Page:
    """Accusations, proofs and verdicts."""
    default = {
        "void": "the hand is void",
        "forfeit": "the cheater is out",
        "play_on": "it goes on",
    }[rules.caught]
    lines = [
        (
            "Whoever notices a cheat accuses at once. You may also accuse somebody yourself, once a hand; then only "
            "what was really done can be proven."
        ),
        (
            "**The proof** of a sleight is investigation against the passive sleight of hand of the accused, of magic "
            "it is arcana against the difficulty of their spells. The dice are for the GM alone."
        ),
        (
            "**Not proven**, the hand goes on. Whoever accused somebody of their own accord reads others with "
            "disadvantage until the end of the next hand; why there was no proof is never told."
        ),
        (
            "**Proven**, the hand stands still until the GM rules: the cheater is out and what they put in stays, or "
            "the hand is void and everybody has back what they brought, or it goes on. And then there may be a brawl. "
            f"If the GM lets the time run out, {default}."
        ),
    ]
    return Page(title="Accused of cheating", text="\n".join(lines))


def the_gm(rules: BaldurRules) -> Page:
    """What the GM sees and decides."""
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

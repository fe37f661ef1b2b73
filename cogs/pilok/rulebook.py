"""The rules of Pi'Lok in our own words, with the choices of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.pilok.example import example_page
from cogs.pilok.options import PilokRules


def rules_pages(rules: PilokRules, voice: Voice) -> tuple[Page, ...]:
    """How a hand goes, its bets, the Jump, what dice are worth, and an example."""
    return (_a_hand(rules, voice), _bets(rules, voice), _the_jump(rules), _the_dice(rules), example_page(rules, voice))


def _a_hand(rules: PilokRules, voice: Voice) -> Page:
    leads = {
        "value": "The best hand so far opens; of equal hands, the one nearest to the dealer's left.",
        "faces": "The highest sum of the dice opens; of equal sums, the one nearest to the dealer's left.",
    }[rules.lead_by]
    first = {
        "random": "The first dealer is drawn by lot",
        "host": "Whoever sat down first deals first",
        "high_die": "Everybody rolls a die, and the highest deals first",
    }[rules.first_dealer]
    short = {
        "sit_out": "Whoever can't pay it all sits the hand out.",
        "all_in": "Whoever can't pay it all is all in.",
    }[rules.short_ante]
    odd = {
        "position": "odd chips go one each to the winners nearest to the dealer's left",
        "house": "odd chips go to the house",
        "carry": "odd chips stay in the middle for the next hand",
    }[rules.odd_chips]
    lines = [
        f"**The ante, called the Fee.** Everybody pays {voice.money(rules.ante)} into the pot. {short}",
        (
            "**The Lift, Orbit, the Deep.** On each of these three streets every player gets one die, face up, and "
            f"then there are bets. {leads}"
        ),
        "**The Jump.** A die may be rolled again, for whoever wins a contest.",
        f"**The Shadowport.** The best hand takes the pot; equal hands share it, and {odd}.",
        f"{first}; then the deal passes to the left.",
    ]
    if rules.last_bets:
        lines.insert(3, "**Last bets.** After the Jump there is one more round of bets.")
    if rules.dice == "typed":
        lines.append("At this table everybody rolls their own dice and types what they show.")
    return Page(title="How a hand goes", text="\n".join(lines))


def _bets(rules: PilokRules, voice: Voice) -> Page:
    limits = [f"The smallest bet is {voice.money(rules.smallest_bet)}, and a raise adds at least as much as the last."]
    if rules.max_bet:
        limits.append(f"A bet or raise adds at most {voice.money(rules.max_bet)}.")
    if rules.pot_limit:
        limits.append("A bet or raise adds at most what the pot holds after the call.")
    if rules.raise_cap:
        limits.append(f"Bets and raises on one street: at most {rules.raise_cap}.")
    reopens = "" if rules.short_raise_reopens else "don't "
    lines = [
        (
            "Check, bet, call, raise or fold, round to the left, until all have answered the last raise. A raise names "
            "what the bet comes to, not what it adds."
        ),
        " ".join(limits),
        (
            "Whoever runs out of chips is all in and plays for the part of the pot they paid into. An all-in below a "
            f"full raise must be called, but those who have acted {reopens}get to raise again."
        ),
    ]
    return Page(title="Bets", text="\n".join(lines))


def _the_jump(rules: PilokRules) -> Page:
    order = {
        "clockwise": "The leader of the Deep is asked first, then round to the left.",
        "highest": "The highest hand is asked first, then the next one down.",
        "lowest": "The lowest hand is asked first, then the next one up.",
    }[rules.jump_order]
    attempts = {
        "each": "Everybody still in has one attempt, and whoever passes isn't asked again.",
        "one": "Only one attempt is made in the whole hand.",
    }[rules.jumps]
    tie = {
        "nothing": "A tie changes nothing, and the attempt is spent.",
        "again": "After a tie both roll again.",
        "defender": "A tie goes to the one who was jumped.",
        "initiator": "A tie goes to the one who jumped.",
    }[rules.contest_tie]
    wild = {
        "campaign": "",
        "none": " In D6 there is no wild die.",
        "explode": " In D6 one die is wild: its 6 rolls on.",
        "explode_drop": " In D6 one die is wild: its 6 rolls on, its 1 takes itself and the highest die away.",
    }[rules.wild_die]
    rolls = "" if rules.contests == "bot" else " At this table they roll it themselves and type the totals."
    lines = [
        f"{order} {attempts}",
        (
            f"To jump somebody, both roll their skill at gambling.{rolls}{wild} Whoever wins may pick one of the "
            f"other's three dice, which its owner rolls again, or leave things as they are. {tie}"
        ),
    ]
    if rules.variant == "long":
        lines.append(
            "**The challenge.** Instead of a jump you may challenge the lowest hand of the others. Win, and you may "
            "roll one of your own dice again; lose, and the one you challenged may."
        )
    if rules.own_dice == "with_pair":
        challenge = " A challenge takes a pair too." if rules.variant == "long" else ""
        lines.append(f"Whoever wins a contest may also roll a die of their own again, but only with a pair.{challenge}")
    return Page(title="The Jump", text="\n".join(lines))


def _the_dice(rules: PilokRules) -> Page:
    perfect, long = ", the perfect hand", ""
    if rules.variant == "long":
        perfect, long = "", "\nThree alike count all three, doubled: 2 2 2 is 12, and 6 6 6 is 36, the perfect hand."
    return Page(
        title="What dice are worth",
        text=(
            "The best two of your three dice are your hand. Two different dice count their sum, a pair counts twice.\n"
            f"6 6 is 24{perfect}. 3 3 is 12. 6 5 is 11. 1 1 is 4, the least that three dice can make.\n"
            f"With 1, 1 and 5 you play 5 and 1 for 6, which beats the pair of ones.{long}"
        ),
    )

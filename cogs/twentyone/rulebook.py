"""The rules of twenty-one in our own words, with the choices of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.twentyone.options import TwentyOneRules
from cogs.twentyone.shoe import CARDS_EACH

_TOTALS = {
    "any": "Any two cards may be doubled",
    "9_to_11": "Two cards that come to 9, 10 or 11 may be doubled",
    "10_11": "Two cards that come to 10 or 11 may be doubled",
}


def rules_pages(rules: TwentyOneRules, voice: Voice) -> tuple[Page, ...]:
    """How a hand goes, what may be done with one's cards, the dealer, and the shoe; an example at the end."""
    return (
        _a_hand(rules, voice),
        _your_cards(rules),
        _the_dealer(rules),
        _the_shoe(rules, voice),
        _an_example(rules, voice),
    )


def _a_hand(rules: TwentyOneRules, voice: Voice) -> Page:
    lines = [
        "Everybody plays against the dealer alone: whoever comes closer to 21 wins, and whoever goes over loses.",
        (
            "**What cards count.** From 2 to 10 as they say; jack, queen and king 10; an ace 1, or 11 where that "
            "doesn't go over. A hand in which an ace counts 11 is called soft."
        ),
        (
            f"**The bets.** {rules.stakes(voice)}. All bet at once, and may change or take back the bet until "
            "everybody has bet or wants none. No bet is taken that the bank couldn't pay."
        ),
        f"**The cards.** Everybody who has bet gets two, open for all. {_dealers_cards(rules)}",
        (
            "**The hands** are then played, clockwise, each player's one after the other. Whoever goes over 21 has "
            "lost, also if the dealer goes over later."
        ),
        (
            f"**The end.** A better hand than the dealer's wins as much as was bet, an equal one gets the bet back. An "
            f"ace and a ten as the first two cards are a **natural**, which beats all else: it wins "
            f"{rules.natural.told()}, and gets the bet back against a natural of the dealer's."
        ),
    ]
    return Page(title="How a hand goes", text="\n".join(lines))


def _dealers_cards(rules: TwentyOneRules) -> str:
    if rules.has_hole_card:
        return "The dealer gets one open and one face down."
    return "The dealer gets one open card, and the second when all hands are played."


def _your_cards(rules: TwentyOneRules) -> Page:
    lines = [
        "**Hit** takes another card, as often as you like. At 21 you stop by yourself.",
        "**Stand** is to have enough. Whoever lets their time run out stands.",
        _doubling(rules),
        *_splitting(rules),
        _surrender(rules),
    ]
    return Page(title="What you may do", text="\n".join(lines))


def _doubling(rules: TwentyOneRules) -> str:
    if rules.double == "off":
        return "There is no doubling at this table."
    after = ""
    if rules.split_hands > 1:
        after = f" Hands that come of a split may {'be doubled too' if rules.double_after_split else 'not'}."
    return f"**Double**: as much again for one more card, and no other. {_TOTALS[rules.double]}.{after}"


def _splitting(rules: TwentyOneRules) -> list[str]:
    if rules.split_hands == 1:
        return ["Pairs aren't split at this table."]
    tens = {
        "value": "Any two cards that count 10 are a pair too.",
        "rank": "A jack and a king are no pair: of the cards that count 10 only two alike may be split.",
    }[rules.split_tens]
    most = {2: "two", 3: "three", 4: "four"}[rules.split_hands]
    aces = "Split aces are played like other hands" if rules.hit_split_aces else "Split aces get one card each"
    again = ""
    if rules.split_hands > 2:
        again = ", and may be split again" if rules.resplit_aces else ", and aren't split again"
    return [
        f"**Split**: a pair becomes two hands, with as much again on the second and a new card to each. {tens}",
        f"A pair may become {most} hands in all. {aces}{again}. An ace and a ten after a split are 21, but no natural.",
    ]


def _surrender(rules: TwentyOneRules) -> str:
    if rules.surrender == "off":
        return "There is no surrender at this table."
    but = "" if rules.peeks else " A natural of the dealer's takes the other half too."
    return f"**Surrender**: give up the first two cards for half the bet; half a coin stays with the house.{but}"


def _the_dealer(rules: TwentyOneRules) -> Page:
    draws = {
        "stands": "draws on 16 or less, and stands on every 17 or more, soft ones too",
        "hits": "draws on 16 or less and on a soft 17 too, and stands on a hard 17 and on 18 or more",
    }
    lines = [
        (
            f"The dealer has no choice: {draws[rules.soft_17]}. "
            "Where no hand is left that the dealer could beat, the second card is shown and no other drawn."
        ),
        _dealers_natural(rules),
    ]
    if rules.insurance:
        lines.append(
            "**Insurance.** When the dealer shows an ace, you may insure up to half the bet: it wins 2 to 1 if the "
            f"dealer has a natural, and is lost otherwise.{_even_money(rules)}"
        )
    else:
        lines.append("There is no insurance at this table.")
    return Page(title="The dealer", text="\n".join(lines))


def _even_money(rules: TwentyOneRules) -> str:
    """What half the bet insured beside a natural comes to: with 3 to 2 the same whatever the dealer has."""
    if rules.natural_pays != "3:2":
        return ""
    return " Half of an even bet insured on your own natural is even money: either way you win as much as you bet."


def _dealers_natural(rules: TwentyOneRules) -> str:
    match rules.hole_card:
        case "peek":
            return (
                "With an ace or a ten open, the dealer looks at the other card before anybody plays. A natural ends "
                "the hand: it takes every bet but those on naturals."
            )
        case "no_peek":
            return (
                "The dealer doesn't look at the card that lies face down. If it makes a natural, all that was bet is "
                "lost, doubles and splits included, but for naturals."
            )
        case "none_original":
            return (
                "If the dealer's second card makes a natural, everybody without one loses the first bet alone: what "
                "was added by doubling and splitting goes back, even from hands that went over."
            )
        case "none_all":
            return (
                "If the dealer's second card makes a natural, all that was bet is lost, doubles and splits included, "
                "but for naturals."
            )


def _the_shoe(rules: TwentyOneRules, voice: Voice) -> Page:
    decks = "one deck of 52 cards" if rules.decks == 1 else f"{rules.decks} decks of 52 cards each"
    if rules.shuffle == "hand":
        shuffled = "It is shuffled anew for each hand."
    else:
        below = f"when less than {rules.cut} % of it is left, or " if rules.cut else ""
        shuffled = (
            f"Cards that were played stay out. It is shuffled between hands {below}when fewer than {CARDS_EACH} cards "
            "are left for each player and the dealer; then the table says so."
        )
    another = "another deck" if rules.decks == 1 else f"another {rules.decks} decks"
    lines = [
        f"**The shoe** holds {decks}. {shuffled}",
        (
            "Should it run out while a hand is played, the cards of earlier hands are shuffled in. If all of them lie "
            f"on the table, {another} {'is' if rules.decks == 1 else 'are'} shuffled in."
        ),
        (
            f"**The house** pays whole coins: a natural wins {rules.natural.told()}, rounded down, and half an odd bet "
            "is rounded down as well. A double or a split that the bank couldn't pay isn't offered."
        ),
        f"The smallest bet, {voice.money(rules.min_bet)}, wins {_won(rules, voice)} with a natural.",
    ]
    return Page(title="The shoe and the house", text="\n".join(lines))


def _won(rules: TwentyOneRules, voice: Voice) -> str:
    return voice.money(rules.natural.winnings(rules.min_bet))


def _an_example(rules: TwentyOneRules, voice: Voice) -> Page:
    bet, twice = voice.money(rules.min_bet), voice.money(rules.min_bet * 2)
    if rules.double == "off":
        played, won = "You hit and draw K♦, which makes 21", bet
    else:
        played, won = f"You double, with another {bet}, and the one card is K♦: 21", twice
    draws = "turns 10♠" if rules.has_hole_card else "draws 10♠"
    lines = [
        f"You bet {bet} and are dealt 9♥ 2♠, which is 11. The dealer shows 6♣.",
        f"{played}.",
        f"The dealer {draws}: 16, so another card has to come. It is 9♣, and 25 is over 21.",
        f"You win {won}. Dealt A♠ K♥ instead, you would have had a natural, and won {_won(rules, voice)} at once.",
    ]
    return Page(title="An example", text="\n".join(lines))

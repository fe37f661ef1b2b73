"""The rules of Golem in our own words, with the choices of the table."""

from bot.engine.panel import Page
from bot.engine.speech import Voice, counted
from cogs.golem.example import example_page
from cogs.golem.options import GolemRules


def rules_pages(rules: GolemRules, voice: Voice) -> tuple[Page, ...]:
    """How a hand goes, the golem, its bets, what cards are worth, and an example."""
    return (
        _a_hand(rules, voice),
        _the_golem(rules, voice),
        _bets(rules, voice),
        _the_cards(rules),
        example_page(rules, voice),
    )


def _a_hand(rules: GolemRules, voice: Voice) -> Page:
    short = {
        "sit_out": "Whoever can't pay it all sits the hand out.",
        "all_in": "Whoever can't pay it all is all in.",
    }[rules.short_ante]
    shows = {
        "shown": "Everybody still in shows their cards",
        "mucked": "Only the best hands are shown",
    }[rules.losing_hands]
    moves = {"counterclockwise": "right", "clockwise": "left"}[rules.amulet_moves]
    lines = [
        f"**The ante.** Everybody pays {voice.money(rules.ante)} into the pot. {short}",
        "**The deal.** Everybody gets five cards, which nobody else sees. Then there are bets, from the amulet.",
        (
            "**The draw.** Everybody still in, all-in or not, throws up to two cards away, face down and all at once, "
            "and draws as many. Then there are bets again."
        ),
        f"**The showdown.** {shows}, and the golem is freed: the best five of all the cards that were thrown away.",
        "**The pot** goes to the best hand, but only if it beats the golem. If it doesn't, all cards are dealt anew.",
        (
            f"If all others fold, the last one takes the pot without showing. After the hand the amulet goes to the "
            f"{moves}. A dealer of the house deals; the first amulet lies on the dealer's right, at the last seat."
        ),
        "Two to seven can play; three to six are best.",
    ]
    return Page(title="How a hand goes", text="\n".join(lines))


def _the_golem(rules: GolemRules, voice: Voice) -> Page:
    few = {
        "partial": "With fewer than five discards it has just those: pairs count, and a card that is missing loses.",
        "top_up": "With fewer than five discards it is filled up from the deck.",
        "no_golem": "With fewer than five discards there is no golem, and the best hand wins.",
    }[rules.few_discards]
    fed = (
        "Folded hands are thrown in with the discards."
        if rules.folded_feed
        else "Who folds after the draw leaves the discards there; a folded hand itself isn't part of the golem."
    )
    turned = {"golem": "only its cards are turned up", "all": "all of them are turned up"}[rules.discards_shown]
    lines = [
        (
            f"{few} {fed} The discards are mixed face down before the second bets, and {turned}: nobody sees whose "
            "they were."
        ),
        f"A hand must be better than the golem; an equal one doesn't beat it. {_penalty(rules, voice)}",
        (
            "The cards are then dealt anew to those who were at the showdown, without an ante, and with both rounds of "
            f"bets. The amulet stays. {_re_deals(rules)}"
        ),
        (
            "With side pots the best hand of each pot is held against the golem by itself. A pot that isn't won stays "
            "for the same players. A pot that one player is left for is theirs without beating the golem, and one that "
            "all its players have folded goes to those still in. Chips of folded players that nobody still in has "
            "matched go into the last pot."
        ),
        "Whoever has neither chips nor a part in a pot that stays is out of the next deal.",
    ]
    return Page(title="The golem", text="\n".join(lines))


def _penalty(rules: GolemRules, voice: Voice) -> str:
    if not rules.penalty:
        return "Then the pot stays, and nobody pays a penalty."
    tied = {"each": "Of equal best hands each pays all of it.", "split": "Equal best hands share it."}
    return (
        f"Then the best hand pays {voice.money(rules.penalty * rules.ante)} into the pot, or what it has left; "
        f"once a deal, also when it fails for several pots. {tied[rules.tied_penalty]}"
    )


def _re_deals(rules: GolemRules) -> str:
    if not rules.redeals:
        return "This goes on until the golem is beaten or all but one have folded."
    return f"After {counted(rules.redeals, 're-deal')} the best hand wins, and no golem is freed."


def _bets(rules: GolemRules, voice: Voice) -> Page:
    limits = [f"The smallest bet is {voice.money(rules.smallest_bet)}, and a raise adds at least as much as the last."]
    if rules.max_bet:
        limits.append(f"A bet or raise adds at most {voice.money(rules.max_bet)}.")
    if rules.pot_limit:
        limits.append("A bet or raise adds at most what the pot holds after the call.")
    if rules.raise_cap:
        limits.append(f"Bets and raises in one round: at most {rules.raise_cap}.")
    opens = {
        "check": "While nobody has bet, one may check.",
        "bet": "There is no check: while nobody has bet, one bets or folds.",
    }[rules.opening]
    may = "may raise again" if rules.short_raise_reopens else "can only call or fold"
    lines = [
        (
            "Bet, call, raise or fold, round to the left from the amulet or the next who can, until all have answered "
            f"the last raise. {opens} A raise names what the bet comes to, not what it adds."
        ),
        " ".join(limits),
        (
            "Whoever runs out of chips is all in and plays for the part of the pot they paid into. After an all-in "
            f"below a full raise, those who have acted {may}."
        ),
        _house(rules),
    ]
    return Page(title="Bets and the house", text="\n".join(lines))


def _house(rules: GolemRules) -> str:
    odd = {
        "position": "odd coins go one each to the winners nearest to the amulet's left",
        "house": "odd coins go to the house",
        "carry": "odd coins stay in the middle for the next hand",
    }[rules.odd_chips]
    share = f"Equal hands share a pot, and {odd}."
    if not rules.house_rate:
        return f"The house takes nothing. {share}"
    rounding = {"down": "rounded down", "nearest": "to the nearest coin", "up": "rounded up"}[rules.house_rounding]
    unseen = "" if rules.cut_unseen else " Of a pot that is won because all others folded it takes nothing."
    return (
        f"Of each pot that is won the house takes {rules.house_rate} %, {rounding}; bets that nobody called go back "
        f"whole.{unseen} {share}"
    )


def _the_cards(rules: GolemRules) -> Page:
    one = {
        "low": "The 1 is the lowest card.",
        "high": "The 1 counts above the 13, and not below the 2.",
        "both": "The 1 counts above the 13; in a straight from 1 to 5 it is low.",
    }[rules.ace]
    lines = [
        (
            "Cards go from 1 to 13 in four suits: flesh ♥, clay ♠, stone ♦ and iron ♣. "
            f"{one} No suit is better than another."
        ),
        "From the best hand to the least:",
        "**Straight flush**: five in a row of one suit.",
        "**Four alike**, then a **full house**: three alike and a pair.",
        "**Flush**: five of one suit. **Straight**: five in a row.",
        "**Three alike**, **two pair**, **a pair**, and the **highest card**.",
        "Between two of a kind the higher numbers decide, first of what is alike, then of the cards beside it.",
    ]
    return Page(title="What cards are worth", text="\n".join(lines))

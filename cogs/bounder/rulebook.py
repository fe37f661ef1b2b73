"""The rules of Bounder in our own words, with the choices of the table."""

from bot.engine.banked.odds import percent
from bot.engine.panel import Page
from bot.engine.speech import Voice
from cogs.bounder.bounder_words import LABELS
from cogs.bounder.dice import DEALER_BETS, HIGHEST, POINTS, WIDE, WIN
from cogs.bounder.odds import bet_back, bets, dealer_wins_bet, pays_told, wins_at
from cogs.bounder.options import BounderRules


def rules_pages(rules: BounderRules, voice: Voice) -> tuple[Page, ...]:
    """How a round goes, the bets of this table, an example, and how likely each point wins."""
    first = _everybody_at_once(rules, voice) if rules.is_classic else _one_after_the_other(rules, voice)
    return (first, _bets(rules, voice), _example(rules, voice), _points(rules))


def _one_after_the_other(rules: BounderRules, voice: Voice) -> Page:
    own = "; the shooter may bet on the dealer, but not on the own point" if rules.dealer_bets else ""
    lines = [
        (
            "**The dice** go round clockwise. Whoever is offered them stakes at least "
            f"{voice.money(rules.min_bet)} and shoots, or passes them on. If all pass, the round is over."
        ),
        f"**The point** is the shooter's first d20. {_raising(rules)}",
        (
            f"**The bets** are open to everybody at once{own}: one bet of each kind, to which more can be added. While "
            "they are open, bets can be taken back, unless the bank counts on them to pay others. Whoever has bet "
            "enough is done. The shooter's roll closes the bets; a shooter who is done leaves them open until all are."
        ),
        f"**The dealer** rolls three d6. {_judging('the shooter')}",
        "Then the dice go on to the next player clockwise.",
    ]
    return Page(title="How a round goes", text="\n".join(lines))


def _everybody_at_once(rules: BounderRules, voice: Voice) -> Page:
    lines = [
        (
            f"**The stakes.** All at once, everybody stakes at least {voice.money(rules.min_bet)}, or sits the round "
            "out. A stake can be taken back until all have answered. No stake takes the room that the bank needs for "
            "the smallest one of everybody who hasn't."
        ),
        f"**The first rolls.** Every shooter rolls a d20: their point. {_raising(rules)}",
        _classic_window(rules),
        f"**The dealer** rolls three d6, once for all. For each shooter: {_judging('they')}",
    ]
    return Page(title="How a round goes", text="\n".join(filter(None, lines)))


def _classic_window(rules: BounderRules) -> str:
    """What shooters decide between their two rolls, all at once."""
    if not rules.dealer_bets:
        return "" if rules.double == "off" else "Whoever has decided is done; the dealer rolls once all are."
    stake = "raise their stakes, and " if rules.double != "off" else ""
    return (
        f"**The bets.** All shooters may then {stake}bet on the dealer: one bet of each kind, to which more can be "
        "added. Until all are done those bets can be taken back, unless the bank counts on them to pay others."
    )


def _raising(rules: BounderRules) -> str:
    return {
        "exact": "The stake may then be doubled, once.",
        "up_to": "The stake may then be raised once, at most to double.",
        "off": "The stake stays as it is.",
    }[rules.double]


def _judging(who: str) -> str:
    loses, rolls = ("lose", "roll") if who == "they" else ("loses", "rolls")
    return (
        f"If the sum is the point, {who} {loses} at once. Else {who} {rolls} the second d20, and the dealer is bound "
        "if the sum lies between the two: one die below it, one above. A die that equals the sum loses."
    )


def _bets(rules: BounderRules, voice: Voice) -> Page:
    double = f"{WIDE.told()} with a 1 and a {HIGHEST}"
    lines = [f"**The stake** wins {WIN.told()}, and {double}. What wins comes back besides."]
    if "point" in rules.kinds:
        lines.append(f"**On the point**: wins with the shooter, always {pays_told(rules, 'point')}.")
    if "against" in rules.kinds:
        lines.append(f"**Against the shooter**: wins when bets on the point lose, {pays_told(rules, 'against')}.")
    if rules.dealer_bets:
        lines.append(
            f"**All even** or **all odd**, of the dealer's dice: {pays_told(rules, 'all_even')}. **Three of a kind**: "
            f"{pays_told(rules, 'triple')}. A three of a kind is all even or all odd too, and both win."
        )
    lines += [_limits(rules, voice), _house(rules)]
    return Page(title="What bets win", text="\n".join(lines))


def _limits(rules: BounderRules, voice: Voice) -> str:
    said = [f"The smallest bet is {voice.money(rules.min_bet)}"]
    if rules.max_bet:
        said.append(f"the largest {voice.money(rules.max_bet)}")
    if rules.max_side and rules.dealer_bets:
        said.append(f"on the dealer {voice.money(rules.max_side)}")
    raised = " A raised stake may pass the largest bet." if rules.max_bet and rules.double != "off" else ""
    return (
        f"{', '.join(said)}.{raised} The house pays out of its bank, and takes no bet that it couldn't pay, whatever "
        "the dice show."
    )


def _house(rules: BounderRules) -> str:
    """What the bets return, from the exact odds."""
    told = [f"{bet.label.lower()} {percent(bet.back)}" for bet in bets(rules)]
    parts = (
        " Where a bet pays 2 to 5 or the like, parts of a coin stay with the house, and no bet is taken that would win "
        "nothing."
    )
    odd = parts if "against" in rules.kinds and rules.against != "even" else ""
    return f"What comes back in the long run of all that is staked: {', '.join(told)}.{odd}"


def _example(rules: BounderRules, voice: Voice) -> Page:
    """A round worked through, within the limits of the table: twice the smallest bet is staked where it may be."""
    stake = voice.money(min(2 * rules.min_bet, rules.largest))
    told = _classic_example(rules, voice, stake) if rules.is_classic else _standard_example(rules, voice, stake)
    return Page(title="An example", text=" ".join(told))


def _standard_example(rules: BounderRules, voice: Voice, stake: str) -> tuple[str, ...]:
    bet = voice.money(rules.min_bet)
    bets = f"Lando bets {bet} on the point{f', Han {bet} on all even' if rules.dealer_bets else ''}."
    return (
        f"Roark stakes {stake} and rolls 14, the point. {bets}",
        _dealer_example(rules, voice, "Han"),
        f"Roark rolls 5: 12 lies between 5 and 14, so the stake wins {stake}, and Lando {bet}.",
        "With 13 they would have lost, for 12 lies below both; with a 12 too.",
    )


def _classic_example(rules: BounderRules, voice: Voice, stake: str) -> tuple[str, ...]:
    bets = f" Lando bets {voice.money(rules.min_bet)} on all even." if rules.dealer_bets else ""
    return (
        f"Roark and Lando stake {stake} each. Roark rolls 14 and Lando 3: those are their points.{bets}",
        _dealer_example(rules, voice, "Lando"),
        f"Roark rolls 5: 12 lies between 5 and 14, so the stake wins {stake}.",
        "Lando rolls 11 and loses the stake, for 12 lies above both; a 12 would have lost too.",
    )


def _dealer_example(rules: BounderRules, voice: Voice, who: str) -> str:
    rolls = "The dealer rolls 2, 4 and 6, together 12"
    if not rules.dealer_bets:
        return f"{rolls}."
    return f"{rolls}: all even, which wins {who} {voice.money(rules.pay('all_even', None).winnings(rules.min_bet))}."


def _points(rules: BounderRules) -> Page:
    """How likely each point wins; those as far from the middle are alike."""
    half = [point for point in POINTS if 2 * point <= HIGHEST]
    told = [f"{point} or {HIGHEST + 1 - point}: {percent(wins_at(point))}" for point in half]
    lines = [f"How often the shooter wins with each point: {'; '.join(told)}."]
    if "against" in rules.kinds:
        back = [bet_back(rules, "against", point) for point in half]
        pays = [f"{rules.pay_against(point).told()} at {point} or {HIGHEST + 1 - point}" for point in half]
        lines.append(f"{LABELS['against']} pays {'; '.join(pays)}." if rules.against == "by_point" else "")
        lines.append(f"Of a bet against comes back, by the point, {percent(min(back))} to {percent(max(back))}.")
    if rules.dealer_bets:
        often = [f"{LABELS[kind].lower()} {percent(dealer_wins_bet(kind))}" for kind in DEALER_BETS]
        lines.append(f"How often the dealer rolls {'; '.join(often)}.")
    return Page(title="How likely it is", text="\n".join(filter(None, lines)))

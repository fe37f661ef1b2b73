"""The rules of Century in our own words, with the choices of the table."""

from bot.engine.banked.odds import percent
from bot.engine.panel import Page
from bot.engine.speech import Voice, counted
from cogs.century.odds import bets
from cogs.century.options import PICKS, CenturyRules
from cogs.century.payouts import PAYOUTS, cuts, paying, told

_EXAMPLE = (3, 17, 44, 58, 71)


def rules_pages(rules: CenturyRules, voice: Voice) -> tuple[Page, ...]:
    """How a draw goes, what tickets pay, the bets, and an example."""
    return (_a_draw(rules), _payouts(rules, voice), _bets(rules, voice), _example(rules, voice))


def _a_draw(rules: CenturyRules) -> Page:
    rolled = {
        "100": (
            "The dealer rolls two ten-sided dice for each number, tens and ones; 00 is 100. A number that has come "
            "before is rolled again."
        ),
        "80": "The dealer turns the tumbler, and numbered balls come out of it one by one.",
    }[rules.pool]
    shown = {
        "at_once": "All numbers are shown at once.",
        "steps": "The numbers come a few at a time, and the next ones after a moment.",
        "slowly": "The numbers come a few at a time, slowly, and nobody hurries them.",
    }[rules.drawing]
    press = " Whoever has a ticket may press Go on instead of waiting." if rules.drawing == "steps" else ""
    lines = [
        (
            f"**Tickets.** Predict {PICKS[0]} to {PICKS[-1]} different numbers from 1 to {rules.last}, and stake "
            "something on them. Write your own numbers, or let chance pick as many as you say."
        ),
        (
            "**The bets** are open for everybody at once, until all are done or time is up. Until then a ticket can be "
            "changed or taken back, and the stake comes back with it. Nobody has to bet in a draw; without any ticket "
            "there is none."
        ),
        f"**The draw.** {rolled} {rules.draws} different numbers come, the same for everybody. {shown}{press}",
        "**Payouts.** What a ticket pays depends on how many of its numbers are drawn; in which order doesn't matter.",
    ]
    return Page(title="How a draw goes", text="\n".join(lines))


def _payouts(rules: CenturyRules, voice: Voice) -> Page:
    means = {
        "total": "A payout holds the stake: 1 is the stake back, and 5 a win of four times the stake.",
        "profit": "A payout is won besides the stake, which comes back: with 1 the stake is doubled.",
    }[rules.payout]
    lines = [f"{means} Nothing else is paid."]
    if rules.payout_cap:
        lines.append(f"No ticket is paid more than {voice.money(rules.payout_cap)} in all.")
    lines += [f"**{picks} numbers**: {told(picks)}." for picks in PICKS]
    best, worst = (end(bets(rules), key=lambda bet: bet.back) for end in (max, min))
    is_cut = any(cuts(rules, picks) for picks in PICKS)
    coin = "Of each coin of the smallest bet" if is_cut else "Of each coin staked"
    lines.append(
        f"{coin} a ticket of {best.label} brings back {percent(best.back)} in the mean, the most of all, and one of "
        f"{worst.label} {percent(worst.back)}, the least.{' Of a larger bet less may come back.' if is_cut else ''}"
    )
    return Page(title="What tickets pay", text="\n".join(lines))


def _bets(rules: CenturyRules, voice: Voice) -> Page:
    limits = [f"The smallest bet is {voice.money(rules.min_bet)}."]
    if rules.max_bet:
        limits.append(f"The largest bet is {voice.money(rules.max_bet)}.")
    if rules.payout_cap and rules.payout_cap == rules.largest:
        limits.append(f"No ticket stakes more than the {voice.money(rules.payout_cap)} that it could be paid.")
    each = (
        "Everybody may have one ticket in a draw. A new one takes the place of the old."
        if rules.tickets == 1
        else f"Everybody may have up to {counted(rules.tickets, 'ticket')} in a draw; then a new one takes the place "
        "of the last."
    )
    lines = [
        " ".join(limits),
        each,
        (
            "The bank takes no ticket that it couldn't be sure to pay beside all others, whichever numbers come. So "
            "tickets of many numbers, which may pay much, may be limited to smaller bets, or to none until there is "
            "room again. When it can take no more at all, the bets are closed."
        ),
        (
            "Same again plays the tickets of your last draw. Whoever leaves the table leaves the tickets in the draw "
            "and is paid what they win."
        ),
    ]
    return Page(title="Bets and the bank", text="\n".join(lines))


def _example(rules: CenturyRules, voice: Voice) -> Page:
    stake, picks = rules.min_bet, len(_EXAMPLE)
    numbers = ", ".join(map(str, _EXAMPLE))
    least, most = min(PAYOUTS[picks]), max(PAYOUTS[picks])

    def pays(matches: int) -> str:
        return voice.money(paying(rules).paid(picks, matches, stake))

    lines = [
        f"Han stakes {voice.money(stake)} on {numbers}.",
        (
            f"Among the {rules.draws} numbers that are drawn are 17, 44 and 71: {least} of his {picks}. He is paid "
            f"{pays(least)}."
        ),
        (
            f"With 58 as well it would be {pays(least + 1)}, and with all {most} of them {pays(most)}. With "
            f"{least - 1} or fewer he loses his stake."
        ),
    ]
    return Page(title="An example", text="\n".join(lines))

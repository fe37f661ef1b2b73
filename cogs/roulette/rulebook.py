"""The rules of roulette in our own words, with the choices of the table and an example."""

from collections import Counter

from bot.engine.banked.odds import percent
from bot.engine.panel import Page
from bot.engine.speech import Voice, listed
from cogs.roulette.odds import bets, return_of
from cogs.roulette.options import RouletteRules
from cogs.roulette.payout import comes_back
from cogs.roulette.spots import GROUPS, PAYS, Kind

_EVEN = 2
"""Coins that can be halved."""
_ALL_EVEN_CHANCES = "red, black, even, odd, low (1 to 18) and high (19 to 36)"


def rules_pages(rules: RouletteRules, voice: Voice) -> tuple[Page, ...]:
    """How a spin goes, the bets on numbers, the other bets with the zero, and an example."""
    return (_a_spin(rules, voice), _numbers(rules), _others(rules), _example(rules, voice))


def _a_spin(rules: RouletteRules, voice: Voice) -> Page:
    lines = [
        (
            "**The bets.** Everybody bets at once, on as many spots as they like. The smallest bet is "
            f"{voice.money(rules.min_bet)}. {_limits(rules, voice)} Betting on a spot again adds to what lies there."
        ),
        (
            "**Same again** makes the bets of one's last spin once more, **Take back** takes one's bets off the "
            "layout, all or some of them, and **Done** says that one bets no more, or not at all. Whoever is done may "
            "still bet more while others are at it; whoever takes a bet back is asked anew."
        ),
        (
            "**The ball** rolls when everybody is done or the time is up, once for all. Where it falls, bets win what "
            "they pay and keep their stake; all others go to the bank. If nobody has bet, it doesn't roll."
        ),
        (
            "**The bank** takes no bet that it couldn't pay wherever the ball falls. It may rely on what other bets "
            "would lose there; those can't be taken back then."
        ),
    ]
    return Page(title="A spin", text="\n".join(lines))


def _limits(rules: RouletteRules, voice: Voice) -> str:
    inside, outside = (most and voice.money(most) for most in (rules.max_bet, rules.max_outside))
    if inside and outside:
        return f"The largest on one spot is {inside} among the numbers, and {outside} elsewhere."
    if inside or outside:
        where = "among the numbers" if inside else "on colours, dozens and the like"
        return f"The largest on one spot {where} is {inside or outside}; elsewhere, what the bank can pay."
    return "There is no largest one: what the bank can pay is taken."


def _numbers(rules: RouletteRules) -> Page:
    trios = {"single": "0-1-2 or 0-2-3", "double": "0-1-2, 0-00-2 or 00-2-3"}[rules.wheel]
    lines = [
        "The numbers stand in twelve rows of three, the zeros above them: 1 2 3, then 4 5 6, and so on to 34 35 36.",
        _line("straight", "A number", "17"),
        _line("split", "A split, two numbers that touch", "17-20"),
        _line("street", "A street, a row of three", f"street 4-6; or at the zero the trio {trios}"),
        _line("corner", "A corner, four numbers that meet", "corner 17-21 for 17, 18, 20 and 21"),
        _line("six_line", "A six line, two rows", "six line 13-18"),
    ]
    if rules.wheel == "single":
        lines.append(_line("first_four", "The first four, 0, 1, 2 and 3", "first four"))
    elif rules.top_line:
        lines.append(_line("top_line", "The top line, 0, 00, 1, 2 and 3", "top line"))
    return Page(title="Bets on numbers", text="\n".join(lines))


def _line(kind: Kind, name: str, written: str) -> str:
    word, comma, what = name.partition(", ")
    return f"**{word}**{comma}{what}{comma.strip()} pays {PAYS[kind].told()}. Write {written}."


def _others(rules: RouletteRules) -> Page:
    zeros = {"single": "0 is", "double": "0 and 00 are"}[rules.wheel]
    comes = {"single": "it", "double": "one of them"}[rules.wheel]
    lost = {
        "lose": "all these bets lose",
        "half": "half of an even chance comes back, but for an odd coin, and dozens and columns lose",
    }[rules.zero]
    lines = [
        f"**Even chances** pay {PAYS['red'].told()}: {_ALL_EVEN_CHANCES}.",
        f"**Dozens** pay {PAYS['dozen'].told()}: 1 to 12, 13 to 24, 25 to 36.",
        f"**Columns** pay {PAYS['column'].told()}: 1, 4, 7 to 34; 2, 5, 8 to 35; 3, 6, 9 to 36.",
        f"**Zero.** {zeros} neither red nor black, even nor odd, low nor high, and in no dozen or column.",
        f"When {comes} comes, {lost}.",
        f"**The house** keeps, in the long run, {_edges(rules)}.",
    ]
    return Page(title="The other bets, and zero", text="\n".join(lines))


def _edges(rules: RouletteRules) -> str:
    """What the house keeps of each bet, those that are alike together; of even chances where half comes back first of
    bets that can be halved.
    """
    edges = {bet.key: bet.edge for bet in bets(rules)}
    (usual, _), *_ = Counter(edges.values()).most_common(1)
    told: list[str] = []
    if rules.zero == "half":
        halved = 1 - return_of(rules, rules.layout.by_name["red"], _EVEN)
        smallest = "" if halved == edges["red"] else f" ({percent(edges['red'])} of the smallest bet, which is odd)"
        told.append(f"{percent(halved)} of even chances{smallest}")
    if "top_line" in edges:
        told.append(f"{percent(edges['top_line'])} of the top line")
    return listed((*told, f"{percent(usual)} of every {'other ' if told else ''}bet"), "and")


def _example(rules: RouletteRules, voice: Voice) -> Page:
    """A bet on a number and one on a colour, in three pockets."""
    spots, stake = rules.layout.by_name, _halving(rules)
    number, colour = spots["17"], spots["red"]

    def back(pocket: str) -> str:
        return voice.money(sum(comes_back(rules.zero, spot, stake, pocket) for spot in (number, colour)))

    is_halved = comes_back(rules.zero, colour, stake, "0") > 0
    on_zero = f"half of the bet on red comes back, {back('0')}" if is_halved else "nothing comes back"
    wins = [voice.money(spot.pays.winnings(stake)) for spot in (number, colour)]
    lines = [
        f"Somebody bets {voice.money(stake)} on 17, which is black, and as much on red.",
        f"17 comes: 17 wins {wins[0]}, and red loses. With the stake on 17 that makes {back('17')} that come back.",
        f"A red number comes: red wins {wins[1]}, and 17 loses. With the stake on red that makes {back('19')}.",
        f"Another black number comes: both lose. A zero comes: {on_zero}.",
    ]
    return Page(title="An example", text="\n".join(lines))


def _halving(rules: RouletteRules) -> int:
    """The smallest bet, and a coin more where that can be halved and isn't too much."""
    even = rules.min_bet + (rules.min_bet % 2 if rules.zero == "half" else 0)
    return even if all(even <= rules.limit(group) for group in GROUPS) else rules.min_bet

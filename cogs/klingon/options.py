"""The house rules of Klingon Hold-'Em (rules 6 and 0)."""

from typing import Literal, Self

from pydantic import model_validator

from bot.engine.betting.betting import Limits
from bot.engine.betting.pots import OddChips
from bot.engine.betting.stakes import MOST, odd_chips, pot_limit, short_raise_reopens
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.game import BuyIn, HouseRules
from bot.engine.options import Clash, brought, option
from bot.engine.speech import escape
from bot.engine.tournament import Terms
from cogs.klingon.cards import Deck
from cogs.klingon.klingon_decks import STANDARD, deck_of, require_enough

PART = 40
"""The small cloaked bet begins as this part of a stack (rules 6.8)."""
SHARES: dict[str, tuple[int, ...]] = {"winner": (100,), "two": (65, 35), "three": (50, 30, 20)}
MOST_CHIPS = 10**6
STEEP = 10
"""A large cloaked bet of this part of the chips, or more, makes a tournament a short one."""


class HonestRules(HouseRules):
    """What a GM may choose of the game itself. As printed: a tournament for 200 chips each, no limit, and two raises
    each in a round.
    """

    stakes: Literal["points", "cash"] = option(
        "points",
        "Stakes",
        "A tournament until one is left, or chips that are money.",
        labels={"points": "Tournament", "cash": "Cash table"},
    )
    fee: int = option(
        200,
        "A place costs",
        "What everybody pays into the prize of a tournament; 0 plays for the honour.",
        labels={"0": "nothing"},
        money=True,
        low=0,
        high=MOST,
    )
    chips: int = option(200, "Chips each", "What everybody begins a tournament with.", low=20, high=MOST_CHIPS)
    prizes: Literal["winner", "two", "three"] = option(
        "winner",
        "Prizes",
        "Who gets what of all that was paid into a tournament.",
        labels={"winner": "The winner takes all", "two": "65 and 35 percent", "three": "50, 30 and 20 percent"},
    )
    rebuys: int = option(
        0,
        "Buying back in",
        "How often whoever goes out may buy back in before the next hand.",
        labels={"0": "never"},
        low=0,
        high=5,
    )
    small: int = option(
        0,
        "Small cloaked bet, tournament",
        "In chips; it grows by itself with everybody who goes out. 0 is a fortieth of the chips.",
        labels={"0": "a fortieth of the chips"},
        low=0,
        high=MOST_CHIPS,
    )
    cash_small: int = option(
        5, "Small cloaked bet, cash table", "The large one is twice that.", money=True, low=1, high=MOST
    )
    raises_each: int = option(
        2,
        "Raises each",
        "Raises that everybody may make in a round; 0 is no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    opening_counts: bool = option(
        default=True, title="A first bet is a raise", description="Off: only raises count among the raises of a round."
    )
    max_bet: int = option(
        0,
        "Largest raise, in large cloaked bets",
        "The most that one bet or raise may add; 0 is no limit.",
        labels={"0": "no limit"},
        low=0,
        high=1000,
    )
    pot_limit: bool = pot_limit()
    short_raise_reopens: bool = short_raise_reopens()
    carriers: Literal["in", "out"] = option(
        "in", "Carriers", "Fighters need no card: some leave carriers out.", labels={"in": "Play", "out": "Left out"}
    )
    smallest: Literal["all", "six", "twelve"] = option(
        "all",
        "Smallest ships",
        "Whether the smallest ships are taken out.",
        labels={"all": "All play", "six": "The six smallest out", "twelve": "The twelve smallest out"},
    )
    enveloper_f: bool = option(
        default=False, title="Enveloper on plasma-F", description="On: an enveloper doubles a plasma-F, too."
    )
    losing_hands: Literal["shown", "mucked"] = option(
        "shown",
        "Losing ships",
        "Whether everybody at the end shows their ships, or only the winners.",
        labels={"shown": "Shown", "mucked": "Thrown in unseen"},
    )
    odd_chips: OddChips = odd_chips("sun")
    deck: Deck | None = brought(None)
    """A campaign's own cards; None are those of the game."""

    @model_validator(mode="after")
    def _there_are_cards_for_all(self) -> Self:
        require_enough(self)
        return self

    @model_validator(mode="after")
    def _points_stay_on_the_table(self) -> Self:
        if self.stakes == "points" and self.odd_chips == "house":
            raise Clash("In a tournament odd chips can't go to the house.")
        return self

    @property
    def is_tournament(self) -> bool:
        return self.stakes == "points"

    @property
    def first_small(self) -> int:
        """The small cloaked bet before anybody is out."""
        if not self.is_tournament:
            return self.cash_small
        return self.small or max(self.chips // PART, 1)

    def limits(self, large: int) -> Limits:
        """`large` is the large cloaked bet of the hand."""
        return Limits(
            smallest=large,
            largest=self.max_bet * large or None,
            pot_limit=self.pot_limit,
            raises_each=self.raises_each or None,
            short_all_in_reopens=self.short_raise_reopens,
        )

    @property
    def terms(self) -> Terms | None:
        if not self.is_tournament:
            return None
        return Terms(fee=self.fee, points=self.chips, shares=SHARES[self.prizes], rebuys=self.rebuys)

    @property
    def buy_in(self) -> BuyIn:
        """A tournament has one price; at a cash table from one large cloaked bet, forty small ones are usual."""
        if self.is_tournament:
            return BuyIn(low=self.fee, usual=self.fee, high=self.fee)
        return BuyIn(low=2 * self.cash_small, usual=PART * self.cash_small)


class KlingonRules(CrookedRules, HonestRules):
    """All that a GM may choose at a table of Klingon Hold-'Em."""


def oddities(rules: KlingonRules) -> tuple[str, ...]:
    """What isn't as people expect it of a table, in sentences."""
    odd: list[str] = []
    if rules.deck is not None:
        odd.append(f"It is played with cards of the campaign's own: {escape(rules.deck.title)}.")
    if rules.enveloper_f and deck_of(rules) == (rules.deck or STANDARD):
        odd.append("An enveloper on plasma-F changes nothing with these cards.")
    if rules.is_tournament and not rules.fee:
        odd.append("It is played for the honour: a place costs nothing.")
    if rules.is_tournament and 2 * rules.first_small * STEEP >= rules.chips:
        odd.append("The first large cloaked bet is a tenth of everybody's chips or more, so it won't take long.")
    return tuple(odd)


PRESETS = {
    "tournament": KlingonRules(),
    "three prizes": KlingonRules(prizes="three"),
    "short night": KlingonRules(chips=100, small=5, smallest="six"),
    "cash table": KlingonRules(stakes="cash"),
}

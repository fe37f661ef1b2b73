"""The house rules of Pazaak, and the usual sets of them."""

from typing import Literal

from bot.engine.cheating.sleights import CrookedRules
from bot.engine.game import HouseRules
from bot.engine.options import option
from cogs.pazaak.cards import KINDS
from cogs.pazaak.loadout import DECK_SIZE

MOST = 10**12
TARGET = 20
PLACES = 9
"""Cards that a table has room for."""


class HonestRules(HouseRules):
    """What a GM may choose of the game itself; the defaults play as printed (seed 002)."""

    stake: int = option(
        10,
        "Stake",
        "What each puts down for the match; 0 plays for honour, or for cards alone.",
        labels={"0": "none"},
        money=True,
        low=0,
        high=MOST,
    )
    cut: int = option(
        0,
        "The house's cut",
        "Per cent of the stakes that the house keeps, rounded down.",
        labels={"0": "none"},
        low=0,
        high=50,
    )
    wagers: bool = option(default=True, title="Wagered cards", description="Side cards may be wagered on a match.")
    leaving: Literal["forfeit", "plays_on"] = option(
        "forfeit",
        "Leaving a match",
        "Whoever leaves gives the match up, or their seat plays on by itself.",
        labels={"forfeit": "Gives the match up", "plays_on": "The seat plays on"},
    )
    sets: int = option(3, "Sets to win", "Who wins this many sets first wins the match.", low=1, high=5)
    hand: Literal["match", "set"] = option(
        "match",
        "Side cards are drawn",
        "Once, to last for the match, or anew from all ten for every set.",
        labels={"match": "Once a match", "set": "Anew for every set"},
    )
    hand_size: int = option(
        4,
        "Side cards in hand",
        "How many cards are drawn from the side deck; with 0 there are no side cards.",
        labels={"0": "none"},
        low=0,
        high=DECK_SIZE,
    )
    main_deck: Literal["shared", "own", "endless"] = option(
        "shared",
        "Main deck",
        "Forty cards for both, forty for each, or every number always as likely.",
        labels={"shared": "One for both", "own": "One for each", "endless": "Without end"},
    )
    reshuffle: bool = option(
        default=True, title="Reshuffling", description="The main deck is whole again for every set."
    )
    first: Literal["high_card", "random", "host"] = option(
        "high_card",
        "Who begins the match",
        "The higher card of the main deck, the lot, or who sat down first.",
        labels={"high_card": "The higher card", "random": "By lot", "host": "Who sat down first"},
    )
    then: Literal["winner", "loser", "alternate", "same"] = option(
        "winner",
        "Who begins the next set",
        "After a tie it is whoever didn't begin, unless always the same one begins.",
        labels={
            "winner": "The winner",
            "loser": "The loser",
            "alternate": "By turns",
            "same": "Always the same",
        },
    )
    twenty: Literal["stands", "may_play"] = option(
        "stands",
        "Exactly 20",
        "A total of 20 stands at once, or its player goes on as they like.",
        labels={"stands": "Stands at once", "may_play": "May play on"},
    )
    bust: Literal["turn_end", "at_once"] = option(
        "turn_end",
        "Going over 20",
        "A bust counts when the turn ends, so a side card may save it, or at once.",
        labels={"turn_end": "Judged at the turn's end", "at_once": "Bust at once"},
    )
    filled: Literal["wins", "rescue", "none"] = option(
        "wins",
        "A filled table",
        "Nine cards up to 20 win the set. Over 20 they bust, or a tenth may rescue them.",
        labels={"wins": "Wins the set", "rescue": "Wins, and a tenth may rescue", "none": "Counts for nothing"},
    )
    ties: Literal["any", "last", "none"] = option(
        "any",
        "The tiebreaker",
        "It wins a tied set when it was played, or only as the last card; or it isn't allowed.",
        labels={"any": "Wins when played", "last": "Wins as the last card", "none": "Not allowed"},
    )
    tied_sets: int = option(
        0,
        "Most tied sets in a row",
        "After so many the match ends, and everybody gets back what they put down.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    decks: Literal["any", "standard", "collection"] = option(
        "any",
        "Side decks",
        "Any ten cards, the standard deck for both, or only cards that a character owns.",
        labels={"any": "Any ten cards", "standard": "The standard deck", "collection": "From one's own cards"},
    )
    copies: int = option(
        0,
        "Copies of a card",
        "How often a deck may hold the same card; 0 is no limit.",
        labels={"0": "no limit"},
        low=0,
        high=DECK_SIZE,
    )
    either: bool = option(default=True, title="Plus/minus cards", description="The cards from ±1 to ±6 are allowed.")
    one_or_two: bool = option(default=True, title="The ±1/2", description="The plus/minus 1 or 2 is allowed.")
    flips: bool = option(default=True, title="Flip cards", description="The cards 2&4 and 3&6 are allowed.")
    double: bool = option(default=True, title="The double", description="The card that doubles is allowed.")

    @property
    def pot(self) -> int:
        return 2 * self.stake

    @property
    def barred(self) -> frozenset[str]:
        """The kinds of side cards that this table doesn't allow."""
        allowed = {
            "either": self.either,
            "either_1_2": self.one_or_two,
            "flip": self.flips,
            "double": self.double,
            "tiebreaker": self.ties != "none",
        }
        return frozenset(code for code, kind in KINDS.items() if not allowed.get(kind.family, True))


class PazaakRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Pazaak table."""


PRESETS = {
    "source": PazaakRules(stake=10),
    "cantina": PazaakRules(
        stake=50, first="host", then="same", one_or_two=False, flips=False, double=False, ties="none"
    ),
    "champion": PazaakRules(stake=100, then="alternate", main_deck="own"),
}
"""As the source has it; and two that play like the games at a console: in a cantina whoever sat down first begins every
set and there are no golden cards, against a champion there are all, and the players begin by turns.
"""

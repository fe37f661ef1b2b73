"""The house rules of Pi'Lok, and the usual sets of them."""

from typing import Literal, Self

from pydantic import model_validator

from bot.engine.betting.stakes import PotRules
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.game import HouseRules
from bot.engine.options import Clash, option


class VariantRules(HouseRules):
    """Which Pi'Lok is played: the first that people are asked."""

    variant: Literal["basic", "long"] = option(
        "basic",
        "Variant",
        "Long Pi'Lok counts three of a kind and lets a player challenge the lowest hand.",
        labels={"basic": "Three Street Pi'Lok", "long": "Long Pi'Lok"},
    )


class HonestRules(PotRules, VariantRules):
    """What a GM may choose at every Pi'Lok table."""

    raise_cap: int = option(
        0,
        "Most raises a street",
        "Bets and raises on one street; 0 is no limit.",
        labels={"0": "no limit"},
        low=0,
        high=20,
    )
    lead_by: Literal["value", "faces"] = option(
        "value",
        "Who leads",
        "The street is led by the best hand so far, or by the highest sum of the dice.",
        labels={"value": "The best hand", "faces": "The highest sum"},
    )
    first_dealer: Literal["random", "host", "high_die"] = option(
        "random",
        "First dealer",
        "Who deals the first hand; then the deal passes to the left.",
        labels={"random": "By lot", "host": "Who sat down first", "high_die": "The high die"},
    )
    jumps: Literal["each", "one"] = option(
        "each",
        "Jumps",
        "One attempt for every player, or one in the whole hand.",
        labels={"each": "One a player", "one": "One a hand"},
    )
    jump_order: Literal["clockwise", "highest", "lowest"] = option(
        "clockwise",
        "Who may jump first",
        "Round the table from the leader of the Deep, or by the hands.",
        labels={"clockwise": "The leader, then clockwise", "highest": "The highest hand", "lowest": "The lowest hand"},
    )
    own_dice: Literal["printed", "with_pair"] = option(
        "printed",
        "Re-rolling your own dice",
        "With a pair: whoever wins a contest may re-roll a die of their own, but only when holding a pair.",
        labels={"printed": "Never, but by a challenge", "with_pair": "Only with a pair"},
    )
    contest_tie: Literal["nothing", "again", "defender", "initiator"] = option(
        "nothing",
        "A tied contest",
        "What happens when both roll the same.",
        labels={
            "nothing": "Nothing, the attempt is spent",
            "again": "Both roll again",
            "defender": "The one jumped wins",
            "initiator": "The jumper wins",
        },
    )
    wild_die: Literal["campaign", "none", "explode", "explode_drop"] = option(
        "campaign",
        "Wild die",
        "In D6 contests: none, a 6 rolls on, or also a 1 takes the highest die away.",
        labels={
            "campaign": "As the campaign plays",
            "none": "None",
            "explode": "A 6 rolls on",
            "explode_drop": "A 6 rolls on, a 1 drops the highest",
        },
    )
    last_bets: bool = option(
        default=False, title="Bets after the jump", description="One more round of bets before the Shadowport."
    )
    contests: Literal["bot", "typed"] = option(
        "bot",
        "Contests",
        "The bot rolls the contests, or players roll them at the table and type the totals.",
        labels={"bot": "The bot rolls", "typed": "Players type totals"},
    )
    dice: Literal["bot", "typed"] = option(
        "bot",
        "Dice",
        "The bot rolls the dice, or players roll their own and type them; such a hand can't be verified.",
        labels={"bot": "The bot rolls", "typed": "Players type their dice"},
    )


class PilokRules(CrookedRules, HonestRules):
    """All that a GM may choose at a Pi'Lok table; the defaults play as printed (seed 000)."""

    @model_validator(mode="after")
    def _loaded_dice_are_rolled_by_the_bot(self) -> Self:
        if self.crooked and self.dice == "typed":
            raise Clash("Dice that players type can't be loaded: at a crooked table the bot rolls them.")
        return self


PRESETS = {
    "ordinary": PilokRules(ante=10, min_bet=1, max_bet=25),
    "high stakes": PilokRules(ante=10),
    "long": PilokRules(variant="long", ante=10, min_bet=1, max_bet=25),
}

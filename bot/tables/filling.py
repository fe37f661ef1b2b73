"""What the bank of a new table is filled with: how much, and out of whose money."""

from typing import Literal

from bot.campaigns import Bankroll, Campaign, Person, may_gm
from bot.catalog import AnyGame
from bot.db import Database
from bot.engine.frozen import Frozen
from bot.engine.money import MAX_AMOUNT
from bot.errors import MoneyError, NotAllowed, RuleError
from bot.ledger import accounts, balance

OWNERS: dict[Bankroll, tuple[str, str]] = {
    "house": ("The house", "The house has"),
    "party": ("The party", "The party's purse has"),
}
EMPTY: dict[Bankroll, str] = {
    "house": "The house has no money to fill a bank with: the GM gives it some with /bank grant.",
    "party": "The party's purse is empty, and banks are filled from it: pay into it with /wallet pay.",
}
ENDLESS_HOUSE = "The house here is endless: nobody fills its banks."

Bound = Literal["usual", "asked", "all", "half", "preset"]
"""Why a bank gets no more: it is usual, or what a GM asked for; it is all there is; and without a GM, half of that, or
what is usual by the game's first preset.
"""


class Filling(Frozen):
    """What a bank is filled with, in smallest coins."""

    amount: int = 0
    bound: Bound = "usual"


def source_of(bankroll: Bankroll, campaign_id: int) -> str:
    """The account that a limited bank is filled from."""
    return accounts.party(campaign_id) if bankroll == "party" else accounts.house(campaign_id)


def may_ask(campaign: Campaign, by: Person) -> bool:
    """Whether somebody says how much is in a bank: a GM, where there are banks to fill."""
    return may_gm(campaign, by) and campaign.settings.bankroll != "endless"


def require_says_how_much(campaign: Campaign, by: Person) -> None:
    """Refuse players who would choose what is in a bank."""
    if not may_gm(campaign, by):
        raise NotAllowed("Only the GM says how much is in the bank.")


async def first_filling(
    database: Database, campaign: Campaign, by: Person, game: AnyGame, rules: object, asked: int | None
) -> Filling:
    """What the bank of a new table is filled with: what a GM asks for, else the usual, as far as there is that much.

    Players choose house rules, and with them what is usual: so without a GM it is never more than half of what there
    is, nor than what is usual by the game's own first preset. A game that usually has nothing in its bank needs no
    money. Raises a PlayerError where there is nothing or less than asked, for a player who asks, where there is no bank
    to fill, and for one beside which nobody could sit down.
    """
    bankroll = campaign.settings.bankroll
    if _needs_nothing(bankroll, game, rules, asked):
        return Filling()
    if asked is not None:
        require_says_how_much(campaign, by)
    held = await balance(database, source_of(bankroll, campaign.id))
    if not held:
        raise MoneyError(EMPTY[bankroll])
    if asked is None:
        return _usual(game, rules, bankroll, held, by_gm=may_gm(campaign, by))
    require_coin(asked)
    if asked > held:
        raise MoneyError(f"{OWNERS[bankroll][1]} {{held}}: the bank can't be {{asked}}.", held=held, asked=asked)
    most = _beside_a_player(game, rules)
    if asked > most:
        raise MoneyError(
            "Beside a bank of {asked} the table can't hold anybody's chips: at most {most}.", asked=asked, most=most
        )
    return Filling(amount=asked, bound="asked")


def _needs_nothing(bankroll: Bankroll, game: AnyGame, rules: object, asked: int | None) -> bool:
    """Whether there is no bank to fill, or none that is usually filled. RuleError for who asks where there is none."""
    if not game.is_banked:
        why = f"{game.title_of(rules)} has no bank: its players play against each other."
    elif bankroll == "endless":
        why = ENDLESS_HOUSE
    else:
        return asked is None and not game.usual_bank(rules)
    if asked is not None:
        raise RuleError(why)
    return True


def require_coin(amount: int) -> None:
    """Refuse less than one coin."""
    if amount < 1:
        raise MoneyError("An amount of money is at least one coin.")


def short(bankroll: Bankroll, amount: int) -> MoneyError:
    """The refusal where somebody has spent it since the balance was read."""
    return MoneyError(f"{OWNERS[bankroll][1]} less than {{amount}} by now: please look again.", amount=amount)


def _usual(game: AnyGame, rules: object, bankroll: Bankroll, held: int, *, by_gm: bool) -> Filling:
    usual = min(game.usual_bank(rules), _beside_a_player(game, rules))
    bounds: dict[Bound, int] = {"usual": usual, "all": held}
    if not by_gm:
        first = next(iter(game.presets.values()))
        bounds |= {"preset": game.usual_bank(first), "half": held // 2}
    bound = min(bounds, key=lambda one: bounds[one])
    amount = bounds[bound]
    if bound == "half" and not amount:
        raise MoneyError(f"{OWNERS[bankroll][1]} only {{held}}: without the GM that fills no bank.", held=held)
    return Filling(amount=amount, bound=bound)


def _beside_a_player(game: AnyGame, rules: object) -> int:
    """The largest bank beside which somebody can still sit down: one seat may win it all, and accounts have a limit."""
    return MAX_AMOUNT - game.buy_in(rules).low

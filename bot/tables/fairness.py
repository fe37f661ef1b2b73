"""By which house rules people open tables at which the house pays: all who aren't GMs only where it doesn't lose, and
isn't cheated.
"""

from collections.abc import Sequence

from bot.campaigns import Campaign, Person, may_gm
from bot.catalog import AnyGame
from bot.db import Database
from bot.engine.banked.odds import BetOdds
from bot.engine.cheating.sleights import CrookedRules
from bot.engine.game import HouseRules
from bot.errors import NotAllowed
from bot.tables.presets import is_saved

Bets = Sequence[BetOdds]
"""What every kind of bet is worth by the house rules of a table."""


def losing(bets: Bets) -> tuple[BetOdds, ...]:
    """The bets with which the house loses in the long run."""
    return tuple(bet for bet in bets if bet.edge < 0)


def may_be_cheated(game: AnyGame, rules: HouseRules) -> bool:
    """Whether sleights of the characters change what the house's money is worth to them: the game is crooked by these
    house rules, and its bank usually holds something.
    """
    is_crooked = game.is_crooked(rules) or (isinstance(rules, CrookedRules) and rules.crooked)
    return is_crooked and game.is_banked and game.usual_bank(rules) > 0


async def require_fair(
    database: Database, campaign: Campaign, by: Person, game: AnyGame, rules: HouseRules, bets: Bets | None
) -> None:
    """Refuse a player a banked table at which the house loses with any bet, or can be cheated.

    `bets` are those of these house rules, None where nobody knows what they are worth: then a player opens by house
    rules of the game's or a GM's own, which somebody has thought through.
    """
    if not game.is_banked or may_gm(campaign, by):
        return
    if may_be_cheated(game, rules):
        raise NotAllowed("Where characters may cheat the house, only the GM opens a table.")
    if bets is None:
        if rules not in game.presets.values() and not await is_saved(database, campaign.id, game, rules):
            raise NotAllowed(f"Only the GM opens {game.title_of(rules)} by other house rules than those of a preset.")
    elif losing(bets):
        raise NotAllowed("In the long run the house loses here: only the GM opens such a table.")

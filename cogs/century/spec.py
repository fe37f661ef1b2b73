"""The declaration of Century: everything that the game brings."""

from bot.engine.spec import ExactOdds, GameSpec, OpeningOption
from bot.engine.words import GameWords
from cogs.century import odds, pictures, rules, state, words
from cogs.century.ai import AI

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
    ),
    rulebook=words.rules_pages,
    opening=(
        OpeningOption("min_bet", "Smallest bet", name="smallest"),
        OpeningOption("max_bet", "Largest bet. 0: as much as the bank can pay.", name="largest"),
        OpeningOption("tickets", "Most tickets that a player may have in one draw"),
        OpeningOption("drawing", "Pace of the draw"),
    ),
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
    bettors=state.bettors,
    luck=odds.strokes,
    board=pictures.board,
    ai=AI,
)

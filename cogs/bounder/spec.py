"""The declaration of Bounder: everything that the game brings."""

from bot.engine.spec import ExactOdds, GameSpec, OpeningOption
from bot.engine.words import GameWords
from cogs.bounder import odds, rules, state, words
from cogs.bounder.ai import AI

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
    ),
    rulebook=words.rules_pages,
    opening=(
        OpeningOption("min_bet", "The smallest bet", name="smallest"),
        OpeningOption("max_bet", "The largest bet; 0 is what the bank can pay", name="largest"),
        OpeningOption("version", "Whether one player shoots for everyone, or all shoot at once", name="shooters"),
        OpeningOption("dealer_bets", "Whether there are bets on the dealer's dice"),
        OpeningOption("crooked", "Whether characters may cheat, read and sway each other"),
    ),
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
    bettors=state.bettors,
    luck=odds.strokes,
    ai=AI,
)

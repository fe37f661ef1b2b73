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
        OpeningOption("min_bet", "Smallest bet", name="smallest"),
        OpeningOption("max_bet", "Largest bet. 0: as much as the bank can pay.", name="largest"),
        OpeningOption("version", "Shooters: one player for everyone, or all at once", name="shooters"),
        OpeningOption("dealer_bets", "Allow bets on the dealer's dice"),
        OpeningOption("crooked", "Crooked table: characters may cheat, and read and influence each other"),
    ),
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
    bettors=state.bettors,
    luck=odds.strokes,
    ai=AI,
)

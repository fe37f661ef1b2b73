"""The declaration of Golem: everything that the game brings."""

from bot.engine.spec import GameSpec, OpeningOption, WinCalculator
from bot.engine.words import GameWords
from cogs.golem import chances, pictures, rules, state, words
from cogs.golem.ai import AI

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
        hand=words.hand,
        card_name=words.card_name,
    ),
    rulebook=words.rules_pages,
    pot=state.pot_won,
    opening=(
        OpeningOption("ante", "What everyone pays into the pot for a hand"),
        OpeningOption("max_bet", "The largest bet or raise; 0 is no limit", name="largest"),
        OpeningOption("penalty", "What the best hand pays when the golem isn't beaten, in antes"),
        OpeningOption("redeals", "How often cards are dealt again before the best hand wins; 0 is no limit"),
        OpeningOption("house_rate", "What the house takes of each pot, in percent", name="house_cut"),
        OpeningOption("crooked", "Whether characters may cheat, read and sway each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate),
    ai=AI,
    drawings=pictures.DRAWINGS,
)

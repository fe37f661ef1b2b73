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
        OpeningOption("ante", "Ante that everyone pays into the pot"),
        OpeningOption("max_bet", "Largest bet or raise. 0: no limit.", name="largest"),
        OpeningOption("penalty", "Penalty, in antes, when the golem isn't beaten"),
        OpeningOption("redeals", "Most re-deals before the best hand wins. 0: no limit."),
        OpeningOption("house_rate", "House cut of each pot in percent", name="house_cut"),
        OpeningOption("crooked", "Crooked table: characters may cheat, and read and influence each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate),
    ai=AI,
    drawings=pictures.DRAWINGS,
)

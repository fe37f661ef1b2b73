"""The declaration of Three Street Pi'Lok and Long Pi'Lok: everything that the game brings."""

from bot.engine.spec import GameSpec, OpeningOption, WinCalculator
from bot.engine.words import GameWords
from cogs.pilok import chances, rules, state, words
from cogs.pilok.ai import AI

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
    ),
    rulebook=words.rules_pages,
    pot=state.pot_won,
    opening=(
        OpeningOption("ante", "The fee that everyone pays for a hand"),
        OpeningOption("min_bet", "The smallest bet", name="smallest"),
        OpeningOption("max_bet", "The largest bet or raise; 0 is no limit", name="largest"),
        OpeningOption("crooked", "Whether characters may cheat, read and sway each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate, note=chances.note),
    luck=chances.strokes,
    ai=AI,
)

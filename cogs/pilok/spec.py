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
        OpeningOption("ante", "Ante that everyone pays for a hand"),
        OpeningOption("min_bet", "Smallest bet", name="smallest"),
        OpeningOption("max_bet", "Largest bet or raise. 0: no limit.", name="largest"),
        OpeningOption("crooked", "Crooked table: characters may cheat, and read and influence each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate, note=chances.note),
    luck=chances.strokes,
    ai=AI,
    is_first=True,
)

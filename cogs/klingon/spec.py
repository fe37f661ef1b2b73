"""The declaration of No-Limit Klingon Hold-'Em: everything that the game brings."""

from bot.engine.spec import GameSpec, OpeningOption, WinCalculator
from bot.engine.words import GameWords
from cogs.klingon import chances, pictures, rules, state, words
from cogs.klingon.ai import AI
from cogs.klingon.card_file import read

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
        hand=words.hand,
        card_name=words.card_name,
        restored=words.restored,
    ),
    rulebook=words.rules_pages,
    pot=state.pot_won,
    bettors=state.bettors,
    opening=(
        OpeningOption("stakes", "Tournament until one player is left, or cash table, where chips are money"),
        OpeningOption("fee", "Price of a place in a tournament. 0: play for honor."),
        OpeningOption("chips", "Chips that each player begins a tournament with"),
        OpeningOption("prizes", "Split of a tournament's prize among the first places"),
        OpeningOption("carriers", "Carriers, ships with fighters that need no card: in play or left out"),
        OpeningOption("smallest", "Smallest ships: in play or left out"),
        OpeningOption("crooked", "Crooked table: characters may cheat, and read and influence each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate),
    ai=AI,
    drawings=pictures.DRAWINGS,
    board=pictures.board,
    card_file=read,
)

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
        OpeningOption("stakes", "A tournament until one is left, or chips that are money"),
        OpeningOption("fee", "What a place in a tournament costs; 0 plays for the honor"),
        OpeningOption("chips", "How many chips everyone begins a tournament with"),
        OpeningOption("prizes", "How the players share the prize of a tournament"),
        OpeningOption("carriers", "Whether carriers play; their fighters need no card"),
        OpeningOption("smallest", "Whether the smallest ships are taken out"),
        OpeningOption("crooked", "Whether characters may cheat, read and sway each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate),
    ai=AI,
    drawings=pictures.DRAWINGS,
    board=pictures.board,
    card_file=read,
)

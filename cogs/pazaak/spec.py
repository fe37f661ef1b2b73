"""The declaration of Pazaak: everything that the game brings."""

from bot.engine.spec import GameSpec, OpeningOption, WinCalculator
from bot.engine.words import GameWords
from cogs.pazaak import chances, rules, words
from cogs.pazaak.ai import AI
from cogs.pazaak.loadout import PazaakKit
from cogs.pazaak.pictures import DRAWINGS

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
    opening=(
        OpeningOption("stake", "Stake of each player. 0: play for honor, or only for cards."),
        OpeningOption("sets", "Sets to win the match"),
        OpeningOption("decks", "Side decks that may be played"),
        OpeningOption("hand", "Side cards: drawn once a match, or again for every set"),
        OpeningOption("copies", "Most copies of a card in a deck. 0: no limit."),
        OpeningOption("wagers", "Let players wager side cards in addition to the stake"),
        OpeningOption("crooked", "Crooked table: characters may cheat, and read and influence each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate, note=chances.note),
    ai=AI,
    drawings=DRAWINGS,
    loadout=PazaakKit,
)

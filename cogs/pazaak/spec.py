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
        OpeningOption("stake", "What each puts down for the match; 0 plays for honor or for cards alone"),
        OpeningOption("sets", "How many sets win the match"),
        OpeningOption("decks", "Which side decks may be played"),
        OpeningOption("hand", "How long a hand of side cards has to last"),
        OpeningOption("copies", "How often a deck may hold the same card; 0 is no limit"),
        OpeningOption("wagers", "Whether side cards may be wagered besides the stake"),
        OpeningOption("crooked", "Whether characters may cheat, read and sway each other"),
    ),
    win_calculator=WinCalculator(question=chances.question, estimate=chances.estimate, note=chances.note),
    ai=AI,
    drawings=DRAWINGS,
    loadout=PazaakKit,
)

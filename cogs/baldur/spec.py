"""The declaration of Baldur Hold'em: everything that the game brings."""

from bot.engine.spec import ExactOdds, GameSpec, OpeningOption, WinCalculator
from bot.engine.words import GameWords
from cogs.baldur import chances, odds, pictures, rules, state, words
from cogs.baldur.ai import AI
from cogs.baldur.state import BaldurKit

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
        hand=words.hand,
    ),
    rulebook=words.rules_pages,
    pot=state.pot_won,
    bettors=state.bettors,
    opening=(
        OpeningOption("ante", "Price of the first round. The second costs twice, the third three times as much."),
        OpeningOption("npcs", "Number of NPCs that play with the bank's money, 0 to 20"),
        OpeningOption(
            "look_first", "Let players see their dice before they pay the ante or fold. False: they pay first."
        ),
        OpeningOption("dealer", "Dealer, who rolls the community dice"),
    ),
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
    win_calculator=WinCalculator(
        question=chances.question, estimate=chances.estimate, note=chances.note, most=chances.MOST
    ),
    luck=odds.strokes,
    drawings=pictures.DRAWINGS,
    board=pictures.board,
    ai=AI,
    loadout=BaldurKit,
)

"""The declaration of Roulette: everything that the game brings."""

from bot.engine.spec import ExactOdds, GameSpec, OpeningOption
from bot.engine.words import GameWords
from cogs.roulette import odds, pictures, rules, state, words
from cogs.roulette.ai import AI

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
        own=words.own,
    ),
    rulebook=words.rules_pages,
    opening=(
        OpeningOption("wheel", "Zeros on the wheel: one or two"),
        OpeningOption("zero", "Result of even chances, such as red and black, on a zero"),
        OpeningOption("min_bet", "Smallest bet", name="smallest"),
    ),
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
    bettors=state.bettors,
    luck=odds.strokes,
    board=pictures.board,
    ai=AI,
)

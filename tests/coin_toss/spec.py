"""The declaration of Coin Toss: everything that the game brings."""

from bot.engine.spec import ExactOdds, GameSpec, OpeningOption
from bot.engine.words import GameWords
from tests.coin_toss import odds, rules

_TEXT = rules.Words()
GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes),
    rulebook=_TEXT.rules_pages,
    opening=(
        OpeningOption("min_bet", "The smallest bet", name="smallest"),
        OpeningOption("winnings", "What heads and tails win, in percent of the stake"),
        OpeningOption("edge_pays", "What the edge pays, to 1", name="edge"),
    ),
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
)

"""The declaration of Coin Toss: everything that the game brings."""

from bot.engine.spec import ExactOdds, GameSpec, OpeningOption
from bot.engine.words import GameWords
from examples.coin_toss import odds, rules, words

GAME = GameSpec(
    game=rules.CoinToss(),
    words=GameWords(panel=words.panel, tell=words.tell, stakes=rules.TossRules.stakes),
    rulebook=words.RULEBOOK.pages,
    opening=(
        OpeningOption("min_bet", "The smallest bet", name="smallest"),
        OpeningOption("winnings", "Winnings of heads and tails, in percent of the stake"),
        OpeningOption("edge_pays", "Payout of the edge, to 1", name="edge"),
    ),
    bettors=lambda events: {event.seat for event in events if isinstance(event, rules.Staked)},
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=lambda _: odds.NOTE),
)

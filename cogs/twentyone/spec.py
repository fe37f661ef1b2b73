"""The declaration of Twenty-one: everything that the game brings."""

from bot.engine.cards import SUITS
from bot.engine.drawings import card
from bot.engine.spec import ExactOdds, GameSpec, OpeningOption
from bot.engine.words import GameWords
from cogs.twentyone import odds, rules, state, words
from cogs.twentyone.ai import AI

GAME = GameSpec(
    game=rules.GAME,
    words=GameWords(
        panel=words.panel,
        tell=words.tell,
        stakes=words.stakes,
        own=words.own,
        card_name=words.card_name,
    ),
    rulebook=words.rules_pages,
    opening=(
        OpeningOption("min_bet", "Smallest bet on a hand", name="smallest"),
        OpeningOption("max_bet", "Largest bet. 0: as much as the bank can pay.", name="largest"),
        OpeningOption("decks", "Decks of 52 cards in the shoe"),
        OpeningOption("natural_pays", "Payout of a natural", name="natural"),
    ),
    bettors=state.bettors,
    odds=ExactOdds(exact=odds.exact, bets=odds.bets, note=odds.note),
    ai=AI,
    alias="blackjack",
    drawings={
        words.picture_name(f"{rank}{suit}"): card(letter, suit)
        for rank, letter in words.LETTERS.items()
        for suit in SUITS
    },
)

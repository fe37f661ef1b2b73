"""How a table goes on from one hand to the next, in the words of its game: hands are dealt, rounds and spins begin."""

from bot.catalog import AnyGame


def is_dealt(game: AnyGame) -> bool:
    """Whether people say that it is dealt: where the house pays, only what they call a hand."""
    return not game.is_banked or game.hand_word == "hand"


def goes_on(game: AnyGame, *, by_itself: bool) -> str:
    """Who sees to it that the next one comes, without an end: "anyone seated deals the next hand"."""
    word, dealt = f"the next {game.hand_word}", is_dealt(game)
    if by_itself:
        return f"{word} {'is dealt' if dealt else 'begins'} by itself"
    return f"anyone seated {'deals' if dealt else 'begins'} {word}"

"""What a campaign may load for the game: a file of cards."""

from cogs.klingon.reading import read_deck


def read(text: str) -> None:
    """Nothing, where the text can be read. Raises Unreadable with what is wrong."""
    read_deck(text.encode())

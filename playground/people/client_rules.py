"""What Discord's own client checks before it sends anything."""


class ClientRefused(Exception):
    """The client doesn't let a person do that; nothing was sent. The text is a sentence for that person."""


def so_many(low: int, high: int, what: str) -> str:
    """How many of something there may be: 1 choice, 2 to 5 choices."""
    amount = str(low) if low == high else f"{low} to {high}"
    return f"{amount} {what}" if high == 1 else f"{amount} {what}s"

"""The one family of errors whose text a player reads.

Everything else that is raised is a bug: it is logged under a short id, and the player is shown the id.
A sentence may name amounts of money, which only the table's currency can write: they are passed
beside the template and filled in by whoever knows the currency.
"""

from collections.abc import Callable


class PlayerError(Exception):
    """A refusal in one sentence. Whenever one is raised, nothing has changed."""

    def __init__(self, template: str, **amounts: int) -> None:
        """`template` may hold `{name}` for each of `amounts` (smallest coins)."""
        super().__init__(template)
        self.template = template
        self.amounts = amounts

    def told(self, money: Callable[[int], str] = str) -> str:
        """Return the sentence, with every amount written by `money`."""
        if not self.amounts:
            return self.template
        return self.template.format(**{name: money(amount) for name, amount in self.amounts.items()})

    def write(self, money: Callable[[int], str], fill: Callable[[str], str]) -> None:
        """Fix the sentence, with every amount written by `money`, and every name filled in by `fill`."""
        self.template, self.amounts = fill(self.told(money)), {}

    def __str__(self) -> str:
        return self.told()


class RuleError(PlayerError):
    """The rules of the game refuse the action."""


class MoneyError(PlayerError):
    """Money is missing, unreadable or out of bounds."""


class NotAllowed(PlayerError):
    """Whoever asks has no right to it."""


class NotFound(PlayerError):
    """What was named is not there, or not for the eyes of whoever asks."""


class TooLate(PlayerError):
    """The click belongs to a moment that has passed."""


class OutOfOrder(PlayerError):
    """The bot can't go on, and nothing that anyone tries can change it."""


class TryAgain(PlayerError):
    """For a minute this process can't do it: another one serves the server, or the bot is being updated."""


class Unreadable(PlayerError):
    """Typed text that can't be understood."""

"""What a bet is worth: exact, as fractions, from the rules and nothing else."""

from fractions import Fraction

from bot.engine.frozen import Frozen


class BetOdds(Frozen):
    """One kind of bet by the house rules of a table."""

    key: str
    """As in the counters `staked_<key>` and `returned_<key>`."""
    label: str
    """What people call it: "All even"."""
    pays: str
    """What it pays, as people say it: "1 to 1", "2 numbers pay 5 times the stake"."""
    chance: Fraction
    """How often it wins, or at least pays something, of all the times it is made."""
    back: Fraction
    """What comes back of a coin staked, in the mean, the stake included: 1 is a fair bet."""

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a coin staked, in the mean; below zero where the players have the better of it."""
        return 1 - self.back

"""What players of games with bets do in every one of them, by name."""

from typing import Any, Self


class Bettors:
    """The bets of a table in tests: `do` of the table carries out each."""

    def do(self, who: str, kind: str, **fields: Any) -> Self:
        raise NotImplementedError

    def check(self, *names: str) -> Self:
        return self._each("check", names)

    def call(self, *names: str) -> Self:
        return self._each("call", names)

    def fold(self, *names: str) -> Self:
        return self._each("fold", names)

    def bet(self, who: str, to: int) -> Self:
        return self.do(who, "bet", to=to)

    def raises(self, who: str, to: int) -> Self:
        return self.do(who, "raise", to=to)

    def _each(self, kind: str, names: tuple[str, ...]) -> Self:
        for name in names:
            self.do(name, kind)
        return self

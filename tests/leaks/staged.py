"""Chance that says the same in the same scene of two evenings, however much was drawn before it in either."""

import hashlib

from bot.engine.rng import Rng
from bot.tables.model import Seeds

DICE = (6, 20)
"""How many sides dice have."""


class Stage:
    """Where the tables' chance comes from. `scene` is what is played now, and set by whoever plays it.

    All dice of a scene fall alike, unless they are to fall `apart`: so one that is thrown twice shows what it would
    have shown. `face` is what all dice show, whatever the scene.
    """

    def __init__(self, seed: int, face: int | None = None, *, apart: bool = False) -> None:
        self.scene = ""
        self._seed, self._face, self._apart = seed, face, apart

    def chances(self, seeds: Seeds, hand: str, source: bytes, first: int) -> Rng:
        """Return the same source of chance for each action of a scene, whatever was sealed."""
        return Staged(f"{self._seed}:{self.scene}", first, face=self._face, apart=self._apart)


class Staged(Rng):
    """The chance of one action."""

    def __init__(self, scene: str, first: int, *, face: int | None, apart: bool) -> None:
        super().__init__(first)
        self._scene, self._face, self._apart = scene, face, apart

    def _value(self, number: int, bound: int, secret: bool) -> int:
        if bound in DICE and self._face is not None:
            return self._face - 1
        about = "dice" if bound in DICE and not self._apart else str(len(self.draws))
        return int.from_bytes(hashlib.sha256(f"{self._scene}:{about}".encode()).digest()[:8]) % bound

    def _salt(self, number: int, sealed: int) -> str:
        return hashlib.sha256(f"{self._scene}:{len(self.draws)}:{sealed}".encode()).hexdigest()[:32]

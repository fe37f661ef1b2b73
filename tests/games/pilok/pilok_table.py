"""A table of Pi'Lok at which Roark, Lando and Han sit clockwise, with dice that fall as the test says."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

from bot.engine.cheating.loaded_dice import Load
from bot.engine.game import Player, Step
from bot.engine.moves import after, starting_at
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import D6, DiceSystem, Sheet, parse_sheet
from cogs.pilok import words
from cogs.pilok.rules import GAME, leader_of
from cogs.pilok.state import PilokCarry, PilokRules, PilokState
from tests.games.bettors import Bettors
from tests.games.hand_table import HandTable

NAMES = ("Roark", "Lando", "Han")
Dice = tuple[int, ...]


def three(total: int) -> Dice:
    """Return three dice with that total, for a player without a sheet."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return first, second, total - first - second


class Table(HandTable[PilokState, PilokCarry], Bettors):
    """One hand. Every action takes what the dice show while it is carried out."""

    game, words = GAME, words

    def __init__(
        self,
        hands: Mapping[str, Dice] | None = None,
        *,
        falls: Iterable[int] = (),
        names: Iterable[str] = NAMES,
        dealer: str | None = "Han",
        stacks: Mapping[str, int] | None = None,
        skills: Mapping[str, str] | None = None,
        system: DiceSystem = D6,
        bank: int = 0,
        carry: PilokCarry | None = None,
        **options: Any,
    ) -> None:
        """`hands` gives everybody's dice in the order of the streets; else `falls` are the dice of the start."""
        self.names = tuple(hands or names)
        self.hands = hands
        sheets = {name: parse_sheet(written, system) for name, written in (skills or {}).items()}
        players = tuple(
            Player(seat=seat, stack=(stacks or {}).get(name, 1000), sheet=sheets.get(name, Sheet()))
            for seat, name in enumerate(self.names, start=1)
        )
        order = tuple(player.seat for player in players)
        if carry is None and dealer is not None:
            carry = PilokCarry(dealer=after(order, self.seat(dealer))[-2] if len(order) > 1 else 1, order=order)
        rules = with_options(PilokRules(), options)
        deal = GAME.Deal(rules=rules, players=players, carry=carry, bank=bank, system=system)
        first = self._first_dice(dealer) if hands else tuple(falls)
        chance = ScriptedRng(first)
        self.begin(deal, chance)
        assert chance.left == ()

    @property
    def order(self) -> tuple[int, ...]:
        return self.state.order

    @property
    def leader(self) -> str:
        return self.name(self.state.leader)

    @property
    def dealer(self) -> str:
        return self.name(self.state.dealer)

    @property
    def asked(self) -> tuple[str, ...]:
        """List the players in the order of the jump."""
        return tuple(self.name(seat) for seat in self.state.jumpers)

    def dice(self, name: str) -> Dice:
        return self.state.dice(self.seat(name))

    def value(self, name: str) -> int:
        return self.state.value(self.seat(name))

    def choices(self, name: str, key: str) -> list[str]:
        """List the labels of a move's choices."""
        (field,) = self.move(name, key).fields
        assert field.type == "pick"
        return [choice.label for choice in field.choices]

    def do(self, who: str, kind: str, *dice: int, **fields: Any) -> Self:
        action = GAME.action(kind, fields)
        seat = self.seat(who)
        chance = ScriptedRng((*dice, *self._dealt_by(seat, action)))
        return self._told(GAME.act(self.state, seat, action, chance), chance)

    def load(self, who: str, face: int) -> Self:
        """Nobody notices how the next die is loaded."""
        chance = ScriptedRng(())
        return self._told(GAME.sleight(self.state, self.seat(who), Load(face=face), chance), chance)

    def caught(self, who: str, *dice: int) -> Self:
        chance = ScriptedRng(dice)
        return self._told(GAME.forfeit(self.state, self.seat(who), chance), chance)

    def sleights(self, who: str) -> list[str]:
        """List the sleights that are offered besides the moves of the game."""
        return [move.label for move in GAME.sleights(self.state, self.seat(who))]

    def _told(self, step: Step[PilokState], chance: ScriptedRng) -> Self:
        assert chance.left == (), "the hand asked for fewer dice"
        return self.after(step)

    def passes(self, *names: str) -> "Table":
        for name in names:
            self.do(name, "pass")
        return self

    def jump(self, who: str, whom: str, *totals: int) -> "Table":
        """Make a jump in which both roll three dice for these totals."""
        return self.do(who, "jump", *(face for total in totals for face in three(total)), target=str(self.seat(whom)))

    def challenge(self, who: str, whom: str, *totals: int) -> "Table":
        dice = (face for total in totals for face in three(total))
        return self.do(who, "challenge", *dice, target=str(self.seat(whom)))

    def reroll(self, who: str, whose: str, face: int, becomes: int | None = None) -> "Table":
        dice = () if becomes is None else (becomes,)
        return self.do(who, "reroll", *dice, die=f"{self.seat(whose)}-{face}")

    def keep(self, who: str) -> "Table":
        return self.do(who, "keep")

    def checked_down(self) -> "Table":
        """Everybody checks until the Jump."""
        while self.state.street != "jump" and self.turn:
            self.do(self.name(self.state.betting.waiting[0]), "check")
        return self

    def shown_down(self) -> "Table":
        """Everybody checks, and nobody jumps."""
        self.checked_down()
        while self.turn:
            self.passes(*self.turn)
        return self

    def _first_dice(self, dealer: str | None) -> Dice:
        assert self.hands is not None
        assert dealer is not None, "hands need a known dealer"
        order = tuple(range(1, len(self.names) + 1))
        return tuple(self.hands[self.name(seat)][0] for seat in after(order, self.seat(dealer)))

    def _dealt_by(self, seat: int, action: Any) -> Dice:
        """Return the dice of `hands` that fall when this action ends a street, in the order in which they are
        rolled.
        """
        if self.hands is None:
            return ()
        before, state = self.state, GAME.act(self.state, seat, action, SeededRng(0)).state
        have = max(len(before.dice(live)) for live in state.live)
        will = max(len(state.dice(live)) for live in state.live)
        leader, fall = before.leader, list[int]()
        for street in range(have, will):
            order = [other for other in starting_at(state.order, leader) if other in state.live]
            fall += [self.hands[self.name(other)][street] for other in order]
            leader, _ = leader_of(_with_dice(state, {s: self.hands[self.name(s)][: street + 1] for s in state.live}))
        return tuple(fall)


def _with_dice(state: PilokState, dice: Mapping[int, Dice]) -> PilokState:
    for seat, faces in dice.items():
        state = state.with_gambler(state.gambler(seat).evolve(dice=faces))
    return state


def at_the_jump(hands: Mapping[str, Dice], **options: Any) -> Table:
    """Everybody has checked and lies with these dice."""
    return Table(hands, **options).checked_down()

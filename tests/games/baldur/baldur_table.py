"""A table of Baldur Hold'em at which Ada, Bram and Cleo sit clockwise, with dice that fall as the test says."""

from collections.abc import Iterable, Mapping
from typing import Any, Self

import pytest

from bot import games
from bot.engine.banked.limits import RESERVE
from bot.engine.cheating.effects import Effect
from bot.engine.game import DEALER, Event, Outcome, Player, Step
from bot.engine.money import DND
from bot.engine.moves import Move, filled, find
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng, SeededRng
from bot.engine.skills import D20, DiceSystem, Sheet, parse_sheet
from bot.engine.words import Voice
from bot.errors import RuleError
from cogs.baldur.state import BaldurCarry, BaldurKit, BaldurRules, BaldurState, Result
from tests.as_typed import AsTyped
from tests.games.bettors import Bettors

ENTRY = games.spec_of("baldur").by(BaldurRules())
GAME = ENTRY.game
NAMES = ("Ada", "Bram", "Cleo")
GM = "the GM"
NPC_DICE = (3, 8, 12, 17)
BANK = 100_000


class Table(Bettors):
    """One hand. Names stand for seats, and `GM` for the GM's; every action takes what the dice show meanwhile.

    `seated` are NPCs with a seat, after the players. Stacks are 10,000, the ante is 100.
    """

    def __init__(
        self,
        names: Iterable[str] = NAMES,
        *,
        seated: Iterable[str] = (),
        npc_dice: tuple[int, ...] = NPC_DICE,
        stacks: Mapping[str, int] | None = None,
        skills: Mapping[str, str] | None = None,
        kits: Mapping[str, BaldurKit] | None = None,
        crowd: str = "",
        crowd_kit: BaldurKit | None = None,
        system: DiceSystem = D20,
        bank: int = BANK,
        endless: bool = False,
        carry: BaldurCarry | None = None,
        **options: Any,
    ) -> None:
        players, npcs = tuple(names), tuple(seated)
        self.names = (*players, *npcs)
        sheets = {name: parse_sheet(written, system) for name, written in (skills or {}).items()}
        texts = {name: kit.to_json() for name, kit in (kits or {}).items()}
        brought = {"crowd": parse_sheet(crowd, system), "crowd_kit": crowd_kit or BaldurKit()}
        self.deal = GAME.Deal(
            rules=with_options(BaldurRules(), options, brought),
            players=tuple(
                Player(
                    seat=seat,
                    stack=(stacks or {}).get(name, 10_000),
                    sheet=sheets.get(name, Sheet()),
                    kit=texts.get(name),
                    is_npc=name in npcs,
                )
                for seat, name in enumerate(self.names, start=1)
            ),
            carry=carry,
            bank=bank,
            reserve=RESERVE if endless else 0,
            system=system,
        )
        chance = ScriptedRng(npc_dice)
        self.events, self.kept = list[Event](), list[Event]()
        self._go(GAME.start(self.deal, chance), chance)

    def _go(self, step: Step[Any], chance: ScriptedRng) -> None:
        assert chance.left == (), f"{chance.left} weren't asked for"
        self.whole, self.last = step.state, step
        self.events += step.events
        self.kept += step.kept

    @property
    def state(self) -> BaldurState:
        """The hand itself, without what is done beside it (`whole`)."""
        return self.whole.inner

    def seat(self, name: str) -> int:
        return DEALER if name == GM else self.names.index(name) + 1

    def name(self, seat: int) -> str:
        return GM if seat == DEALER else self.names[seat - 1]

    @property
    def turn(self) -> tuple[str, ...]:
        """The seats that the hand waits for, the GM first, then clockwise."""
        return tuple(self.name(seat) for seat in sorted(GAME.to_act(self.whole)))

    @property
    def result(self) -> Result:
        assert self.state.result is not None, f"the hand waits for {self.turn}"
        return self.state.result

    @property
    def end(self) -> Outcome[BaldurCarry]:
        end = GAME.outcome(self.whole)
        assert end is not None, f"the hand waits for {self.turn}"
        return end

    @property
    def carry(self) -> BaldurCarry:
        """What the hand passes to the next one."""
        assert self.end.carry is not None
        return self.end.carry

    @property
    def nets(self) -> dict[str, int]:
        """The wins and losses of everyone, the bank as the GM."""
        stacks = dict(self.end.stacks)
        nets = {self.name(player.seat): stacks[player.seat] - player.stack for player in self.deal.players}
        return nets | {GM: self.end.bank - self.deal.bank}

    def kinds(self, events: Iterable[Any]) -> list[str]:
        return [event.kind for event in events]

    def told(self, kind: str) -> list[Any]:
        """Return the public events of a kind so far."""
        return _of(kind, self.events)

    def noted(self, kind: str) -> list[Any]:
        """Return the GM's log of a kind."""
        return _of(kind, self.kept)

    def whispered(self, who: str) -> list[Any]:
        """Return the last step's private events for one seat."""
        return [event for seat, event in self.last.private if seat == self.seat(who)]

    def paid(self, who: str) -> int:
        return self.state.betting.bettor(self.seat(who)).paid

    def stack(self, who: str) -> int:
        return self.state.betting.bettor(self.seat(who)).stack

    def effects(self, who: str) -> list[tuple[str, int]]:
        """Return a seat's effects: (what for, advantage or disadvantage)."""
        return [(one.concern, one.luck) for one in self.whole.effects if one.seat == self.seat(who)]

    def dice(self, who: str) -> tuple[int, ...]:
        return self.state.hidden.npc_dice if who == GM else self.state.hole(self.seat(who)).dice

    @property
    def voice(self) -> Voice:
        return Voice({self.seat(name): name for name in self.names}, DND, typed=AsTyped())

    def keys(self, who: str) -> list[str]:
        return [move.key for move in filled(GAME.moves(self.whole, self.seat(who)), self.voice.fill)]

    def move(self, who: str, key: str) -> Move:
        move = find(filled(GAME.moves(self.whole, self.seat(who)), self.voice.fill), key)
        assert move is not None, f"{who} has {self.keys(who)}"
        return move

    def choices(self, who: str, key: str, field: str) -> list[str]:
        """Return the labels of a pick."""
        pick = next(one for one in self.move(who, key).fields if one.name == field)
        assert pick.type == "pick"
        return [choice.label for choice in pick.choices]

    def do(self, who: str, kind: str, *dice: int, **fields: Any) -> Self:
        """Act for a seat. `whom` and `aim` may be names, and `dice` are all that fall meanwhile."""
        named = {key: self._value(value) for key, value in fields.items()}
        chance = ScriptedRng(dice)
        self._go(GAME.act(self.whole, self.seat(who), GAME.action(kind, named), chance), chance)
        return self

    def _value(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(str(self.seat(one)) for one in value)
        return str(self.seat(value)) if value in {GM, *self.names} else value

    def refusal(self, who: str, kind: str, **fields: Any) -> str:
        named = {key: self._value(value) for key, value in fields.items()}
        chance = SeededRng(0)
        with pytest.raises(RuleError) as refused:
            GAME.act(self.whole, self.seat(who), GAME.action(kind, named), chance)
        assert chance.draws == []
        return self.voice.fill(refused.value.told())

    def times_out(self, *names: str, dice: tuple[int, ...] = ()) -> Self:
        for name in names:
            chance = ScriptedRng(dice)
            self._go(
                GAME.act(self.whole, self.seat(name), GAME.on_timeout(self.whole, self.seat(name)), chance), chance
            )
        return self

    def rolls(self, hands: Mapping[str, tuple[int, ...]]) -> Self:
        """Roll everyone's hole dice."""
        for name, dice in hands.items():
            self.do(name, "roll", *dice)
        return self

    def stay(self, *names: str, falls: tuple[int, ...] = ()) -> Self:
        """Stay in, one after the other; with the last the dice of the next round fall."""
        for name in names:
            self.do(name, "stay", *(falls if name == names[-1] else ()))
        return self

    def influence(
        self, who: str, whom: str, *dice: int, manner: str = "deceive", claim: str = "strong", **totals: int
    ) -> Self:
        return self.do(who, "influence", *dice, manner=manner, whom=whom, claim=claim, **totals)


def _of(kind: str, events: Iterable[Any]) -> list[Any]:
    return [event for event in events if event.kind == kind]


ROLLED = {"Ada": (2, 9, 15), "Bram": (5, 5, 11), "Cleo": (1, 14, 19)}
FLOP, VOID = (4, 10, 16), (6, 13)


def in_round(number: int, **given: Any) -> Table:
    """Play to the bets of this round: all have rolled, and nobody has folded."""
    table = Table(**given).rolls(ROLLED)
    for falls in (FLOP, VOID)[: number - 1]:
        while table.state.betting.waiting[1:]:
            table.stay(table.name(table.state.betting.waiting[0]))
        table.stay(table.name(table.state.betting.waiting[0]), falls=falls)
    return table


def effect(seat: int, concern: Any, luck: Any, hands: int = 2) -> Effect:
    return Effect(seat=seat, concern=concern, luck=luck, hands=hands)

"""A crooked table of the game of dice: Han, Lando and Roark, and the dice of every step written down."""

from typing import Any

from bot.engine.cheating.effects import Effect
from bot.engine.cheating.events import Accused, Seemed
from bot.engine.cheating.sleights import Unproven
from bot.engine.game import DEALER, Event, Outcome, Player, Step
from bot.engine.money import CHIPS
from bot.engine.rng import ScriptedRng
from bot.engine.skills import D20, DiceSystem, RoleTable, parse_sheet
from bot.engine.words import Voice, plain
from tests.laws import dicing
from tests.laws.dicing import Dicing, NoCarry

HAN, LANDO, ROARK = 1, 2, 3
NAMES = {HAN: "Han", LANDO: "Lando", ROARK: "Roark"}
VOICE = Voice(names=NAMES, currency=CHIPS)


class Table:
    """Who sits there has the sheet given for the name, else none. `faces` are what the dice of a step show, all of
    them.
    """

    def __init__(
        self,
        *,
        system: DiceSystem = D20,
        roles: RoleTable | None = None,
        effects: tuple[Effect, ...] = (),
        game: Dicing | None = None,
        unproven: Unproven = "nothing",
        **sheets: str,
    ) -> None:
        self.spec = dicing.entry(game or Dicing())
        self.game = self.spec.game
        players = tuple(
            Player(seat=seat, stack=10).evolve(sheet=parse_sheet(sheets.get(name.casefold(), ""), system))
            for seat, name in NAMES.items()
        )
        self.deal = self.game.Deal(
            rules=dicing.RULES.evolve(unproven=unproven),
            players=players,
            carry=NoCarry(effects=effects) if effects else None,
            system=system,
            roles=roles or RoleTable(),
        )
        self.step: Step[Any] = self.game.start(self.deal, ScriptedRng(()))

    @property
    def state(self) -> Any:
        return self.step.state

    @property
    def turn(self) -> list[str]:
        return [{DEALER: "GM", **NAMES}[seat] for seat in sorted(self.game.to_act(self.state))]

    @property
    def said(self) -> list[str]:
        """What everybody was told of the last step."""
        return self._told(self.step.events)

    @property
    def gm_log(self) -> list[str]:
        return self._told(self.step.kept)

    @property
    def accused(self) -> tuple[int, int, bool]:
        """Who accused whom in the last step, and whether it is proven."""
        (event,) = (event for event in self.step.events if isinstance(event, Accused))
        return event.accuser, event.accused, event.proven

    @property
    def public(self) -> list[str]:
        """The kinds of the last step's public events."""
        return [event.kind for event in self.step.events]  # pyright: ignore[reportAttributeAccessIssue] - every event has one

    def seemed(self, seat: int) -> list[bool | None]:
        """Return what the seat has read in the last step: whether somebody seems guilty."""
        return [event.guilty for to, event in self.step.private if to == seat and isinstance(event, Seemed)]

    @property
    def effects(self) -> list[tuple[str, str, int, int]]:
        """What the table shows: whose, at what, which, and for how many ends of hands."""
        shown = self.game.view(self.state, None).effects
        return [(NAMES[one.seat], one.concern, one.luck, one.hands) for one in shown]

    @property
    def end(self) -> Outcome[Any]:
        end = self.game.outcome(self.state)
        assert end is not None, f"the hand waits for {self.turn}"
        return end

    def told(self, seat: int) -> list[str]:
        """Return the sentences for the seat alone."""
        return self._told(event for to, event in self.step.private if to == seat)

    def does(self, seat: int, kind: str, *faces: int, **values: Any) -> "Table":
        """One action. Exactly these dice fall."""
        chance = ScriptedRng(faces)
        named = {name: str(value) if name == "whom" else value for name, value in values.items()}
        self.step = self.game.act(self.state, seat, self.game.action(kind, named), chance)
        assert chance.left == ()
        assert all(draw.secret for draw in chance.draws)
        return self

    def may(self, seat: int) -> list[str]:
        return [move.key for move in self.game.moves(self.state, seat)]

    def aside(self, seat: int) -> list[str]:
        return [move.key for move in self.game.moves(self.state, seat) if move.aside]

    def thrown(self) -> "Table":
        """Play the hand to its end: everybody throws, and each die shows a 3."""
        while waiting := self.game.to_act(self.state):
            seat = min(waiting)
            self.does(seat, "throw", *[3] * (2 if seat in self.state.inner.loaded else 1))
        return self

    def _told(self, events: Any) -> list[str]:
        some: tuple[Event, ...] = tuple(events)
        return [plain(line) for line in self.spec.words.tell(some, VOICE)]

"""Playthroughs as data: who sits where, how the dice fall, who does what.

A script is a TOML file. `play` has one action a line, `name move values | dice`, as in "Lando raise 300" or
"Lando jump Roark | 6 5 4, 4 4 3"; values are parted by ";", and the dice are all that fall by that action. Cards that
are drawn are named, as in "10d 4c", or "=7" for one that is a number. Instead of a move somebody "times out" or
"leaves". Any game plays: lines are read by the moves that it offers. With `tournament = true` all begin with the points
of the house rules, and each hand is dealt to those who are still in.

At a table where the GM decides something, "GM" is who does: "GM verdict forfeit". A player may be an NPC (`npc = true`)
and bring a `kit`, a table of what the game knows of it. At a crooked table what is done on the side stands in lines of
its own, by whoever does it and whenever: "Han influence distract; Lando | 6 5, 3 2".

A move that is refused has its values by name: "Han tries bet to=9". A script of several `tables` says in each what is
other than above. A hand that `stops` isn't played to its end, and at a
`brief` table only the end of each hand is drawn.
"""

import json
import tomllib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from bot import games
from bot.engine.banked.limits import RESERVE
from bot.engine.game import DEALER, AnyGame, Deal, Item, Player, Step
from bot.engine.money import CHIPS, CREDITS, DND, Currency
from bot.engine.moves import Field, Move, Pick, filled, find
from bot.engine.options import with_options
from bot.engine.rng import ScriptedRng
from bot.engine.skills import D6, D20, NARRATIVE, DiceSystem, parse_sheet
from bot.engine.spec import AnySpec
from bot.engine.tournament import Standing, Terms
from bot.engine.words import Voice
from bot.errors import RuleError
from tests.as_typed import AsTyped

T = TypeVar("T")

SYSTEMS: Mapping[str, DiceSystem] = {"d6": D6, "d20": D20, "narrative": NARRATIVE}
CURRENCIES: Mapping[str, Currency] = {"credits": CREDITS, "gold": DND}


@dataclass(frozen=True, slots=True)
class Played:
    """An action as it was written, who did it, the dice it took, and what came of it or why it was refused."""

    who: str
    what: str
    dice: tuple[str, ...]
    step: Step[Any]
    refusal: RuleError | None = None


@dataclass(frozen=True, slots=True)
class PlayedHand:
    deal: Deal[Any, Any]
    turns: tuple[Played, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """A TOML file, read."""

    title: str
    spec: AnySpec
    rules: Any
    options: Mapping[str, Any]
    system: DiceSystem
    currency: Currency
    players: tuple[Player, ...]
    called: Mapping[int, str]
    """The names of the seats."""
    hands: tuple[Mapping[str, Any], ...]
    bank: int
    endless: bool
    is_brief: bool
    carry: Mapping[str, Any]
    """What the hand before the first has handed on, as it is stored."""
    terms: Terms | None
    """What the tournament is played for, if it is one."""

    @property
    def chips(self) -> Currency:
        """What stacks and bets count in."""
        return CHIPS if self.terms else self.currency

    @property
    def voice(self) -> Voice:
        """The names, and text as it was written."""
        return Voice(names=self.names, currency=self.chips, typed=AsTyped())

    @property
    def names(self) -> dict[int, str]:
        return {DEALER: "GM", **self.called}

    def played(self) -> Iterator[PlayedHand]:
        """All hands, each from what the one before has handed on."""
        players, bank, carry = self.players, self.bank, self._first_carry()
        for hand in self.hands:
            deal = self.spec.game.Deal(
                rules=self.rules,
                players=players,
                carry=carry,
                bank=bank,
                reserve=RESERVE if self.endless else 0,
                system=self.system,
            )
            turns = tuple(self._turns(deal, hand))
            end = self.spec.game.outcome(turns[-1].step.state)
            yield PlayedHand(deal, turns)
            if hand.get("stops"):
                return
            if end is None:
                raise ValueError(f"{self.title}: a hand isn't over after its last line")
            players = tuple(player.evolve(stack=dict(end.stacks)[player.seat], wager=()) for player in players)
            carry, bank = end.carry, end.bank
            if self.terms and carry is not None:
                players = tuple(player for player in players if carry.standing.has(player.seat))
                bank = carry.standing.middle

    def _first_carry(self) -> Any:
        if self.terms is None:
            return self.spec.game.Carry.from_json(json.dumps(self.carry)) if self.carry else None
        return self.spec.game.Carry(standing=Standing.begun(1, (player.seat for player in self.players), self.terms))

    def _turns(self, deal: Deal[Any, Any], hand: Mapping[str, Any]) -> Iterator[Played]:
        dice = _dice(hand.get("deal", ""))
        step = _scripted("the deal", dice, lambda chance: self.spec.game.start(deal, chance))
        yield Played("", "", dice, step)
        for line in hand["play"].strip().splitlines():
            step = yield from self._turn(step, line)

    def _turn(self, before: Step[Any], line: str) -> Iterator[Played]:
        game, state = self.spec.game, before.state
        written, _, fallen = line.partition("|")
        seat, name = self._who(written.strip())
        what, dice = written.strip().removeprefix(name).strip(), _dice(fallen)
        if what == "times out":
            action = game.on_timeout(state, seat)
        elif what == "leaves":
            action = game.on_leave(state, seat)
        elif what.startswith("tries "):
            yield Played(name, what, (), before, _refused(game, state, seat, what.removeprefix("tries ")))
            return before
        else:
            action = _read(game, filled(game.moves(state, seat), self.voice.fill), what)
        step = _scripted(line, dice, lambda chance: game.act(state, seat, action, chance))
        yield Played(name, what, dice, step)
        return step

    def _who(self, line: str) -> tuple[int, str]:
        found = [(seat, name) for seat, name in self.names.items() if line.startswith(f"{name} ")]
        if not found:
            raise ValueError(f"nobody at the table begins {line!r}")
        return max(found, key=lambda known: len(known[1]))


def load(path: Path) -> tuple[Script, ...]:
    """Read a script, table by table; KeyError or ValueError say what it lacks."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    first, *others = data.get("tables", ({},))
    return _table({**data, **first}), *(_table({**data, "title": "", **table}) for table in others)


def _table(data: Mapping[str, Any]) -> Script:
    honest, system = games.spec_of(data["game"]), SYSTEMS[data.get("system", "d6")]
    options = data.get("options", {})
    rules = with_options(honest.game.presets[data["preset"]], options)
    spec = honest.by(rules)
    terms = spec.game.terms(rules) if data.get("tournament") else None
    return Script(
        title=data["title"],
        spec=spec,
        rules=rules,
        options=options,
        system=system,
        currency=CURRENCIES[data.get("currency", "credits")],
        players=tuple(_player(player, spec, system, terms) for player in _seated(data["players"])),
        called={player["seat"]: player["name"] for player in _seated(data["players"])},
        hands=tuple(data.get("hands", (data,))),
        bank=data.get("bank", 0),
        endless=data.get("endless", False),
        is_brief=data.get("brief", False),
        carry=data.get("carry", {}),
        terms=terms,
    )


def _seated(players: Any) -> Iterable[Mapping[str, Any]]:
    """Give the players of `{ Roark = 100, Lando = 60 }` the seats from 1 on."""
    if isinstance(players, list):
        return players
    return [{"seat": seat, "name": name, "stack": stack} for seat, (name, stack) in enumerate(players.items(), start=1)]


def _player(player: Mapping[str, Any], spec: AnySpec, system: DiceSystem, terms: Terms | None) -> Player:
    return Player(
        seat=player["seat"],
        stack=terms.points if terms else player["stack"],
        sheet=parse_sheet(player.get("skills", ""), system),
        kit=_kit(spec, player),
        is_npc=player.get("npc", False),
        wager=_wagered(player),
    )


def _kit(spec: AnySpec, player: Mapping[str, Any]) -> str | None:
    """Return the loadout in the line of a player, as it is stored."""
    if "kit" not in player:
        return None
    if spec.loadout is None:
        raise ValueError(f"nobody brings a kit to {spec.game.title}")
    return spec.loadout.from_json(json.dumps(player["kit"])).to_json()


def _wagered(player: Mapping[str, Any]) -> tuple[Item, ...]:
    """Return the items whose kinds stand in the line of a player, each with an id of its own."""
    kinds = enumerate(player.get("wager", ()), start=1)
    return tuple(Item(id=f"{player['name']} {number}", kind=kind) for number, kind in kinds)


def scripts() -> tuple[Path, ...]:
    return tuple(sorted(Path(__file__).parent.glob("*.toml")))


class Fallen(ScriptedRng):
    """Chance that was written down: what dice show, and the cards that are taken, by their names."""

    def __init__(self, written: Iterable[str]) -> None:
        super().__init__(())
        self._written = deque(written)
        self._bag: Sequence[str] = ()

    @property
    def unused(self) -> tuple[str, ...]:
        return tuple(self._written)

    def pick(self, items: Sequence[T], *, secret: bool = False) -> T:
        self._bag = tuple(map(str, items))
        return super().pick(items, secret=secret)

    def pop(self, left: list[T], *, secret: bool = True) -> T:
        self._bag = tuple(map(str, left))
        return super().pop(left, secret=secret)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        if self._written:
            word = self._written.popleft()
            self._faces.append(int(word) if word.isdigit() else self._bag.index(word.removeprefix("=")) + 1)
        return super()._value(number, bound, secret)


def _scripted(line: str, dice: tuple[str, ...], step: Any) -> Step[Any]:
    chance = Fallen(dice)
    done: Step[Any] = step(chance)
    if chance.unused:
        raise ValueError(f"{line!r} takes fewer dice: {chance.unused} are left")
    return done


def _dice(written: str) -> tuple[str, ...]:
    return tuple(written.replace(",", " ").split())


def _read(game: AnyGame, moves: tuple[Move, ...], what: str) -> Any:
    key, _, written = what.partition(" ")
    move = find(moves, key)
    if move is None:
        raise ValueError(f"{what!r} isn't one of {[move.key for move in moves]}")
    values = [value.strip() for value in written.split(";")] if move.fields else []
    return game.action(
        key, {field.name: _value(field, value) for field, value in zip(move.fields, values, strict=True)}
    )


def _refused(game: AnyGame, state: Any, seat: int, what: str) -> RuleError:
    key, _, written = what.partition(" ")
    values = {
        name: json.loads(value) for name, _, value in (one.strip().partition("=") for one in written.split(";")) if name
    }
    try:
        game.act(state, seat, game.action(key, _hashable(values)), ScriptedRng(()))
    except RuleError as refusal:
        return refusal
    raise ValueError(f"{what!r} is allowed")


def _hashable(values: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def _value(field: Field, written: str) -> Any:
    match field.type:
        case "amount" | "number":
            return int(written.replace(",", ""))
        case "numbers":
            return tuple(int(number) for number in written.split(","))
        case "pick" if field.is_single:
            return _picked(field, written)
        case "pick":
            return tuple(_picked(field, word.strip()) for word in written.split(",") if word.strip())
        case "words":
            return written


def _picked(field: Pick, word: str) -> str:
    for choice in field.choices:
        if word.casefold() in {name.casefold() for name in (choice.value, choice.label, *choice.aliases)}:
            return choice.value
    read = field.reads(word) if field.reads else None
    if read is not None:
        return read
    raise ValueError(f"{word!r} isn't one of {[choice.label for choice in field.choices]}")

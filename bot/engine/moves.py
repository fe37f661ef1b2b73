"""Moves and actions: what a seat is offered, the form fields of a move, and the check of an action against them.

The order of play is here too. Clockwise is the order of the players.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, Protocol, Self, TypeGuard, cast

from propcache.api import cached_property
from pydantic import Field as Tagged

from bot.engine.frozen import Frozen
from bot.engine.words import has_marks, listed, name_mark
from bot.errors import RuleError

Place = Literal["table", "private", "clock"]
"""The place of a move: at the table, in the seat's private hand, or with the clock, where a hand goes on alone."""
_LONGEST = 20
"""Digits of a typed number that a refusal repeats."""
Style = Literal["main", "plain", "good", "danger"]


class Action(Frozen):
    """The base of what seats do. Each action has a `kind`, the key of the move it answers, and a value for each of the
    move's fields.
    """


class AnyAction(Protocol):
    """An action of whichever game."""

    @property
    def kind(self) -> str: ...

    @cached_property
    def written(self) -> str: ...

    def to_json(self) -> str: ...

    def evolve(self, **changes: object) -> Self: ...


class MovePreset(Frozen):
    """An amount that people often choose."""

    label: str
    amount: int
    button: str | None = None
    """The text before the amount on a button of its own, as in "Half pot"; None for a preset of the form alone."""


class Cap(Frozen):
    """The most of an amount beside one value of another field: what the bank could pay of such a bet."""

    value: str
    high: int
    over: str | None = None
    """The refusal of more, where the reason differs from that for the other values."""


class Amount(Frozen):
    """Money, in smallest coins. The sentences may name `{low}` and `{high}`.

    With `by`, the name of another field of the move, the most depends on what that one holds: the choice of a single
    pick, a number, or how many numbers there are. `caps` say it for every value that can be given, and none is below
    `low`: a value for which even the least is too much isn't offered. `high` is the highest of them. Whoever wants more
    is told what fits beside their value.
    """

    type: Literal["amount"] = "amount"
    name: str
    label: str
    low: int
    high: int
    step: int = 1
    presets: tuple[MovePreset, ...] = ()
    too_low: str = "The least is {low}."
    too_high: str = "The most is {high}."
    by: str | None = None
    caps: tuple[Cap, ...] = ()
    over_cap: str = "The bank can take at most {high} on that."
    default: int | None = None
    """The initial amount in a form, where it isn't the least."""

    @cached_property
    def caps_by_value(self) -> Mapping[str, Cap]:
        """The cap beside each value."""
        return {cap.value: cap for cap in self.caps}

    def cap(self, beside: object) -> int:
        """Return the most beside that value of the field that `by` names."""
        cap = self._cap(beside)
        return self.high if cap is None else cap.high

    def check_beside(self, value: object, beside: object) -> None:
        """Refuse an amount that doesn't fit beside `beside`, the checked value of the field that `by` names."""
        amount, cap = self._require_least(value), self._cap(beside)
        if cap is not None and amount > cap.high:
            own = self.too_high if cap.high == self.high else self.over_cap
            raise RuleError(cap.over or own, low=self.low, high=cap.high)
        self._check_high(amount)

    def check(self, value: object) -> None:
        self._check_high(self._require_least(value))

    def _cap(self, beside: object) -> Cap | None:
        value = str(len(cast("tuple[object, ...]", beside)) if isinstance(beside, tuple) else beside)
        return self.caps_by_value.get(value)

    def _require_least(self, value: object) -> int:
        if not _is_whole(value):
            raise RuleError("That isn't an amount of money.")
        if value < self.low:
            raise RuleError(self.too_low, low=self.low, high=self.high)
        return value

    def _check_high(self, value: int) -> None:
        if value > self.high:
            raise RuleError(self.too_high, low=self.low, high=self.high)
        if (value - self.low) % self.step and value != self.high:
            raise RuleError("Start at {low} and go up in steps of {step}.", low=self.low, step=self.step)

    def bounds(self) -> tuple[Any, ...]:
        return (self.low, self.high)

    def beyond(self) -> tuple[object, ...]:
        return (self.low - 1, self.high + 1, True, "1")


class Number(Frozen):
    """A whole number that isn't money: a die that was rolled at the table, a total."""

    type: Literal["number"] = "number"
    name: str
    label: str
    low: int
    high: int
    too_high: str | None = None
    """The refusal of a higher one, where there is a reason besides the bound."""

    def check(self, value: object) -> None:
        if self.too_high is not None and _is_whole(value) and value > self.high:
            raise RuleError(self.too_high)
        if not _is_whole(value) or not self.low <= value <= self.high:
            raise RuleError(f"It must be a whole number from {self.low} to {self.high}.")

    def bounds(self) -> tuple[Any, ...]:
        return (self.low, self.high)

    def beyond(self) -> tuple[object, ...]:
        return (self.low - 1, self.high + 1, True, "1")


class Choice(Frozen):
    """One thing that can be picked; `aliases` are what people type for it, `button` what a button of its own says, and
    `picture` names what `Voice.symbol` draws beside it.
    """

    value: str
    label: str
    aliases: tuple[str, ...] = ()
    button: str | None = None
    picture: str | None = None


def seat_choice(seat: int, **more: str) -> Choice:
    """Build the choice of a seat, by its name (`name_mark`)."""
    return Choice(value=str(seat), label=name_mark(seat), aliases=(name_mark(seat),), **more)


class Closed(Frozen):
    """A value that can be picked at other times or in another move, and the reason why not now.

    `why` may name `{low}` and `{high}`: the least that is needed, and the most that there is room for.
    """

    value: str
    why: str
    low: int = 0
    high: int = 0


class Pick(Frozen):
    """Some of a few choices. One of at most four may be drawn as a button for each choice."""

    type: Literal["pick"] = "pick"
    name: str
    label: str
    choices: tuple[Choice, ...]
    at_least: int = 1
    at_most: int = 1
    none: str = "None of them"
    """The label of picking nothing, where that is allowed: "Keep all five"."""
    wrong_count: str | None = None
    not_offered: str = "Pick from what is offered, each at most once."
    """The refusals of too few or too many, and of a value that isn't there or is picked twice."""
    example: str | None = None
    """An example to type, where there are too many choices for a list: "17, 17-20 or street 4-6"."""
    as_buttons: bool = True
    """False if the choices stand in a form alone, however few there are."""
    closed: tuple[Closed, ...] = ()
    """Values that aren't offered, each with the reason that the player reads."""
    reads: Callable[[str], str | None] | None = None
    """Reads a typed value where people write more than values, labels and aliases. It returns the value, offered or
    not, and None for unknown text; it raises RuleError where it can say what is missing.
    """

    only_for: tuple[str, tuple[str, ...]] | None = None
    """Another field of the move and the values of it for which this pick counts. Beside others it may stay empty, "":
    for a single pick.
    """

    @property
    def is_single(self) -> bool:
        return self.at_least == self.at_most == 1

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values of the choices."""
        return tuple([choice.value for choice in self.choices])

    def check_beside(self, value: object, beside: object) -> None:
        """Check the pick beside the value of the field that `only_for` names."""
        if value or (self.only_for is not None and beside in self.only_for[1]):
            self.check(value)
        elif value != "":
            raise RuleError(self.not_offered)

    def check(self, value: object) -> None:
        picked = (value,) if self.is_single else _members(value, "Pick from what is offered.")
        for one in picked:
            if one not in self.values or picked.count(one) > 1:
                closed = next((known for known in self.closed if known.value in picked), None)
                raise RuleError(closed.why, low=closed.low, high=closed.high) if closed else RuleError(self.not_offered)
        if not self.at_least <= len(picked) <= self.at_most:
            raise RuleError(self.wrong_count or f"Pick {between(self.at_least, self.at_most)}.")

    def bounds(self) -> tuple[Any, ...]:
        values = self.values
        if self.is_single:
            return (values[0], values[-1])
        return (values[: self.at_least], values[-self.at_most :] if self.at_most else ())

    def beyond(self) -> tuple[object, ...]:
        if self.is_single:
            return ("not offered", None, ())
        values = self.values
        too_many = (values[: self.at_most + 1],) if len(values) > self.at_most else ()
        return (*too_many, ("not offered",), None)


class Numbers(Frozen):
    """A set of different whole numbers. `default` is what a form is filled in with that changes some that are there
    already, and `also` what people write for one of them: ("00", 100).
    """

    type: Literal["numbers"] = "numbers"
    name: str
    label: str
    low: int
    high: int
    at_least: int
    at_most: int
    too_many: str | None = None
    """The refusal of more, where there is a reason besides the bound."""
    default: tuple[int, ...] = ()
    also: tuple[tuple[str, int], ...] = ()

    def check(self, value: object) -> None:
        given = _members(value, "Give whole numbers.")
        numbers = [one for one in given if _is_whole(one)]
        if len(numbers) < len(given):
            raise RuleError("Give whole numbers.")
        if faults := (*self.faults(numbers), *self._faults_of_count(len(numbers))):
            raise RuleError(" ".join(faults))

    def faults(self, numbers: Sequence[int]) -> tuple[str, ...]:
        """List all that is wrong with these numbers besides their count, a sentence each."""
        times = Counter(numbers)
        repeated = [one for one in times if times[one] > 1]
        low, high = [one for one in times if one < self.low], [one for one in times if one > self.high]
        return (
            *(f"{_named(one)} appears {'twice' if times[one] == 2 else f'{times[one]} times'}." for one in repeated),
            *([f"{_are(low)} too low{'' if high else self._bounds}."] if low else []),
            *([f"{_are(high)} too high{self._bounds}."] if high else []),
        )

    @property
    def _bounds(self) -> str:
        return f": the numbers go from {self.low} to {self.high}"

    def _faults_of_count(self, count: int) -> tuple[str, ...]:
        if self.too_many is not None and count > self.at_most:
            return (self.too_many,)
        return () if self.at_least <= count <= self.at_most else (self._wrong_count(count),)

    def _wrong_count(self, count: int) -> str:
        wanted = between(self.at_least, self.at_most)
        if not count:
            return f"Give {wanted} {'number' if wanted == '1' else 'numbers'}."
        return f"{'This is 1 number' if count == 1 else f'These are {count} numbers'}: give {wanted}."

    def bounds(self) -> tuple[Any, ...]:
        return (
            tuple(range(self.low, self.low + self.at_least)),
            tuple(range(self.high - self.at_most + 1, self.high + 1)),
        )

    def beyond(self) -> tuple[object, ...]:
        first = tuple(range(self.low, self.low + self.at_least))
        return (
            tuple(range(self.low, self.low + self.at_most + 1)),
            (self.low - 1, *first[1:]),
            (self.high + 1, *first[1:]),
            (self.low,) * self.at_least if self.at_least > 1 else (self.low, self.low),
        )


class Words(Frozen):
    """A line of text."""

    type: Literal["words"] = "words"
    name: str
    label: str
    at_most: int = 200

    def check(self, value: object) -> None:
        if not isinstance(value, str) or not 1 <= len(value) <= self.at_most:
            raise RuleError(f"Write something, up to {self.at_most} characters.")

    def bounds(self) -> tuple[Any, ...]:
        return ("x", "x" * self.at_most)

    def beyond(self) -> tuple[object, ...]:
        return ("", "x" * (self.at_most + 1), 1)


Field = Annotated[Amount | Number | Pick | Numbers | Words, Tagged(discriminator="type")]


class Move(Frozen):
    """Something that a seat may do now. Without fields it is a button; with fields, a button that opens a form."""

    key: str
    label: str
    price: int | None = None
    """The chips behind its label, above 0: its cost, or with "to" the whole bet. None without any."""
    fields: tuple[Field, ...] = ()
    place: Place = "table"
    style: Style = "plain"
    confirm: str | None = None
    """The question before it is done, when people may regret it."""
    aside: bool = False
    """True for a move beside the game's own choices: a private one then is a button with a form, never a list that
    takes room in the hand.
    """
    menu: str = ""
    """The label of a button at the table behind which the move stands with others. One form asks which of them, and
    then for their fields, which have the same names. No key of a move.
    """

    @property
    def single_pick(self) -> Pick | None:
        """The only field, if it picks exactly one of some choices."""
        if len(self.fields) != 1:
            return None
        field = self.fields[0]
        return field if isinstance(field, Pick) and field.is_single else None

    @property
    def quick_amounts(self) -> tuple[tuple[str, int], ...]:
        """The text and the amount of each button that an only field for money has."""
        field = self.fields[0] if len(self.fields) == 1 else None
        presets = field.presets if isinstance(field, Amount) else ()
        return tuple([(preset.button, preset.amount) for preset in presets if preset.button is not None])


def filled(moves: tuple[Move, ...], fill: Callable[[str], str]) -> tuple[Move, ...]:
    """Return the moves with the names and the typed text that their choices mention (`Voice.fill`)."""
    return tuple([_filled_move(move, fill) for move in moves])


def _filled_move(move: Move, fill: Callable[[str], str]) -> Move:
    if not move.fields:
        return move
    fields = tuple([_filled_field(field, fill) for field in move.fields])
    return move if fields == move.fields else move.evolve(fields=fields)


def _filled_field(field: Field, fill: Callable[[str], str]) -> Field:
    if not isinstance(field, Pick) or not any(has_marks(choice.label) for choice in field.choices):
        return field
    return field.evolve(choices=tuple([_filled_choice(choice, fill) for choice in field.choices]))


def _filled_choice(choice: Choice, fill: Callable[[str], str]) -> Choice:
    aliases, button = tuple([fill(alias) for alias in choice.aliases]), choice.button
    return choice.evolve(label=fill(choice.label), aliases=aliases, button=button if button is None else fill(button))


def find(moves: Iterable[Move], key: str) -> Move | None:
    """Return the move with that key, or None."""
    for move in moves:
        if move.key == key:
            return move
    return None


def in_menu(moves: Iterable[Move], menu: str) -> tuple[Move, ...]:
    """Return the moves that stand behind the button of that label."""
    return tuple([move for move in moves if move.menu and move.menu == menu])


def set_text_apart(move: Move | None, action: AnyAction, token: str) -> tuple[AnyAction, str | None]:
    """Return the action with the token in place of the text that a person typed, and that text; None where the move
    asks for none. So no text gets into a state. Raises RuleError for text out of bounds.
    """
    for field in () if move is None else move.fields:
        if isinstance(field, Words):
            text: object = getattr(action, field.name)
            field.check(text)
            return action.evolve(**{field.name: token}), str(text)
    return action, None


def require_offered(moves: Collection[Move], action: AnyAction, refusal: Callable[[], str]) -> Move:
    """Return the move that `action` answers.

    Raises RuleError: with `refusal()` if there is no such move, otherwise with what is wrong with a field.
    """
    move = find(moves, action.kind)
    if move is None:
        raise RuleError(refusal())
    if not move.fields:
        return move
    dependent: list[tuple[Amount | Pick, str]] = []
    for field in move.fields:
        match field:
            case Amount(by=str(other)) | Pick(only_for=(str(other), _)):
                dependent.append((field, other))
            case _:
                field.check(getattr(action, field.name))
    for field, other in dependent:
        field.check_beside(getattr(action, field.name), getattr(action, other))
    return move


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _members(value: object, refusal: str) -> tuple[object, ...]:
    if not isinstance(value, tuple):
        raise RuleError(refusal)
    return cast("tuple[object, ...]", value)


def _named(number: int) -> str:
    """Write a number, or the beginning of a very long one."""
    written = str(number)
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def _are(numbers: Sequence[int]) -> str:
    """Write numbers and the verb behind them: "101 is", "0 and -1 are"."""
    return f"{listed(map(_named, numbers))} {'is' if len(numbers) == 1 else 'are'}"


def between(least: int, most: int) -> str:
    """Describe bounds, as in "2 to 10", or only "2"."""
    return str(least) if least == most else f"{least} to {most}"


def starting_at(order: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return all seats clockwise, `seat` first."""
    at = order.index(seat)
    return (*order[at:], *order[:at])


def after(order: Sequence[int], seat: int) -> tuple[int, ...]:
    """Return all seats clockwise from the left of `seat`, which itself comes last."""
    return (*starting_at(order, seat)[1:], seat)


def next_marker(marker: int, then: Sequence[int], now: Sequence[int]) -> int:
    """Return the seat that gets the dealer's marker next.

    `then` is the order of the hand in which `marker` had it, `now` the order of the hand that begins. If the holder is
    gone, the next of the former neighbors still at the table gets it.
    """
    if marker in now:
        return after(now, marker)[0]
    return next((seat for seat in after(then, marker) if seat in now), now[0])

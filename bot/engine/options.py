"""House rules as people see them: each field of a game's `HouseRules` is an option.

It has a title, a sentence and, where it is one of a few, a label for each choice. Commands and forms are built from
this. Simulated players have such options too.
"""

import types
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar, get_args, get_origin

from pydantic import Field, JsonValue, ValidationError
from pydantic.fields import FieldInfo

from bot.engine.frozen import Frozen, equals, fields_of
from bot.engine.money import MAX_AMOUNT
from bot.errors import RuleError

OptionKind = Literal["choice", "switch", "money", "number"]
OptionValue = bool | int | str
R = TypeVar("R", bound=Frozen)
T = TypeVar("T")


def option(
    default: T,
    title: str,
    description: str,
    *,
    labels: Mapping[str, str] | None = None,
    money: bool = False,
    low: int | None = None,
    high: int | None = None,
    later: bool = False,
) -> T:
    """Declare a field of a `HouseRules` model. `money` counts in smallest coins.

    `labels` name each choice, and of a number what its 0 means ("no limit"). `later`: hands were stored before there
    was this option, and must verify as they were; so its default isn't written down.
    """
    return Field(
        default=default,
        title=title,
        description=description,
        ge=low,
        le=high,
        exclude_if=equals(default) if later else None,
        json_schema_extra={"labels": dict(labels or {}), "money": money},
    )


def brought(default: T) -> T:
    """Declare a field of a `HouseRules` model that no form asks for: a table is opened with it, like its own cards."""
    return Field(default=default, json_schema_extra={"brought": True})


def _extra(field: FieldInfo) -> Mapping[str, JsonValue]:
    extra = field.json_schema_extra
    return {} if extra is None or callable(extra) else extra


class Clash(ValueError):
    """Values that don't go together, raised by the models' own checks: a sentence with amounts, as a RuleError has."""

    def __init__(self, template: str, **amounts: int) -> None:
        super().__init__(template)
        self.amounts = amounts


class Option(Frozen):
    """One house rule, ready to be shown and asked for."""

    name: str
    title: str
    description: str
    kind: OptionKind
    choices: tuple[tuple[str, str], ...] = ()
    """(value, label) of each choice."""
    zero: str = ""
    """The meaning of 0, where it isn't a number like the others."""
    low: int | None = None
    high: int | None = None
    default: object = None

    def told(self, value: OptionValue, money: Callable[[int], str] = "{:,}".format) -> str:
        """Describe a value in words, amounts written by `money`."""
        if self.kind == "switch":
            return "on" if value else "off"
        if isinstance(value, str):
            return dict(self.choices)[value]
        if value == 0 and self.zero:
            return self.zero
        return money(value) if self.kind == "money" else f"{value:,}"

    def read(self, text: str) -> OptionValue:
        """Read a value that the command line or a select gives, money in smallest coins. Raises RuleError."""
        if self.kind == "choice":
            if text not in dict(self.choices):
                raise RuleError(f"{self.title} must be one of {', '.join(value for value, _ in self.choices)}.")
            return text
        if self.kind == "switch":
            if text not in _SWITCH:
                raise RuleError(f"{self.title} must be on or off.")
            return _SWITCH[text]
        if not (text.isascii() and text.isdigit() and len(text) <= 16):
            raise RuleError(f"{self.title} must be a whole number{self._bounds}.")
        return int(text)

    @property
    def _bounds(self) -> str:
        """As in " from 0 to 20", where there are bounds besides how much money there can be."""
        if self.kind == "money" or self.low is None or self.high is None or self.high >= MAX_AMOUNT:
            return ""
        return f" from {self.low:,} to {self.high:,}"


_SWITCH = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}


def options_of(rules: type[Frozen]) -> tuple[Option, ...]:
    """Return all options of a game's house rules, or of its simulated players, in their order."""
    return tuple(_option(name, field) for name, field in fields_of(rules).items() if not _extra(field).get("brought"))


def with_options(rules: R, changes: Mapping[str, object], bringing: Mapping[str, object] | None = None) -> R:
    """Return house rules with some values changed, all bounds checked again. Raises RuleError with what is wrong.

    `bringing` are values of fields that no form asks for.
    """
    by_name = {option.name: option for option in options_of(type(rules))}
    unknown = changes.keys() - by_name.keys()
    if unknown:
        raise RuleError(f"There is no house rule called {', '.join(sorted(unknown))}.")
    try:
        return rules.validated(**{**changes, **(bringing or {})})
    except ValidationError as error:
        raise _first_fault(error, by_name) from None


def _option(name: str, field: FieldInfo) -> Option:
    extra, bounds = _extra(field), {type(rule).__name__: rule for rule in field.metadata}
    low, high, named = bounds.get("Ge"), bounds.get("Le"), extra.get("labels")
    labels = {value: str(label) for value, label in named.items()} if isinstance(named, dict) else {}
    kind, choices = _kind(field.annotation, money=bool(extra.get("money")))
    return Option(
        name=name,
        title=field.title or name,
        description=field.description or "",
        kind=kind,
        choices=tuple((value, labels.get(value, value)) for value in choices),
        zero=labels.get("0", ""),
        low=low.ge if low else None,
        high=high.le if high else None,
        default=field.default,
    )


def _kind(annotation: object, *, money: bool) -> tuple[OptionKind, tuple[str, ...]]:
    if get_origin(annotation) is Literal:
        return "choice", get_args(annotation)
    if isinstance(annotation, types.UnionType):
        raise TypeError("a house rule is a choice, a switch or a number; 0 stands for none")
    if annotation is bool:
        return "switch", ()
    return ("money" if money else "number"), ()


def _first_fault(error: ValidationError, by_name: Mapping[str, Option]) -> RuleError:
    fault = error.errors(include_input=False, include_url=False)[0]
    cause = fault.get("ctx", {}).get("error")
    if isinstance(cause, Clash):
        return RuleError(str(cause), **cause.amounts)
    if not fault["loc"]:
        return RuleError(str(fault["msg"]).removeprefix("Value error, "))
    option = by_name[str(fault["loc"][0])]
    if option.low is None or option.high is None:
        return RuleError(f"{option.title} can't be that.")
    if option.kind == "money":
        return RuleError(f"{option.title} must be between {{low}} and {{high}}.", low=option.low, high=option.high)
    return RuleError(f"{option.title} must be between {option.low:,} and {option.high:,}.")

"""The shapes of forms: what a field must be. A form is checked whole, and each fault is noted at its place."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from playground.discord.refusals import FieldPath, FormErrors

Custom = Callable[[Any, FieldPath, FormErrors], None]


class Checker(Protocol):
    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A string of `low` to `high` characters that matches `pattern` as a whole."""

    low: int
    high: int
    pattern: re.Pattern[str] | None = None

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if not isinstance(value, str):
            errors.add(path, "BASE_TYPE_STRING", "Could not interpret as a string.")
            return
        errors.length(path, value, self.low, self.high)
        if self.pattern is not None and self.low <= len(value) <= self.high and not self.pattern.fullmatch(value):
            errors.add(path, "STRING_TYPE_REGEX", "String value did not match validation regex.")


@dataclass(frozen=True, slots=True)
class Number:
    low: float
    high: float
    whole: bool = True

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
        elif value < self.low:
            errors.add(path, "NUMBER_TYPE_MIN", f"Value should be greater than or equal to {self.low}.")
        elif value > self.high:
            errors.add(path, "NUMBER_TYPE_MAX", f"Value should be less than or equal to {self.high}.")


@dataclass(frozen=True, slots=True)
class Flag:
    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if not isinstance(value, bool):
            errors.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


@dataclass(frozen=True, slots=True)
class Choice:
    among: Collection[Any]

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if not isinstance(value, int | str) or isinstance(value, bool) or value not in self.among:
            shown = ", ".join(str(value) for value in self.among)
            errors.add(path, "BASE_TYPE_CHOICES", f"Value must be one of ({shown}).")


@dataclass(frozen=True, slots=True)
class Snowflake:
    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if isinstance(value, bool) or not str(value).isdecimal():
            errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of `low` to `high` items, each of one shape."""

    item: Checker
    low: int
    high: int

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if not isinstance(value, list):
            errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        if not self.low <= len(value) <= self.high:
            text = f"Must be between {self.low} and {self.high} in length."
            errors.add(path, "BASE_TYPE_BAD_LENGTH", text if self.low else f"Must be {self.high} or fewer in length.")
        for at, item in enumerate(value):
            self.item.check(item, (*path, at), errors)


@dataclass(frozen=True, slots=True)
class Shape:
    """An object: `required` fields must be there, `optional` ones may be absent or null, others are ignored.

    `also` are rules that look at the object as a whole; they run only if its fields are right.
    """

    required: Mapping[str, Checker] = field(default_factory=dict[str, Checker])
    optional: Mapping[str, Checker] = field(default_factory=dict[str, Checker])
    also: tuple[Custom, ...] = ()

    def check(self, value: Any, path: FieldPath, errors: FormErrors) -> None:
        if not isinstance(value, dict):
            errors.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return
        before = len(errors.found)
        for name, checker in self.required.items():
            if value.get(name) is None:
                errors.required((*path, name))
            else:
                checker.check(value[name], (*path, name), errors)
        for name, checker in self.optional.items():
            if value.get(name) is not None:
                checker.check(value[name], (*path, name), errors)
        if len(errors.found) == before:
            for rule in self.also:
                rule(value, path, errors)

"""The base of every model in the engine: immutable, exact, and changed only by `evolve`."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, Self, TypeVar

from propcache.api import cached_property
from pydantic import BaseModel, ConfigDict, Field

_new = object.__new__
_put_values = vars(BaseModel)["__dict__"].__set__


T = TypeVar("T")
TypeForm = Any
"""A type as a value, like `Annotated[A | B, ...]`: Python 3.11 has no name for its type."""


class Frozen(BaseModel):
    """An immutable value with strict types; collections in it are tuples.

    Errors don't repeat the input: a state holds secrets, and errors end up in logs.

    A value that `evolve` or `made` makes is its fields and nothing else. A hand makes hundreds of them, and pydantic's
    own notes on a value take as long as all of its fields. So they stay empty, and `__getattr__` answers for them.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True, strict=True, extra="forbid", hide_input_in_errors=True, ignored_types=(cached_property,)
    )

    if not TYPE_CHECKING:  # the type checker would let any name pass

        def __getattr__(self, name: str) -> Any:
            """Return pydantic's notes on a value without them: all fields are given, and there is nothing besides."""
            if name == "__pydantic_fields_set__":
                return set(type(self).__pydantic_fields__)
            if name in {"__pydantic_extra__", "__pydantic_private__"}:
                return None
            return super().__getattr__(name)

    def evolve(self, **changes: object) -> Self:
        """Return a copy with `changes`. Raises AttributeError for a name the model doesn't have."""
        cls, values = type(self), self.__dict__ | changes
        count = _field_counts[cls]
        while len(values) > count:
            name, _ = values.popitem()  # a cached property, derived from the old values: they stand behind the fields
            if name in changes:
                unknown = sorted(changes.keys() - cls.__pydantic_fields__.keys())
                raise AttributeError(f"{cls.__name__} has no {', '.join(unknown)}")
        copy = _new(cls)
        _put_values(copy, values)
        return copy

    def __getstate__(self) -> dict[Any, Any]:
        """Return what is pickled: the fields alone. A cached property is derived from them, and may hold anything."""
        state, names = super().__getstate__(), type(self).__pydantic_fields__
        if len(self.__dict__) > len(names):
            state = state | {"__dict__": {name: value for name, value in self.__dict__.items() if name in names}}
        return state

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read the value that `to_json` wrote. Raises pydantic's ValidationError for anything else."""
        return cls.model_validate_json(text)

    def to_json(self) -> str:
        return self.model_dump_json()

    @cached_property
    def written(self) -> str:
        """The JSON of a value that is written more than once."""
        return self.to_json()


def later(default: T) -> T:
    """Declare a field that was added to a model after values of it had been stored.

    Stored values must keep their JSON and so their digests, so the field is left out where it holds its default.
    """
    return Field(default=default, exclude_if=equals(default))


def equals(default: object) -> Callable[[object], bool]:
    """Return a test for the value of a field that isn't written down where it holds its default."""
    return lambda value: value == default


P = ParamSpec("P")
M = TypeVar("M", bound=Frozen)


def made(model: Callable[P, M], /, *_: P.args, **values: P.kwargs) -> M:
    """Make a value of `model` from what the rules have just calculated: unchecked, in a third of the time.

    The type checker sees the same call as `model(...)`, so names and types are checked before anything runs. Use
    `model(...)` for input from outside. Raises TypeError for a model with checks of its own.
    """
    cls: Any = model
    value = _new(cls)
    _put_values(value, _defaults[cls] | values)
    return value


class _FieldCounts(dict[type[Frozen], int]):
    """The number of fields of each model: a dict answers in a third of the time of a cached function."""

    def __missing__(self, model: type[Frozen]) -> int:
        count = self[model] = len(model.__pydantic_fields__)
        return count


class _Defaults(dict[type[Frozen], dict[str, object]]):
    """The default of each field of each model, in the order of the JSON."""

    def __missing__(self, model: type[Frozen]) -> dict[str, object]:
        checks = model.__pydantic_decorators__
        if checks.model_validators or checks.field_validators:
            raise TypeError(f"{model.__name__} has checks of its own")
        defaults = self[model] = {name: field.default for name, field in model.__pydantic_fields__.items()}
        return defaults


_field_counts, _defaults = _FieldCounts(), _Defaults()

"""The base of every value in the engine: immutable, exact, and changed only by `evolve`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import FrozenInstanceError, fields
from functools import cache
from types import UnionType, new_class
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    NoReturn,
    ParamSpec,
    Self,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
)

from propcache.api import cached_property
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass
from pydantic.fields import FieldInfo
from pydantic_core import SchemaSerializer, SchemaValidator

_CONFIG = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)
_new = object.__new__


T = TypeVar("T")
TypeForm = Any
"""A type as a value, like `Annotated[A | B, ...]`: Python 3.11 has no name for its type."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(Field,))
class Frozen:
    """An immutable value with strict types; collections in it are tuples.

    Each subclass is made a dataclass whose fields pydantic checks. Its values are read as fast as any object of Python,
    which a model of pydantic isn't. Errors don't repeat the input: a state holds secrets, and errors end up in logs.
    """

    if TYPE_CHECKING:
        __pydantic_decorators__: ClassVar[Any]
        __pydantic_fields__: ClassVar[dict[str, FieldInfo]]
        __pydantic_serializer__: ClassVar[SchemaSerializer]
        __pydantic_validator__: ClassVar[SchemaValidator]

    def __init_subclass__(cls, **options: Any) -> None:
        """Make it a dataclass. Raises TypeError for a field without its type, or with a name that every value has."""
        super().__init_subclass__(**options)
        own, hints = vars(cls), vars(cls).get("__annotations__", {})
        bare = own.keys() & cls.__pydantic_fields__.keys() - hints.keys()
        if wrong := sorted(bare | (hints.keys() & vars(Frozen).keys())):
            raise TypeError(
                f"{cls.__name__} can't have {', '.join(wrong)}: a field needs its type, and no method's name"
            )
        for name in hints:
            if isinstance(own.get(name), FieldInfo):  # pydantic would put these before the others
                hints[name] = Annotated[hints[name], Field(kw_only=True)]
        dataclass(kw_only=True, eq=False, repr=False, config=_CONFIG)(cls)
        for name in own.keys() & cls.__pydantic_fields__.keys():
            delattr(cls, name)  # values are slower to read beside a default of the class

    if not TYPE_CHECKING:  # the type checker knows what a generic class is

        def __class_getitem__(cls, given: Any) -> Any:
            """Return the model with types in place of its parameters: a class of its own, which reads and writes them.

            Its values equal those of no other class. With parameters among the types, return what any generic class
            returns.
            """
            alias = super().__class_getitem__(given)
            return alias if alias.__parameters__ else _filled(alias)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"{type(self).__name__} never changes")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"{type(self).__name__} never changes")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self.by_name() == cast("Frozen", other).by_name()

    def __hash__(self) -> int:
        return hash(tuple(self.by_name().values()))

    def __repr__(self) -> str:
        shown = type(self).__pydantic_fields__
        told = ", ".join(f"{name}={value!r}" for name, value in self.by_name().items() if shown[name].repr)
        return f"{type(self).__name__}({told})"

    def evolve(self, **changes: object) -> Self:
        """Return a copy with `changes`. Raises AttributeError for a name the model doesn't have."""
        cls, values = type(self), self.__dict__ | changes
        count = _field_counts[cls]
        while len(values) > count:
            name, _ = values.popitem()  # a cached property, derived from the old values: they stand behind the fields
            if name in changes:
                unknown = sorted(changes.keys() - cls.__pydantic_fields__.keys())
                raise AttributeError(f"{cls.__name__} has no {', '.join(unknown)}")
        value = _new(cls)
        _put_values(value, values)
        return value

    def validated(self, **changes: object) -> Self:
        """Return a copy with `changes`, all checks made again. Raises as `evolve`, and pydantic's ValidationError."""
        return type(self)(**self.evolve(**changes).by_name())

    def by_name(self) -> Mapping[str, Any]:
        """Return the fields by name, to read them, without cached properties: those are derived from them, and may hold
        anything.
        """
        values, names = self.__dict__, type(self).__pydantic_fields__
        return values if len(values) == len(names) else {name: values[name] for name in names}

    def __getstate__(self) -> Mapping[str, Any]:
        return self.by_name()

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read the value that `to_json` wrote. Raises pydantic's ValidationError for anything else."""
        value: Self = cls.__pydantic_validator__.validate_json(text)
        return value

    def to_json(self) -> str:
        return self.__pydantic_serializer__.to_json(self).decode()

    def to_json_without(self, left_out: Any, *, indent: int | None = None) -> str:
        """Write it as JSON without some fields, or with {field: names} without some fields of a field."""
        return self.__pydantic_serializer__.to_json(self, exclude=left_out, indent=indent).decode()

    def to_dict(self, *, without: Iterable[str] = (), mode: str = "python") -> dict[str, Any]:
        """Return the fields by name, and those of values in them; in mode "json" as JSON has them."""
        values: dict[str, Any] = self.__pydantic_serializer__.to_python(self, mode=mode, exclude=set(without) or None)
        return values

    @cached_property
    def written(self) -> str:
        """The JSON of a value that is written more than once."""
        return self.to_json()


dataclass(config=_CONFIG)(Frozen)  # so that it may be a type of a field, or the bound of one
_put_values = vars(Frozen)["__dict__"].__set__


@cache
def _filled(alias: Any) -> type[Frozen]:
    """Make the class of a generic model and its types. Raises TypeError if a field of it has a quoted type."""
    model, types = get_origin(alias), get_args(alias)
    given = dict(zip(model.__parameters__, types, strict=True))
    changed = {one: hint for one in fields(model) if (hint := _in_full(one.type, given)) != one.type}
    body = {"__module__": model.__module__, "__annotations__": {one.name: hint for one, hint in changed.items()}}
    body |= {one.name: copy(one) for one in changed}  # a dataclass writes its types into them
    name = f"{model.__name__}[{','.join(getattr(each, '__name__', str(each)) for each in types)}]"
    return new_class(name, (model,), exec_body=lambda space: space.update(body))


def _in_full(hint: Any, given: Mapping[Any, Any]) -> Any:
    """Return an annotation with the given types in place of parameters."""
    if isinstance(hint, str):
        raise TypeError(f"{hint!r} is quoted: a generic model needs the type itself")
    if isinstance(hint, TypeVar):
        return given[hint]
    if not getattr(hint, "__parameters__", ()):
        return hint
    generic: Any = Union if get_origin(hint) is UnionType else get_origin(hint)
    return generic[tuple(_in_full(part, given) for part in get_args(hint))]


def fields_of(model: type[Frozen]) -> Mapping[str, FieldInfo]:
    """Return the fields of a model by name, in the order of the JSON."""
    return model.__pydantic_fields__


def members(union: TypeForm) -> Iterator[type[Frozen]]:
    """Yield the models of a tagged union, or the only one."""
    if get_origin(union) is Annotated:
        yield from members(get_args(union)[0])
    elif get_origin(union) in {Union, UnionType}:
        for member in get_args(union):
            yield from members(member)
    else:
        yield union


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

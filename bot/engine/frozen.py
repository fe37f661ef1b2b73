"""The base of every model in the engine: immutable, exact, and changed only by `evolve`."""

from typing import Any, ClassVar, Self

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """An immutable value with strict types; collections in it are tuples.

    Errors don't repeat the input: a state holds secrets, and errors end up in logs.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, strict=True, extra="forbid", hide_input_in_errors=True)

    def evolve(self, **changes: Any) -> Self:
        """A copy with `changes`. Raises AttributeError for a name the model doesn't have."""
        cls = type(self)
        if not changes.keys() <= cls.__pydantic_fields__.keys():
            unknown = changes.keys() - cls.__pydantic_fields__.keys()
            raise AttributeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
        return self.model_copy(update=changes)

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """The value that `to_json` wrote; raises pydantic's ValidationError for anything else."""
        return cls.model_validate_json(text)

    def to_json(self) -> str:
        return self.model_dump_json()

"""Models are values: they never change, take exact types, and keep their contents out of errors."""

import copy
import pickle
from dataclasses import FrozenInstanceError
from types import MappingProxyType
from typing import Generic, Self, TypeVar

import pytest
from propcache.api import cached_property
from pydantic import Field, ValidationError, model_validator

from bot.engine.frozen import Frozen, fields_of, later, made


class Cup(Frozen):
    dice: tuple[int, ...] = ()
    owner: str = "Han"

    @cached_property
    def total(self) -> int:
        return sum(self.dice)


def test_evolving_copies_a_value_that_never_changes():
    cup = Cup(dice=(1,))
    with pytest.raises(FrozenInstanceError):
        cup.owner = "Lando"  # pyright: ignore[reportAttributeAccessIssue] - this is what is tried
    cup = Cup(dice=(1,))
    assert cup.evolve(dice=(2, 3)) == Cup(dice=(2, 3))
    assert cup == Cup(dice=(1,))
    with pytest.raises(AttributeError, match="Cup has no dice_, onwer"):
        Cup().evolve(onwer="Lando", dice_=())
    cup = Cup(dice=(1,))
    assert cup.total == 1
    assert cup.evolve(dice=(2, 3)).total == 5
    for one in (cup, Cup()):
        with pytest.raises(AttributeError, match="Cup has no total"):
            one.evolve(total=3)
    assert Cup().evolve(owner="Lando").to_json() == '{"dice":[],"owner":"Lando"}'


class Bounded(Cup):
    chips: int = Field(default=0, ge=0)
    last: str = Field(default="x", repr=False)


def test_equal_values_hash_alike_and_survive_json():
    assert hash(Cup(dice=(1, 2))) == hash(Cup(dice=(1, 2)))
    read, at_once = Bounded(chips=3, owner="Han"), made(Bounded, owner="Han", chips=3)
    assert (hash(read), repr(read), read.to_json()) == (hash(at_once), repr(at_once), at_once.to_json())
    assert read.evolve(chips=4) == at_once.evolve(chips=4) != at_once
    assert hash(read.evolve(chips=4)) == hash(at_once.evolve(chips=4))
    assert Bounded() != Cup() != "Han"
    assert repr(read) == "Bounded(dice=(), owner='Han', chips=3)"
    assert list(Bounded.from_json(read.to_json()).by_name()) == list(at_once.by_name()) == list(fields_of(Bounded))
    with pytest.raises(ValidationError):
        Bounded((1,))  # pyright: ignore[reportCallIssue] - the order of fields is no order of arguments
    cup = Cup(dice=(6, 6), owner="Lando\u202e")
    assert Cup.from_json(cup.to_json()) == cup


@pytest.mark.parametrize("dice", [("1",), (1.0,), (True,), [1]])
def test_types_are_exact(dice):
    with pytest.raises(ValidationError):
        Cup(dice=dice)


class Shelf(Frozen):
    cups: tuple[Cup, ...] = ()

    @cached_property
    def names(self) -> MappingProxyType[str, int]:
        return MappingProxyType({"cups": len(self.cups)})


def test_pickled_value_leaves_out_what_is_derived_from_its_fields():
    shelf = Shelf()
    assert shelf.names == {"cups": 0}
    assert shelf.names is shelf.names
    assert shelf == Shelf()
    assert shelf.to_json() == '{"cups":[]}'
    again = pickle.loads(pickle.dumps(shelf))
    assert again == shelf
    assert "names" not in again.__dict__
    assert again.evolve(cups=()).names == {"cups": 0}


def test_unknown_fields_are_refused_without_repeating_contents():
    with pytest.raises(ValidationError):
        Cup.from_json('{"dice": [1], "colour": "red"}')
    with pytest.raises(ValidationError) as refused:
        Cup.from_json('{"dice": ["the-hidden-card"]}')
    assert "the-hidden-card" not in str(refused.value)


def test_made_value_equals_a_checked_one_and_refuses_own_checks():
    unchecked, checked = made(Cup, owner="Lando", dice=(6, 6)), Cup(owner="Lando", dice=(6, 6))
    assert (unchecked, hash(unchecked), unchecked.to_json()) == (checked, hash(checked), checked.to_json())
    assert made(Cup).to_json() == Cup().to_json()
    for same in (made(Cup, owner="Lando"), Cup().evolve(owner="Lando")):
        assert same == Cup(owner="Lando") == copy.deepcopy(same)
        assert repr(same) == repr(Cup(owner="Lando"))
        assert pickle.loads(pickle.dumps(same)) == same
        assert Shelf(cups=(same,)).to_json() == '{"cups":[{"dice":[],"owner":"Lando"}]}'
        assert same.to_dict() == {"dice": (), "owner": "Lando"}
        assert not hasattr(same, "onwer")
    assert unchecked.evolve(dice=(1,)).total == 1

    class Pair(Cup):
        @model_validator(mode="after")
        def _are_two(self) -> Self:
            raise AssertionError

    with pytest.raises(TypeError, match="Pair has checks of its own"):
        made(Pair, dice=(1, 2))


Filling = TypeVar("Filling", bound=Cup)


class Shelved(Frozen, Generic[Filling]):
    cup: Filling
    others: tuple[Filling, ...] = later(())


class Room(Frozen, Generic[Filling]):
    shelf: Shelved[Filling]
    spare: Filling | None = None
    more: tuple[Shelved[Filling], ...] | None = later(None)


def test_generic_model_reads_and_writes_the_types_it_is_given():
    cup = Bounded(chips=3)
    room = Room[Bounded](shelf=Shelved[Bounded](cup=cup, others=(cup,)))
    assert Room[Bounded] is Room[Bounded]
    assert Room[Bounded].from_json(room.to_json()) == room
    assert type(Room[Bounded].from_json(room.to_json()).shelf.others[0]) is Bounded
    assert Shelved[Bounded](cup=cup).to_json() == '{"cup":{"dice":[],"owner":"Han","chips":3,"last":"x"}}'
    assert Room[Bounded].from_json('{"shelf": {"cup": {}}}').spare is None
    full = room.evolve(more=(room.shelf,))
    assert Room[Bounded].from_json(full.to_json()) == full
    for wrong in ('{"shelf": {"cup": {"chips": -1}}}', '{"shelf": {"cup": {}}, "spare": 1}', '{"shelf": {}}'):
        with pytest.raises(ValidationError):
            Room[Bounded].from_json(wrong)
    with pytest.raises(ValidationError):
        Room[Cup].from_json(room.to_json())


def test_validated_copy_makes_all_checks_again():
    assert Bounded().validated(chips=3) == Bounded(chips=3)
    for changes in ({"chips": -1}, {"chips": "3"}):
        with pytest.raises(ValidationError):
            Bounded().validated(**changes)
    with pytest.raises(AttributeError, match="Bounded has no colour"):
        Bounded().validated(colour="red")


def test_field_without_its_type_or_with_the_name_of_a_method_is_refused():
    with pytest.raises(TypeError, match="Unnamed can't have owner"):

        class Unnamed(Cup):
            owner = "Lando"

    with pytest.raises(TypeError, match="Judged can't have validated"):

        class Judged(Frozen):
            validated: bool  # pyright: ignore[reportIncompatibleMethodOverride] - what is refused

    class Quoted(Frozen, Generic[Filling]):
        cup: "Filling"

    with pytest.raises(TypeError, match="'Filling' is quoted"):
        Quoted[Cup]

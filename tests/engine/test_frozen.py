"""Models are values: they never change, take exact types, and keep their contents out of errors."""

import copy
import pickle
from types import MappingProxyType
from typing import Self

import pytest
from propcache.api import cached_property
from pydantic import ValidationError, model_validator

from bot.engine.frozen import Frozen, made


class Cup(Frozen):
    dice: tuple[int, ...] = ()
    owner: str = "Han"

    @cached_property
    def total(self) -> int:
        return sum(self.dice)


def test_evolving_copies_a_value_that_never_changes():
    cup = Cup(dice=(1,))
    with pytest.raises(ValidationError):
        cup.owner = "Lando"
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
    assert Cup(dice=(1,)).evolve(dice=(2,)).model_fields_set == {"dice", "owner"}
    assert Cup().evolve(owner="Lando").to_json() == '{"dice":[],"owner":"Lando"}'


def test_equal_values_hash_alike_and_survive_json():
    assert hash(Cup(dice=(1, 2))) == hash(Cup(dice=(1, 2)))
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
        assert same == Cup(owner="Lando") == same.model_copy() == copy.deepcopy(same)
        assert repr(same) == repr(Cup(owner="Lando"))
        assert (same.model_fields_set, same.model_extra) == ({"dice", "owner"}, None)
        assert pickle.loads(pickle.dumps(same)) == same
        assert Shelf(cups=(same,)).to_json() == '{"cups":[{"dice":[],"owner":"Lando"}]}'
        assert same.model_dump(exclude_unset=True) == {"dice": (), "owner": "Lando"}
        assert not hasattr(same, "onwer")
    assert unchecked.evolve(dice=(1,)).total == 1

    class Pair(Cup):
        @model_validator(mode="after")
        def _are_two(self) -> Self:
            raise AssertionError

    with pytest.raises(TypeError, match="Pair has checks of its own"):
        made(Pair, dice=(1, 2))

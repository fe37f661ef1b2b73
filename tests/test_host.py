"""How processes share the shards of a bot: the plan of each, from what it sees of the others."""

from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from bot.db import Survey
from bot.host import fair_share, plan


@dataclass
class Fleet:
    """Processes that follow their plans at once: an heir is connected as soon as it is one."""

    count: int
    wanted: dict[int, frozenset[int] | None] = field(default_factory=dict[int, frozenset[int] | None])
    """By worker: the shards of its settings, None for any."""
    leaving: set[int] = field(default_factory=set[int])
    holders: dict[int, int] = field(default_factory=dict[int, int])
    heirs: dict[int, int] = field(default_factory=dict[int, int])

    def survey(self) -> Survey:
        workers = {worker: wanted is None for worker, wanted in self.wanted.items()}
        heirs = {shard: (heir, True) for shard, heir in self.heirs.items() if heir in workers}
        return Survey(workers, dict(self.holders), heirs, frozenset(self.leaving))

    def step(self, worker: int) -> bool:
        """Let a process follow its plan once. Return True if it did anything."""
        inherited = frozenset(shard for shard, heir in self.heirs.items() if heir == worker)
        steps = plan(self.survey(), worker, self.count, self.wanted[worker], inherited)
        for shard in inherited - steps.inherit - {*steps.take}:
            del self.heirs[shard]
        for shard in steps.inherit:
            assert self.heirs.setdefault(shard, worker) == worker
        for shard in steps.release:
            assert self.holders.pop(shard) == worker
            # The heir waits for nothing else.
            self.holders[shard] = self.heirs.pop(shard)
        for shard in steps.take:
            assert shard not in self.holders
            self.holders[shard] = worker
            self.heirs.pop(shard, None)
        return bool(steps.take or steps.release or steps.inherit != inherited)

    def settle(self) -> None:
        for _ in range(20 * self.count + 20):
            moved = [self.step(worker) for worker in sorted(self.wanted)]
            if not any(moved):
                return
        raise AssertionError(f"shards pass to and fro: {self}")

    def kill(self, worker: int) -> None:
        del self.wanted[worker]
        self.leaving.discard(worker)
        self.holders = {shard: holder for shard, holder in self.holders.items() if holder != worker}


def of(fleet: Fleet, worker: int) -> list[int]:
    return sorted(shard for shard, holder in fleet.holders.items() if holder == worker)


def test_a_process_alone_takes_all_shards():
    fleet = Fleet(3, {0: None})
    fleet.settle()
    assert of(fleet, 0) == [0, 1, 2]


def test_processes_that_want_any_share_the_shards_evenly():
    fleet = Fleet(6, {0: None})
    fleet.settle()
    fleet.wanted |= {1: None, 2: None}
    fleet.settle()
    assert [len(of(fleet, worker)) for worker in range(3)] == [2, 2, 2]


def test_shards_of_a_killed_process_go_to_the_others():
    fleet = Fleet(6, {0: None, 1: None, 2: None})
    fleet.settle()
    fleet.kill(1)
    fleet.settle()
    assert [len(of(fleet, worker)) for worker in (0, 2)] == [3, 3]


def test_a_second_process_with_the_same_shards_waits_as_a_reserve():
    fleet = Fleet(2, {0: frozenset({0, 1}), 1: frozenset({0, 1})})
    fleet.settle()
    assert of(fleet, 0) == [0, 1]
    assert fleet.heirs == {0: 1, 1: 1}
    fleet.leaving.add(0)
    fleet.settle()
    assert of(fleet, 1) == [0, 1]


def test_a_process_that_stops_hands_its_shards_to_one_that_wants_any():
    fleet = Fleet(1, {0: None, 1: None})
    fleet.settle()
    assert fleet.heirs == {}
    fleet.leaving.add(0)
    fleet.settle()
    assert of(fleet, 1) == [0]


def test_nobody_takes_shards_that_its_settings_do_not_name():
    fleet = Fleet(3, {0: frozenset({0}), 1: frozenset({2})})
    fleet.settle()
    assert fleet.holders == {0: 0, 2: 1}


def test_a_process_takes_the_shards_that_it_is_connected_to_first():
    assert plan(Survey({0: True}, {}), 0, 3, None, frozenset({1, 2})).take == (1, 2, 0)


def test_a_process_that_is_back_leaves_other_processes_their_shards():
    for others in ({}, {1: True, 2: True}):
        survey = Survey({0: True, **others}, {}, is_back=True)
        assert plan(survey, 0, 4, None, frozenset({1, 2})).take == (1, 2)


@given(st.data())
def test_every_shard_has_one_holder_after_any_starts_stops_and_kills(data: st.DataObject):
    fleet = Fleet(data.draw(st.integers(1, 9)))
    numbers = iter(range(64))
    for _ in range(data.draw(st.integers(1, 12))):
        running = sorted(set(fleet.wanted) - fleet.leaving)
        match data.draw(st.sampled_from(("start", "start", "kill", "stop", "look"))):
            case "start":
                fleet.wanted[next(numbers)] = None
            case "kill" if fleet.wanted:
                fleet.kill(data.draw(st.sampled_from(sorted(fleet.wanted))))
            case "stop" if running:
                fleet.leaving.add(data.draw(st.sampled_from(running)))
            case _ if fleet.wanted:
                fleet.step(data.draw(st.sampled_from(sorted(fleet.wanted))))
    fleet.settle()
    stay = set(fleet.wanted) - fleet.leaving
    if stay:
        assert set(fleet.holders) == set(range(fleet.count))
        assert set(fleet.holders.values()) <= stay
        assert max(len(of(fleet, worker)) for worker in stay) <= fair_share(fleet.survey(), fleet.count)
        least = fleet.count // len(stay)
        assert min(len(of(fleet, worker)) for worker in stay) >= least or fleet.count % len(stay)

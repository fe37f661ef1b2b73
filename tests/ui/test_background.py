"""Lines of work that may take seconds: what waits behind what, and what is kept."""

import asyncio
import threading
from collections.abc import Iterator

import pytest

from bot.ui.background import BackgroundWork

HAN, LEIA = 1, 2


class Work:
    """Work that goes on when it is let, and notes in which order it was done."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.begun, self.go_on = threading.Event(), threading.Event()

    def __call__(self, name: str) -> str:
        self.begun.set()
        assert self.go_on.wait(10)
        self.done.append(name)
        return name.upper()


@pytest.fixture
def background() -> Iterator[BackgroundWork]:
    made = BackgroundWork()
    yield made
    made.close()


@pytest.fixture
def work() -> Iterator[Work]:
    made = Work()
    yield made
    made.go_on.set()


async def test_a_line_is_worked_off_one_after_the_other_and_no_other_line_waits_for_it(
    background: BackgroundWork, work: Work
):
    asked = [background.ask("slow", person, lambda name=name: work(name)) for person, name in enumerate("abc")]
    assert await background.ask("quick", HAN, lambda: 5) == 5
    assert work.done == []
    work.go_on.set()
    assert await asyncio.gather(*asked) == ["A", "B", "C"]
    assert work.done == ["a", "b", "c"]


async def test_tables_take_turns_however_much_one_of_them_asks(background: BackgroundWork, work: Work):
    asked = [
        background.ask("slow", f"{person}", lambda at=at: work(f"{at}"), place="busy")
        for at, person in enumerate("abcd")
    ]
    asked += [background.ask("slow", name, lambda name=name: work(name), place=name) for name in ("one", "other")]
    asked.append(background.ask("slow", "late", lambda: work("again"), place="one"))
    work.go_on.set()
    await asyncio.gather(*asked)
    assert work.done == ["0", "1", "one", "other", "2", "again", "3"]


async def test_only_the_last_request_of_a_person_waits_in_a_line(background: BackgroundWork, work: Work):
    begun = background.ask("slow", HAN, lambda: work("begun"), "begun")
    assert await asyncio.to_thread(work.begun.wait, 10)
    waiting = background.ask("slow", HAN, lambda: work("waiting"), "waiting")
    other = background.ask("slow", LEIA, lambda: work("of another"), "of another")
    last = background.ask("slow", HAN, lambda: work("last"), "last")
    work.go_on.set()
    assert await asyncio.gather(begun, other, last) == ["BEGUN", "OF ANOTHER", "LAST"]
    assert waiting.cancelled()
    assert work.done == ["begun", "of another", "last"]


async def test_repeated_request_gets_the_same_answer(background: BackgroundWork, work: Work):
    first, again = (background.ask("slow", HAN, lambda: work("it"), "it") for _ in range(2))
    work.go_on.set()
    assert await asyncio.gather(first, again) == ["IT", "IT"]
    assert work.done == ["it"]


async def test_known_result_is_there_at_once_for_everyone(background: BackgroundWork, work: Work):
    asked = [background.ask("slow", person, lambda: work("it"), "it") for person in (HAN, LEIA)]
    work.go_on.set()
    assert await asyncio.gather(*asked) == ["IT", "IT"]
    work.go_on.clear()
    blocked = background.ask("slow", LEIA, lambda: work("more"), "more")
    known = background.ask("slow", HAN, lambda: work("it"), "it")
    assert known.done()
    assert known.result() == "IT"
    work.go_on.set()
    await blocked
    assert work.done == ["it", "more"]


async def test_failed_work_raises_and_is_tried_again_next_time(background: BackgroundWork):
    def fails() -> int:
        raise ZeroDivisionError("nothing to divide by")

    with pytest.raises(ZeroDivisionError, match="nothing to divide by"):
        await background.ask("odd", HAN, fails, "it")
    assert await background.ask("odd", HAN, lambda: 5, "it") == 5


async def test_a_line_goes_on_when_nobody_waits_any_more_for_what_is_next(background: BackgroundWork, work: Work):
    begun, waiting, last = (background.ask("slow", name, lambda name=name: work(name)) for name in ("a", "b", "c"))
    begun.cancel()
    waiting.cancel()
    work.go_on.set()
    assert await last == "C"
    assert work.done == ["a", "c"]


async def test_only_so_much_is_kept_and_the_oldest_goes_first(background: BackgroundWork):
    done: list[int] = []

    def once(number: int) -> int:
        done.append(number)
        return number

    for number in range(1, 259):
        assert await background.ask("many", HAN, lambda number=number: once(number), number) == number
    for number in (258, 3, 2):
        await background.ask("many", HAN, lambda number=number: once(number), number)
    assert done == [*range(1, 259), 2]


async def test_quick_results_push_no_slow_results_out(background: BackgroundWork):
    done: list[str] = []
    for line, what in (("slow", "it"), *(("quick", f"{number}") for number in range(300)), ("slow", "it")):
        await background.ask(line, HAN, lambda what=what: done.append(what) or what, what)
    assert done.count("it") == 1


async def test_dropped_request_never_begins_unless_it_has(background: BackgroundWork, work: Work):
    begun = background.ask("slow", HAN, lambda: work("begun"))
    waiting = background.ask("slow", LEIA, lambda: work("waiting"))
    assert await asyncio.to_thread(work.begun.wait, 10)
    for asker in (HAN, LEIA, "nobody"):
        background.drop("slow", asker)
    work.go_on.set()
    assert await begun == "BEGUN"
    assert waiting.cancelled()
    assert work.done == ["begun"]


async def test_work_elsewhere_is_done_one_after_the_other_and_ends_with_the_house(background: BackgroundWork):
    go_on, begun = asyncio.Event(), list[str]()

    async def elsewhere(name: str) -> str:
        begun.append(name)
        await go_on.wait()
        return name

    asked = [
        background.start("away", name, lambda name=name: asyncio.ensure_future(elsewhere(name)), name) for name in "ab"
    ]
    await asyncio.sleep(0)
    assert begun == ["a"]
    go_on.set()
    assert await asyncio.gather(*asked) == ["a", "b"]
    go_on.clear()
    last = background.start("away", "c", lambda: asyncio.ensure_future(elsewhere("c")))
    await asyncio.sleep(0)
    background.close()
    with pytest.raises(asyncio.CancelledError):
        await last


async def test_nothing_that_waits_is_begun_once_the_house_closes(background: BackgroundWork, work: Work):
    begun = background.ask("slow", HAN, lambda: work("begun"))
    assert await asyncio.to_thread(work.begun.wait, 10)
    waiting = background.ask("slow", LEIA, lambda: work("waiting"))
    background.close()
    work.go_on.set()
    assert await begun == "BEGUN"
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert work.done == ["begun"]

"""Files with a campaign's own cards: written so that they explain themselves, read back as they were, and refused with
everything that is wrong with them.
"""

from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Unreadable
from cogs.klingon.card_file import STANDARD, read_deck, write_deck
from cogs.klingon.cards import Deck
from cogs.klingon.source import MOST_BYTES, BadDeck, Mistake
from tests.games.klingon.klingon_brute import strange_deck
from tests.games.klingon.klingon_use import drawn

WRITTEN = write_deck(STANDARD)


def refused(content: str | bytes) -> BadDeck:
    with pytest.raises(BadDeck) as caught:
        read_deck(content.encode() if isinstance(content, str) else content)
    return caught.value


def changed(*changes: tuple[str, str]) -> str:
    """Return the file of the standard deck, each first part replaced by the second."""
    text = WRITTEN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_the_cards_of_the_game_are_shipped_as_they_would_be_exported():
    assert files("cogs.klingon").joinpath("deck.toml").read_bytes() == WRITTEN.encode()


def test_an_exported_deck_is_read_back_as_it_was():
    rng = Random(2)
    for deck in (STANDARD, *(strange_deck(rng) for _ in range(20))):
        again = read_deck(write_deck(deck).encode())
        assert again == deck
        assert Deck.from_json(again.to_json()) == deck


def test_names_may_hold_whatever_can_be_seen():
    for name in ('The "Übër" \\ #1 {x} 日本', "น้ำผึ้ง नौका"):
        deck = STANDARD.evolve(title=name, ships=(STANDARD.ships[0].evolve(name=name), *STANDARD.ships[1:]))
        assert read_deck(write_deck(deck).encode()) == deck


def test_defaults_are_left_out_and_other_notations_are_read():
    text = changed(
        ("title = ", "# "),
        ("fighter_points = 6", ""),
        ('plasma_r = "Plasma-R"', ""),
        ('name = "Federation carrier"\n', ""),
        ('name = "Klingon D7 cruiser"\n', ""),
        ("mounts = { phaser = 1, photon = 1 }", "mounts.phaser = 1\nmounts.photon = 1"),
        ("mounts = { phaser = 1, photon = 2 }", "[ship.mounts]\nphaser = 1\nphoton = 2"),
    )
    deck = read_deck(text.replace("\n", "\r\n").encode("utf-8-sig"))
    assert (deck.title, deck.ships[5].name, deck.by_id["kli-d7"].name) == (
        "Our own cards",
        "Federation carrier",
        "Klingon cruiser",
    )
    assert deck.evolve(title=STANDARD.title, ships=STANDARD.ships) == STANDARD
    assert [ship.mounts for ship in deck.ships] == [ship.mounts for ship in STANDARD.ships]


D7 = '[[ship]]\nid = "kli-d7"\nname = "Klingon D7 cruiser"\nempire = "Klingon"\nhull = "CA"\npoints = 8'
SHIP_WORDS = "id, name, empire, hull, points, mounts, fighters, carrier, cloak, web"
BAD = {
    "another kind": ("schema = 1", "schema = 2", "", "`schema` must be 1: files of another kind can't be read."),
    "no title": (
        'title = "Fleets of seven empires"',
        "title = 7",
        "",
        "`title` must be a text between quotation marks.",
    ),
    "truth as number": (
        "fighter_points = 6",
        "fighter_points = true",
        "",
        "`fighter_points` must be a whole number.",
    ),
    "name too long": (
        'phaser = "Phaser"',
        f'phaser = "{"x" * 25}"',
        "[names]",
        "`names.phaser` is too long: at most 24 characters.",
    ),
    "name of nothing": (
        'drone = "Drone"',
        'dron = "Drone"',
        "[names]",
        "Nothing is called `dron`; perhaps `drone` is meant.",
    ),
    "hidden letters": (
        'name = "Romulan Warbird"',
        'name = "Romulan\u202eWarbird"',
        "rom-warbird",
        "`name` needs a letter or digit, and may hold nothing that can't be seen.",
    ),
    "tower of accents": (
        'name = "Romulan Warbird"',
        'name = "R\u0335\u0336\u0337\u0335\u0336"',
        "rom-warbird",
        "`name` has too many accents on one letter.",
    ),
    "tower of vowel signs": (
        'name = "Romulan Warbird"',
        'name = "ก็็็็็็"',
        "rom-warbird",
        "`name` has too many accents on one letter.",
    ),
    "letters that are phrases": (
        'name = "Romulan Warbird"',
        'name = "\ufdfa\ufdfa\ufdfa"',
        "rom-warbird",
        "`name` is too long: at most 40 characters.",
    ),
    "unknown weapon": (
        'photon = ["photon"]',
        'photon = ["photon", "photn"]',
        "[mounts]",
        "There is no action card of the type `photn`; perhaps `photon` is meant.",
    ),
    "no weapons": (
        'drone = ["drone"]',
        "drone = []",
        "[mounts]",
        "`mounts.drone` has 0 entries: from 1 to 40 are allowed.",
    ),
    "doubler as weapon": (
        'phaser = ["phaser"]',
        'phaser = ["phaser", "overload"]',
        "[mounts]",
        "`overload` can't be a weapon and a doubler at once.",
    ),
    "unknown doubled": (
        'scatter_pack = ["drone"]',
        'scatter_pack = ["drone", "fighter"]',
        "[doublers]",
        "There is no action card of the type `fighter`.",
    ),
    "value too high": (
        "{ 20 = 2 }",
        "{ 101 = 2 }",
        "plasma_r",
        "`values.101` must be attack points from 1 to 100.",
    ),
    "no copies": ("{ 20 = 2 }", "{ 20 = 0 }", "plasma_r", "`values.20` must lie between 1 and 60."),
    "weapon counted": (
        "values = { 20 = 2 }",
        "n = 2",
        "plasma_r",
        "A weapon has `values`, how many cards there are of each, and no `n`.",
    ),
    "doubler valued": (
        "n = 4",
        "values = { 3 = 4 }",
        "overload",
        "A doubler has `n`, how many there are of it, and no `values`.",
    ),
    "type again": ('type = "photon"', 'type = "phaser"', "phaser", "`phaser` is there already, further up."),
    "id again": ('id = "fed-dd"', 'id = "fed-ff"', "fed-ff", "`fed-ff` is there already, further up."),
    "id misspelt": (
        'id = "fed-dd"',
        'id = "Fed DD"',
        "second ship",
        "`id` may only have a to z, 0 to 9 and hyphens, at most 24.",
    ),
    "points misspelt": (
        D7,
        D7.replace("points", "pionts"),
        "kli-d7",
        f"`pionts` isn't known here; what can stand here is {SHIP_WORDS}.",
    ),
    "points below zero": (D7, D7.replace("8", "-1"), "kli-d7", "`points` must lie between 0 and 99."),
    "no mounts of it": (
        "mounts = { phaser = 1, photon = 2 }",
        "mounts = { phaser = 1, photon = 0 }",
        "fed-dd",
        "`mounts.photon` must lie between 1 and 20.",
    ),
    "unknown mount": (
        "mounts = { phaser = 1, photon = 2 }",
        "mounts = { phaser = 1, foton = 2 }",
        "fed-dd",
        "[mounts] knows no `foton`; perhaps `photon` is meant.",
    ),
    "not quoted": (
        "cloak = true",
        "cloak = yes",
        "",
        "What stands after the equals sign can't be read; texts stand between quotation marks.",
    ),
    "key again": ('drone = "Drone"', 'photon = "Drone"', "", "That has been said before in this file."),
    "open bracket": (
        "{ 20 = 2 }",
        "{ 20 = 2",
        "",
        "A curly bracket isn't closed, or a comma is missing between two entries.",
    ),
    "open text": ('hull = "CA"', 'hull = "CA', "", "A text isn't closed with the quotation mark that it began with."),
}


@pytest.mark.parametrize("old, new, card, what", BAD.values(), ids=BAD.keys())
def test_a_mistake_is_told_with_its_line_and_card_and_what_is_wrong(old: str, new: str, card: str, what: str):
    text = changed((old, new))
    known = {mistake.what: mistake for mistake in refused(text).mistakes}
    assert what in known
    assert known[what].card == card
    first = line_of(WRITTEN, old)
    assert known[what].line in range(first, first + new.count("\n") + 1)


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file():
    text = changed(('type = "photon"', 'type = "foton"'), ("n = 4", "n = 61"), (D7, D7.replace("points = 8", "")))
    unknown = "There is no action card of the type `photon`; perhaps `foton` is meant."
    assert refused(text).lines() == (
        f"Line {line_of(text, 'photon = [')}, [mounts]: {unknown}",
        f"Line {line_of(text, 'option = [')}, [mounts]: {unknown}",
        f"Line {line_of(text, 'overload = [')}, [doublers]: {unknown}",
        f"Line {line_of(text, 'foton')}, foton: No mount fires `foton`; perhaps `photon` is meant.",
        f"Line {line_of(text, 'n = 61')}, overload: `n` must lie between 1 and 60.",
        f"Line {line_of(text, 'kli-d7') - 1}, kli-d7: `points` is missing.",
    )


def test_a_part_that_is_missing_is_told_once():
    start, end = WRITTEN.index("[mounts]"), WRITTEN.index("# Cards that double")
    assert refused(WRITTEN[:start] + WRITTEN[end:]).lines() == ("`mounts` is missing.",)


def test_of_many_mistakes_twenty_are_told_and_how_many_more_there_are():
    refusal = refused(WRITTEN.replace("points = ", "size = "))
    assert refusal.count == 72 + 1
    assert len(refusal.lines()) == 21
    assert refusal.lines()[-1] == "And 53 more."
    assert str(refusal) == "\n".join(refusal.lines())
    assert isinstance(refusal, Unreadable)


def test_mistakes_are_counted_beyond_those_that_are_kept():
    carried = ", ".join(f"m{at} = 1" for at in range(30))
    row = f"empire = 'Us'\nhull = 'FF'\npoints = 1\nmounts = {{ {carried} }}\n"
    refusal = refused(WRITTEN + "".join(f"[[ship]]\nid = 'z{at}'\n{row}" for at in range(15)))
    assert (refusal.count, len(refusal.mistakes)) == (15 * 30, 200)
    assert refusal.lines()[-1] == "And 430 more."


@pytest.mark.parametrize("ships, cards", [(19, 60), (36, 6), (36, 401)])
def test_there_are_enough_cards_and_not_too_many(ships: int, cards: int):
    phasers = dict.fromkeys(range(1, 9), 50) if cards > 100 else {1: cards}
    values = ", ".join(f"{value} = {copies}" for value, copies in phasers.items())
    more = "\n[[action]]\ntype = 'overload'\nn = 1\n" if cards > 100 else ""
    text = "schema = 1\nmounts.phaser = ['phaser']\n" + ("doublers.overload = ['phaser']\n" if more else "")
    text += f"[[action]]\ntype = 'phaser'\nvalues = {{ {values} }}\n{more}"
    text += "".join(f"[[ship]]\nid = 's{at}'\nempire = 'Us'\nhull = 'FF'\npoints = 1\n" for at in range(ships))
    few = f"There are {ships} ships; it takes at least 20."
    count = f"There are {cards} action cards; from 7 to 400 can be played with."
    assert refused(text).mistakes == (Mistake(None, "", few if ships < 20 else count),)


BROKEN = {
    "nothing": b"",
    "blanks": b" \n\t\n",
    "JSON": b'{"ship": []}',
    "a picture": b"\x89PNG\r\n\x1a\n\0\0",
    "another encoding": "título = 1".encode("latin-1"),
    "sixteen bits": WRITTEN.encode("utf-16"),
    "too large": b"#" * (MOST_BYTES + 1),
    "zeros": b"\0" * 999,
    "a long line": b"#" * 1001,
    "many lines": b"\n" * 5000 + b"a = 1",
    "deep arrays": b"a = " + b"[" * 900,
    "deep over lines": b"a = [\n" + b"[\n" * 4000,
    "deep tables": b"a = " + b"{a=" * 300,
    "dotted": b"a" + b".a" * 400 + b" = 1",
    "dotted headings": b"[" + b"a." * 400 + b"a]",
    "many entries": b"a = [\n" + b"1,1,1,1,1,1,\n" * 4000 + b"]",
    "deep behind quotes": b"a = ['\"', " + b"[" * 900,
    "deep behind a comment": b'a = [ # "\n' + b"[" * 900,
    "texts over lines": b'a = """\n[[[[\n"""',
    "a number without end": b"schema = " + b"9" * 990,
    "half a letter": b'title = "\\ud800"',
    "no table": b"ship = 1\naction = [[1]]\nmounts = []\ndoublers = 'x'\nnames = 3",
    "ships in one line": b"ship = [{}, 7, {id = 3}]",
    "no such day": b"schema = 1979-13-41",
    "no such zone": b"schema = 1979-05-27T07:32:00+99:99",
    "many keys": b"".join(b"k%d = 1\n" % at for at in range(4000)),
    "many ships": b"[[ship]]\n" * 4000,
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN.keys())
def test_file_that_is_no_deck_is_refused_briefly(content: bytes):
    refusal = refused(content)
    assert refusal.count >= len(refusal.mistakes) > 0
    assert all(len(line) < 300 for line in refusal.lines())


def test_quoted_text_is_short_and_without_markup():
    hostile = "`" * 5 + "@everyone **[x](y)**" + "z" * 500
    text = changed(("[doublers]", f'[doublers]\n"{hostile}" = ["{hostile}"]'), ('id = "fed-ff"', f'id = "{hostile}"'))
    for line in refused(text).lines():
        assert len(line) < 200
        assert line.count("`") % 2 == 0
        assert "`@" not in line
        assert all("everyone" not in outside for outside in line.split("`")[::2])


SMALL = write_deck(STANDARD.evolve(ships=STANDARD.ships[:20]))


def mutated() -> st.SearchStrategy[bytes]:
    """Build good files with a few pieces cut out or overwritten by marks."""
    place = st.integers(0, len(SMALL))
    piece = st.sampled_from(
        [
            "",
            "[",
            "]",
            "{",
            "}",
            '"',
            "'",
            "=",
            ".",
            ",",
            "#",
            "\n",
            "-",
            "1",
            "\0",
            '"""',
            "é",
            "[[ship]]\n",
            "n = 3\n",
        ]
    )
    cut = st.tuples(place, st.integers(0, 40), piece)

    def made(cuts: list[tuple[int, int, str]]) -> bytes:
        text = SMALL
        for at, length, new in cuts:
            text = text[:at] + new + text[at + length :]
        return text.encode()

    return st.lists(cut, min_size=1, max_size=3).map(made)


TOML = st.text(st.sampled_from("[]{}=\"'.,#\\\n 1atship"), max_size=200).map(str.encode)


@given(st.one_of(st.binary(max_size=200), TOML, mutated()))
def test_any_bytes_are_a_deck_or_a_list_of_mistakes(content: bytes):
    try:
        deck = read_deck(content)
    except BadDeck as refusal:
        found = refusal.lines()
    else:
        found = ("a deck",)
        assert read_deck(write_deck(deck).encode()) == deck
        drawn(deck)
    assert all(found)
    assert found

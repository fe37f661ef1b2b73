"""Files with a campaign's own cards: written so that they explain themselves, read back as they were, and refused with
the entry and the field that are wrong.
"""

from importlib.resources import files
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import Unreadable
from cogs.klingon.card_file import MOST_BYTES, MOST_TOLD, STANDARD, BadDeck, read_deck, write_deck
from cogs.klingon.cards import Deck
from tests.games.klingon.klingon_brute import strange_deck
from tests.games.klingon.klingon_use import drawn

WRITTEN = write_deck(STANDARD)
ARMS = "schema = 1\n[mounts]\ngun = ['gun']\nwing = ['gun', 'ram']\n[doublers]\ntwice = ['gun']\n"
CARDS = "[[action]]\ntype = 'gun'\nvalues = { 3 = 7 }\n[[action]]\ntype = 'ram'\nvalues = { 4 = 2 }\n"
TWICE = "[[action]]\ntype = 'twice'\nn = 2\n"
FILE = ARMS + CARDS + TWICE


def ships(least: int = 20, first: str = "") -> str:
    """Return ships, the first with another line."""
    block = "[[ship]]\nid = 's{0}'\nname = 'Ship {0}'\nempire = 'Us'\nhull = 'FF'\npoints = 1\n"
    return f"{block.format(0)}{first}\n" + "".join(block.format(at) for at in range(1, least))


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


def test_the_cards_of_the_game_are_shipped_as_they_would_be_exported():
    assert files("cogs.klingon").joinpath("deck.toml").read_bytes() == WRITTEN.encode()


def test_an_exported_deck_is_read_back_as_it_was():
    rng = Random(2)
    for deck in (STANDARD, *(strange_deck(rng) for _ in range(20))):
        again = read_deck(write_deck(deck).encode())
        assert again == deck
        assert Deck.from_json(again.to_json()) == deck


@pytest.mark.parametrize("name", ['The "Übër" \\ #1 {x} 日本', "น้ำผึ้ง नौका"])
def test_names_may_hold_whatever_can_be_seen(name: str):
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
    assert (deck.title, deck.ships[5].name) == ("Our own cards", "Federation carrier")
    assert deck.by_id["kli-d7"].name == "Klingon cruiser"
    assert deck.evolve(title=STANDARD.title, ships=STANDARD.ships) == STANDARD
    assert [ship.mounts for ship in deck.ships] == [ship.mounts for ship in STANDARD.ships]


def test_ships_without_a_name_get_different_ones():
    text = FILE + ships().replace("name = 'Ship 2'", "name = 'Us frigate 2'")
    for at in (0, 1, 3):
        text = text.replace(f"name = 'Ship {at}'\n", "")
    names = [ship.name for ship in read_deck(text.encode()).ships]
    assert names[:5] == ["Us frigate 1", "Us frigate 3", "Us frigate 2", "Us frigate 4", "Ship 4"]
    long = text.replace("empire = 'Us'", f"empire = '{'W' * 24}'").replace("hull = 'FF'", "hull = 'BC'")
    names = [ship.name for ship in read_deck(long.encode()).ships]
    assert (max(map(len, names)), len({*names})) == (40, 20)


D7 = '[[ship]]\nid = "kli-d7"\nname = "Klingon D7 cruiser"\nempire = "Klingon"\nhull = "CA"\npoints = 8'
WARBIRD = 'name = "Romulan Warbird"'
BAD = {
    "another kind": ("schema = 1", "schema = 2", "schema"),
    "a truth as kind": ("schema = 1", "schema = true", "schema"),
    "a fraction as kind": ("schema = 1", "schema = 1.0", "schema"),
    "no title": ('title = "Fleets of seven empires"', "title = 7", "title"),
    "truth as number": ("fighter_points = 6", "fighter_points = true", "fighter_points"),
    "not a number": ("fighter_points = 6", "fighter_points = nan", "fighter_points"),
    "huge number": ("fighter_points = 6", f"fighter_points = {'9' * 900}", "fighter_points"),
    "name too long": ('phaser = "Phaser"', f'phaser = "{"x" * 25}"', "names.phaser"),
    "name of nothing": ('drone = "Drone"', 'dron = "Drone"', "names.dron"),
    "hidden letters": (WARBIRD, 'name = "Romulan\u202eWarbird"', "`name`"),
    "tower of accents": (WARBIRD, 'name = "R\u0335\u0336\u0337\u0335\u0336"', "`name`"),
    "tower of vowel signs": (WARBIRD, 'name = "ก็็็็็็"', "`name`"),
    "letters that are phrases": (WARBIRD, 'name = "\ufdfa\ufdfa\ufdfa"', "`name`"),
    "unknown weapon": ('photon = ["photon"]', 'photon = ["photon", "photn"]', "`mounts.photon` has `photn`"),
    "weapon twice": ('photon = ["photon"]', 'photon = ["photon", "photon"]', "`mounts.photon` has `photon`"),
    "no weapons": ('drone = ["drone"]', "drone = []", "`mounts.drone`"),
    "no list": ('drone = ["drone"]', "drone = 'drone'", "`mounts.drone`"),
    "a capital": ('drone = ["drone"]', 'Drone = ["drone"]', "`mounts.Drone`"),
    "doubler as weapon": ('phaser = ["phaser"]', 'phaser = ["phaser", "overload"]', "`mounts.phaser` has `overload`"),
    "unknown doubled": ('scatter_pack = ["drone"]', 'scatter_pack = ["dron"]', "`doublers.scatter_pack` has `dron`"),
    "value too high": ("{ 20 = 2 }", "{ 101 = 2 }", "Action card 7, `plasma_r`: `values.101`"),
    "no copies": ("{ 20 = 2 }", "{ 20 = 0 }", "Action card 7, `plasma_r`: `values.20` must be 1 to 60."),
    "half a copy": ("{ 20 = 2 }", "{ 20 = 2.0 }", "`values.20`"),
    "weapon counted": ("values = { 20 = 2 }", "n = 2", "Action card 7, `plasma_r`: a weapon"),
    "doubler valued": ("n = 4", "values = { 3 = 4 }", "`overload`: a doubler"),
    "type misspelt": ('type = "overload"', 'type = "overloads"', "`overloads`: no mount fires it"),
    "type again": ('type = "photon"', 'type = "phaser"', "`phaser`"),
    "id again": ('id = "fed-dd"', 'id = "fed-ff"', "`fed-ff`"),
    "name again": (WARBIRD, 'name = "klingon d7 cruiser"', "`klingon d7 cruiser`"),
    "id misspelt": ('id = "fed-dd"', 'id = "Fed DD"', "Ship 2, `Federation destroyer`: `id`"),
    "weapon's name again": ('drone = "Drone"', 'drone = "PHASER"', "`phaser`"),
    "points misspelt": (D7, D7.replace("points", "pionts"), "`Klingon D7 cruiser`: `pionts`"),
    "points missing": (D7, D7.replace("points", "pionts"), "`Klingon D7 cruiser`: `points` is missing"),
    "points below zero": (D7, D7.replace("8", "-1"), "`Klingon D7 cruiser`: `points` must be 0 to 99."),
    "no mounts of it": (
        "phaser = 1, photon = 2 }",
        "phaser = 1, photon = 0 }",
        "Ship 2, `Federation destroyer`: `mount",
    ),
    "unknown mount": (
        "phaser = 1, photon = 2 }",
        "phaser = 1, foton = 2 }",
        "Ship 2, `fed-dd`: [mounts] has no `foton`",
    ),
}


@pytest.mark.parametrize("old, new, named", BAD.values(), ids=BAD.keys())
def test_mistake_names_the_entry_and_the_field(old: str, new: str, named: str):
    assert any(named in mistake for mistake in refused(changed((old, new))).mistakes)


@pytest.mark.parametrize(
    "old, new",
    [
        ("cloak = true", "cloak = yes"),
        ('drone = "Drone"', 'photon = "Drone"'),
        ("{ 20 = 2 }", "{ 20 = 2"),
        ('hull = "CA"', 'hull = "CA'),
        ("points = 8", "points = 08"),
    ],
)
def test_broken_toml_is_refused_with_its_line(old: str, new: str):
    line = WRITTEN[: WRITTEN.index(old)].count("\n") + 1
    (mistake,) = refused(changed((old, new))).mistakes
    assert mistake.startswith(f"Line {line}: ")


def test_all_mistakes_are_counted_and_the_first_twenty_told():
    refusal = refused(WRITTEN.replace("points = ", "size = "))
    assert (refusal.count, len(refusal.mistakes)) == (72 + 1, MOST_TOLD)
    assert len(refusal.lines()) == MOST_TOLD + 1
    assert "53" in refusal.lines()[-1]
    assert len(refusal.lines(5)) == 6
    assert isinstance(refusal, Unreadable)


@pytest.mark.parametrize("ships, cards", [(19, 60), (36, 6), (36, 401)])
def test_there_are_enough_cards_and_not_too_many(ships: int, cards: int):
    phasers = dict.fromkeys(range(1, 9), 50) if cards > 100 else {1: cards}
    values = ", ".join(f"{value} = {copies}" for value, copies in phasers.items())
    more = "\n[[action]]\ntype = 'overload'\nn = 1\n" if cards > 100 else ""
    text = "schema = 1\nmounts.phaser = ['phaser']\n" + ("doublers.overload = ['phaser']\n" if more else "")
    text += f"[[action]]\ntype = 'phaser'\nvalues = {{ {values} }}\n{more}"
    text += "".join(f"[[ship]]\nid = 's{at}'\nempire = 'Us'\nhull = 'FF'\npoints = 1\n" for at in range(ships))
    (mistake,) = refused(text).mistakes
    assert str(ships if ships < 20 else cards) in mistake


def test_a_deck_of_doublers_alone_is_refused():
    text = "schema = 1\nmounts.gun = ['gun']\ndoublers.gun = ['gun']\n[[action]]\ntype = 'gun'\nn = 7\n"
    assert any("`mounts.gun`" in mistake for mistake in refused(text + ships()).mistakes)


HOSTILE = {
    "nothing": b"",
    "blanks": b" \n\t\n",
    "JSON": b'{"ship": []}',
    "a picture": b"\x89PNG\r\n\x1a\n\0\0",
    "another encoding": "título = 1".encode("latin-1"),
    "sixteen bits": WRITTEN.encode("utf-16"),
    "too large": b"#" * (MOST_BYTES + 1),
    "a mebibyte": b"a = 1\n" * 2**18,
    "zeros": b"\0" * 999,
    "a long line": b"#" * 1001,
    "many lines": b"\n" * 5000 + b"a = 1",
    "deep arrays": b"a = " + b"[" * 900,
    "deep over lines": b"a = [\n" + b"[\n" * 4000,
    "deep tables": b"a = " + b"{a=" * 300,
    "dotted": b"\n".join(b"a%d" % at + b".a" * 480 + b" = 1" for at in range(250)),
    "dotted in quotes": b"\n".join(b"'a'." * 240 + b"b%d = 1" % at for at in range(250)),
    "dotted headings": b"[" + b"a." * 400 + b"a]",
    "many headings": b"\n".join(b"[x%d.a.a.a]" % at for at in range(4900)),
    "many entries": b"a = [\n" + (b"1," * 499 + b"\n") * 260 + b"]",
    "many fields": b"ship = [\n" + (b"{" + b",".join(b"a%d=1" % at for at in range(120)) + b"},\n") * 350 + b"]",
    "deep behind quotes": b"a = ['\"', " + b"[" * 900,
    "deep behind a comment": b'a = [ # "\n' + b"[" * 900,
    "texts over lines": b'a = """\n[[[[\n"""',
    "backslashes": b"\n".join(b'"' + b"\\" * 990 for _ in range(260)),
    "a number without end": b"schema = " + b"9" * 990,
    "half a letter": b'title = "\\ud800"',
    "no table": b"ship = 1\naction = [[1]]\nmounts = []\ndoublers = 'x'\nnames = 3",
    "a key of brackets": b"'[key]' = 2\nmounts.'[key]' = ['x']",
    "braces": b"schema = 1\n'{0}' = '{told}'\n[mounts]\n'{' = ['{told}']",
    "ships in one line": b"ship = [{}, 7, {id = 3}]",
    "no such day": b"schema = 1979-13-41",
    "many keys": b"".join(b"k%d = 1\n" % at for at in range(4900)),
    "many ships": b"[[ship]]\n" * 4900,
    "many values": b"schema = 1\n[[action]]\ntype = 'a'\n" + b"".join(b"values.x%d = 1\n" % at for at in range(4900)),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE.keys())
def test_file_that_is_no_deck_is_refused_briefly_and_soon(content: bytes):
    begun = process_time()
    refusal = refused(content)
    assert process_time() - begun < 2
    assert refusal.count >= len(refusal.mistakes) > 0
    assert all(0 < len(line) < 200 for line in refusal.lines())


def test_quoted_text_is_short_and_without_markup():
    hostile = "`" * 5 + "@everyone **[x](y)**" + "z" * 500
    text = changed(("[doublers]", f'[doublers]\n"{hostile}" = ["{hostile}"]'), ('id = "fed-ff"', f'id = "{hostile}"'))
    for line in refused(text).lines():
        assert len(line) < 200
        assert all("everyone" not in outside for outside in line.split("`")[::2])


SMALL = write_deck(STANDARD.evolve(ships=STANDARD.ships[:20]))


def mutated() -> st.SearchStrategy[bytes]:
    """Build good files with a few pieces cut out or overwritten by marks."""
    place = st.integers(0, len(SMALL))
    piece = st.sampled_from([*"[]{}\"'=.,#\n-1\0é", "", '"""', "[[ship]]\n", "n = 3\n"])
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
        lines = refusal.lines()
    else:
        lines = ("a deck",)
        assert read_deck(write_deck(deck).encode()) == deck
        drawn(deck)
    assert all(lines)


@given(
    mounts=st.sampled_from(["gun = ['gun']", "gun = ['gun', 'ram']", "gun = []", "", "gun = ['ram']\nodd = ['gun']"]),
    doublers=st.sampled_from(["", "twice = ['gun']", "twice = []", "odd = ['gun', 'ram']", "twice = ['laser']"]),
    cards=st.sampled_from([CARDS, CARDS[:38], f"{CARDS}{TWICE}", TWICE.replace("2", "9"), "action = []\n", ""]),
    first=st.sampled_from(["", "mounts = {}", "mounts.gun = 20", "mounts.laser = 1", "cloak = true\nfighters = 3"]),
    names=st.sampled_from(["", "[names]\n", "[names]\ngun = 'Odd'\n", "[names]\ngun = 'Ram'\n"]),
)
def test_accepted_deck_can_be_shown_and_played(mounts: str, doublers: str, cards: str, first: str, names: str):
    top = cards if cards.startswith("action") else ""
    parts = f"{names}[mounts]\n{mounts}\n[doublers]\n{doublers}\n"
    text = f"schema = 1\n{top}{parts}{'' if top else cards}{ships(first=first)}"
    try:
        deck = read_deck(text.encode())
    except BadDeck:
        return
    drawn(deck)
    assert read_deck(write_deck(deck).encode()) == deck


def test_long_lists_and_tables_are_written_so_that_they_are_read():
    keys = [f"w{at:02}{'x' * 21}" for at in range(40)]
    mount, card, ship = STANDARD.mounts[0], STANDARD.actions[0], STANDARD.ships[0]
    deck = STANDARD.evolve(
        weapons=tuple((key, key) for key in keys),
        mounts=tuple(mount.evolve(key=key, name=key, weapons=tuple(keys)) for key in keys),
        doublers=(),
        actions=tuple(card.evolve(kind=key) for key in keys),
        ships=tuple(
            ship.evolve(id=f"s{at}", name=f"S{at}", mounts=tuple((key, 20) for key in keys)) for at in range(20)
        ),
    )
    assert read_deck(write_deck(deck).encode()) == deck

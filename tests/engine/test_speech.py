"""Names are shown as exactly their visible characters, whatever they try; and the bot's own text reads well plain."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.money import CREDITS, DND
from bot.engine.words import Voice, counted, escape, listed, one_line, ordinal, plain

INVISIBLE_AIDS = "\u2060\u2068\u2069"
LINE_STARTS = [
    re.compile(r" *>>? "),
    re.compile(r" *>>> "),
    re.compile(r" *#{1,3} +\S"),
    re.compile(r" *-# +\S"),
    re.compile(r" *(?:[*-]|[0-9]+\.) +\S"),
]
INLINE = [
    re.compile(form)
    for form in (
        r"\*[^*]*\*",
        r"_[^_]*_",
        r"~~.+?~~",
        r"\|\|.+?\|\|",
        r"`+[^`]*`+",
        r"\[[^\]]*\]\([^)]*\)",
        r"(?:https?|steam|discord)://\S",
        r"(?:discord\.gg|discord(?:app)?\.com/invite)/\S",
        r"mailto:",
        r"<(?:https?:[^>]*|[^\s>]+@[^\s>]+|\+[0-9]+)>",
        r"<@[!&]?[0-9]+>",
        r"<#[0-9]+>",
        r"<id:\w+>",
        r"</[^>:]+:[0-9]+>",
        r"<a?:\w+:[0-9]+>",
        r"<t:-?[0-9]+(?::[a-zA-Z])?>",
        r":\w+:",
        r"@(?:everyone|here)",
    )
]
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")


def displayed(text: str) -> str:
    """Return `text` as a client shows it; fail at the first piece that it would take for markup."""
    assert not any(rule.match(text) for rule in LINE_STARTS), text
    shown, at = "", 0
    while at < len(text):
        if found := ESCAPED.match(text, at):
            shown, at = shown + found[1], found.end()
            continue
        assert not any(rule.match(text, at) for rule in INLINE), text[at:]
        shown, at = shown + text[at], at + 1
    return "".join(letter for letter in shown if letter not in INVISIBLE_AIDS)


TRAPS = [
    "**bold**",
    "*it* _it_ __under__",
    "~~struck~~",
    "||spoiler||",
    "`code`",
    "```code```",
    "# heading",
    "### heading",
    "-# small",
    "> quote",
    ">>> quotes",
    "- item",
    "* item",
    "1. item",
    "23. item",
    "[text](https://evil.example)",
    "<https://evil.example>",
    "https://evil.example/a_b",
    "http://x",
    "discord://app",
    "discord.gg/abc",
    "<mailto:me@evil.example>",
    "<+123456>",
    "@everyone",
    "@here and @everyone",
    "<@80351110224678912>",
    "<@!80351110224678912>",
    "<@&165511591545143296>",
    "<#103735883630395392>",
    "</airhorn:816437322781949972>",
    "<id:customize>",
    "<t:1618953630:R>",
    "<t:1618953630>",
    "<:mmLol:216154654256398347>",
    "<a:b1nzy:392938283556143104>",
    ":smile:",
    ":man_shrugging:",
    "¯\\_(ツ)_/¯",
    "back\\slash\\",
    "\\*not\\*",
    "\\<@80351110224678912>",
    "+ item",
]


@pytest.mark.parametrize("name", TRAPS)
def test_a_name_is_shown_as_its_characters(name: str):
    assert displayed(escape(name)) == name
    assert plain(escape(name)) == name


@given(
    st.lists(st.sampled_from([*TRAPS, *"*_~`|<>[]():@#-.!&/\\ 0a", "everyone", "http", "\n"]), max_size=8).map("".join)
)
def test_no_mixture_of_markup_gets_through(name: str):
    assert displayed(escape(name)) == one_line(name)
    assert plain(escape(name)) == one_line(name)


@given(st.text(max_size=40))
def test_any_text_is_one_visible_line(name: str):
    assert displayed(escape(name)) == one_line(name)
    assert plain(escape(name)) == one_line(name)
    assert len(escape(name).splitlines()) <= 1
    assert one_line(one_line(name)) == one_line(name)


def test_mentions_are_broken_and_ordinary_names_kept():
    raw = escape("@everyone @here <@80351110224678912> <@&1> <#2>")
    assert not re.search(r"@everyone|@here|<@[!&]?[0-9]+>|<#[0-9]+>", raw)
    for name in ("Han Solo", "Pi'Lok", "J. R. Vane", "Zoë-Marie (NPC), 3rd + 4th", "Ö'Brien & Sons", "Vader!"):
        assert escape(name) == name


def test_invisible_characters_are_dropped_and_lines_joined():
    assert one_line(" Han\nSolo\tthe\u2028first\r ") == "Han Solo the first"
    assert one_line("Ha\u200bn\u200d \u202eoloS\u202c\u2066\ufeff\u00ad\u3164\x00\U000e0041") == "Han oloS"
    for name in ("👨‍🚀 Han", "👩🏽‍🚀", "❤️‍🔥"):
        assert one_line(name) == name
    assert escape("علي") == "\u2068علي\u2069"
    assert plain(f"**{escape('علي')}** 4") == "علي 4"


@pytest.mark.parametrize(
    "markup, read",
    [
        ("## Three Street Pi'Lok · Orbit", "Three Street Pi'Lok · Orbit"),
        ("Pot **180 cr** · 50 to call", "Pot 180 cr · 50 to call"),
        ("-# hand 12 · rolls sealed `3f9a`", "hand 12 · rolls sealed 3f9a"),
        ("until <t:1800000000:T>", "until 08:00:00 UTC"),
        ("on <t:1800000000:D>", "on 2027-01-15"),
        ("at <t:1800000000>", "at 2027-01-15 08:00 UTC"),
        ("at <t:9999999999999:R>", "at 9999-12-31 23:59 UTC"),
        ("3D+2: 6 ~~4~~ 3", "3D+2: 6 (4) 3"),
        ("see [the rules](https://example.org/rules)", "see the rules"),
        ("roll <:die_5:1234> with </roll:99>", "roll die_5 with /roll"),
        ("<@12> plays in <#34>", "@12 plays in #34"),
        ("***very*** __much__ _so_ ||hidden||", "very much so hidden"),
        ("> quoted\n> twice", "quoted\ntwice"),
        ("```py\n1 < 2\n```", "1 < 2\n"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        (r"\*\*kept\*\*", "**kept**"),
    ],
)
def test_panel_text_reads_well_without_marks(markup: str, read: str):
    assert plain(markup) == read


def test_lists_counts_and_places_read_as_english():
    assert listed([]) == ""
    assert listed(["Han"]) == "Han"
    assert listed(["Han", "Lando"]) == "Han and Lando"
    assert listed(["Han", "Lando", "Roark"]) == "Han, Lando and Roark"
    assert listed(["call", "fold"], "or") == "call or fold"
    assert counted(1, "die", "dice") == "1 die"
    assert counted(1200, "hand") == "1,200 hands"
    assert [ordinal(place) for place in (1, 3, 12, 13, 22, 111)] == [
        "first",
        "third",
        "twelfth",
        "13th",
        "22nd",
        "111th",
    ]


def test_a_voice_names_seats_and_money():
    voice = Voice({1: "Han *Solo*", 2: "Lando"}, CREDITS)
    assert voice.name(1) == r"**Han \*Solo\***"
    assert voice.plain_name(1) == "Han *Solo*"
    assert voice.list([voice.plain_name(2), voice.plain_name(1)]) == "Lando and Han *Solo*"
    assert voice.money(1410) == "1,410 cr"
    assert voice.net(-470) == "−470 cr"
    assert Voice({}, DND).money(250) == "2 gp 5 sp"


def test_voice_names_the_gm_unnamed_seats_and_dice():
    assert Voice({}, CREDITS).plain_name(0) == "the GM"
    assert Voice({0: "Jabba"}, CREDITS).plain_name(0) == "Jabba"
    assert Voice({3: "\u200b"}, CREDITS).name(3) == "**seat 3**"
    assert Voice({}, CREDITS).dice((1, 6)) == "⚀⚅"
    assert Voice({}, CREDITS).die(20) == "20"
    assert Voice({}, CREDITS, figures={6: "<:six:1>"}).dice((6, 5)) == "<:six:1>5"

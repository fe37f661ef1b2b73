"""What a message may hold. Discord refuses it as a whole, and says where each fault is."""

from typing import Any

import pytest

from playground.discord.limits.messages import check_message, check_not_empty
from playground.discord.refusals import Refusal

Json = dict[str, Any]
LENGTH, UNION, REQUIRED = "BASE_TYPE_BAD_LENGTH", "UNION_TYPE_CHOICES", "BASE_TYPE_REQUIRED"
TOO_MANY = {"components": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"}
TOO_LONG = {"components": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"}
LEGACY = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
EMOJI = "<:d6:123456789012345678>"


def text(content: str = "hi") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "a", label: str = "Go", **more: Any) -> Json:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label, **more}


def buttons(count: int) -> list[Json]:
    return [button(str(n)) for n in range(count)]


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(count: int = 2, **more: Any) -> Json:
    options = [{"label": f"option {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def box(*components: Json) -> Json:
    return {"type": 17, "components": list(components)}


def section(accessory: Json, *texts: Json) -> Json:
    return {"type": 9, "components": list(texts) or [text()], "accessory": accessory}


def gallery(count: int) -> Json:
    return {"type": 12, "items": [{"media": {"url": "https://example.org/x.png"}}] * count}


def faults(*components: Json, v2: bool = True, **fields: Any) -> dict[str, str]:
    """Place and code of every fault of a message."""
    try:
        check_message({"components": list(components), **fields}, v2=v2)
    except Refusal as refusal:
        return dict(_flat(refusal.errors or {}, ""))
    return {}


def _flat(errors: Json, path: str) -> list[tuple[str, str]]:
    found = [(path.strip("."), error["code"]) for error in errors.get("_errors", [])]
    for key, value in errors.items():
        found += _flat(value, f"{path}.{key}") if key != "_errors" else []
    return found


@pytest.mark.parametrize(
    "components, found",
    [
        ([box(*(text("Lando " * 20) for _ in range(20)), row(*buttons(5)), row(*buttons(10)[5:]), row(menu()))], {}),
        ([box(*(text() for _ in range(39)))], {}),
        ([box(*(text() for _ in range(40)))], TOO_MANY),
        ([*(section(one) for one in buttons(13)), text()], {}),
        ([*(section(one) for one in buttons(13)), text(), text()], TOO_MANY),
        ([text("x" * 2000), box(text("y" * 2000))], {}),
        ([text("x" * 2000), box(text("y" * 2001))], TOO_LONG),
        ([text(EMOJI * (4000 // len(EMOJI)))], {}),
        ([text(EMOJI * 100), text(EMOJI * 67)], TOO_LONG),
        ([text("")], {"components.0.content": LENGTH}),
        ([row(*buttons(5))], {}),
        ([row(*buttons(6))], {"components.0.components": LENGTH}),
        ([row()], {"components.0.components": LENGTH}),
        ([row(menu())], {}),
        ([row(menu(), button())], {"components.0.components.1": "COMPONENT_LAYOUT_WIDTH_EXCEEDED"}),
        ([row(menu(25))], {}),
        ([row(menu(26))], {"components.0.components.0.options": LENGTH}),
        ([row(button()), section(button())], {"components.1.accessory.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"}),
        ([section(button(), text(), text(), text())], {}),
        ([section(button(), *(text() for _ in range(4)))], {"components.0.components": LENGTH}),
        ([{"type": 9, "components": [text()]}], {"components.0.accessory": REQUIRED}),
        ([section(menu())], {"components.0.accessory.type": UNION}),
        ([box(box(text()))], {"components.0.components.0.type": UNION}),
        ([box(button())], {"components.0.components.0.type": UNION}),
        ([box()], {"components.0.components": REQUIRED}),
        ([gallery(10)], {}),
        ([gallery(11)], {"components.0.items": LENGTH}),
        ([gallery(0)], {"components.0.items": LENGTH}),
        ([row({"type": 4, "custom_id": "a", "style": 1})], {"components.0.components.0.type": UNION}),
    ],
)  # fmt: skip
def test_message_of_components_is_refused_for_its_errors(components: list[Json], found: dict[str, str]):
    assert faults(*components) == found


@pytest.mark.parametrize(
    "components, fields, found",
    [
        ([text()], {"content": "hello"}, {"content": LEGACY}),
        ([text()], {"embeds": [{"title": "x"}]}, {"embeds": LEGACY}),
        ([text()], {"v2": False}, {"components.0.type": UNION}),
        ([row(one) for one in buttons(6)], {"v2": False}, {"components": LENGTH}),
        ([], {"v2": False, "content": "x" * 2000}, {}),
        ([], {"v2": False, "content": "x" * 2001}, {"content": "BASE_TYPE_MAX_LENGTH"}),
        ([], {"v2": False, "embeds": [{"description": "x" * 3000}] * 2}, {}),
        ([], {"v2": False, "embeds": [{"description": "x" * 3001}] * 2}, {"embeds": "MAX_EMBED_SIZE_EXCEEDED"}),
        ([], {"v2": False, "embeds": [{"title": "x" * 257}]}, {"embeds.0.title": "BASE_TYPE_MAX_LENGTH"}),
        (
            [text()],
            {"allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            {"allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"},
        ),
        ([text()], {"nonce": "x" * 25}, {}),
        ([text()], {"nonce": "x" * 26}, {"nonce": "BASE_TYPE_MAX_LENGTH"}),
    ],
)
def test_message_is_refused_for_errors_of_its_other_fields(components: list[Json], fields: Json, found: dict[str, str]):
    assert faults(*components, **fields) == found


def test_a_menu_has_values_of_their_own_and_asks_for_no_more_than_it_offers():
    twins = menu()
    twins["options"][1]["value"] = "0"
    assert list(faults(row(twins)).values()) == ["SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"]
    assert list(faults(row(menu(2, max_values=3))).values()) == [LENGTH]
    assert "components.0.components.0.min_values" in faults(row(menu(3, min_values=3, max_values=2)))


@pytest.mark.parametrize(
    "fault, code",
    [
        ({"custom_id": "x" * 101}, LENGTH),
        ({"custom_id": None}, REQUIRED),
        ({"label": "x" * 81}, "BASE_TYPE_MAX_LENGTH"),
        ({"label": None}, "BUTTON_COMPONENT_LABEL_OR_EMOJI"),
        ({"style": 7}, "BASE_TYPE_CHOICES"),
        ({"style": 5, "custom_id": None}, REQUIRED),
        ({"style": 5, "url": "https://example.org"}, "COMPONENT_CUSTOM_ID_AND_URL"),
        ({"emoji": {"name": "⚀"}}, "BUTTON_COMPONENT_INVALID_EMOJI"),
        ({"emoji": {"name": "dice"}}, "BUTTON_COMPONENT_INVALID_EMOJI"),
        ({"disabled": "no"}, "BOOLEAN_TYPE_CONVERT"),
    ],
)
def test_a_button_is_refused_for(fault: Json, code: str):
    assert list(faults(row({**button(), **fault})).values()) == [code]


@pytest.mark.parametrize("emoji", ["🎲", "⚔️", "🇩🇪", "1️⃣", "👩‍🚀", "👍🏽", "☠"])
def test_a_button_may_show_any_emoji(emoji: str):
    assert faults(row(button(label="", emoji={"name": emoji}))) == {}


def test_every_fault_is_named_at_once():
    assert len(faults(row(button("x" * 101, "y" * 81)), text("z" * 4001))) == 4


def test_an_empty_message_is_none():
    with pytest.raises(Refusal) as refused:
        check_not_empty("", [], [], 0, 0)
    assert refused.value.code == 50006

"""What a message may hold. Discord refuses it as a whole, and says where each fault is."""

from typing import Any

import pytest

from playground.discord.limits.messages import check_message, check_not_empty
from playground.discord.refusals import Refusal

Json = dict[str, Any]


def text(content: str = "hi") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "a", label: str = "Go", **more: Any) -> Json:
    return {"type": 2, "style": 1, "custom_id": custom_id, "label": label, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def menu(count: int = 2, **more: Any) -> Json:
    options = [{"label": f"option {n}", "value": str(n)} for n in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options, **more}


def box(*components: Json) -> Json:
    return {"type": 17, "components": list(components)}


def section(accessory: Json, *texts: Json) -> Json:
    return {"type": 9, "components": list(texts) or [text()], "accessory": accessory}


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


def test_twenty_gamblers_with_three_rows_of_buttons_fit():
    rows = [row(*(button(f"{r}{n}") for n in range(5))) for r in range(3)]
    assert faults(box(*(text("Lando " * 20) for _ in range(20)), *rows)) == {}


def test_content_and_embeds_do_not_mix_with_the_new_layout():
    assert faults(text(), content="hello") == {"content": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}
    assert faults(text(), embeds=[{"title": "x"}]) == {"embeds": "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"}


def test_without_the_flag_only_rows_stand_in_a_message():
    assert faults(text(), v2=False) == {"components.0.type": "UNION_TYPE_CHOICES"}
    assert faults(*(row(button(str(n))) for n in range(6)), v2=False) == {"components": "BASE_TYPE_BAD_LENGTH"}


def test_forty_components_in_all_and_not_one_more():
    assert faults(box(*(text() for _ in range(39)))) == {}
    assert faults(box(*(text() for _ in range(40)))) == {"components": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"}


def test_an_accessory_and_every_button_count_as_components():
    sections = [section(button(str(n))) for n in range(13)]
    assert faults(*sections, text()) == {}
    assert faults(*sections, text(), text()) == {"components": "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"}


def test_four_thousand_characters_of_text_in_all():
    assert faults(text("x" * 2000), box(text("y" * 2000))) == {}
    assert faults(text("x" * 2000), box(text("y" * 2001))) == {"components": "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"}


def test_a_custom_emoji_costs_all_its_characters():
    emoji = "<:d6:123456789012345678>"
    assert faults(text(emoji * (4000 // len(emoji)))) == {}
    assert "components" in faults(text(emoji * 100), text(emoji * 67))


def test_an_empty_text_is_none():
    assert faults(text("")) == {"components.0.content": "BASE_TYPE_BAD_LENGTH"}


def test_five_buttons_to_a_row():
    assert faults(row(*(button(str(n)) for n in range(5)))) == {}
    assert faults(row(*(button(str(n)) for n in range(6)))) == {"components.0.components": "BASE_TYPE_BAD_LENGTH"}
    assert faults(row()) == {"components.0.components": "BASE_TYPE_BAD_LENGTH"}


def test_a_menu_takes_a_row_for_itself():
    assert faults(row(menu())) == {}
    assert faults(row(menu(), button())) == {"components.0.components.1": "COMPONENT_LAYOUT_WIDTH_EXCEEDED"}


def test_twenty_five_options_to_a_menu_with_values_of_their_own():
    assert faults(row(menu(25))) == {}
    assert faults(row(menu(26))) == {"components.0.components.0.options": "BASE_TYPE_BAD_LENGTH"}
    twins = menu()
    twins["options"][1]["value"] = "0"
    assert list(faults(row(twins)).values()) == ["SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"]


def test_a_menu_cannot_ask_for_more_than_it_offers():
    assert list(faults(row(menu(2, max_values=3))).values()) == ["BASE_TYPE_BAD_LENGTH"]
    assert "components.0.components.0.min_values" in faults(row(menu(3, min_values=3, max_values=2)))


@pytest.mark.parametrize(
    "fault, code",
    [
        ({"custom_id": "x" * 101}, "BASE_TYPE_BAD_LENGTH"),
        ({"custom_id": None}, "BASE_TYPE_REQUIRED"),
        ({"label": "x" * 81}, "BASE_TYPE_MAX_LENGTH"),
        ({"label": None}, "BUTTON_COMPONENT_LABEL_OR_EMOJI"),
        ({"style": 7}, "BASE_TYPE_CHOICES"),
        ({"style": 5, "custom_id": None}, "BASE_TYPE_REQUIRED"),
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


def test_custom_ids_differ_within_a_message():
    found = faults(row(button("same")), section(button("same")))
    assert found == {"components.1.accessory.custom_id": "COMPONENT_CUSTOM_ID_DUPLICATED"}


def test_a_section_has_one_to_three_texts_and_something_beside_them():
    assert faults(section(button(), text(), text(), text())) == {}
    assert list(faults(section(button(), *(text() for _ in range(4)))).values()) == ["BASE_TYPE_BAD_LENGTH"]
    assert faults({"type": 9, "components": [text()]}) == {"components.0.accessory": "BASE_TYPE_REQUIRED"}
    assert faults(section(menu())) == {"components.0.accessory.type": "UNION_TYPE_CHOICES"}


def test_a_container_holds_no_container_and_no_bare_button():
    assert faults(box(box(text()))) == {"components.0.components.0.type": "UNION_TYPE_CHOICES"}
    assert faults(box(button())) == {"components.0.components.0.type": "UNION_TYPE_CHOICES"}
    assert faults(box()) == {"components.0.components": "BASE_TYPE_REQUIRED"}


def test_a_gallery_shows_one_to_ten_pictures():
    item = {"media": {"url": "https://example.org/x.png"}}
    assert faults({"type": 12, "items": [item] * 10}) == {}
    assert faults({"type": 12, "items": [item] * 11}) == {"components.0.items": "BASE_TYPE_BAD_LENGTH"}
    assert faults({"type": 12, "items": []}) == {"components.0.items": "BASE_TYPE_BAD_LENGTH"}


def test_a_text_input_belongs_into_forms_only():
    assert faults(row({"type": 4, "custom_id": "a", "style": 1})) == {
        "components.0.components.0.type": "UNION_TYPE_CHOICES"
    }


def test_two_thousand_characters_of_plain_content():
    assert faults(content="x" * 2000, v2=False) == {}
    assert faults(content="x" * 2001, v2=False) == {"content": "BASE_TYPE_MAX_LENGTH"}


def test_embeds_have_six_thousand_characters_together():
    assert faults(embeds=[{"description": "x" * 3000}] * 2, v2=False) == {}
    assert faults(embeds=[{"description": "x" * 3001}] * 2, v2=False) == {"embeds": "MAX_EMBED_SIZE_EXCEEDED"}
    assert list(faults(embeds=[{"title": "x" * 257}], v2=False)) == ["embeds.0.title"]


def test_a_mention_is_parsed_or_listed_not_both():
    both = {"parse": ["users"], "users": ["1"]}
    assert faults(text(), allowed_mentions=both) == {"allowed_mentions": "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"}


def test_a_nonce_has_twenty_five_characters():
    assert faults(text(), nonce="x" * 25) == {}
    assert list(faults(text(), nonce="x" * 26)) == ["nonce"]


def test_every_fault_is_named_at_once():
    assert len(faults(row(button("x" * 101, "y" * 81)), text("z" * 4001))) == 4


def test_an_empty_message_is_none():
    with pytest.raises(Refusal) as refused:
        check_not_empty("", [], [], 0, 0)
    assert refused.value.code == 50006

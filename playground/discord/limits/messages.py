"""The limits of a message as it would stand after a request: content, embeds, components, flags, files, nonce."""

from typing import Any

from playground.discord.limits.components import check_message_components
from playground.discord.limits.shapes import Choice, Flag, ListOf, Number, Shape, Snowflake, Text
from playground.discord.refusals import FieldPath, FormErrors, Refusal
from playground.discord.world.conversation import COMPONENTS_V2, EPHEMERAL, SUPPRESS_NOTIFICATIONS

Json = dict[str, Any]

CONTENT_AT_MOST = 2000
EMBED_TEXT_AT_MOST = 6000
SUPPRESS_EMBEDS = 1 << 2
VOICE_MESSAGE = 1 << 13
FLAGS_WHEN_SENT = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2 | VOICE_MESSAGE
FLAGS_WHEN_REPLIED = FLAGS_WHEN_SENT | EPHEMERAL
FLAGS_WHEN_EDITED = SUPPRESS_EMBEDS | COMPONENTS_V2

_FIELD = Shape({"name": Text(1, 256), "value": Text(1, 1024)}, {"inline": Flag()})
_EMBED = Shape(
    optional={
        "title": Text(0, 256),
        "description": Text(0, 4096),
        "url": Text(0, 2048),
        "color": Number(0, 0xFFFFFF),
        "fields": ListOf(_FIELD, 0, 25),
        "footer": Shape({"text": Text(1, 2048)}),
        "author": Shape({"name": Text(1, 256)}),
        "image": Shape({"url": Text(1, 2048)}),
        "thumbnail": Shape({"url": Text(1, 2048)}),
    }
)
_MENTIONS = Shape(
    optional={
        "parse": ListOf(Choice(("users", "roles", "everyone")), 0, 3),
        "users": ListOf(Snowflake(), 0, 100),
        "roles": ListOf(Snowflake(), 0, 100),
        "replied_user": Flag(),
    }
)
_MESSAGE = Shape(
    optional={
        "content": Text(0, CONTENT_AT_MOST),
        "embeds": ListOf(_EMBED, 0, 10),
        "allowed_mentions": _MENTIONS,
        "flags": Number(0, 2**31 - 1),
        "tts": Flag(),
        "enforce_nonce": Flag(),
        "message_reference": Shape({"message_id": Snowflake()}, {"fail_if_not_exists": Flag()}),
        "sticker_ids": ListOf(Snowflake(), 0, 3),
        "attachments": ListOf(
            Shape({"id": Snowflake()}, {"filename": Text(1, 1024), "description": Text(0, 1024)}), 0, 10
        ),
    }
)


def check_message(body: Json, *, v2: bool, path: FieldPath = ()) -> None:
    """Refuse a message form as a whole if any part of it breaks a limit. Raises Refusal (50035)."""
    errors = FormErrors()
    _MESSAGE.check(body, path, errors)
    _nonce(body.get("nonce"), (*path, "nonce"), errors)
    if body.get("components"):
        check_message_components(body["components"], v2=v2, errors=errors, path=path)
    if not errors.found:
        _mentions_agree(body.get("allowed_mentions"), (*path, "allowed_mentions"), errors)
        if sum(_embed_text(embed) for embed in body.get("embeds") or []) > EMBED_TEXT_AT_MOST:
            text = "Embed size exceeds maximum size of 6000"
            errors.add((*path, "embeds"), "MAX_EMBED_SIZE_EXCEEDED", text)
    if v2:
        for name in ("content", "embeds", "sticker_ids", "poll"):
            if body.get(name):
                text = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                errors.add((*path, name), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", text)
    errors.refuse()


def check_not_empty(content: str, embeds: list[Json], components: list[Json], files: int, stickers: int) -> None:
    """Require a message to hold something. Raises Refusal (50006)."""
    if not (content or embeds or components or files or stickers):
        raise Refusal(400, 50006, "Cannot send an empty message", is_mistake=True)


def _nonce(nonce: Any, path: FieldPath, errors: FormErrors) -> None:
    if isinstance(nonce, str):
        errors.length(path, nonce, 0, 25)
    elif nonce is not None and (isinstance(nonce, bool) or not isinstance(nonce, int)):
        errors.add(path, "NONCE_TYPE", "Must be a string or an integer.")


def _mentions_agree(allowed: Json | None, path: FieldPath, errors: FormErrors) -> None:
    """Check that a kind of mention is parsed or listed by id, not both."""
    for kind in ("users", "roles"):
        if allowed and allowed.get(kind) and kind in (allowed.get("parse") or []):
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            errors.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)


def _embed_text(embed: Json) -> int:
    parts = [embed.get("title"), embed.get("description")]
    parts += [(embed.get(name) or {}).get(key) for name, key in (("footer", "text"), ("author", "name"))]
    for field in embed.get("fields") or []:
        parts += [field["name"], field["value"]]
    return sum(len(part) for part in parts if part)

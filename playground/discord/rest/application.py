"""The application: its card, its commands, its emojis, and the way to the gateway."""

import base64
import binascii
import re
from typing import Any

from playground.discord.limits.commands import COMMANDS_AT_MOST, check_command, check_commands
from playground.discord.refusals import FormErrors, Refusal, invalid, missing_access
from playground.discord.rest.call import Call, Reply, Routes
from playground.discord.world.application import Emoji

Json = dict[str, Any]

EMOJIS_AT_MOST = 2000
EMOJI_BYTES = 256 * 1024
_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


def gateway(call: Call) -> Reply:
    return Reply(200, call.describe_gateway())


def card(call: Call) -> Reply:
    return Reply(200, call.world.application_json())


def _owner(call: Call) -> int | None:
    """Return the server of the path's commands, None for global ones. Raises Refusal for a foreign application or
    server.
    """
    if call.id("application_id") != call.world.application_id:
        raise Refusal(403, 20012, "You are not authorized to perform this action on this application", is_mistake=True)
    if "guild_id" not in call.names:
        return None
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or not guild.has_bot:
        raise missing_access()
    return guild.id


def _stored(call: Call) -> dict[int, Json]:
    return call.world.commands.setdefault(_owner(call), {})


def commands(call: Call) -> Reply:
    return Reply(200, list(_stored(call).values()))


def put_commands(call: Call) -> Reply:
    """Replace the whole set at once; commands that stay keep their ids."""
    owner, stored = _owner(call), _stored(call)
    wanted = call.body if isinstance(call.body, list) else []
    check_commands(wanted)
    ids = {(c["name"], c["type"]): number for number, c in stored.items()}
    made = [_registered(call, form, owner, ids.get((form["name"], form.get("type") or 1))) for form in wanted]
    call.world.commands[owner] = {int(command["id"]): command for command in made}
    call.world.touched()
    return Reply(200, made)


def post_command(call: Call) -> Reply:
    """One more; the same name and type replaces."""
    owner, stored, form = _owner(call), _stored(call), call.form()
    errors = FormErrors()
    check_command(form, errors)
    errors.refuse()
    kind = form.get("type") or 1
    old = next((n for n, c in stored.items() if (c["name"], c["type"]) == (form["name"], kind)), None)
    if old is None and sum(c["type"] == kind for c in stored.values()) >= COMMANDS_AT_MOST[kind]:
        raise Refusal(400, 30032, "Maximum number of application commands reached", is_mistake=True)
    command = _registered(call, form, owner, old)
    stored[int(command["id"])] = command
    call.world.touched()
    return Reply(200 if old else 201, command)


def command(call: Call) -> Reply:
    return Reply(200, _command(call))


def patch_command(call: Call) -> Reply:
    stored, old = _stored(call), _command(call)
    form = {**old, **call.form()}
    if isinstance(form.get("default_member_permissions"), str):
        form["default_member_permissions"] = int(form["default_member_permissions"])
    errors = FormErrors()
    check_command(form, errors)
    errors.refuse()
    changed = _registered(call, form, _owner(call), int(old["id"]))
    stored[int(old["id"])] = changed
    call.world.touched()
    return Reply(200, changed)


def delete_command(call: Call) -> Reply:
    del _stored(call)[int(_command(call)["id"])]
    call.world.touched()
    return Reply(204)


def _command(call: Call) -> Json:
    found = _stored(call).get(call.id("command_id"))
    if found is None:
        raise Refusal(404, 10063, "Unknown application command")
    return found


def _registered(call: Call, form: Json, owner: int | None, old_id: int | None) -> Json:
    permissions = form.get("default_member_permissions")
    command: Json = {
        "id": str(old_id or call.world.ids.next()),
        "application_id": str(call.world.application_id),
        "version": str(call.world.ids.next()),
        "type": form.get("type") or 1,
        "name": form["name"],
        "description": form.get("description") or "",
        "default_member_permissions": None if permissions is None else str(permissions),
        "nsfw": bool(form.get("nsfw")),
        "options": _without_nulls(form.get("options") or []),
        "contexts": form.get("contexts"),
        "integration_types": form.get("integration_types") or [0],
    }
    for name in ("name_localizations", "description_localizations"):
        command[name] = form.get(name)
    if owner is not None:
        command["guild_id"] = str(owner)
    else:
        command["dm_permission"] = form.get("dm_permission") is not False
    return command


def _without_nulls(options: list[Json]) -> list[Json]:
    kept = [{key: value for key, value in option.items() if value is not None} for option in options]
    return [o | ({"options": _without_nulls(o["options"])} if "options" in o else {}) for o in kept]


def emojis(call: Call) -> Reply:
    _owner(call)
    return Reply(200, {"items": [call.world.emoji_json(emoji) for emoji in call.world.emojis.values()]})


def post_emoji(call: Call) -> Reply:
    _owner(call)
    form = call.form()
    name = _emoji_name(call, form, None)
    found = _DATA_URI.fullmatch(form.get("image") or "")
    if found is None:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    try:
        content = base64.b64decode(found[2], validate=True)
    except binascii.Error:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data") from None
    if len(content) > EMOJI_BYTES:
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    if len(call.world.emojis) >= EMOJIS_AT_MOST:
        raise Refusal(400, 30008, "Maximum number of emojis reached (2000)", is_mistake=True)
    emoji = Emoji(call.world.ids.next(), name, content, found[1])
    call.world.emojis[emoji.id] = emoji
    call.world.touched()
    return Reply(201, call.world.emoji_json(emoji))


def emoji(call: Call) -> Reply:
    return Reply(200, call.world.emoji_json(_emoji(call)))


def patch_emoji(call: Call) -> Reply:
    found = _emoji(call)
    found.name = _emoji_name(call, call.form(), found)
    call.world.touched()
    return Reply(200, call.world.emoji_json(found))


def delete_emoji(call: Call) -> Reply:
    del call.world.emojis[_emoji(call).id]
    call.world.touched()
    return Reply(204)


def _emoji(call: Call) -> Emoji:
    _owner(call)
    found = call.world.emojis.get(call.id("emoji_id"))
    if found is None:
        raise Refusal(404, 10014, "Unknown Emoji")
    return found


def _emoji_name(call: Call, form: Json, own: Emoji | None) -> str:
    name = form.get("name")
    if not isinstance(name, str) or not _EMOJI_NAME.fullmatch(name):
        raise invalid(("name",), "STRING_TYPE_REGEX", "String value did not match validation regex.")
    if any(other.name == name for other in call.world.emojis.values() if other is not own):
        text = "Emoji name is already taken"
        raise invalid(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", text)
    return name


_APPLICATION = "/applications/{application_id}"
ROUTES: Routes = {
    ("GET", "/gateway/bot"): gateway,
    ("GET", "/oauth2/applications/@me"): card,
    ("GET", "/applications/@me"): card,
    ("GET", f"{_APPLICATION}/emojis"): emojis,
    ("POST", f"{_APPLICATION}/emojis"): post_emoji,
    ("GET", f"{_APPLICATION}/emojis/{{emoji_id}}"): emoji,
    ("PATCH", f"{_APPLICATION}/emojis/{{emoji_id}}"): patch_emoji,
    ("DELETE", f"{_APPLICATION}/emojis/{{emoji_id}}"): delete_emoji,
}
for _place in (_APPLICATION, f"{_APPLICATION}/guilds/{{guild_id}}"):
    ROUTES |= {
        ("GET", f"{_place}/commands"): commands,
        ("PUT", f"{_place}/commands"): put_commands,
        ("POST", f"{_place}/commands"): post_command,
        ("GET", f"{_place}/commands/{{command_id}}"): command,
        ("PATCH", f"{_place}/commands/{{command_id}}"): patch_command,
        ("DELETE", f"{_place}/commands/{{command_id}}"): delete_command,
    }

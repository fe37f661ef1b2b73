"""Servers, members, roles and users: looked up, and left."""

from playground.discord.refusals import Refusal
from playground.discord.rest.call import Call, Reply, Routes
from playground.discord.world.payloads import (
    channel_json,
    guild_json,
    member_json,
    own_guild_json,
    own_user_json,
    role_json,
    user_json,
)


def me(call: Call) -> Reply:
    return Reply(200, own_user_json(call.world.bot))


def user(call: Call) -> Reply:
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise Refusal(404, 10013, "Unknown User")
    return Reply(200, user_json(found))


def my_guilds(call: Call) -> Reply:
    limit = call.number("limit", 200, 1, 200)
    after = int(call.query.get("after", "0"))
    mine = [guild for guild in call.world.guilds.values() if guild.has_bot and guild.id > after]
    return Reply(200, [own_guild_json(guild, guild.members[call.world.bot.id]) for guild in mine[:limit]])


def leave(call: Call) -> Reply:
    call.world.kick_bot(call.guild())
    return Reply(204)


def guild(call: Call) -> Reply:
    found = call.guild()
    counts = {"approximate_member_count": len(found.members), "approximate_presence_count": len(found.members)}
    return Reply(200, guild_json(found) | (counts if call.flag("with_counts") else {}))


def channels(call: Call) -> Reply:
    return Reply(200, [channel_json(channel) for channel in call.guild().channels.values()])


def roles(call: Call) -> Reply:
    return Reply(200, [role_json(role) for role in call.guild().roles.values()])


def role(call: Call) -> Reply:
    found = call.guild().roles.get(call.id("role_id"))
    if found is None:
        raise Refusal(404, 10011, "Unknown Role")
    return Reply(200, role_json(found))


def member(call: Call) -> Reply:
    found = call.guild().members.get(call.id("user_id"))
    if found is None:
        raise Refusal(404, 10007, "Unknown Member")
    return Reply(200, member_json(found))


ROUTES: Routes = {
    ("GET", "/users/@me"): me,
    ("GET", "/users/{user_id}"): user,
    ("GET", "/users/@me/guilds"): my_guilds,
    ("DELETE", "/users/@me/guilds/{guild_id}"): leave,
    ("GET", "/guilds/{guild_id}"): guild,
    ("GET", "/guilds/{guild_id}/channels"): channels,
    ("GET", "/guilds/{guild_id}/roles"): roles,
    ("GET", "/guilds/{guild_id}/roles/{role_id}"): role,
    ("GET", "/guilds/{guild_id}/members/{user_id}"): member,
}

"""Who may do what: roles, then the channel's overwrites, then what Discord takes away by itself."""

from enum import IntFlag

from playground.discord.world.places import Channel, Guild, Member


class Permission(IntFlag):
    """Discord's permission bits, as far as anything here asks for them."""

    CREATE_INSTANT_INVITE = 1 << 0
    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    CONNECT = 1 << 20
    SPEAK = 1 << 21
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38
    MODERATE_MEMBERS = 1 << 40
    SEND_POLLS = 1 << 49
    PIN_MESSAGES = 1 << 51


ALL = (1 << 53) - 1
EVERYONE_DEFAULT = int(
    Permission.CREATE_INSTANT_INVITE
    | Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.CONNECT
    | Permission.SPEAK
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.SEND_POLLS
)
DM_PERMISSIONS = int(
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
)
_NEEDS_SENDING = int(
    Permission.MENTION_EVERYONE | Permission.SEND_TTS_MESSAGES | Permission.ATTACH_FILES | Permission.EMBED_LINKS
)
_LEFT_IN_TIMEOUT = int(Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY)


def base_permissions(guild: Guild, member: Member) -> int:
    """Return the bits of `member` in the whole server: the owner and administrators have them all."""
    if member.id == guild.owner_id:
        return ALL
    bits = guild.roles[guild.id].permissions
    for role_id in member.role_ids:
        bits |= guild.roles[role_id].permissions
    return ALL if bits & Permission.ADMINISTRATOR else bits


def channel_permissions(guild: Guild, member: Member, channel: Channel, now: float) -> int:
    """Return the bits of `member` in `channel` at `now` (seconds since the epoch). A thread has its parent's
    overwrites.
    """
    bits = base_permissions(guild, member)
    if bits & Permission.ADMINISTRATOR:
        return bits
    place = guild.channels.get(channel.parent_id or 0, channel) if channel.is_thread else channel
    bits = _with_overwrites(bits, guild, member, place)
    if member.timed_out_until is not None and member.timed_out_until > now:
        bits &= _LEFT_IN_TIMEOUT
    if not bits & Permission.VIEW_CHANNEL:
        return 0
    sending = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    return bits if bits & sending else bits & ~_NEEDS_SENDING


def _with_overwrites(bits: int, guild: Guild, member: Member, channel: Channel) -> int:
    """@everyone's overwrite first, then those of the member's roles together, then the member's own."""
    everyone = channel.overwrites.get(guild.id)
    if everyone is not None:
        bits = bits & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.role_ids:
        overwrite = channel.overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    bits = bits & ~deny | allow
    own = channel.overwrites.get(member.id)
    return bits if own is None else bits & ~own.deny | own.allow

"""The shards of Discord's gateway, and which of them this process serves.

A server belongs to exactly one shard (Discord's own rule), and a shard is served by one process at a time. So tables,
locks and caches of a server live in one process.
"""

from collections.abc import Collection

_ID_BITS = 22
"""The bits of a Discord id below its time."""


class Shards:
    """How many shards there are, and those that this process serves now."""

    def __init__(self, count: int = 1, held: Collection[int] = (0,)) -> None:
        self.count = count
        self.held = frozenset(held)

    def of(self, guild_id: int | None) -> int:
        """Return the shard of a server. Direct messages, which have none, come to shard 0."""
        return ((guild_id or 0) >> _ID_BITS) % self.count

    def serves(self, guild_id: int | None) -> bool:
        """Return True if this process serves that server now."""
        return self.of(guild_id) in self.held

    def condition(self, column: str = "guild_id") -> tuple[str, tuple[int, ...]]:
        """Return a condition in SQL for rows of the servers that this process serves, and its values.

        `column` holds a server's id, or another id whose rows are to be divided among the processes.
        """
        held = tuple(sorted(self.held))
        if not held:
            return "1 = 0", ()
        return f"({column} >> {_ID_BITS}) % ? IN ({', '.join('?' * len(held))})", (self.count, *held)

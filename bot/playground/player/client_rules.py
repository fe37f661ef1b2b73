"""What Discord's own client checks before it sends anything."""


class ClientRefused(Exception):
    """The client doesn't let a person do that; nothing was sent."""

"""Rate limits: a bucket for each route and place, fifty requests a second in all, and old messages by themselves.

They run on the event loop's time, not on the injected clock: discord.py waits for them in real seconds.
"""

import hashlib
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.discord.refusals import Refusal

Json = dict[str, Any]

GLOBAL_PER_SECOND = 50
OLD_AFTER = 3600.0
# Nowhere documented; this is what bots have met in practice, per channel.
OLD_EDITS, OLD_EDITS_WINDOW = 3, 20.0
OLD_EDITS_CODE = 30046

_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
_EXEMPT = "/interactions/"
_FOLLOW_UP = "/webhooks/{webhook_id}/{webhook_token}"
_LIMITS: dict[tuple[str, str], tuple[int, float]] = {
    ("POST", "/channels/{channel_id}/messages"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"): (5, 5.0),
    ("DELETE", "/channels/{channel_id}/messages/{message_id}"): (5, 1.0),
    ("POST", "/channels/{channel_id}/messages/bulk-delete"): (1, 3.0),
    ("POST", "/channels/{channel_id}/typing"): (5, 5.0),
    ("PATCH", "/channels/{channel_id}"): (5, 15.0),
    ("POST", _FOLLOW_UP): (5, 2.0),
    ("PATCH", f"{_FOLLOW_UP}/messages/@original"): (5, 2.0),
    ("PATCH", f"{_FOLLOW_UP}/messages/{{message_id}}"): (5, 2.0),
    ("POST", "/users/@me/channels"): (10, 10.0),
    ("GET", "/guilds/{guild_id}/members/{user_id}"): (5, 1.0),
}
_ORDINARY = (50, 1.0)
_BOUNDLESS = {
    "X-RateLimit-Limit": "1000000",
    "X-RateLimit-Remaining": "999999",
    "X-RateLimit-Reset-After": "1.000",
    "X-RateLimit-Bucket": "boundless",
}


@dataclass(slots=True)
class _Window:
    """At most `limit` requests in `seconds`, counted from the first of them."""

    limit: int
    seconds: float
    used: int = 0
    ends: float = 0.0
    bucket: str = ""

    def take(self, now: float) -> bool:
        if now >= self.ends:
            self.used, self.ends = 0, now + self.seconds
        self.used += 1
        return self.used <= self.limit


@dataclass(slots=True)
class RateLimits:
    """Counts what the bot sends. `now` is in seconds of any steady time; `enabled` off lets everything pass."""

    now: Callable[[], float]
    enabled: bool = True
    _windows: dict[tuple[str, ...], _Window] = field(default_factory=dict[tuple[str, ...], _Window])
    _all: _Window = field(default_factory=lambda: _Window(GLOBAL_PER_SECOND, 1.0))
    _old: dict[int, deque[float]] = field(default_factory=dict[int, deque[float]])

    def take(self, method: str, route: str, names: dict[str, str]) -> dict[str, str]:
        """Count a request and give the headers of its reply. Raises Refusal (429). Interaction replies are exempt."""
        if route.startswith(_EXEMPT):
            return {}
        if not self.enabled:
            return _BOUNDLESS
        now = self.now()
        if not route.startswith(_FOLLOW_UP) and not self._all.take(now):
            raise _slow_down(self._all.ends - now, "global", {"X-RateLimit-Global": "true"})
        window = self._window(method, route, names)
        passed = window.take(now)
        left = window.ends - now
        headers = {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(max(0, window.limit - window.used)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": window.bucket,
        }
        if not passed:
            raise _slow_down(left, "user", headers)
        return headers

    def take_old_edit(self, channel_id: int) -> None:
        """Count an ordinary edit of a message older than an hour. Raises Refusal (429, code 30046)."""
        if not self.enabled:
            return
        now = self.now()
        recent = self._old.setdefault(channel_id, deque())
        while recent and recent[0] <= now - OLD_EDITS_WINDOW:
            recent.popleft()
        if len(recent) >= OLD_EDITS:
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later."
            raise _slow_down(recent[0] + OLD_EDITS_WINDOW - now, "shared", {}, text, OLD_EDITS_CODE)
        recent.append(now)

    def _window(self, method: str, route: str, names: dict[str, str]) -> _Window:
        key = (method, route, *(names.get(name, "") for name in _MAJOR))
        window = self._windows.get(key)
        if window is None:
            if len(self._windows) > 2000:
                now = self.now()
                self._windows = {k: w for k, w in self._windows.items() if w.ends > now}
            limit, seconds = _LIMITS.get((method, route), _ORDINARY)
            bucket = hashlib.sha256(f"{method} {route}".encode()).hexdigest()[:32]
            window = self._windows[key] = _Window(limit, seconds, bucket=bucket)
        return window


def in_words(route: str, headers: Mapping[str, str]) -> str:
    """Describe the rate limit's verdict by the headers of a reply; empty for a request that isn't limited."""
    told = {name: headers.get(f"X-RateLimit-{name}", "") for name in ("Limit", "Remaining", "Reset-After", "Scope")}
    limit, seconds = told["Limit"], told["Reset-After"]
    match told["Scope"]:
        case "global":
            return f"{GLOBAL_PER_SECOND} requests a second in all are used up"
        case "shared":
            return f"{OLD_EDITS} edits of messages older than an hour in {OLD_EDITS_WINDOW:g} s are used up"
        case "user":
            return f"all {limit} are used up for {float(seconds):.1f} s"
        case _ if headers.get("X-RateLimit-Bucket") == _BOUNDLESS["X-RateLimit-Bucket"]:
            return "the limits are switched off"
        case _ if limit:
            return f"{told['Remaining']} of {limit} left for {float(seconds):.1f} s"
        case _:
            return "without a limit" if route.startswith(_EXEMPT) else ""


def _slow_down(
    seconds: float, scope: str, headers: dict[str, str], text: str = "You are being rate limited.", code: int = 0
) -> Refusal:
    wait = max(0.001, round(seconds, 3))
    return Refusal(
        429,
        code,
        text,
        headers={**headers, "Via": "1.1 google", "Retry-After": str(int(wait) + 1), "X-RateLimit-Scope": scope},
        extra={"retry_after": wait, "global": scope == "global"},
    )

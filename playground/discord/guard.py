"""Who is let in at all: requests that name this machine, and that no page of another site has made.

A page elsewhere can send a browser here under a name of its own (DNS rebinding), open a WebSocket (they know no
same-origin policy), or load a script. So the name in Host, the Origin and what the browser says of the way are looked
at before anything else, for the bot's own addresses too.
"""

import logging
import secrets

from aiohttp import hdrs, web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.typedefs import Handler

log = logging.getLogger(__name__)
http_log = log.getChild("http")
"""For the library: what anybody can cause by sending garbage to a port isn't worth a line, for it is refused."""

NAMES = ("127.0.0.1", "localhost")
READING = (hdrs.METH_GET, hdrs.METH_HEAD)
_FROM_ELSEWHERE = ("cross-site", "same-site")
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def _is_no_garbage(record: logging.LogRecord) -> bool:
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


http_log.addFilter(_is_no_garbage)


class Guard:
    """Holds the key, and turns away whoever doesn't come from this machine. `port` is known once the server listens."""

    def __init__(self) -> None:
        self.key = secrets.token_urlsafe(24)
        self.port = 0

    def knows(self, key: str) -> bool:
        """Return True for the key of this server."""
        return secrets.compare_digest(key.encode(errors="surrogatepass"), self.key.encode())

    @web.middleware
    async def admit(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer, or turn away without a word."""
        try:
            if not (self._is_meant(request) and self._comes_from_here(request)):
                return nothing(403)
            return await handler(request)
        except web.HTTPException as refused:
            return nothing(refused.status, allow=refused.headers.get(hdrs.ALLOW))
        except ConnectionError:
            return nothing(500)  # whoever asked is gone
        except Exception:  # a fault of ours is told in the log, and to who asked without a word of it
            log.exception("a %s request could not be answered", request.method)
            if request.transport is not None and request.writer.output_size > 0:
                request.transport.abort()  # the answer has begun, so that another one can't be sent
            return nothing(500)

    @staticmethod
    async def stamp(_: web.Request, response: web.StreamResponse) -> None:
        """Remove the server's name, and add the headers that forbid caching, type guessing, embedding and referrers."""
        response.headers.popall(hdrs.SERVER, None)
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)

    @property
    def hosts(self) -> frozenset[str]:
        """How a browser may call this server: the port is left out only where it is the usual one."""
        named = {f"{name}:{self.port}" for name in NAMES}
        return frozenset(named | (set(NAMES) if self.port == 80 else set()))

    def _is_meant(self, request: web.Request) -> bool:
        hosts = request.headers.getall(hdrs.HOST, [])
        return len(hosts) == 1 and hosts[0].lower() in self.hosts

    def _comes_from_here(self, request: web.Request) -> bool:
        own = {f"http://{host}" for host in self.hosts}
        if not own.issuperset(request.headers.getall(hdrs.ORIGIN, [])):
            return False
        return request.headers.get("Sec-Fetch-Site", "") not in _FROM_ELSEWHERE or self._is_visit(request)

    def _is_visit(self, request: web.Request) -> bool:
        """Return true for a link that leads to the page: the only request that another site may cause."""
        way = [request.headers.get(f"Sec-Fetch-{name}") for name in ("Mode", "Dest")]
        is_index = self.knows(request.path.removeprefix("/").removesuffix("/"))
        return request.method == hdrs.METH_GET and way == ["navigate", "document"] and is_index


def nothing(status: int, *, allow: str | None = None) -> web.Response:
    """Return a status without a body."""
    return web.Response(status=status, headers={} if allow is None else {hdrs.ALLOW: allow})

"""Response headers, allowed hosts and origins, body limits, and responses built from messages."""

import asyncio
import re
from collections.abc import Collection, Mapping, MutableMapping
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gridduels.protocol.base import Code
from gridduels.protocol.codec import Refused, cut, write
from gridduels.web.settings import Settings
from gridduels.web.site import site_of

# --- Messages as HTTP responses


JSON: Final = "application/json"


def json_response(message: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a message, or a list or dict of messages, as a response."""
    return Response(write(message), status, headers, JSON)


def refusal_response(refused: Refused) -> Response:
    """Return a refusal as a response, with the status for its code."""
    return json_response(refused.message, refused.status)


# --- Security headers, host names, allowed origins, and body limits


HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
FRAMED: Final = HEADERS | {
    "Content-Security-Policy": HEADERS["Content-Security-Policy"].replace(
        "frame-ancestors 'none'", "frame-ancestors *"
    ),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Headers for the page that other sites may embed: visitors cannot change anything there."""
del FRAMED["X-Frame-Options"]
_FRAMED_PAGE: Final = "/embed"
_HOST: Final = re.compile(r"[\w.:\[\]-]+")
_PREFIX: Final = re.compile(r"(?:/[\w.~-]+)*")
_CHANGING: Final = ("POST", "PUT", "PATCH", "DELETE")


class Guard:
    """Middleware that every request and response passes through."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = site_of(scope)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(scope, message)
                site.metrics.responded(message["status"])
            await send(message)

        with site.admission.request(scope):
            try:
                if scope["path"].startswith(("/api", "/mcp")):
                    site.addresses.request(scope)
                _check_host(scope, site.settings)
                if scope["method"] in _CHANGING:
                    _check_origin(scope, site.settings.origins)
                    receive = await _with_body(receive, site.settings)
            except Refused as refused:
                site.metrics.refused(refused.code)
                await refusal_response(refused)(scope, receive, send_guarded)
                return
            await self._app(scope, receive, send_guarded)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        site = site_of(scope)
        site.admission.upgraded(scope)
        try:
            site.addresses.request(scope)
            _check_host(scope, site.settings)
            _check_origin(scope, site.settings.origins)
        except Refused as refused:
            site.metrics.refused(refused.code)
            await receive()
            await refusal_response(refused)(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def _with_body(receive: Receive, settings: Settings) -> Receive:
    """Receive a request's complete body, within its size and time limits, before the application sees it."""
    body = bytearray()
    try:
        async with asyncio.timeout(settings.request_seconds):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise Refused(Code.MALFORMED, "The request was incomplete.")
                body += message.get("body", b"")
                if len(body) > settings.body_bytes:
                    raise Refused(Code.TOO_BIG, f"A request has at most {settings.body_bytes} bytes.", status=413)
                if not message.get("more_body", False):
                    break
    except TimeoutError:
        sentence = f"The body of a request must arrive within {settings.request_seconds:g} seconds."
        raise Refused(Code.TOO_SLOW, sentence) from None
    whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

    async def received() -> Message:
        return whole.pop() if whole else await receive()

    return received


def is_known_host(host: str, names: Collection[str]) -> bool:
    """Return whether a request is meant for this server: by IP address, as localhost, or by one of its names.

    Otherwise another site's page could point its own name here (DNS rebinding) and pass as one of ours. IP addresses
    are safe, because no page's name is one; and only non-browser clients omit the host.

    >>> is_known_host("localhost:8000", ()), is_known_host("[::1]:8000", ()), is_known_host("evil.example", ())
    (True, True, False)
    """
    if not host:
        return True
    try:
        name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
        if name == "localhost" or name.endswith(".localhost") or name in names:
            return True
        ip_address(name)
    except ValueError:
        return False
    return True


def _check_host(scope: Scope, settings: Settings) -> None:
    host = Headers(scope=scope).get("host", "")
    if not is_known_host(host, {name.lower() for name in (*settings.hosts, settings.host)}):
        sentence = f"This server doesn't answer to {cut(host)!r}. Its operator can allow that name with --allow-host."
        raise Refused(Code.WRONG_HOST, sentence)


def own_address(scope: Scope) -> str | None:
    """Return the site's address as seen by the visitor: based on the request's host, which is a known one, or on a
    proxy's headers.
    """
    headers, scheme, prefix = Headers(scope=scope), scope.get("scheme", "http"), scope.get("root_path", "")
    if site_of(scope).settings.proxy:
        scheme = "https" if headers.get("x-forwarded-proto") == "https" else scheme
        prefix = headers.get("x-forwarded-prefix", prefix).rstrip("/")
    host = headers.get("host", "")
    return f"{scheme}://{host}{prefix}" if _HOST.fullmatch(host) and _PREFIX.fullmatch(prefix) else None


def is_own_origin(origin: str, host: str, others: tuple[str, ...]) -> bool:
    """Return whether a page from this origin may change anything: its origin must match the host it talks to, or be
    listed.

    >>> is_own_origin("https://example.org", "example.org", ())
    True
    >>> is_own_origin("https://example.org:8000", "example.org", ())
    False
    """
    if origin in others:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and parts.netloc.lower() == host.lower()


def _check_origin(scope: Scope, others: tuple[str, ...]) -> None:
    headers = Headers(scope=scope)
    origin = headers.get("origin")
    if origin is not None and not is_own_origin(origin, headers.get("host", ""), others):
        raise Refused(Code.NOT_ALLOWED, "Pages of other sites can't connect here.", status=403)


def _add_headers(scope: Scope, message: MutableMapping[str, Any]) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in (FRAMED if scope["path"] == _FRAMED_PAGE else HEADERS).items():
        headers.setdefault(name, value)
    if scope["path"].startswith(("/api", "/mcp", "/health", "/metrics")):
        headers.setdefault("Cache-Control", "no-store")

"""Sends requests, and repeats those that may be repeated."""

import email.utils
import http.client
import io
import ipaddress
import json
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from contextlib import closing, contextmanager
from email.message import Message
from typing import Any, BinaryIO, Callable, Dict, Iterator, Mapping, NamedTuple, Optional, Tuple, Union

from ._version import __version__
from .errors import LaunchscoreError

#: The bytes of an image, or a file that is open for reading bytes.
Image = Union[bytes, BinaryIO]

OnHeaders = Callable[[Message], None]

CHUNK_BYTES = 64 * 1024


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """urllib would send the API key to whatever host a redirect names."""

    def redirect_request(self, *_: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class _Request(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]
    is_keyed: bool


class Transport:
    """The connection to a deployment."""

    def __init__(
        self,
        base_url: str,
        *,
        api_key: Optional[str] = None,
        timeout: float = 60.0,
        max_retries: int = 2,
        max_retry_delay: float = 30.0,
        on_headers: Optional[OnHeaders] = None,
    ) -> None:
        self._host = _check_base_url(base_url, api_key is not None)
        if api_key is not None:
            _check_header("api_key", api_key)
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._timeout = timeout
        self._max_retries = max_retries
        self._max_retry_delay = max_retry_delay
        self._on_headers = on_headers

    def _send(
        self,
        method: str,
        template: str,
        *,
        path: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        form: Optional[Mapping[str, Image]] = None,
        is_keyed: bool = False,
        idempotency_key: Optional[str] = None,
        expect: str = "json",
    ) -> Any:
        request = self._create_request(
            method,
            _fill(template, path or {}) + _to_query(query or {}),
            body=body,
            form=form,
            accept="application/json" if expect == "json" else "*/*",
            is_keyed=is_keyed,
            idempotency_key=idempotency_key,
        )

        def read(response: http.client.HTTPResponse, deadline: float) -> Any:
            with closing(response):
                content = read_all(response, deadline)
            if response.status == 204:
                return None
            if expect == "json":
                return self._parse(response.status, response.headers, content)
            return content if expect == "bytes" else content.decode()

        return self._attempt(request, read)

    def _create_request(
        self,
        method: str,
        path: str,
        *,
        accept: str,
        body: Any = None,
        form: Optional[Mapping[str, Image]] = None,
        is_keyed: bool = False,
        idempotency_key: Optional[str] = None,
    ) -> _Request:
        headers = {"Accept": accept, "User-Agent": f"launchscore-python/{__version__}"}
        if self._api_key is not None:
            headers["Authorization"] = f"Bearer {self._api_key.strip()}"
        content = None
        if form is not None:
            headers["Content-Type"], content = _to_form(form)
        elif body is not None:
            headers["Content-Type"], content = "application/json", json.dumps(body, allow_nan=False).encode()
        if is_keyed:
            if idempotency_key is not None:
                _check_header("idempotency_key", idempotency_key)
            headers["Idempotency-Key"] = idempotency_key if idempotency_key is not None else str(uuid.uuid4())
        return _Request(method, self._base_url + path, headers, content, is_keyed)

    def _attempt(self, request: _Request, read: Callable[[http.client.HTTPResponse, float], Any]) -> Any:
        """Sends a request until it succeeds, may not be repeated, or the retries are used up."""
        attempt = 0
        while True:
            try:
                with self._errors():
                    response = self._open(request)
                    result = read(response, time.monotonic() + self._timeout)
                    if self._on_headers is not None:
                        self._on_headers(response.headers)
                    return result
            except LaunchscoreError as error:
                delay = _to_delay(error, request, attempt)
                if delay is None or delay > self._max_retry_delay or attempt >= self._max_retries:
                    raise
            attempt += 1
            time.sleep(delay)

    def _open(self, request: _Request) -> http.client.HTTPResponse:
        """Returns the response of a successful request, without its body."""
        wire = urllib.request.Request(request.url, request.body, request.headers, method=request.method)
        try:
            response: http.client.HTTPResponse = _opener.open(wire, timeout=self._timeout)
            return response
        except urllib.error.HTTPError as error:
            with error:
                raise self._to_error(error.code, error.headers, _read_if_whole(error)) from None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Turns the errors of the connection into a LaunchscoreError."""
        try:
            yield
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError) or "timed out" in str(reason):
                message = f"{self._host} sent no complete response within {self._timeout} seconds"
                raise LaunchscoreError(message, code="timeout") from error
            message = f"The connection to {self._host} failed: {reason or type(reason).__name__}"
            raise LaunchscoreError(message, code="connection") from error

    def _parse(self, status: int, headers: Message, body: bytes) -> Any:
        """All JSON of the API is an object or a list. Anything else is a proxy's page."""
        value = _parse_json(body)
        if not isinstance(value, (dict, list)):
            raise self._to_error(status, headers, b"")
        return value

    def _to_error(self, status: Optional[int], headers: Message, body: bytes) -> LaunchscoreError:
        envelope = read_envelope(_parse_json(body))
        request_id = headers.get("x-request-id")
        retry_after = _read_retry_after(headers.get("retry-after"))
        if envelope is None:
            message = f"{self._host} responded with {status} and a body that is not one of the API"
            return LaunchscoreError(
                message, code="unexpected", status=status, request_id=request_id, retry_after_seconds=retry_after
            )
        return LaunchscoreError(
            envelope["message"],
            code=envelope["code"],
            status=status,
            request_id=request_id,
            details=envelope.get("details"),
            retry_after_seconds=retry_after,
        )

    def _iterate(self, get_page: Callable[[Optional[str]], Any], key: str) -> Iterator[Any]:
        cursor: Optional[str] = None
        while True:
            page = get_page(cursor)
            yield from page[key]
            cursor = page.get("nextCursor")
            if not cursor:
                return


def read_envelope(value: Any) -> Optional[Dict[str, Any]]:
    """The error of a body; None for any other value."""
    error = value.get("error") if isinstance(value, dict) else None
    if not isinstance(error, dict):
        return None
    is_error = isinstance(error.get("code"), str) and isinstance(error.get("message"), str)
    return error if is_error else None


def _parse_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def read_all(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """The timeout of a socket is that of one read: a server that sends a byte now and then would never reach it."""
    parts = []
    while True:
        part = response.read1(CHUNK_BYTES)
        if not part:
            break
        parts.append(part)
        if time.monotonic() > deadline:
            raise TimeoutError
    if response.length:  # `read1` doesn't complain about a body that is cut
        raise http.client.IncompleteRead(b"".join(parts), response.length)
    return b"".join(parts)


def _read_if_whole(error: urllib.error.HTTPError) -> bytes:
    try:
        return error.read()
    except (OSError, http.client.HTTPException):
        return b""  # the status says enough


def _to_delay(error: LaunchscoreError, request: _Request, attempt: int) -> Optional[float]:
    """Seconds until the next attempt; None: the request must not be repeated."""
    # 429: nothing was done; 409: the first request with this key is still running
    is_running = request.is_keyed and error.status == 409 and error.retry_after_seconds is not None
    is_passing = error.code in ("connection", "timeout") or error.status in (502, 503, 504)
    is_repeatable = is_passing and (request.is_keyed or request.method == "GET")
    if error.code == "not_configured" or not (error.status == 429 or is_running or is_repeatable):
        return None
    if error.retry_after_seconds is not None:
        return float(error.retry_after_seconds)
    return random.random() * 0.5 * 2.0**attempt


def _read_retry_after(value: Optional[str]) -> Optional[int]:
    """Seconds; the API sends whole seconds, proxies may send a date."""
    if value is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", value):
        return int(value)
    try:
        at = email.utils.parsedate_to_datetime(value) if value[:1].isalpha() else None
        return None if at is None else max(0, int(at.timestamp() - time.time()) + 1)
    except (TypeError, ValueError, OverflowError):
        return None


def _fill(template: str, values: Mapping[str, str]) -> str:
    def fill(found: "re.Match[str]") -> str:
        value = values[found[1]]
        # a dot segment would lead to another path
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f'{found[1]} must not be empty, "." or ".."')
        return urllib.parse.quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, template)


def _to_query(query: Mapping[str, Any]) -> str:
    given = [(name, _to_text(value)) for name, value in query.items() if value is not None]
    return f"?{urllib.parse.urlencode(given)}" if given else ""


def _to_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _to_form(form: Mapping[str, Image]) -> Tuple[str, bytes]:
    boundary = uuid.uuid4().hex
    body = io.BytesIO()
    for name, file in form.items():
        content = file if isinstance(file, (bytes, bytearray)) else file.read()
        body.write(f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'.encode())
        body.write(b"Content-Type: application/octet-stream\r\n\r\n" + content + b"\r\n")
    body.write(f"--{boundary}--\r\n".encode())
    return f"multipart/form-data; boundary={boundary}", body.getvalue()


def _check_base_url(base_url: str, is_keyed: bool) -> str:
    """Returns the host, for messages."""
    parts = urllib.parse.urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(f"base_url must be a URL like https://launchscore.example; it is {base_url!r}")
    if parts.scheme == "http" and is_keyed and not _is_loopback(parts.hostname):
        message = "base_url must begin with https://, because an api_key would be sent to {} unencrypted"
        raise ValueError(message.format(parts.netloc))
    return parts.netloc


def _is_loopback(hostname: str) -> bool:
    if hostname == "localhost" or hostname.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(hostname).is_loopback
    except ValueError:
        return False


def _check_header(argument: str, value: str) -> None:
    stripped = value.strip()
    if not stripped:
        raise ValueError(f"{argument} is empty")
    if not re.fullmatch(r"[!-~]+", stripped):
        raise ValueError(f"{argument} must be printable ASCII without spaces. Is it an abbreviated example?")

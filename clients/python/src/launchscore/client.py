"""A client of a deployment."""

import copy
import http.client
import re
import time
from contextlib import closing
from typing import Any, Iterator, Literal, Optional, Tuple, TypedDict, Union, cast

from .api import CreateScoreBody, Operations, ScoreResult, SignalName
from ._http import CHUNK_BYTES, OnHeaders, read_all, read_envelope
from .errors import LaunchscoreError


class SignalEvent(TypedDict):
    """A signal of the score is measured."""

    type: Literal["signal"]
    signal: SignalName
    score: float
    stub: bool


class ScoreEvent(TypedDict):
    """The record, the last event."""

    type: Literal["score"]
    score: ScoreResult


class Client(Operations):
    """A client of the deployment at `base_url`. Failed requests raise a LaunchscoreError.

    `api_key` is sent with each request: an API key, or the admin token for the operators' operations. `timeout` is
    the longest time of an attempt, in seconds. A failed request is repeated up to `max_retries` times, unless it asks
    to wait longer than `max_retry_delay` seconds. `on_headers` gets the headers of each response.
    """

    def with_options(
        self,
        *,
        timeout: Optional[float] = None,
        max_retries: Optional[int] = None,
        max_retry_delay: Optional[float] = None,
        on_headers: Optional[OnHeaders] = None,
    ) -> "Client":
        """A copy of the client with other options: `client.with_options(timeout=2).get_score(id)`."""
        other = copy.copy(self)
        if timeout is not None:
            other._timeout = timeout
        if max_retries is not None:
            other._max_retries = max_retries
        if max_retry_delay is not None:
            other._max_retry_delay = max_retry_delay
        if on_headers is not None:
            other._on_headers = on_headers
        return other

    def stream_score(
        self, body: CreateScoreBody, *, idempotency_key: Optional[str] = None
    ) -> Iterator[Union[SignalEvent, ScoreEvent]]:
        """Scores a launch and yields each signal as it is measured, and the record at the end."""
        request = self._create_request(
            "POST", "/v1/score", accept="text/event-stream", body=body, is_keyed=True, idempotency_key=idempotency_key
        )
        opened = self._attempt(request, self._read_unless_stream)
        if not isinstance(opened, http.client.HTTPResponse):
            # an earlier request with this key made the record
            yield {"type": "score", "score": opened}
            return
        request_id = opened.headers.get("x-request-id")
        with self._errors(), closing(opened):
            for name, data in _read_events(opened, time.monotonic() + self._timeout):
                if name not in ("signal", "score", "error"):
                    continue
                value = self._parse(opened.status, opened.headers, data)
                if name == "signal":
                    yield cast(SignalEvent, {"type": "signal", **value})
                elif name == "score":
                    yield {"type": "score", "score": value}
                    return
                else:
                    error = read_envelope(value) or {"code": "unexpected", "message": "The scoring failed"}
                    raise LaunchscoreError(error["message"], code=error["code"], request_id=request_id)
        message = f"The connection to {self._host} ended before the score"
        raise LaunchscoreError(message, code="connection", request_id=request_id)

    def _read_unless_stream(self, response: http.client.HTTPResponse, deadline: float) -> Any:
        if response.headers.get_content_type() == "text/event-stream":
            return response
        with closing(response):
            return self._parse(response.status, response.headers, read_all(response, deadline))


def _read_events(response: http.client.HTTPResponse, deadline: float) -> Iterator[Tuple[str, bytes]]:
    """The names and the data of a stream's events. A proxy may change line endings and add fields."""
    text = b""
    while True:
        part = response.read1(CHUNK_BYTES)
        if not part:
            return
        if time.monotonic() > deadline:
            raise TimeoutError
        *blocks, text = re.split(rb"\r?\n\r?\n", text + part)
        for block in blocks:
            fields = {b"event": b"", b"data": b""}
            for line in re.split(rb"\r?\n", block):
                found = re.fullmatch(rb"(event|data): ?(.*)", line)
                if found:
                    fields[found[1]] += found[2]
            yield fields[b"event"].decode(), fields[b"data"]

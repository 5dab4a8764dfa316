"""A service whose responses are given."""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, List, NamedTuple, Optional


class Asked(NamedTuple):
    method: str
    path: str
    headers: Any
    body: bytes


class Handler(BaseHTTPRequestHandler):
    server: "Server"
    protocol_version = "HTTP/1.1"

    def handle_any(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        asked = self.server.asked
        asked.append(Asked(self.command, self.path, self.headers, body))
        responses = self.server.responses
        self.close_connection = True
        responses[min(len(asked), len(responses)) - 1](self)

    do_GET = do_POST = do_PATCH = do_DELETE = handle_any

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def respond(self, status: int, body: bytes, *headers: str, length: Optional[int] = None) -> None:
        self.send_response(status)
        for header in headers:
            name, value = header.split(": ", 1)
            self.send_header(name, value)
        if status != 204:
            self.send_header("content-length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)


Respond = Callable[[Handler], None]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, responses: List[Respond]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.responses = responses
        self.asked: List[Asked] = []
        self.url = f"http://127.0.0.1:{self.server_address[1]}"


def start_server(test: unittest.TestCase, *responses: Respond) -> Server:
    """Gives the responses in their order and repeats the last one."""
    server = Server(list(responses))
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    return server


def succeed(value: Any, *headers: str) -> Respond:
    content = json.dumps(value).encode()
    return lambda handler: handler.respond(200, content, "content-type: application/json", *headers)


def fail(status: int, code: str, *headers: str) -> Respond:
    body = json.dumps({"error": {"code": code, "message": "No."}}).encode()
    return lambda handler: handler.respond(status, body, "content-type: application/json", "x-request-id: r-1", *headers)

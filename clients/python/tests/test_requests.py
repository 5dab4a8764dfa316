import json
import os
import re
import threading
import unittest
from contextlib import suppress
from email.message import Message
from typing import Any, Dict, List, cast

from launchscore import Client, LaunchscoreError
from launchscore.api import CreateScoreBody

from .scripted import Handler, Respond, fail, start_server, succeed

SOON = "retry-after: 0"
SUBMISSION = cast(CreateScoreBody, {})


def cut(handler: Handler) -> None:
    handler.respond(200, b'{"id":', length=100)


def drop(handler: Handler) -> None:
    handler.connection.close()


class Requests(unittest.TestCase):
    def fails(self, code: str, *responses: Respond, status: Any = None, requests: int = 1) -> LaunchscoreError:
        """Reads a score. The read fails with this error after this number of requests."""
        server = start_server(self, *responses)
        with self.assertRaises(LaunchscoreError) as caught:
            Client(server.url).get_score("x")
        self.assertEqual((caught.exception.code, caught.exception.status), (code, status))
        self.assertEqual(len(server.asked), requests)
        return caught.exception

    def test_a_read_is_repeated_after_a_passing_fault(self) -> None:
        for fault in (fail(503, "unavailable", SOON), fail(429, "rate_limit", SOON), fail(502, "upstream"), drop, cut):
            server = start_server(self, fault, succeed({"id": "x"}))
            self.assertEqual(Client(server.url).get_score("x"), {"id": "x"})
            self.assertEqual(len(server.asked), 2)

    def test_all_attempts_of_a_scoring_have_one_idempotency_key(self) -> None:
        server = start_server(self, drop, fail(409, "conflict", SOON), succeed({"id": "x"}))
        Client(server.url).create_score(SUBMISSION)
        keys = {asked.headers["idempotency-key"] for asked in server.asked}
        self.assertEqual((len(server.asked), len(keys)), (3, 1))
        Client(server.url).create_score(SUBMISSION)
        Client(server.url).create_score(SUBMISSION, idempotency_key="mine")
        self.assertEqual(server.asked[-1].headers["idempotency-key"], "mine")
        self.assertEqual(len({asked.headers["idempotency-key"] for asked in server.asked}), 3)

    def test_a_write_without_a_key_is_repeated_after_429_alone(self) -> None:
        body: Any = {}
        server = start_server(self, fail(429, "rate_limit", SOON), succeed({}))
        Client(server.url).enroll(body)
        self.assertEqual(len(server.asked), 2)
        faults: List[Respond] = [fail(503, "unavailable", SOON), fail(409, "conflict", SOON), drop]
        for fault in faults:
            server = start_server(self, fault, succeed({}))
            with self.assertRaises(LaunchscoreError):
                Client(server.url).enroll(body)
            self.assertEqual(len(server.asked), 1)

    def test_errors_that_waiting_does_not_mend_are_not_repeated(self) -> None:
        self.fails("not_found", fail(404, "not_found"), status=404)
        self.fails("not_configured", fail(503, "not_configured", SOON), status=503)
        self.fails("unavailable", fail(503, "unavailable", "retry-after: 86400"), status=503)
        self.fails("unavailable", fail(503, "unavailable", "retry-after: Tue, 01 Dec 2099 08:00:00 GMT"), status=503)
        self.fails("connection", drop, requests=3)
        server = start_server(self, fail(409, "conflict"))
        with self.assertRaises(LaunchscoreError):
            Client(server.url).create_score(SUBMISSION)
        self.assertEqual(len(server.asked), 1)

    def test_retries_end_with_the_last_error(self) -> None:
        error = self.fails("rate_limit", fail(429, "rate_limit", SOON), status=429, requests=3)
        self.assertEqual((error.request_id, error.retry_after_seconds, str(error)), ("r-1", 0, "rate_limit: No."))
        server = start_server(self, fail(429, "rate_limit", SOON))
        with self.assertRaises(LaunchscoreError):
            Client(server.url).with_options(max_retries=0).get_score("x")
        self.assertEqual(len(server.asked), 1)

    def test_a_page_of_a_proxy_is_unexpected(self) -> None:
        for text in (b"<h1>Log in</h1>", b'"Log in"', b"", b"[" * 100_000):
            self.fails("unexpected", lambda handler: handler.respond(200, text), status=200)
        self.fails("unexpected", lambda handler: handler.respond(418, b'{"error": "teapot"}'), status=418)

    def test_a_silent_service_is_a_timeout(self) -> None:
        ended = threading.Event()
        self.addCleanup(ended.set)

        def drip(handler: Handler) -> None:
            handler.respond(200, b"", length=1_000_000)
            with suppress(OSError):  # the client has left
                while not ended.wait(0.05):
                    handler.wfile.write(b" ")

        silences: List[Respond] = [lambda handler: cast(None, ended.wait()), drip]
        for silent in silences:
            server = start_server(self, silent)
            with self.assertRaises(LaunchscoreError) as caught:
                Client(server.url, timeout=0.5, max_retries=0).get_score("x")
            self.assertEqual(caught.exception.code, "timeout")

    def test_no_redirect_is_followed(self) -> None:
        thief = start_server(self, succeed({}))
        server = start_server(self, lambda handler: handler.respond(302, b"", f"location: {thief.url}"))
        with self.assertRaises(LaunchscoreError) as caught:
            Client(server.url, api_key="lsc_live_x").get_score("x")
        self.assertEqual(caught.exception.status, 302)
        self.assertEqual(thief.asked, [])

    def test_a_host_that_is_down_is_a_connection_error(self) -> None:
        with self.assertRaises(LaunchscoreError) as caught:
            Client("http://127.0.0.1:1", max_retries=0).get_score("x")
        self.assertEqual((caught.exception.code, caught.exception.status), ("connection", None))

    def test_settings_that_cannot_be_used_are_refused(self) -> None:
        for url in ("launchscore.example", "ftp://launchscore.example", "https://", ""):
            with self.assertRaises(ValueError):
                Client(url)
        for key in ("", "lsc_live_…", "two words", "a\r\nx-forged: 1"):
            with self.assertRaises(ValueError):
                Client("https://launchscore.example", api_key=key)
        with self.assertRaises(ValueError):
            Client("http://launchscore.example", api_key="lsc_live_x")
        Client("http://[::1]:8080", api_key="lsc_live_x")

    def test_a_value_cannot_lead_to_another_path(self) -> None:
        server = start_server(self, succeed({}))
        client = Client(server.url + "/", api_key="k")
        for value in ("", ".", ".."):
            with self.assertRaises(ValueError):
                client.get_score(value)
        client.get_launch("a/b?c")
        [asked] = server.asked
        self.assertEqual(asked.path, "/v1/launch/a%2Fb%3Fc")
        self.assertEqual(asked.headers["authorization"], "Bearer k")
        self.assertRegex(asked.headers["user-agent"], r"^launchscore-python/\d+\.\d+\.\d+$")

    def test_a_query_leaves_out_what_is_not_given(self) -> None:
        server = start_server(self, succeed({"launches": [], "nextCursor": None}))
        Client(server.url).list_launches(band="green", signed=True)
        Client(server.url).list_launches()
        self.assertEqual([asked.path for asked in server.asked], ["/api/v1/launches?band=green&signed=true", "/api/v1/launches"])

    def test_the_next_page_is_requested_when_it_is_needed(self) -> None:
        pages = [succeed({"launches": [{"name": "a"}, {"name": "b"}], "nextCursor": "2"}), succeed({"launches": [{"name": "c"}], "nextCursor": None})]
        server = start_server(self, *pages)
        launches = Client(server.url).iter_launches(limit=2)
        self.assertEqual([next(launches)["name"], next(launches)["name"]], ["a", "b"])
        self.assertEqual(len(server.asked), 1)
        self.assertEqual([launch["name"] for launch in launches], ["c"])
        self.assertEqual(server.asked[1].path, "/api/v1/launches?limit=2&cursor=2")

    def test_on_headers_gets_the_headers(self) -> None:
        got: List[Message] = []
        server = start_server(self, succeed({}, "X-Launchscore-Standing: bound"))
        Client(server.url).with_options(on_headers=got.append).get_score_by_token("0x1")
        self.assertEqual([headers["x-launchscore-standing"] for headers in got], ["bound"])

    def test_a_stream_that_breaks_off_or_fails_is_an_error(self) -> None:
        def stream(*blocks: str) -> Respond:
            body = "".join(blocks).encode()
            return lambda handler: handler.respond(200, body, "content-type: text/event-stream; charset=utf-8")

        signal = 'event: signal\r\nid: 1\r\ndata: {"signal":"meme",\r\ndata: "score":50,"stub":false}\r\n\r\n'
        failure = 'event: error\ndata: {"error":{"code":"upstream","message":"The model failed."}}\n\n'
        for code, text in {"connection": ": waiting\n\n", "upstream": failure, "unexpected": "event: score\ndata: <h1>\n\n"}.items():
            events = Client(start_server(self, stream(signal, text)).url).stream_score(SUBMISSION)
            self.assertEqual(next(events), {"type": "signal", "signal": "meme", "score": 50, "stub": False})
            with self.assertRaises(LaunchscoreError) as caught:
                next(events)
            self.assertEqual(caught.exception.code, code)


class EveryOperation(unittest.TestCase):
    def test_each_operation_of_the_document_sends_its_request(self) -> None:
        with open(os.environ["OPENAPI"], encoding="utf-8") as file:
            document = json.load(file)

        def resolve(part: Any) -> Any:
            while "$ref" in part:
                place = part["$ref"].split("/")[1:]
                part = document
                for step in place:
                    part = part[step]
            return part

        count = 0
        for template, item in document["paths"].items():
            for method, operation in item.items():
                parameters = [resolve(one) for one in operation.get("parameters", [])]
                query = {one["name"]: one for one in parameters if one["in"] == "query" and one.get("required")}
                values: Dict[str, Any] = {}
                for one in parameters:
                    if one["in"] == "path" or one["name"] in query:
                        values[to_snake(one["name"])] = "a b"
                content = operation.get("requestBody", {}).get("content", {})
                if "multipart/form-data" in content:
                    values["image"] = b"bytes"
                elif content:
                    values["body"] = {"field": "value"}
                server = start_server(self, lambda handler: handler.respond(200, b"{}"))
                getattr(Client(server.url), to_snake(operation["operationId"]))(**values)
                [asked] = server.asked
                path, _, given = asked.path.partition("?")
                self.assertEqual((asked.method, path), (method.upper(), re.sub(r"\{\w+\}", "a%20b", template)))
                self.assertEqual(sorted(re.findall(r"(\w+)=a\+b", given)), sorted(query))
                if "body" in values:
                    self.assertEqual(json.loads(asked.body), values["body"])
                count += 1
        self.assertGreater(count, 90)


def to_snake(name: str) -> str:
    snake = re.sub(r"([A-Z])", r"_\1", name).lower()
    return f"{snake}_" if snake == "from" else snake

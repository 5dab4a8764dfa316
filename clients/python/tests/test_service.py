"""Tests against a running service. The environment has its URL, an API key and a submission."""

import json
import os
import unittest

from launchscore import Client, LaunchscoreError, verify_webhook
from launchscore.api import CreateScoreBody

URL, KEY = os.environ["SERVICE_URL"], os.environ["SERVICE_KEY"]
SUBMISSION: CreateScoreBody = json.loads(os.environ["SUBMISSION"])


def name_it(name: str, creator: int = 1) -> CreateScoreBody:
    changed = SUBMISSION.copy()
    changed["name"] = name
    changed["creatorAddress"] = f"0x{creator:040}"
    return changed


class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL, api_key=KEY)

    def test_a_launch_is_scored_and_read_again(self) -> None:
        made = self.client.create_score(name_it("Left Sock"), idempotency_key="one")
        self.assertEqual(self.client.get_score(made["id"]), made)
        self.assertEqual(self.client.create_score(name_it("Left Sock"), idempotency_key="one"), made)
        self.assertIn(made["band"], ("green", "amber", "red"))
        replayed = list(self.client.stream_score(name_it("Left Sock"), idempotency_key="one"))
        self.assertEqual(replayed, [{"type": "score", "score": made}])

    def test_the_signals_of_a_scoring_arrive_as_events(self) -> None:
        *signals, last = self.client.stream_score(name_it("Right Sock"))
        names = sorted(event["signal"] for event in signals if event["type"] == "signal")
        self.assertEqual(names, ["creator", "image", "meme", "name", "risk", "social"])
        assert last["type"] == "score"
        self.assertEqual(last["score"]["submission"]["name"], "Right Sock")

    def test_an_error_has_its_code_fields_and_request_id(self) -> None:
        with self.assertRaises(LaunchscoreError) as caught:
            self.client.create_score(name_it(""))
        error = caught.exception
        self.assertEqual((error.code, error.status), ("bad_request", 400))
        self.assertEqual([detail["path"] for detail in error.details], ["name"])
        self.assertRegex(error.request_id or "", "^[0-9a-f-]{36}$")
        with self.assertRaises(LaunchscoreError) as caught:
            next(self.client.stream_score(name_it("")))
        self.assertEqual(caught.exception.code, "bad_request")
        with self.assertRaises(LaunchscoreError) as caught:
            self.client.get_score("0190a2b4-0000-7000-8000-000000000000")
        self.assertEqual((caught.exception.code, caught.exception.status), ("not_found", 404))
        with self.assertRaises(LaunchscoreError) as caught:
            Client(URL, api_key="lsc_live_wrong").get_me()
        self.assertEqual(caught.exception.code, "unauthorized")

    def test_an_image_is_uploaded_and_read(self) -> None:
        path = os.environ["IMAGE"]
        with open(path, "rb") as file:
            uploaded = self.client.upload_image(file)
        with open(path, "rb") as file:
            self.assertEqual(self.client.upload_image(file.read()), uploaded)
        image = self.client.get_image(uploaded["imageUrl"].rsplit("/", 1)[1])
        self.assertEqual(image[:4], b"\x89PNG")

    def test_an_iterator_goes_through_all_pages(self) -> None:
        names = ["First Sock", "Second Sock", "Third Sock"]
        for place, name in enumerate(names):
            self.client.create_score(name_it(name, place + 10))
        listed = [entry["name"] for entry in self.client.iter_leaderboards(limit=2)]
        self.assertLessEqual(set(names), set(listed))
        self.assertEqual(len(listed), len(set(listed)))

    def test_subscriptions_texts_and_the_key(self) -> None:
        self.assertEqual(self.client.get_me()["tier"], "enterprise")
        made = self.client.subscribe_webhook(
            {"endpoint": "https://receiver.example/hook", "events": ["score.created"], "secret": "random-secret-of-a-python-test"}
        )
        self.assertIn(made["id"], [one["id"] for one in self.client.iter_webhooks(limit=1)])
        self.assertIsNone(self.client.unsubscribe_webhook(made["id"]))  # type: ignore[func-returns-value]
        self.assertTrue(self.client.get_llms_text().startswith("# "))


class Deliveries(unittest.TestCase):
    def test_the_service_signs_deliveries_that_verify(self) -> None:
        """The delivery is one that the service has sent to a receiver."""
        delivery = json.loads(os.environ["DELIVERY"])
        verified = verify_webhook(delivery["headers"], delivery["body"].encode(), delivery["secret"], now=delivery["now"])
        assert verified.event["event"] == "score.created"
        self.assertIn(verified.event["data"]["band"], ("green", "amber", "red"))
        self.assertTrue(verified.delivery_id.startswith("dlv_"))

"""Deliveries that the service's own code has signed, and what may have happened to them on their way."""

import json
import os
import unittest
from typing import Any, Dict

from launchscore import WebhookError, verify_webhook

CASES = json.loads(os.environ["DELIVERIES"])


def get_verdict(case: Dict[str, Any]) -> str:
    try:
        verified = verify_webhook(case["headers"], case["body"].encode(), case["secrets"], now=case["now"])
        return verified.event["event"]
    except WebhookError as error:
        return error.reason


class Webhooks(unittest.TestCase):
    def test_genuine_deliveries_of_both_formats_are_accepted_and_no_others(self) -> None:
        self.assertGreater(len(CASES), 10)
        for case in CASES:
            with self.subTest(case["what"]):
                self.assertEqual(get_verdict(case), case["expected"])

    def test_a_parsed_body_is_refused(self) -> None:
        parsed: Any = {"event": "score.created"}
        with self.assertRaises(TypeError):
            verify_webhook(CASES[0]["headers"], parsed, "secret")

    def test_the_tolerance_can_be_changed_and_nan_accepts_nothing(self) -> None:
        case = CASES[0]
        late = case["now"] + 301
        body = case["body"].encode()
        self.assertEqual(
            verify_webhook(case["headers"], body, case["secrets"], now=late, tolerance_seconds=301).event["event"],
            "score.created",
        )
        with self.assertRaises(WebhookError):
            verify_webhook(case["headers"], body, case["secrets"], now=case["now"], tolerance_seconds=float("nan"))

"""Verifies deliveries of webhooks."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Callable, List, Literal, Mapping, NamedTuple, Optional, Sequence, Union, cast

from .api import WebhookEvent

Reason = Literal["unsigned", "stale", "forged"]

MESSAGES: Mapping[Reason, str] = {
    "unsigned": "The delivery has no signature",
    "stale": "The timestamp is too old or in the future",
    "forged": "The signature does not match the body",
}


class WebhookError(Exception):
    """A delivery that must be refused with 401.

    `reason` is `unsigned`: the headers are missing; `stale`: the timestamp is too far off; or `forged`: no secret made
    the signature.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(MESSAGES[reason])
        self.reason = reason


class VerifiedWebhook(NamedTuple):
    """A verified delivery.

    `delivery_id` names the delivery in logs. In the default format the signature does not cover it, so recognise
    repeated deliveries by `event["id"]`, which is the same for each attempt.
    """

    delivery_id: str
    event: WebhookEvent


class _Signed(NamedTuple):
    delivery_id: str
    timestamp: str
    #: The part of the signed text before the body.
    prefix: str
    signatures: List[bytes]
    to_key: Callable[[str], bytes]


def verify_webhook(
    headers: Mapping[str, str],
    body: bytes,
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> VerifiedWebhook:
    """Verifies the signature of a delivery in either format, in constant time, and parses its body.

    `body` are the bytes as they arrived. `secret` is that of the subscription or, during a rotation, a list of both.
    Raises a WebhookError when the delivery must be refused.
    """
    if not isinstance(body, (bytes, bytearray)):
        raise TypeError("body must be the bytes as they arrived")
    signed = _read_headers({name.lower(): value for name, value in headers.items()})
    if signed is None or not signed.delivery_id or not re.fullmatch(r"[0-9]{1,12}", signed.timestamp):
        raise WebhookError("unsigned")
    seconds_off = abs((time.time() if now is None else now) - int(signed.timestamp))
    if not seconds_off <= tolerance_seconds:  # also when a setting is NaN
        raise WebhookError("stale")
    secrets = [secret] if isinstance(secret, str) else secret
    keys = [key for key in map(signed.to_key, secrets) if key]
    expected = [hmac.new(key, signed.prefix.encode() + body, hashlib.sha256).digest() for key in keys]
    matches = [hmac.compare_digest(one, given) for one in expected for given in signed.signatures]
    if True not in matches:
        raise WebhookError("forged")
    return VerifiedWebhook(signed.delivery_id, cast(WebhookEvent, json.loads(body)))


def _read_headers(headers: Mapping[str, str]) -> Optional[_Signed]:
    """Finds the headers of the default format by their ends, because their names have that of the deployment."""
    standard = headers.get("webhook-signature")
    if standard is not None:
        delivery_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
        signatures = [_decode(one[3:]) for one in standard.split(" ") if one.startswith("v1,")]
        return _Signed(delivery_id, timestamp, f"{delivery_id}.{timestamp}.", signatures, _to_standard_key)
    for name, signature in headers.items():
        found = re.fullmatch(r"(x-[a-z0-9]+)-signature", name)
        timestamp, delivery_id = (headers.get(f"{found[1]}-{end}", "") if found else "" for end in ("timestamp", "delivery"))
        # a proxy may add a signature of its own, without the other two headers
        if timestamp and delivery_id:
            digest = re.fullmatch(r"sha256=([0-9a-f]{64})", signature)
            signatures = [bytes.fromhex(digest[1])] if digest else []
            return _Signed(delivery_id, timestamp, f"{timestamp}.", signatures, str.encode)
    return None


def _to_standard_key(secret: str) -> bytes:
    return _decode(re.sub(r"^whsec_", "", secret))


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""

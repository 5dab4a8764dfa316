"""Score launches and verify webhooks of Launchscore with the standard library of Python 3.9 or later.

    python3 launchscore.py https://launchscore.example < submission.json
"""

import base64
import hashlib
import hmac
import http.client
import json
import re
import sys
import time
import urllib.error
import urllib.request
import uuid

RETRYABLE = {429, 502, 503, 504}
MAX_WAIT_SECONDS = 30
LOST_CONNECTION = (OSError, http.client.HTTPException)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """urllib would send the API key along to whatever host a redirect names."""

    def redirect_request(self, *_):
        return None


_opener = urllib.request.build_opener(_NoRedirects)


class ApiError(Exception):
    """A refused request. `code` says what to do; name `request_id` when you ask the operator."""

    def __init__(self, status, code, message, request_id):
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.request_id = status, code, request_id


def score_launch(base_url, submission, api_key=None, retries=2):
    """Scores a launch and returns the record. All attempts have one Idempotency-Key, so that they make one record.

    Raises ApiError for a refused request or for a response that is not one of the API, and an error of LOST_CONNECTION
    if the last attempt got no whole response.
    """
    headers = {"content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
    if api_key is not None:
        headers["authorization"] = f"Bearer {api_key}"
    body = json.dumps(submission).encode()
    request = urllib.request.Request(f"{base_url.rstrip('/')}/v1/score", data=body, headers=headers)
    for attempt in range(retries + 1):
        try:
            with _opener.open(request, timeout=60) as response:
                return _read_record(response)
        except urllib.error.HTTPError as error:
            refusal = _to_api_error(error)
            wait = error.headers.get("retry-after", "1")
            is_brief = re.fullmatch(r"[0-9]{1,9}", wait) is not None and int(wait) <= MAX_WAIT_SECONDS
            is_running = error.code == 409 and "retry-after" in error.headers  # an earlier attempt with the same key
            is_retryable = is_running or (error.code in RETRYABLE and refusal.code != "not_configured")
            is_final = not is_retryable or not is_brief
            if is_final or attempt == retries:
                raise refusal from None
            time.sleep(int(wait))
        except LOST_CONNECTION:
            if attempt == retries:
                raise
            time.sleep(1)


def _read_record(response):
    try:
        record = json.loads(response.read())
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise _to_unexpected(response.status, response.headers)
    return record


def _to_api_error(error):
    try:
        envelope = json.loads(error.read())["error"]
        return ApiError(error.code, envelope["code"], envelope["message"], error.headers.get("x-request-id"))
    except (ValueError, KeyError, TypeError, *LOST_CONNECTION):  # the status says enough
        return _to_unexpected(error.code, error.headers)


def _to_unexpected(status, headers):
    message = f"The response {status} is not one of the API"
    return ApiError(status, "unexpected", message, headers.get("x-request-id"))


def verify_webhook(headers, raw_body, secrets, now=None):
    """Returns the event of a delivery, or raises ValueError. Respond 401 then.

    `raw_body` are the bytes as they arrived. `secrets` is a secret, or a list of both during a rotation. Both formats of
    deliveries are accepted. Ignore an event whose `id` you have handled in the last 24 hours: not every signature covers
    the id of the delivery.
    """
    given = {name.lower(): value for name, value in headers.items()}
    read = _read_standard if "webhook-signature" in given else _read_own
    signed = read(given, raw_body)
    if signed is None:
        raise ValueError("The delivery has no signature")
    timestamp, text, signatures, to_key = signed
    if not re.fullmatch(r"[0-9]{1,12}", timestamp):
        raise ValueError("The delivery has no timestamp")
    if abs((time.time() if now is None else now) - int(timestamp)) > 300:
        raise ValueError("The timestamp is too old or in the future")
    keys = [to_key(secret) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    expected = [hmac.new(key, text, hashlib.sha256).digest() for key in keys if key]
    if not any([hmac.compare_digest(one, other) for one in expected for other in signatures]):
        raise ValueError("The signature does not match the body")
    return json.loads(raw_body)


def _read_standard(headers, raw_body):
    delivery_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not delivery_id:
        return None
    signatures = [_decode(one[3:]) for one in headers["webhook-signature"].split(" ") if one.startswith("v1,")]
    text = f"{delivery_id}.{timestamp}.".encode() + raw_body
    return timestamp, text, signatures, lambda secret: _decode(re.sub(r"^whsec_", "", secret))


def _read_own(headers, raw_body):
    # The names of the headers have the name of the deployment in them. A proxy may add a signature without the other two.
    names = (found[1] for found in (re.fullmatch(r"(x-[a-z0-9]+)-signature", one) for one in headers) if found)
    name = next((one for one in names if headers.get(f"{one}-timestamp") and headers.get(f"{one}-delivery")), None)
    if name is None:
        return None
    timestamp = headers[f"{name}-timestamp"]
    found = re.fullmatch(r"sha256=([0-9a-f]{64})", headers[f"{name}-signature"])
    signatures = [bytes.fromhex(found[1])] if found else []
    return timestamp, timestamp.encode() + b"." + raw_body, signatures, str.encode


def _decode(text):
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def main(arguments):
    if len(arguments) != 1 or not re.match("https?://", arguments[0]):
        sys.exit("Usage: python3 launchscore.py <URL of the service> < submission.json")
    try:
        submission = json.load(sys.stdin)
    except ValueError as error:
        sys.exit(f"The submission is not JSON: {error}")
    try:
        print(json.dumps(score_launch(arguments[0], submission)))
    except ApiError as error:
        sys.exit(f"{error} (request {error.request_id})")
    except LOST_CONNECTION as error:
        sys.exit(f"{arguments[0]} did not respond: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Client of the Launchscore API: scores, launches, rankings, webhooks."""

from . import api
from ._version import __version__
from .client import Client, ScoreEvent, SignalEvent
from .errors import ErrorDetail, LaunchscoreError
from .webhooks import VerifiedWebhook, WebhookError, verify_webhook

__all__ = [
    "Client",
    "ErrorDetail",
    "LaunchscoreError",
    "ScoreEvent",
    "SignalEvent",
    "VerifiedWebhook",
    "WebhookError",
    "__version__",
    "api",
    "verify_webhook",
]

"""Verifies webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from ._errors import SimulationServiceError

if TYPE_CHECKING:
    from .types import WebhookEvent

_tolerance_seconds = 5 * 60


class WebhookVerificationError(SimulationServiceError):
    """The delivery is not from the service, or is too old. Respond with status 400."""


def unwrap(body: bytes | str, headers: Mapping[str, str], secret: str | Iterable[str]) -> WebhookEvent:
    """Verifies a delivery, and returns its event.

    `body` is the body as received, before it is parsed. `secret` is `whsec_…` from `GET /v1/webhook-endpoints/{endpoint_id}/secret`, or
    several secrets during a rotation. Raises `WebhookVerificationError` if no signature is valid, or if it is older than five minutes.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    if not secrets:
        raise ValueError("There is no webhook secret.")
    keys = [_key_of(one) for one in secrets]
    known = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        known.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
    )
    if not (message_id and timestamp and signatures):
        raise WebhookVerificationError("A header is missing: webhook-id, webhook-timestamp or webhook-signature.")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 15):
        raise WebhookVerificationError("The header webhook-timestamp is not a time in seconds.")
    if abs(time.time() - int(timestamp)) > _tolerance_seconds:
        raise WebhookVerificationError("The delivery is more than five minutes old, or the clock is wrong.")
    raw = body.encode() if isinstance(body, str) else body
    content = f"{message_id}.{timestamp}.".encode() + raw
    expected = [base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()) for key in keys]
    received = [
        signature.encode()
        for version, _, signature in (part.partition(",") for part in signatures.split(" "))
        if version == "v1"
    ]
    # All pairs are compared, in constant time.
    if not any([hmac.compare_digest(own, other) for own in expected for other in received]):
        raise WebhookVerificationError("No signature is valid. Check the secret, and pass the body as received.")
    try:
        return cast("WebhookEvent", json.loads(raw))
    except ValueError as error:
        raise WebhookVerificationError("The body is not JSON.") from error


def _key_of(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not key:
        # An empty key would accept any signature of an empty key.
        raise ValueError("The webhook secret is invalid. It starts with whsec_, followed by Base64.")
    return key

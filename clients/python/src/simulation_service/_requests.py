"""Requests and responses without input and output: shared by both clients."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import quote, urlencode

import httpx

from ._errors import ApiError, ServiceConnectionError, ServiceTimeoutError, error_of
from ._version import version

# A longer delay that the service requests is left to the caller.
_longest_delay_seconds = 60


@dataclass(frozen=True)
class Settings:
    base_url: str
    api_key: str | None = field(repr=False)
    timeout_seconds: float
    max_retries: int

    @property
    def wait_seconds(self) -> int:
        """How long a request waits for the end of a run. It ends before its timeout."""
        return min(20, max(1, int(self.timeout_seconds // 2)))


def path_of(*parts: str) -> str:
    """The path of an object. Parts are escaped."""
    if any(part in ("", ".", "..") for part in parts):
        raise ValueError("The id is empty or not an id.")
    return "/v1/" + "/".join(quote(part, safe="") for part in parts)


def request_of(
    settings: Settings,
    path: str,
    *,
    method: str = "GET",
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    content: bytes | None = None,
    headers: Mapping[str, str | None] | None = None,
) -> dict[str, Any]:
    """The arguments of `httpx.Client.build_request`."""
    if not path.startswith("/") or path.startswith("//"):
        # The key is sent to the service only.
        raise ValueError(f"The path must start with one slash, such as /v1/usage: {path}")
    complete = {"accept": "*/*", "user-agent": f"simulation-service-python/{version}"}
    if settings.api_key:
        complete["authorization"] = f"Bearer {settings.api_key}"
    if body is not None:
        content = json.dumps(body, allow_nan=False).encode()
        complete["content-type"] = "application/json"
    if method == "POST":
        complete["idempotency-key"] = str(uuid.uuid4())
    complete.update({name.lower(): value for name, value in (headers or {}).items() if value is not None})
    url = settings.base_url + path + _query_string(query or {})
    return {"method": method, "url": url, "headers": complete, "content": content}


@contextmanager
def connection_errors(settings: Settings) -> Iterator[None]:
    """Translates the errors of httpx."""
    try:
        yield
    except httpx.TimeoutException as error:
        message = f"The service at {settings.base_url} sent nothing for {settings.timeout_seconds:g} s."
        raise ServiceTimeoutError(message) from error
    except httpx.ConnectError as error:
        message = f"The service at {settings.base_url} did not respond. Check the address and your connection."
        raise ServiceConnectionError(message) from error
    except httpx.RequestError as error:
        raise ServiceConnectionError(f"The service at {settings.base_url} sent an incomplete response.") from error


def successful(response: httpx.Response) -> httpx.Response:
    if response.is_success:
        return response
    raise error_of(response)


def json_of(response: httpx.Response) -> Any:
    """The body of a response."""
    return parsed(response.content)


def parsed(text: str | bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ServiceConnectionError("The response is not JSON. Check the address of the service.") from error


def content_of(response: httpx.Response) -> Any:
    """The JSON of a response, the bytes of other media types, and None without content."""
    if not response.content:
        return None
    media_type = response.headers.get("content-type", "").split(";")[0]
    is_json = media_type == "application/json" or media_type.endswith("+json")
    return json_of(response) if is_json else response.content


def retry_delay_seconds(settings: Settings, error: ApiError | ServiceConnectionError, retry: int) -> float | None:
    """Delay before the next attempt: as requested, or half a second that doubles, with jitter. None if there is none."""
    if retry >= settings.max_retries:
        return None
    backoff_seconds = 0.5 * 2.0**retry * random.uniform(0.75, 1.25)
    if not isinstance(error, ApiError):
        return backoff_seconds
    if not error.is_retryable:
        return None
    requested = error.retry_after_seconds
    if requested is None:
        return backoff_seconds
    return requested + random.uniform(0, 0.25) if requested <= _longest_delay_seconds else None


def _query_string(query: Mapping[str, Any]) -> str:
    """The same for all operations: `fields=a&fields=b` and `where[sex]=female`."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if isinstance(value, Mapping):
            pairs.extend((f"{name}[{key}]", _text_of(part)) for key, part in value.items())
        elif isinstance(value, (list, tuple)):
            pairs.extend((name, _text_of(part)) for part in value)
        elif value is not None:
            pairs.append((name, _text_of(value)))
    return "?" + urlencode(pairs) if pairs else ""


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        # `astimezone` reads a time without zone as local time.
        return value.astimezone().isoformat()
    if isinstance(value, (list, tuple)):
        return ",".join(str(part) for part in value)
    return str(value)

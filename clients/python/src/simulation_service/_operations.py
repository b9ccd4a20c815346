"""Operations without input and output.

An operation is a generator. It yields steps such as "send this request", receives their outcomes, and returns its result. `_transports.py` has
the two loops that perform steps, so that retries, waiting and reading exist once for the synchronous and the asynchronous client.
"""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar, Union
from urllib.parse import quote, urlencode

import httpx

from ._errors import ApiError, ServiceConnectionError, error_of

T = TypeVar("T")

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


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    content: bytes | None = None


@dataclass(frozen=True)
class Send:
    """Sends a request. The outcome is the response with its body, or a `ServiceConnectionError`."""

    request: Request


@dataclass(frozen=True)
class Open:
    """Sends a request without reading the body of a successful response. The transport has one open response."""

    request: Request


@dataclass(frozen=True)
class Read:
    """Reads from the open response. The outcome is a text, None at the end, or a `ServiceConnectionError`."""


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Emit(Generic[T]):
    """Passes one item of a list or of a stream to the caller."""

    value: T


Step = Union[Send, Open, Read, Sleep, Emit[Any]]
Operation = Generator[Step, Any, T]


def path_of(*parts: str) -> str:
    """The path of an object. Parts are escaped."""
    if any(part in ("", ".", "..") for part in parts):
        raise ValueError("The id is empty or not an id.")
    return "/v1/" + "/".join(quote(part, safe="") for part in parts)


def exchange(
    settings: Settings,
    path: str,
    *,
    method: str = "GET",
    query: Mapping[str, Any] | None = None,
    body: Any = None,
    content: bytes | None = None,
    headers: Mapping[str, str | None] | None = None,
    stream: bool = False,
) -> Operation[httpx.Response]:
    """Sends a request, and repeats it after connection errors and temporary errors with the same idempotency key.

    Raises `ApiError` for each response other than 2xx.
    """
    if not path.startswith("/") or path.startswith("//"):
        # The key is sent to the service only.
        raise ValueError(f"The path must start with one slash, such as /v1/usage: {path}")
    complete = {"accept": "*/*", "user-agent": "simulation-service-python/1.0.0"}
    if settings.api_key:
        complete["authorization"] = f"Bearer {settings.api_key}"
    if body is not None:
        content = json.dumps(body, allow_nan=False).encode()
        complete["content-type"] = "application/json"
    if method == "POST":
        complete["idempotency-key"] = str(uuid.uuid4())
    complete.update({name.lower(): value for name, value in (headers or {}).items() if value is not None})
    request = Request(method, settings.base_url + path + _query_string(query or {}), complete, content)
    retry = 0
    while True:
        outcome: httpx.Response | ServiceConnectionError = yield Open(request) if stream else Send(request)
        if isinstance(outcome, httpx.Response) and outcome.is_success:
            return outcome
        error: ApiError | ServiceConnectionError
        error = error_of(outcome) if isinstance(outcome, httpx.Response) else outcome
        delay_seconds = _retry_delay_seconds(error, retry) if retry < settings.max_retries else None
        if delay_seconds is None:
            raise error
        yield Sleep(delay_seconds)
        retry += 1


def json_of(response: httpx.Response) -> Any:
    """The body of a response."""
    try:
        return json.loads(response.content)
    except ValueError as error:
        raise ServiceConnectionError("The response is not JSON. Check the address of the service.") from error


def read_data(settings: Settings, path: str, **options: Any) -> Operation[Any]:
    """`data` of the response to a request with the options of `exchange`."""
    return json_of((yield from exchange(settings, path, **options)))["data"]


def each(operation: Operation[T], handle: Callable[[Any], None]) -> Operation[T]:
    """Performs an operation, and passes the items that it emits to a function instead of the caller."""
    outcome: Any = None
    while True:
        try:
            step = operation.send(outcome)
        except StopIteration as end:
            result: T = end.value
            return result
        if isinstance(step, Emit):
            handle(step.value)
            outcome = None
        else:
            outcome = yield step


def _retry_delay_seconds(error: ApiError | ServiceConnectionError, retry: int) -> float | None:
    """Delay before the next attempt: as requested, or half a second that doubles, with jitter. None if there is none."""
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

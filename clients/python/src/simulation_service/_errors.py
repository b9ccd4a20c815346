"""The errors of this client. Each status of the service has a class, and `code` has the cause."""

from __future__ import annotations

import json
import math
from typing import Any
from urllib.parse import urljoin

import httpx


class SimulationServiceError(Exception):
    """Base class of all errors of this client."""


class ServiceConnectionError(SimulationServiceError):
    """The service did not respond, or the response was incomplete."""


class ServiceTimeoutError(ServiceConnectionError):
    """The service did not respond within the timeout."""


class WaitTimeoutError(SimulationServiceError):
    """The run did not finish within the `timeout` of the call. It continues; `id` identifies it."""

    def __init__(self, id: str, timeout: float) -> None:
        super().__init__(id, timeout)
        self.id = id
        self.timeout = timeout

    def __str__(self) -> str:
        return f"{self.id} did not finish within {self.timeout:g} s. It continues: call wait() again, or cancel()."


class RunFailedError(SimulationServiceError):
    """The run ended without a result. `run` has the cause in `failure`."""

    def __init__(self, run: dict[str, Any]) -> None:
        super().__init__(run)
        self.run = run

    def __str__(self) -> str:
        failure = self.run.get("failure")
        return f"{failure['message']} ({failure['code']})" if failure else f"The run is {self.run['status']}."


class ApiError(SimulationServiceError):
    """An error response. `code` is `http_502` and the like if something other than the service responded."""

    def __init__(self, status: int, code: str, meta: dict[str, Any], response: httpx.Response) -> None:
        super().__init__(status, code, meta, response)
        self.status = status
        self.code = code
        self.meta = meta
        self.response = response

    def __str__(self) -> str:
        message = self.meta.get("message") or f"The service responded with status {self.status}."
        details = f"{self.code}, {self.request_id}" if self.request_id else self.code
        issues = [f"\n- {issue.get('path')}: {issue.get('message')}" for issue in self.issues]
        return f"{message} ({details}){''.join(issues)}"

    @property
    def request_id(self) -> str | None:
        """For support requests."""
        known: str | None = self.meta.get("request_id") or self.response.headers.get("x-request-id")
        return known

    @property
    def issues(self) -> list[dict[str, Any]]:
        """Each problem of an invalid request, with its `path`."""
        issues = self.meta.get("issues")
        return [issue for issue in issues if isinstance(issue, dict)] if isinstance(issues, list) else []

    @property
    def docs_url(self) -> str | None:
        """Address of the description of the code."""
        path = self.meta.get("docs_url")
        return urljoin(str(self.response.url), path) if isinstance(path, str) else None

    @property
    def retry_after_seconds(self) -> float | None:
        """The delay that the service requests before the next attempt."""
        try:
            seconds = float(self.response.headers.get("retry-after", ""))
        except ValueError:
            return None
        return seconds if math.isfinite(seconds) and seconds >= 0 else None

    @property
    def is_retryable(self) -> bool:
        """Whether the same request can succeed later."""
        known: str | None = self.response.headers.get("svc-should-retry")
        return self.status in (408, 429) or self.status >= 500 if known is None else known == "true"


class BadRequestError(ApiError):
    """400: the request is invalid. `issues` has each problem with its path."""


class AuthenticationError(ApiError):
    """401: the key is missing, unknown, expired or revoked."""


class InsufficientQuotaError(ApiError):
    """402: the quota of the month does not suffice."""


class PermissionDeniedError(ApiError):
    """403: the key lacks a scope."""


class NotFoundError(ApiError):
    """404: the object does not exist, or belongs to another organization or tier."""


class MethodNotAllowedError(ApiError):
    """405: the route has no such method."""


class NotAcceptableError(ApiError):
    """406: the route has no such format."""


class RequestTimeoutError(ApiError):
    """408: the request arrived too slowly."""


class ConflictError(ApiError):
    """409: the state of the object does not permit this."""


class GoneError(ApiError):
    """410: the results were deleted after their retention."""


class PayloadTooLargeError(ApiError):
    """413: the body is too large."""


class UnsupportedMediaTypeError(ApiError):
    """415: the route does not accept this media type."""


class UnprocessableError(ApiError):
    """422: the request is valid, but cannot be processed: no workflow matches a question, for example."""


class RateLimitError(ApiError):
    """429: a limit is reached. `retry_after_seconds` is the time until it permits more."""


class HeadersTooLargeError(ApiError):
    """431: the headers are too large."""


class ServerError(ApiError):
    """500 and above: the service has a defect, or is unavailable."""


_classes: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    402: InsufficientQuotaError,
    403: PermissionDeniedError,
    404: NotFoundError,
    405: MethodNotAllowedError,
    406: NotAcceptableError,
    408: RequestTimeoutError,
    409: ConflictError,
    410: GoneError,
    413: PayloadTooLargeError,
    415: UnsupportedMediaTypeError,
    422: UnprocessableError,
    429: RateLimitError,
    431: HeadersTooLargeError,
}


def error_of(response: httpx.Response) -> ApiError:
    """Reads an error response, whose body was received."""
    try:
        content = json.loads(response.content)
    except ValueError:
        content = None
    content = content if isinstance(content, dict) else {}
    code, meta = content.get("error"), content.get("meta")
    status = response.status_code
    error_class = _classes.get(status, ServerError if status >= 500 else ApiError)
    return error_class(
        status,
        code if isinstance(code, str) else f"http_{status}",
        meta if isinstance(meta, dict) else {},
        response,
    )

"""Client of Simulation Service."""

from ._client import AsyncSimulationService, SimulationService
from ._errors import (
    ApiError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    GoneError,
    HeadersTooLargeError,
    InsufficientQuotaError,
    MethodNotAllowedError,
    NotAcceptableError,
    NotFoundError,
    PayloadTooLargeError,
    PermissionDeniedError,
    RateLimitError,
    RequestTimeoutError,
    RunFailedError,
    ServerError,
    ServiceConnectionError,
    ServiceTimeoutError,
    SimulationServiceError,
    UnprocessableError,
    UnsupportedMediaTypeError,
    WaitTimeoutError,
)
from ._events import Event
from ._faces import AsyncListing, Listing, Page
from ._run import (
    AsyncFit,
    AsyncGoal,
    AsyncSensitivity,
    AsyncSimulation,
    AsyncSweep,
    Fit,
    Goal,
    Run,
    Sensitivity,
    Simulation,
    Sweep,
)
from ._runs import Answer
from ._webhooks import WebhookVerificationError, unwrap

__all__ = [name for name in dir() if not name.startswith("_")]

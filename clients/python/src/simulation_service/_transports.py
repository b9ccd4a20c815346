"""Performs operations with httpx: the only part that differs between the synchronous and the asynchronous client."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, TypeVar

import httpx

from ._errors import ServiceConnectionError, ServiceTimeoutError
from ._operations import Emit, Open, Operation, Read, Request, Send, Settings, Sleep, Step

T = TypeVar("T")


def _connection_error(error: httpx.RequestError, settings: Settings) -> ServiceConnectionError:
    if isinstance(error, httpx.TimeoutException):
        result: ServiceConnectionError = ServiceTimeoutError(
            f"The service did not respond within {settings.timeout_seconds:g} s."
        )
    else:
        result = ServiceConnectionError(
            f"The service at {settings.base_url} did not respond. Check the address and your connection."
        )
    result.__cause__ = error
    return result


class SyncTransport:
    def __init__(self, settings: Settings, http: httpx.Client | None = None) -> None:
        self.settings = settings
        self.http = http or httpx.Client(timeout=settings.timeout_seconds)

    def perform(self, operation: Operation[T]) -> T:
        """Performs an operation, and returns its result."""
        with _Connection(self) as connection:
            outcome: Any = None
            try:
                while True:
                    outcome = connection.outcome_of(operation.send(outcome))
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                operation.close()

    def emitted(self, operation: Operation[Any]) -> Iterator[Any]:
        """The items that an operation emits."""
        with _Connection(self) as connection:
            outcome: Any = None
            try:
                while True:
                    try:
                        step = operation.send(outcome)
                    except StopIteration:
                        return
                    outcome = connection.outcome_of(step)
                    if isinstance(step, Emit):
                        yield step.value
            finally:
                operation.close()


class _Connection:
    """The open response of an operation."""

    def __init__(self, transport: SyncTransport) -> None:
        self.transport = transport
        self.response: httpx.Response | None = None
        self.chunks: Iterator[str] = iter(())

    def __enter__(self) -> _Connection:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        if self.response is not None:
            self.response.close()
            self.response = None

    def outcome_of(self, step: Step) -> Any:
        try:
            if isinstance(step, Send):
                return self.transport.http.send(self.build(step.request), follow_redirects=False)
            if isinstance(step, Open):
                self.close()
                self.response = self.transport.http.send(
                    self.build(step.request), stream=True, follow_redirects=False
                )
                if not self.response.is_success:
                    self.response.read()
                self.chunks = self.response.iter_text()
                return self.response
            if isinstance(step, Read):
                return next(self.chunks, None)
        except httpx.RequestError as error:
            return _connection_error(error, self.transport.settings)
        if isinstance(step, Sleep):
            time.sleep(step.seconds)
        return None

    def build(self, request: Request) -> httpx.Request:
        return self.transport.http.build_request(
            request.method, request.url, headers=dict(request.headers), content=request.content
        )


class AsyncTransport:
    def __init__(self, settings: Settings, http: httpx.AsyncClient | None = None) -> None:
        self.settings = settings
        self.http = http or httpx.AsyncClient(timeout=settings.timeout_seconds)

    async def perform(self, operation: Operation[T]) -> T:
        """Performs an operation, and returns its result."""
        async with _AsyncConnection(self) as connection:
            outcome: Any = None
            try:
                while True:
                    outcome = await connection.outcome_of(operation.send(outcome))
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                operation.close()

    async def emitted(self, operation: Operation[Any]) -> AsyncIterator[Any]:
        """The items that an operation emits."""
        async with _AsyncConnection(self) as connection:
            outcome: Any = None
            try:
                while True:
                    try:
                        step = operation.send(outcome)
                    except StopIteration:
                        return
                    outcome = await connection.outcome_of(step)
                    if isinstance(step, Emit):
                        yield step.value
            finally:
                operation.close()


class _AsyncConnection:
    """The same with `await`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.transport = transport
        self.response: httpx.Response | None = None
        self.chunks: AsyncIterator[str] | None = None

    async def __aenter__(self) -> _AsyncConnection:
        return self

    async def __aexit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        if self.response is not None:
            await self.response.aclose()
            self.response = None

    async def outcome_of(self, step: Step) -> Any:
        try:
            if isinstance(step, Send):
                return await self.transport.http.send(self.build(step.request), follow_redirects=False)
            if isinstance(step, Open):
                await self.close()
                self.response = await self.transport.http.send(
                    self.build(step.request), stream=True, follow_redirects=False
                )
                if not self.response.is_success:
                    await self.response.aread()
                self.chunks = self.response.aiter_text()
                return self.response
            if isinstance(step, Read):
                return None if self.chunks is None else await anext(self.chunks, None)
        except httpx.RequestError as error:
            return _connection_error(error, self.transport.settings)
        if isinstance(step, Sleep):
            await asyncio.sleep(step.seconds)
        return None

    def build(self, request: Request) -> httpx.Request:
        return self.transport.http.build_request(
            request.method, request.url, headers=dict(request.headers), content=request.content
        )

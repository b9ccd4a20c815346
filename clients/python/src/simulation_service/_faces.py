"""One definition for both clients: a method of the synchronous client returns a result, and the same method of the asynchronous one an
awaitable result."""

from __future__ import annotations

import functools
import inspect
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, overload

from ._events import Event
from ._operations import Emit, Operation, Settings, exchange, json_of
from ._transports import AsyncTransport, SyncTransport

T = TypeVar("T")
P = ParamSpec("P")


class Face:
    """An object whose methods send requests."""

    _transport: SyncTransport | AsyncTransport

    @property
    def _settings(self) -> Settings:
        return self._transport.settings


class Sync(Face):
    _transport: SyncTransport


class Async(Face):
    _transport: AsyncTransport


class verb(Generic[P, T]):
    """Makes a method from a function that returns an operation."""

    def __init__(self, operation: Callable[Concatenate[Any, P], Operation[T]]) -> None:
        self._operation = operation
        functools.update_wrapper(self, operation)

    @overload
    def __get__(self, instance: Sync, owner: Any = ...) -> Callable[P, T]: ...
    @overload
    def __get__(self, instance: Async, owner: Any = ...) -> Callable[P, Awaitable[T]]: ...
    @overload
    def __get__(self, instance: None, owner: Any = ...) -> verb[P, T]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        return _method(
            instance,
            self._operation,
            lambda *args, **options: instance._transport.perform(self._operation(instance, *args, **options)),
        )


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list. `meta` has `next_cursor`, `has_more` and `returned`."""

    data: list[T]
    meta: dict[str, Any]


class Listing(Sync, Generic[T]):
    """A list of the API. `for` reads all items, page by page."""

    def __init__(self, transport: SyncTransport, pages: Callable[[], Operation[None]]) -> None:
        self._transport = transport
        self._pages = pages

    def pages(self) -> Iterator[Page[T]]:
        return self._transport.emitted(self._pages())

    def first(self) -> Page[T]:
        """The first page."""
        return next(self.pages())

    def __iter__(self) -> Iterator[T]:
        for page in self.pages():
            yield from page.data

    def to_list(self, limit: int = 1_000) -> list[T]:
        """The first items."""
        items: list[T] = []
        for page in self.pages() if limit > 0 else ():
            items.extend(page.data)
            if len(items) >= limit:
                break
        return items[:limit]


class AsyncListing(Async, Generic[T]):
    """A list of the API. `async for` reads all items, page by page."""

    def __init__(self, transport: AsyncTransport, pages: Callable[[], Operation[None]]) -> None:
        self._transport = transport
        self._pages = pages

    def pages(self) -> AsyncIterator[Page[T]]:
        return self._transport.emitted(self._pages())

    async def first(self) -> Page[T]:
        """The first page."""
        return await anext(self.pages())

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.data:
                yield item

    async def to_list(self, limit: int = 1_000) -> list[T]:
        """The first items."""
        items: list[T] = []
        if limit <= 0:
            return items
        async for page in self.pages():
            items.extend(page.data)
            if len(items) >= limit:
                break
        return items[:limit]


class listing(Generic[P, T]):
    """Makes a method that returns a list, from a function that returns path, query, and a function for each item."""

    def __init__(
        self, source: Callable[Concatenate[Any, P], tuple[str, dict[str, Any], Callable[[Any], T]]]
    ) -> None:
        self._source = source
        functools.update_wrapper(self, source)

    @overload
    def __get__(self, instance: Sync, owner: Any = ...) -> Callable[P, Listing[T]]: ...
    @overload
    def __get__(self, instance: Async, owner: Any = ...) -> Callable[P, AsyncListing[T]]: ...
    @overload
    def __get__(self, instance: None, owner: Any = ...) -> listing[P, T]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        list_type: Any = AsyncListing if isinstance(instance, Async) else Listing

        def call(*args: Any, **options: Any) -> Any:
            path, query, convert = self._source(instance, *args, **options)
            return list_type(instance._transport, lambda: _pages(instance._settings, path, query, convert))

        return _method(instance, self._source, call)


class stream(Generic[P]):
    """Makes a method that returns an iterator, from a function whose operation emits events."""

    def __init__(self, operation: Callable[Concatenate[Any, P], Operation[None]]) -> None:
        self._operation = operation
        functools.update_wrapper(self, operation)

    @overload
    def __get__(self, instance: Sync, owner: Any = ...) -> Callable[P, Iterator[Event]]: ...
    @overload
    def __get__(self, instance: Async, owner: Any = ...) -> Callable[P, AsyncIterator[Event]]: ...
    @overload
    def __get__(self, instance: None, owner: Any = ...) -> stream[P]: ...
    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self
        return _method(
            instance,
            self._operation,
            lambda *args, **options: instance._transport.emitted(self._operation(instance, *args, **options)),
        )


def _method(instance: Face, function: Callable[..., Any], call: Callable[..., Any]) -> Callable[..., Any]:
    """Gives a method the name, text and parameters of its definition, for help() and completion in notebooks."""
    method = functools.wraps(function)(call)
    signature = inspect.signature(function)
    parameters = [parameter for name, parameter in signature.parameters.items() if name != "self"]
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=inspect.Signature.empty
    )
    return method


def _pages(
    settings: Settings, path: str, query: dict[str, Any], convert: Callable[[Any], T]
) -> Operation[None]:
    cursor: str | None = None
    while True:
        body = json_of((yield from exchange(settings, path, query={**query, "cursor": cursor})))
        yield Emit(Page([convert(item) for item in body["data"]], body["meta"]))
        cursor = body["meta"]["next_cursor"]
        if not body["meta"]["has_more"] or cursor is None:
            return

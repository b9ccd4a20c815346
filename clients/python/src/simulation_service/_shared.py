"""What both clients share and is not part of a request."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from ._errors import RunFailedError
from ._requests import Settings

T = TypeVar("T")
R = TypeVar("R", bound="dict[str, Any]")


@dataclass(frozen=True)
class Event:
    """`progress`, `state` or `done`, with its data."""

    event: str
    data: Any


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list. `meta` has `next_cursor`, `has_more` and `returned`."""

    data: list[T]
    meta: dict[str, Any]


media_types = {
    "csv": "text/csv",
    "ndjson": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}


def settings_of(api_key: str | None, base_url: str | None, timeout_seconds: float, max_retries: int) -> Settings:
    url = (base_url or os.environ.get("SVC_URL") or "http://127.0.0.1:3000").rstrip("/")
    if not url.startswith(("http://", "https://")):
        raise ValueError(f"base_url starts with http:// or https://: {url}")
    key = (api_key or os.environ.get("SVC_API_KEY") or "").strip()
    if not key.isascii() or not key.isprintable():
        raise ValueError("The API key has invalid characters. It starts with sk_test_ or sk_live_.")
    return Settings(url, key or None, timeout_seconds, max_retries)


def unchanged(item: T) -> T:
    return item


def completed(run: R) -> R:
    if run["status"] != "completed":
        raise RunFailedError(run)
    return run


def mapping(request: Any) -> dict[str, Any]:
    if not isinstance(request, Mapping):
        raise TypeError('The request is a dict, such as {"workflow_id": "swissmetro-mode-choice"}.')
    return dict(request)


def upload_content(file: Any, format: str) -> bytes:
    """The bytes of a DataFrame, of the file at a path, or of a text."""
    if hasattr(file, "to_csv"):
        if format != "csv":
            raise ValueError("A DataFrame is uploaded as CSV.")
        file = str(file.to_csv(index=False))
    if isinstance(file, Path):
        return file.read_bytes()
    content: bytes = file.encode() if isinstance(file, str) else file
    return content

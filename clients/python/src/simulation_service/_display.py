"""How notebooks display a run: as its report."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any

from ._errors import SimulationServiceError
from ._sync.transport import Transport


def html_of(run: Mapping[str, Any], transport: Any, report_path: str) -> str | None:
    """The report in a frame that permits no scripts; the page is escaped as an attribute."""
    if run["status"] != "completed":
        failure = run.get("failure")
        text = f"{run!r} {failure['message']}" if failure else repr(run)
        return f"<p>{html.escape(text)}</p>"
    # Notebooks display objects without `await`, also those of the asynchronous client.
    is_blocking = isinstance(transport, Transport)
    blocking = transport if is_blocking else Transport(transport.settings)
    try:
        page = blocking.text(report_path)
    except SimulationServiceError:
        # The notebook shows `repr` instead.
        return None
    finally:
        if not is_blocking:
            blocking.http.close()
    style = "width: 100%; height: 640px; border: 1px solid #ccc; background: #fff"
    return f'<iframe sandbox="" srcdoc="{html.escape(page)}" title="{html.escape(repr(run))}" style="{style}"></iframe>'

"""The progress of a run, as a bar in a terminal or in a notebook."""

from __future__ import annotations

import html
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, Union

Progress = Union[bool, Callable[[Mapping[str, Any]], object]]
"""True shows a bar if the output is a terminal or a notebook. A function receives each change, and the progress at the end."""


class _Bar(Protocol):
    def __call__(self, progress: Mapping[str, Any]) -> object: ...
    def close(self) -> None: ...


@contextmanager
def reporting(progress: Progress) -> Iterator[Callable[[Mapping[str, Any]], object] | None]:
    """The function that reports progress, or None. Its bar is closed in the end."""
    if callable(progress):
        yield progress
        return
    bar = _bar() if progress else None
    try:
        yield bar
    finally:
        if bar:
            bar.close()


def text_of(progress: Mapping[str, Any]) -> tuple[float, str]:
    """The completed share, 0 to 1, and the count such as `500 of 1,000 agents`."""
    for name, done in progress.items():
        unit = name.removesuffix("_done")
        total = progress.get(f"{unit}_total", progress.get(f"{unit}_max"))
        if unit != name and total:
            # A search can end before its maximum.
            return min(1.0, done / total), f"{done:,} of {'at most ' if f'{unit}_max' in progress else ''}{total:,} {unit}"
    return 0.0, ""


def _bar() -> _Bar | None:
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None and hasattr(shell, "kernel"):
        return NotebookBar()
    return TerminalBar() if sys.stderr is not None and sys.stderr.isatty() else None


class TerminalBar:
    def __init__(self) -> None:
        self._width = 0

    def __call__(self, progress: Mapping[str, Any]) -> None:
        share, count = text_of(progress)
        cells = 30
        filled = int(share * cells)
        line = f"[{'#' * filled}{'.' * (cells - filled)}] {share:4.0%}  {count}"
        line = line[: shutil.get_terminal_size().columns - 1]
        # Spaces remove the rest of a longer line.
        sys.stderr.write(f"\r{line.ljust(self._width)}")
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\n")
            sys.stderr.flush()


class NotebookBar:
    def __init__(self) -> None:
        self._handle: Any = None

    def __call__(self, progress: Mapping[str, Any]) -> None:
        share, count = text_of(progress)
        shown = {
            "text/html": f'<progress max="1" value="{share:.4f}"></progress> {html.escape(count)}',
            "text/plain": f"{share:.0%}  {count}",
        }
        if self._handle is None:
            from IPython.display import display

            self._handle = display(shown, raw=True, display_id=True)
        else:
            self._handle.update(shown, raw=True)

    def close(self) -> None:
        """The last state stays in the notebook."""

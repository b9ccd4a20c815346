from __future__ import annotations

import io
import sys
import types
from typing import Any

import pytest

from simulation_service._progress import reporting, text_of


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("progress", "expected"),
    [
        ({"agents_done": 500, "agents_total": 2_000}, (0.25, "500 of 2,000 agents")),
        ({"points_total": 3, "points": {}, "agents_done": 2, "agents_total": 4}, (0.5, "2 of 4 agents")),
        ({"evaluations_done": 20, "evaluations_max": 80}, (0.25, "20 of at most 80 evaluations")),
        ({"steps_done": 0, "steps_total": 7}, (0.0, "0 of 7 steps")),
        ({}, (0.0, "")),
    ],
)
def test_the_progress_of_each_kind_of_run_has_a_share_and_a_count(progress: Any, expected: Any) -> None:
    assert text_of(progress) == expected


def test_a_terminal_shows_one_line_that_each_change_replaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    with reporting(True) as report:
        assert report
        report({"agents_done": 1_000, "agents_total": 2_000})
        report({"agents_done": 2_000, "agents_total": 2_000})
    assert terminal.getvalue() == (
        f"\r[{'#' * 15}{'.' * 15}]  50%  1,000 of 2,000 agents\r[{'#' * 30}] 100%  2,000 of 2,000 agents\n"
    )


def test_an_error_ends_the_line_of_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with pytest.raises(KeyboardInterrupt), reporting(True) as report:
        assert report
        report({"agents_done": 1, "agents_total": 2})
        raise KeyboardInterrupt
    assert terminal.getvalue().endswith("\n")


def test_a_file_gets_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with reporting(True) as report:
        assert report is None
    with reporting(False) as report:
        assert report is None


def test_a_notebook_shows_one_bar_that_each_change_updates(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, str]] = []

    class Handle:
        def update(self, bundle: dict[str, str], raw: bool) -> None:
            shown.append(bundle)

    def display(bundle: dict[str, str], raw: bool, display_id: bool) -> Handle:
        shown.append({**bundle, "new": "yes"})
        return Handle()

    ipython, module = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    ipython.get_ipython = lambda: types.SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
    module.display = display  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    with reporting(True) as report:
        assert report
        report({"agents_done": 1, "agents_total": 2})
        report({"<b>_done": 2, "<b>_total": 2})
    assert shown[0] == {
        "text/html": '<progress max="1" value="0.5000"></progress> 1 of 2 agents',
        "text/plain": "50%  1 of 2 agents",
        "new": "yes",
    }
    assert shown[1]["text/html"] == '<progress max="1" value="1.0000"></progress> 2 of 2 &lt;b&gt;'
    assert len(shown) == 2

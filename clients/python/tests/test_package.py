"""The types of the package, and the examples of its README."""

from __future__ import annotations

import contextlib
import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simulation_service import SimulationService

folder = Path(__file__).parent.parent
examples = re.findall(r"^## \d+\. (.*?)$.*?^```python\n(.*?)^```", (folder / "README.md").read_text("utf-8"), re.M | re.S)


def test_the_readme_has_ten_examples() -> None:
    assert len(examples) == 10


@pytest.mark.parametrize(("title", "code"), examples, ids=[title for title, _ in examples])
def test_each_example_of_the_readme_runs(
    title: str, code: str, client: SimulationService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ".plot(" in code:
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(code, title, "exec"), {"__name__": "__main__"})
    expected = {
        "Run a scenario": r"Swissmetro 0\.\d+ \[0\.\d+, 0\.\d+\]",
        "Ask a question": "Swissmetro mode choice",
        "Handle errors": "ticket_price",
        "Verify webhooks": "^$",
    }
    assert re.search(expected.get(title, "."), output.getvalue())


def test_the_package_and_the_examples_of_its_readme_have_valid_types(tmp_path: Path) -> None:
    for number, (_, code) in enumerate(examples):
        (tmp_path / f"example_{number + 1}.py").write_text(code, "utf-8")
    # What the clients return, and two mistakes that mypy must find.
    (tmp_path / "kinds.py").write_text(
        """
from simulation_service import AsyncSimulation, AsyncSimulationService, Simulation, SimulationService

def sync(client: SimulationService) -> Simulation:
    share: float = client.run("a").data["progress"]["agents_total"]
    text: str = client.simulations.get("a").report()
    text = client.runs.wait("a").report()
    client.sweep({"workflow_id": 1, "parameters": []})  # type: ignore[typeddict-item]
    client.run("a", {}, idempotency_key=1)  # type: ignore[arg-type]
    return client.run("a")

async def asynchronous(client: AsyncSimulationService) -> AsyncSimulation:
    text: str = await (await client.simulations.get("a")).report()
    async for workflow in client.workflows():
        name: str = workflow["name"]
    return await client.run("a")
""",
        "utf-8",
    )
    sources = [str(path) for path in sorted(tmp_path.glob("*.py"))]
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "src", *sources]
    checked = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert checked.stdout.startswith("Success"), checked.stdout + checked.stderr

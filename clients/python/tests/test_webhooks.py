from __future__ import annotations

import pytest

from simulation_service import SimulationService, WebhookVerificationError, unwrap

# Signed with the package `standardwebhooks` of npm, which the service does not use itself.
secret = "whsec_BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcH"
other_secret = "whsec_CAgICAgICAgICAgICAgICAgICAgICAgI"
body = '{"type":"simulation.completed","timestamp":"2026-01-01T00:00:00Z","data":{"id":"sim_é"}}'
signed_at = 1_767_225_600
headers = {
    "Webhook-Id": "evt_1",
    "webhook-timestamp": str(signed_at),
    "webhook-signature": "v1,nW/zRyF3Gb9nepuWgTfLFOv8FF+ZoocuM8zdFD+pK+k=",
}


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: signed_at)


@pytest.mark.parametrize("received", [body, body.encode()])
def test_a_delivery_is_verified_by_its_signature(received: str | bytes) -> None:
    assert unwrap(received, headers, secret)["data"] == {"id": "sim_é"}
    assert SimulationService.unwrap(received, headers, secret)["type"] == "simulation.completed"


def test_during_a_rotation_each_secret_and_each_signature_is_compared() -> None:
    assert unwrap(body, headers, [other_secret, secret])["type"] == "simulation.completed"
    signatures = f"v1,AAAA v2,{headers['webhook-signature'][3:]} {headers['webhook-signature']}"
    assert unwrap(body, {**headers, "webhook-signature": signatures}, secret)["type"] == "simulation.completed"


@pytest.mark.parametrize(
    ("changed", "changed_headers"),
    [
        (body + " ", {}),
        (body, {"Webhook-Id": "evt_2"}),
        (body, {"Webhook-Id": ""}),
        (body, {"webhook-timestamp": str(signed_at + 1)}),
        (body, {"webhook-timestamp": str(signed_at - 301)}),
        (body, {"webhook-timestamp": str(signed_at + 301)}),
        (body, {"webhook-timestamp": "٣"}),
        (body, {"webhook-timestamp": "9" * 5_000}),
        (body, {"webhook-timestamp": "nan"}),
        (body, {"webhook-signature": headers["webhook-signature"].replace("v1", "v2")}),
        (body, {"webhook-signature": "v1,é"}),
        (body, {"webhook-signature": "v1,"}),
        (body, {"webhook-signature": ""}),
        (b"\xff", {}),
    ],
)
def test_a_changed_delivery_is_rejected(changed: str | bytes, changed_headers: dict[str, str]) -> None:
    with pytest.raises(WebhookVerificationError):
        unwrap(changed, {**headers, **changed_headers}, secret)
    with pytest.raises(WebhookVerificationError):
        unwrap(body, headers, other_secret)


def test_a_delivery_is_valid_for_five_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    for age in (-300, 300):
        monkeypatch.setattr("time.time", lambda age=age: signed_at + age)
        assert unwrap(body, headers, secret)
    for age in (-301, 301):
        monkeypatch.setattr("time.time", lambda age=age: signed_at + age)
        with pytest.raises(WebhookVerificationError, match="five minutes"):
            unwrap(body, headers, secret)


@pytest.mark.parametrize("invalid", ["", "whsec_", "whsec_é", "whsec_!!", []])
def test_an_empty_or_invalid_secret_is_an_error_of_the_program(invalid: str | list[str]) -> None:
    with pytest.raises(ValueError):
        unwrap(body, headers, invalid)

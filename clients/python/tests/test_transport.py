"""Faults that a running service does not have on request."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Protocol

import httpx
import pytest
from conftest import Faults, failed

from simulation_service import (
    ApiError,
    AsyncSimulationService,
    BadRequestError,
    NotFoundError,
    RateLimitError,
    ServerError,
    ServiceConnectionError,
    ServiceTimeoutError,
    SimulationService,
)

class Call(Protocol):
    def __call__(self, method: str, path: str, **options: Any) -> Any: ...


@pytest.fixture(params=["sync", "async"])
def request_(request: pytest.FixtureRequest, faults: Faults) -> Call:
    """`client.request` of both clients."""
    transport = httpx.MockTransport(faults.handle)
    key, url = "sk_test_1", "http://127.0.0.1:1"
    if request.param == "sync":
        client = SimulationService(key, url, http_client=httpx.Client(transport=transport, follow_redirects=True))
        return client.request

    async def call(method: str, path: str, **options: Any) -> Any:
        http = httpx.AsyncClient(transport=transport, follow_redirects=True)
        async with AsyncSimulationService(key, url, http_client=http) as asynchronous:
            return await asynchronous.request(method, path, **options)

    return lambda method, path, **options: asyncio.run(call(method, path, **options))


def test_a_request_is_repeated_after_lost_connections_and_temporary_errors_with_the_same_idempotency_key(
    request_: Call, faults: Faults
) -> None:
    faults.outcomes = [
        httpx.ConnectError("lost"),
        failed(503, "service_unavailable", svc_should_retry="true", retry_after="7"),
    ]
    request_("POST", "/v1/simulations", body={"workflow_id": "a"})
    assert len(faults.requests) == 3
    keys = {request.headers["idempotency-key"] for request in faults.requests}
    assert len(keys) == 1 and len(keys.pop()) == 36
    assert {request.content for request in faults.requests} == {b'{"workflow_id": "a"}'}
    assert faults.requests[2].headers["authorization"] == "Bearer sk_test_1"
    assert 0.375 <= faults.pauses[0] <= 0.625
    assert 7 <= faults.pauses[1] <= 7.25


def test_each_call_has_its_own_idempotency_key(request_: Call, faults: Faults) -> None:
    request_("POST", "/v1/simulations", body={})
    request_("POST", "/v1/simulations", body={})
    assert len({request.headers["idempotency-key"] for request in faults.requests}) == 2


@pytest.mark.parametrize(
    ("status", "retry", "count"),
    [(503, "false", 1), (409, None, 1), (502, None, 3), (408, None, 3), (429, None, 3), (409, "true", 3)],
)
def test_errors_are_repeated_only_if_the_same_request_can_succeed(
    request_: Call, faults: Faults, status: int, retry: str | None, count: int
) -> None:
    headers = {} if retry is None else {"svc_should_retry": retry}
    faults.outcomes = [failed(status, **headers) for _ in range(3)]
    with pytest.raises(ApiError) as caught:
        request_("GET", "/v1/usage")
    assert caught.value.status == status
    assert len(faults.requests) == count


def test_a_delay_above_a_minute_is_left_to_the_caller(request_: Call, faults: Faults) -> None:
    faults.outcomes = [failed(429, "rate_limited", svc_should_retry="true", retry_after="3600")]
    with pytest.raises(RateLimitError) as caught:
        request_("GET", "/v1/usage")
    assert caught.value.retry_after_seconds == 3600
    assert faults.pauses == []


def test_an_error_has_code_request_id_issues_and_the_address_of_its_description(
    request_: Call, faults: Faults
) -> None:
    content = json.loads(failed(400, "validation_error").content)
    content["meta"]["issues"] = [{"path": "seed", "message": "is not an integer"}]
    faults.outcomes = [httpx.Response(400, json=content), failed(404, "simulation_not_found")]
    with pytest.raises(BadRequestError) as caught:
        request_("GET", "/v1/usage")
    error = caught.value
    assert (error.status, error.code, error.request_id) == (400, "validation_error", "req_1")
    assert error.docs_url == "http://127.0.0.1:1/docs/errors#validation_error"
    assert error.issues[0]["path"] == "seed"
    assert str(error) == "Problem. (validation_error, req_1)\n- seed: is not an integer"
    with pytest.raises(NotFoundError):
        request_("GET", "/v1/simulations/sim_1")


@pytest.mark.parametrize("body", ["<html>", "[]", '{"error": 1, "meta": []}', "\xff"])
def test_an_error_of_a_proxy_has_its_status_as_code(request_: Call, faults: Faults, body: str) -> None:
    faults.outcomes = [httpx.Response(500, content=body.encode("latin-1")) for _ in range(3)]
    with pytest.raises(ServerError) as caught:
        request_("GET", "/v1/usage")
    assert caught.value.code == "http_500"
    assert str(caught.value) == "The service responded with status 500. (http_500)"


def test_a_success_without_json_is_a_connection_error(request_: Call, faults: Faults) -> None:
    headers = {"content-type": "application/json"}
    faults.outcomes = [httpx.Response(200, content=b'{"data"', headers=headers)]
    with pytest.raises(ServiceConnectionError, match="not JSON"):
        request_("GET", "/v1/usage")


def test_a_service_without_response_is_a_timeout_and_an_unreachable_one_a_connection_error(
    request_: Call, faults: Faults
) -> None:
    faults.outcomes = [httpx.ReadTimeout("slow") for _ in range(3)]
    with pytest.raises(ServiceTimeoutError, match="http://127.0.0.1:1 sent nothing for 60 s"):
        request_("GET", "/v1/usage")
    faults.outcomes = [httpx.ConnectError("refused") for _ in range(3)]
    with pytest.raises(ServiceConnectionError, match="http://127.0.0.1:1 did not respond") as caught:
        request_("GET", "/v1/usage")
    assert not isinstance(caught.value, ServiceTimeoutError)
    assert len(faults.requests) == 6


@pytest.mark.parametrize("path", ["https://example.com/v1/usage", "//example.com/v1/usage", "v1/usage", ""])
def test_the_key_is_sent_to_the_service_only(request_: Call, faults: Faults, path: str) -> None:
    with pytest.raises(ValueError, match="path"):
        request_("GET", path)
    assert faults.requests == []


def test_redirects_are_not_followed(request_: Call, faults: Faults) -> None:
    faults.outcomes = [httpx.Response(307, headers={"location": "http://127.0.0.2:1/v1/usage"})]
    with pytest.raises(ApiError) as caught:
        request_("GET", "/v1/usage")
    assert caught.value.code == "http_307"
    assert len(faults.requests) == 1


def test_queries_are_written_like_those_of_the_typescript_client(request_: Call, faults: Faults) -> None:
    query = {"fields": ["a", "b"], "where": {"sex": "female", "age": ["x", "y"]}, "cursor": None, "test": True}
    request_("GET", "/v1/usage", query=query)
    assert list(faults.requests[0].url.params.multi_items()) == [
        ("fields", "a"),
        ("fields", "b"),
        ("where[sex]", "female"),
        ("where[age]", "x,y"),
        ("test", "true"),
    ]


def test_ids_cannot_change_the_path(faults: Faults) -> None:
    http = httpx.Client(transport=httpx.MockTransport(faults.handle))
    client = SimulationService("sk_test_1", "http://127.0.0.1:1", http_client=http)
    client.simulations.delete("a/../../keys?x=1")
    assert faults.requests[0].url.raw_path == b"/v1/simulations/a%2F..%2F..%2Fkeys%3Fx%3D1"
    for id in ("", ".", ".."):
        with pytest.raises(ValueError, match="id"):
            client.simulations.delete(id)


def test_an_address_without_protocol_and_a_key_with_a_line_break_are_rejected() -> None:
    with pytest.raises(ValueError, match="http://"):
        SimulationService("sk_test_1", "127.0.0.1:3000")
    with pytest.raises(ValueError, match="API key") as caught:
        SimulationService("sk_test_\n1")
    assert "sk_test_\n1" not in str(caught.value)


def test_the_key_is_not_part_of_the_text_of_objects() -> None:
    client = SimulationService("sk_test_secret")
    assert "sk_test_secret" not in repr(client._transport.settings)


def test_settings_default_to_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVC_URL", "http://127.0.0.1:8080/")
    monkeypatch.setenv("SVC_API_KEY", "sk_test_2\n")
    settings = SimulationService()._transport.settings
    assert (settings.base_url, settings.api_key) == ("http://127.0.0.1:8080", "sk_test_2")
    monkeypatch.delenv("SVC_URL")
    assert SimulationService()._transport.settings.base_url == "http://127.0.0.1:3000"

/**
 * Every error code that a client can receive, with its HTTP status and default message.
 * A message states the problem, then the fix, and names the `meta` field with the details.
 */
export const errorCodes = {
  validation_error: {
    status: 400,
    message: 'The request is invalid. `meta.issues` lists each problem with its path. Fix them and retry.',
  },
  invalid_workflow: {
    status: 400,
    message:
      'The workflow does not exist or is deprecated (`meta.workflow_id`). List the available workflows with GET /v1/case-studies.',
  },
  invalid_scenario_context: {
    status: 400,
    message:
      'The scenario does not fit the workflow. `meta.issues` lists each problem. GET /v1/case-studies/{workflow_id} returns the allowed parameters in `scenario_schema`.',
  },
  invalid_goal: {
    status: 400,
    message:
      'The goal does not fit the workflow. `meta.issues` lists each problem. GET /v1/case-studies/{workflow_id} returns the parameters, outcomes, measures and variables of the workflow.',
  },
  invalid_sensitivity: {
    status: 400,
    message:
      'The sensitivity analysis does not fit the workflow. `meta.issues` lists each problem. GET /v1/case-studies/{workflow_id} returns the parameters of the workflow with their ranges.',
  },
  invalid_definition: {
    status: 400,
    message:
      'The definition is invalid. `meta.issues` lists each problem with its path. Fix them and promote it again.',
  },
  invalid_adjustment: {
    status: 400,
    message:
      'The adjustments do not fit the workflow. `meta.issues` lists each problem with its path. Fix them and retry.',
  },
  invalid_population: {
    status: 400,
    message:
      'The population is invalid. `meta.issues` lists the first 20 problems with their row and column, and `meta.issue_count` is the number of all problems. Fix the file or the margins and retry. Nothing was stored.',
  },
  agent_count_exceeds_plan: {
    status: 400,
    message:
      '`agent_count` exceeds the ceiling of the organization’s plan (`meta.agent_count_ceiling`). Request at most that many agents.',
  },
  tier_mismatch: {
    status: 400,
    message:
      'The request names a different tier than its API key (`meta.tier`). Omit the tier, or use a key of the other tier.',
  },
  idempotency_key_required: {
    status: 400,
    message:
      'The `Idempotency-Key` header is missing. Send a new UUID with each request, and the same UUID with each retry.',
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor does not belong to this list and these filters. Request the first page without `cursor`.',
  },
  authentication_required: {
    status: 401,
    message:
      'The request has no valid credential. Send an API key in the header `Authorization: Bearer <key>`, or sign in again.',
  },
  invalid_or_revoked_api_key: {
    status: 401,
    message: 'The API key is unknown, expired or revoked. Send a valid key, or create one with POST /v1/api-keys.',
  },
  magic_link_invalid: {
    status: 401,
    message: 'The sign-in link is unknown, expired or already used. Request a new link.',
  },
  invalid_credentials: {
    status: 401,
    message: 'The email address or the password is wrong. Check both, or sign in with an email link.',
  },
  insufficient_quota: {
    status: 402,
    message:
      'The quota of simulations for this month is used up (`meta.simulation_limit`). Retry after `meta.period_end`, or upgrade the plan.',
  },
  csrf_rejected: {
    status: 403,
    message:
      'The header `Origin` or `Sec-Fetch-Site` is missing or names another site. With a session cookie, requests that change data must come from the service’s own pages. Other clients use an API key.',
  },
  session_required: {
    status: 403,
    message: 'The route belongs to a user, so it requires a session instead of an API key. Sign in first.',
  },
  current_password_wrong: {
    status: 403,
    message:
      'The current password is wrong, or the account has none. Check it, or set a new one with an email link (POST /v1/auth/password/reset).',
  },
  insufficient_scope: {
    status: 403,
    message: 'The credential lacks a required scope (`meta.required_scope`). Use a credential that has it.',
  },
  not_found: { status: 404, message: 'There is no endpoint at this path. Check the path against GET /openapi.json.' },
  session_not_found: {
    status: 404,
    message: 'The session does not exist or has ended. List the sessions with GET /v1/auth/sessions.',
  },
  api_key_not_found: {
    status: 404,
    message: 'The API key does not exist in this tier. List the keys with GET /v1/api-keys.',
  },
  case_study_not_found: {
    status: 404,
    message: 'The workflow does not exist. List the available workflows with GET /v1/case-studies.',
  },
  simulation_not_found: {
    status: 404,
    message: 'The simulation does not exist in this tier. List simulations with GET /v1/simulations.',
  },
  goal_not_found: { status: 404, message: 'The goal does not exist in this tier. List goals with GET /v1/goals.' },
  sensitivity_not_found: {
    status: 404,
    message: 'The sensitivity analysis does not exist in this tier. List them with GET /v1/sensitivities.',
  },
  population_not_found: {
    status: 404,
    message: 'The population does not exist in this tier. List populations with GET /v1/populations.',
  },
  sweep_not_found: { status: 404, message: 'The sweep does not exist in this tier. List sweeps with GET /v1/sweeps.' },
  calibration_not_found: {
    status: 404,
    message: 'The calibration does not exist in this tier. List calibrations with GET /v1/calibrations.',
  },
  webhook_endpoint_not_found: {
    status: 404,
    message: 'The webhook endpoint does not exist in this tier. List endpoints with GET /v1/webhook-endpoints.',
  },
  webhook_delivery_not_found: {
    status: 404,
    message: 'The webhook delivery does not exist in this tier. List deliveries with GET /v1/webhook-deliveries.',
  },
  agent_not_found: {
    status: 404,
    message: 'The simulation has no agent with this index. Use an integer from 0 to `agent_count` - 1.',
  },
  method_not_allowed: {
    status: 405,
    message: 'The path does not support this method. Use one of the methods in the `Allow` header.',
  },
  not_acceptable: {
    status: 406,
    message: 'The `Accept` header allows no available media type. Request one of `meta.media_types`.',
  },
  request_timeout: { status: 408, message: 'The request did not arrive completely within the timeout. Send it again.' },
  simulation_not_complete: {
    status: 409,
    message:
      'The simulation has no results, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new simulation.',
  },
  simulation_already_finished: {
    status: 409,
    message:
      'The simulation is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
  },
  simulation_not_finished: {
    status: 409,
    message:
      'The simulation is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/simulations/{id}/cancel, then delete it.',
  },
  simulations_not_comparable: {
    status: 409,
    message:
      'The simulations cannot be compared agent by agent (`meta.reason`). Run them with the same workflow version, engine version and adjustments: population, `where`, `alternatives` and calibration targets.',
  },
  goal_not_complete: {
    status: 409,
    message:
      'The goal has no result, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new goal.',
  },
  goal_already_finished: {
    status: 409,
    message:
      'The goal is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
  },
  goal_not_finished: {
    status: 409,
    message:
      'The goal is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/goals/{goal_id}/cancel, then delete it.',
  },
  sensitivity_not_complete: {
    status: 409,
    message:
      'The sensitivity analysis has no result, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new one.',
  },
  sensitivity_already_finished: {
    status: 409,
    message:
      'The sensitivity analysis is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
  },
  sensitivity_not_finished: {
    status: 409,
    message:
      'The sensitivity analysis is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/sensitivities/{sensitivity_id}/cancel, then delete it.',
  },
  sweep_already_finished: {
    status: 409,
    message:
      'The sweep is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
  },
  api_key_already_revoked: {
    status: 409,
    message: 'The API key is already revoked. Create a new key if one is needed.',
  },
  api_key_limit_reached: {
    status: 409,
    message:
      'The organization reached its limit of active API keys (`meta.key_limit`). Revoke a key and retry. A verified email address raises the limit: sign in with an email link once.',
  },
  api_key_expired: { status: 409, message: 'The API key has expired, so it cannot be rotated. Create a new key.' },
  email_already_registered: {
    status: 409,
    message: 'An account with this email address already exists. Sign in instead.',
  },
  webhook_endpoint_unavailable: {
    status: 409,
    message:
      'The webhook endpoint is disabled or deleted. Enable it with PATCH /v1/webhook-endpoints/{endpoint_id}, or create a new one.',
  },
  calibration_limit_reached: {
    status: 409,
    message:
      'The organization reached its calibration limit (`meta.calibration_limit`). Delete a calibration and retry. A verified email address raises the limit: sign in with an email link once.',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    message:
      'The organization reached its webhook endpoint limit (`meta.endpoint_limit`). Delete an endpoint and retry. A verified email address raises the limit: sign in with an email link once.',
  },
  workflow_version_exists: {
    status: 409,
    message:
      'This version already exists with a different definition (`meta.definition_digest`). Versions never change: promote a higher version.',
  },
  workflow_version_too_low: {
    status: 409,
    message: 'A higher version already exists (`meta.latest_version`). Promote a version above it.',
  },
  workflow_id_taken: { status: 409, message: 'A public workflow already uses this `workflow_id`. Choose another one.' },
  population_limit_reached: {
    status: 409,
    message:
      'The organization reached its limit of populations (`meta.population_limit`). Delete a population and retry. A verified email address raises the limit: sign in with an email link once.',
  },
  workflow_limit_reached: {
    status: 409,
    message:
      'The organization reached its workflow limit (`meta.workflow_limit`). Deprecate a workflow and retry. A verified email address raises the limit: sign in with an email link once.',
  },
  workflow_version_limit_reached: {
    status: 409,
    message:
      'The organization reached its limit of workflow versions (`meta.version_limit`). Contact support to raise the limit.',
  },
  idempotency_in_progress: {
    status: 409,
    message:
      'The first request with this `Idempotency-Key` is still in progress. Retry after the number of seconds in `Retry-After`.',
  },
  results_expired: {
    status: 410,
    message:
      'The results were deleted at the end of their retention period. The simulation record and its summary remain. To compute the results again, create a simulation with the same workflow version, scenario, seed and agent count.',
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is larger than the limit (`meta.limit_bytes`). Send a smaller body.',
  },
  unsupported_media_type: {
    status: 415,
    message:
      'The request body has an unsupported media type. Send JSON in UTF-8 with `Content-Type: application/json`. POST /v1/populations also accepts `text/csv`, `application/x-ndjson` and `application/vnd.apache.parquet`.',
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This `Idempotency-Key` was already used with a different request. Use a new UUID for each new request.',
  },
  routing_low_confidence: {
    status: 422,
    message:
      'No workflow matches this question with enough confidence (`meta.routing_floor`). Rephrase the question, or send a request of `meta.alternatives` to POST /v1/simulations.',
  },
  question_incomplete: {
    status: 422,
    message:
      'The request has `if_unread: "ask"`, and words of the question were not used (`meta.not_read`). Send one of `meta.requests` to POST /v1/simulations, set the parameters in `overrides`, or omit `if_unread` to run without these words.',
  },
  analysis_not_available: {
    status: 422,
    message:
      'The model of the workflow does not contain what this analysis needs (`meta.reason`). Use another workflow. For interacting agents, compare simulations with other parameter values instead.',
  },
  rate_limited: {
    status: 429,
    message: 'The client sent too many requests. Retry after the number of seconds in `Retry-After`.',
  },
  email_link_required: {
    status: 429,
    message:
      'Too many wrong passwords were sent for this email address. Sign in with an email link (POST /v1/auth/magic-link/request), or retry after the number of seconds in `Retry-After`.',
  },
  sign_up_limit_reached: {
    status: 429,
    message:
      'Too many organizations were created from this network address within a day (`meta.daily_limit`). Retry after the number of seconds in `Retry-After`, or sign in with an existing account.',
  },
  event_stream_limit_reached: {
    status: 429,
    message:
      'The organization reached its limit of streaming responses (`meta.stream_limit`): event streams and downloads of results. Close one and retry.',
  },
  response_stream_limit_reached: {
    status: 429,
    message:
      'The organization reached its limit of streaming responses (`meta.stream_limit`): event streams and downloads of results. Read or close one and retry.',
  },
  headers_too_large: {
    status: 431,
    message: 'The request line and headers exceed 16 KiB. Send fewer or shorter headers, or a shorter URL.',
  },
  internal_error: {
    status: 500,
    message:
      'The service failed unexpectedly. Retry later. If the error persists, contact support with `meta.request_id`.',
  },
  email_delivery_failed: {
    status: 503,
    message:
      'The email could not be sent. Retry later. If the error persists, contact support with `meta.correlation_id`.',
  },
  service_unavailable: {
    status: 503,
    message: 'A required dependency is unavailable or overloaded. Retry after the number of seconds in `Retry-After`.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

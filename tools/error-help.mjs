// Cause and remedy of every error code, for the table in docs/api.md. The codes and their HTTP statuses are in
// src/common/errors/error-codes.ts; `generated-docs.spec.mjs` fails if a code is missing here.

/** @type {Record<string, [cause: string, remedy: string]>} */
export const errorHelp = {
  validation_error: [
    'A field, parameter or header is missing, unknown, or has a wrong type or value.',
    'Correct the fields that `meta.issues` lists.',
  ],
  invalid_workflow: [
    'The workflow does not exist, is deprecated, or belongs to another organization.',
    'Choose a `workflow_id` from `GET /v1/case-studies`.',
  ],
  invalid_scenario_context: [
    'A parameter is unknown, or its value has a wrong type or is out of bounds.',
    'Correct the parameters that `meta.issues` lists. `GET /v1/case-studies/{workflow_id}` has the bounds.',
  ],
  invalid_definition: [
    'The workflow definition is inconsistent, or checking it took too much time or memory.',
    'Correct the paths that `meta.issues` lists. `cli workflow validate` finds the same issues offline.',
  ],
  invalid_adjustment: [
    'The adjustments of the definition do not fit the workflow.',
    'Fix the issues in `meta.issues`, each with its path in the request.',
  ],
  invalid_goal: [
    'A parameter, outcome, measure, variable or bound of the goal does not fit the workflow.',
    'Correct the paths that `meta.issues` lists.',
  ],
  invalid_sensitivity: [
    'A parameter or range of the sensitivity analysis does not fit the workflow.',
    'Correct the paths that `meta.issues` lists.',
  ],
  invalid_population: [
    'A population file or target margins do not fit the workflow, or the file cannot be read.',
    'Fix the rows and columns that `meta.issues` lists. `meta.issue_count` is the number of all problems.',
  ],
  agent_count_exceeds_plan: [
    'The plan allows fewer agents per simulation.',
    'Request at most `meta.agent_count_ceiling` agents.',
  ],
  tier_mismatch: [
    '`Svc-Tier` or `is_test` names a tier that is not the tier of the credential.',
    'Use a credential of that tier, or omit the header.',
  ],
  idempotency_key_required: [
    'The route requires `Idempotency-Key`, and the request has none.',
    'Send a new UUID. Reuse it only to retry the same request.',
  ],
  invalid_cursor: [
    'The cursor belongs to another list or other filters, or was made with an earlier master key.',
    'Start the list again without `cursor`.',
  ],
  authentication_required: ['The request has no credential.', 'Send `Authorization: Bearer <key>`, or sign in.'],
  invalid_or_revoked_api_key: [
    'The API key is malformed, unknown, expired or revoked.',
    'Use another key, or create one.',
  ],
  magic_link_invalid: ['The sign-in link is unknown, was used, or is older than 15 minutes.', 'Request a new link.'],
  invalid_credentials: [
    'The email address and the password do not match an account.',
    'Correct them, or request a sign-in link.',
  ],
  insufficient_quota: [
    'The organization reached `meta.simulation_limit` simulations this month.',
    'Wait until `meta.period_end`, or change to a larger plan.',
  ],
  csrf_rejected: [
    'A request with the session cookie came from another website.',
    'Send the request from the same origin as the service or its front end.',
  ],
  session_required: [
    'The route belongs to a user, and the credential is an API key.',
    'Sign in and send the session cookie.',
  ],
  current_password_wrong: [
    'The current password is wrong, or the account has none.',
    'Check it, or set a new one with an email link.',
  ],
  insufficient_scope: ['The credential lacks the scope `meta.required_scope`.', 'Use a key that has the scope.'],
  not_found: [
    'No route has this path. Paths are case-sensitive and have no trailing slash.',
    'Compare the path with `/docs`.',
  ],
  session_not_found: ['The user has no such active session.', 'Choose one from `GET /v1/auth/sessions`.'],
  api_key_not_found: ['The organization has no such API key in this tier.', 'Check the id and the tier.'],
  case_study_not_found: [
    'No workflow with this id is visible to the organization.',
    'Choose one from `GET /v1/case-studies`.',
  ],
  simulation_not_found: ['The organization has no such simulation in this tier.', 'Check the id and the tier.'],
  goal_not_found: ['The organization has no such goal in this tier.', 'Check the id and the tier.'],
  sensitivity_not_found: [
    'The organization has no such sensitivity analysis in this tier.',
    'Check the id and the tier.',
  ],
  sweep_not_found: ['The organization has no such parameter sweep in this tier.', 'Check the id and the tier.'],
  population_not_found: [
    'The organization has no such population in this tier.',
    'Check the id and the tier. `GET /v1/populations` lists the populations.',
  ],
  calibration_not_found: ['The organization has no such calibration in this tier.', 'Check the id and the tier.'],
  webhook_endpoint_not_found: [
    'The organization has no such webhook endpoint in this tier.',
    'Check the id and the tier.',
  ],
  webhook_delivery_not_found: [
    'The organization has no such delivery in this tier, or its retention period is over.',
    'Check the id and the tier.',
  ],
  agent_not_found: ['The simulation has no agent with this index.', 'Use an index from 0 to `agent_count` - 1.'],
  method_not_allowed: ['The path exists, but not with this method.', 'Use a method that the `Allow` header lists.'],
  not_acceptable: [
    'The route has none of the media types in `Accept`.',
    'Accept one of `meta.media_types`, or send `format`.',
  ],
  request_timeout: ['The headers or the body arrived too slowly.', 'Retry on a faster connection.'],
  simulation_not_complete: [
    'The simulation has no results: it is queued or running, or it failed or was canceled.',
    'Check `meta.status`. If it is `queued` or `running`, poll. If it is `failed` or `canceled`, create a new simulation.',
  ],
  simulation_already_finished: [
    'The simulation has a final status, so it cannot be canceled.',
    'Read the final status from `meta.status`.',
  ],
  simulation_not_finished: [
    'The simulation is queued or running, so it cannot be deleted.',
    'Cancel it with `POST /v1/simulations/{id}/cancel`, then delete it.',
  ],
  simulations_not_comparable: [
    'The simulations have different models.',
    'Read `meta.reason` and `meta.simulation_id`. Create them with the same workflow version, engine version and adjustments: population, `where`, `alternatives` and calibration targets.',
  ],
  goal_not_complete: [
    'The goal has no result yet, or failed or was canceled.',
    'Wait while `meta.status` is `queued` or `running`; otherwise create a new goal.',
  ],
  goal_already_finished: [
    'The goal has a final status, so it cannot be canceled.',
    'Read the final status from `meta.status`.',
  ],
  goal_not_finished: ['The goal is queued or running, so it cannot be deleted.', 'Cancel it, then delete it.'],
  sensitivity_not_complete: [
    'The sensitivity analysis has no result yet, or failed or was canceled.',
    'Wait while `meta.status` is `queued` or `running`; otherwise create a new one.',
  ],
  sensitivity_already_finished: [
    'The sensitivity analysis has a final status, so it cannot be canceled.',
    'Read the final status from `meta.status`.',
  ],
  sensitivity_not_finished: [
    'The sensitivity analysis is queued or running, so it cannot be deleted.',
    'Cancel it, then delete it.',
  ],
  sweep_already_finished: [
    'The parameter sweep has a final status, so it cannot be canceled.',
    'Read the final status from `meta.status`.',
  ],
  api_key_already_revoked: [
    'The API key was revoked before.',
    'No action is needed. To replace the key, create a new one.',
  ],
  api_key_limit_reached: [
    'The organization has `meta.key_limit` active API keys in this tier, the maximum.',
    'Revoke a key and retry. While the email address is unverified, sign in with an email link to raise the limit.',
  ],
  api_key_expired: ['An expired API key cannot be rotated.', 'Create a new key.'],
  email_already_registered: ['An account with this email address exists.', 'Sign in instead.'],
  webhook_endpoint_unavailable: [
    'The webhook endpoint is disabled or deleted.',
    'Enable it with `PATCH`, or create another endpoint.',
  ],
  calibration_limit_reached: [
    'The organization has `meta.calibration_limit` calibrations in this tier, the maximum.',
    'Delete a calibration and retry. While the email address is unverified, sign in with an email link to raise the limit.',
  ],
  webhook_endpoint_limit_reached: [
    'The organization has `meta.endpoint_limit` endpoints in this tier, the maximum.',
    'Delete an endpoint and retry. While the email address is unverified, sign in with an email link to raise the limit.',
  ],
  workflow_version_exists: [
    'Another definition is published under this version. A published version never changes.',
    'Publish the definition with a higher version.',
  ],
  workflow_version_too_low: [
    'A higher version, `meta.latest_version`, is published.',
    'Publish the definition with a version above it.',
  ],
  workflow_id_taken: ['A public workflow has this `workflow_id`.', 'Choose another `workflow_id`.'],
  population_limit_reached: [
    'The organization has `meta.population_limit` populations in this tier, the maximum.',
    'Delete populations that you do not need. A verified email address raises the limit.',
  ],
  workflow_limit_reached: [
    'The organization has `meta.workflow_limit` workflows in this tier, the maximum.',
    'Deprecate a workflow and retry. While the email address is unverified, sign in with an email link to raise the limit.',
  ],
  workflow_version_limit_reached: [
    'The organization has `meta.version_limit` workflow versions in this tier, the maximum.',
    'Contact the operator.',
  ],
  idempotency_in_progress: [
    'The first request with this `Idempotency-Key` was still running after 5 seconds.',
    'Retry with the same key.',
  ],
  results_expired: [
    'The retention period of the results is over. The record and the summary remain.',
    'Create the simulation again with the same seed; see [Repeat a simulation](concepts.md#repeat-a-simulation).',
  ],
  payload_too_large: ['The body is larger than `meta.limit_bytes`.', 'Send a smaller body.'],
  unsupported_media_type: [
    'The body is not JSON in UTF-8, and the route does not accept its media type.',
    'Send `Content-Type: application/json`. `POST /v1/populations` also accepts CSV, NDJSON and Parquet files.',
  ],
  idempotency_key_reused: ['This `Idempotency-Key` was used with another request.', 'Send a new UUID.'],
  routing_low_confidence: [
    'No workflow reached the routing floor, `meta.routing_floor`, for this question.',
    'Choose one of `meta.alternatives` and send it to `POST /v1/simulations`, or rephrase the question.',
  ],
  question_incomplete: [
    'The request has `if_unread: "ask"`, and words of the question that may name a change were not used. Nothing was queued.',
    'Send one of `meta.requests` to `POST /v1/simulations`, set `overrides`, or omit `if_unread`.',
  ],
  analysis_not_available: [
    'The model of the workflow does not contain what the analysis needs.',
    'Read `meta.reason`. Use another workflow. If agents interact, compare simulations with other parameter values.',
  ],
  rate_limited: [
    'The plan, the address or the account reached its requests per minute, or too much of its work waits.',
    'Wait for the number of seconds in `Retry-After`.',
  ],
  email_link_required: [
    'The account had ten wrong passwords within an hour, or 100 within a day, from browsers that never signed in to it.',
    'Sign in with an email link, or wait for the number of seconds in `Retry-After`.',
  ],
  sign_up_limit_reached: [
    'The network address created `meta.daily_limit` organizations within 24 hours, the maximum.',
    'Wait for the number of seconds in `Retry-After`, or sign in with an existing account.',
  ],
  event_stream_limit_reached: [
    'The organization has `meta.stream_limit` streaming responses in this process, the maximum.',
    'Close a stream, poll with `Prefer: wait`, or use webhooks.',
  ],
  response_stream_limit_reached: [
    'The organization has `meta.stream_limit` streaming responses in this process, the maximum.',
    'Read or close the responses that are open, then retry.',
  ],
  headers_too_large: ['The request line and the headers are larger than 16 KiB.', 'Send fewer or shorter headers.'],
  internal_error: [
    'The service has a defect or met an unexpected condition.',
    'Retry. If it repeats, report `meta.request_id`.',
  ],
  email_delivery_failed: [
    'The mail server rejected the message or did not respond. The sign-in link is void.',
    'Retry. If it repeats, report `meta.correlation_id`.',
  ],
  service_unavailable: [
    'A database, Redis or another dependency does not respond, or the service is overloaded.',
    'Retry with increasing delays. `GET /v1/status` shows which component is down.',
  ],
};

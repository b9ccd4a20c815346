/**
 * Every error a caller can meet: code → status and the sentence for a person.
 * This table is the documentation; a code that is not here cannot be thrown.
 */
export const errorCodes = {
  validation_error: { status: 400, message: 'The request is not valid; meta.issues says where.' },
  invalid_workflow: { status: 400, message: 'There is no such workflow, or it is deprecated.' },
  invalid_scenario_context: {
    status: 400,
    message: 'The scenario does not fit the workflow; meta.issues says where.',
  },
  invalid_definition: { status: 400, message: 'The definition does not hold together; meta.issues says where.' },
  agent_count_exceeds_plan: { status: 400, message: 'The plan of the organization allows fewer agents.' },
  tier_mismatch: { status: 400, message: 'The request names another tier than the one the credential belongs to.' },
  idempotency_key_required: { status: 400, message: 'Send an Idempotency-Key header that holds a UUID.' },
  invalid_cursor: { status: 400, message: 'The cursor is not one of this list; start again without it.' },
  authentication_required: { status: 401, message: 'Send an API key as: Authorization: Bearer <key>.' },
  invalid_or_revoked_api_key: { status: 401, message: 'The API key is unknown, expired or revoked.' },
  magic_link_invalid: { status: 401, message: 'The link is unknown, expired or was used before; ask for a new one.' },
  invalid_credentials: { status: 401, message: 'E-mail address and password do not belong together.' },
  insufficient_quota: { status: 402, message: 'The plan’s simulations of this month are used up.' },
  csrf_rejected: { status: 403, message: 'A request with the session cookie must come from our own pages.' },
  insufficient_scope: { status: 403, message: 'The credential lacks a scope; meta.required_scope names it.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  api_key_not_found: { status: 404, message: 'There is no such API key.' },
  case_study_not_found: { status: 404, message: 'There is no such workflow in the catalog.' },
  simulation_not_found: { status: 404, message: 'There is no such simulation.' },
  sweep_not_found: { status: 404, message: 'There is no such sweep.' },
  webhook_endpoint_not_found: { status: 404, message: 'There is no such webhook endpoint.' },
  webhook_delivery_not_found: { status: 404, message: 'There is no such delivery.' },
  agent_not_found: { status: 404, message: 'The simulation has no such agent.' },
  method_not_allowed: { status: 405, message: 'The path exists, but not with this method; see the Allow header.' },
  not_acceptable: {
    status: 406,
    message: 'None of the media types in the Accept header can be had; meta.media_types names those that can.',
  },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  simulation_not_complete: {
    status: 409,
    message: 'The simulation is not complete, so there are no results; meta.status says where it stands.',
  },
  simulation_already_finished: {
    status: 409,
    message: 'The simulation has ended already; meta.status says how.',
  },
  simulations_not_comparable: {
    status: 409,
    message: 'The simulations are not of the same agents with the same luck; meta.reason says why.',
  },
  sweep_already_finished: { status: 409, message: 'The sweep has ended already; meta.status says how.' },
  api_key_already_revoked: { status: 409, message: 'The API key is revoked already.' },
  api_key_expired: { status: 409, message: 'The API key has expired; create a new one instead of rotating it.' },
  email_already_registered: { status: 409, message: 'There is an account with this address; sign in instead.' },
  webhook_endpoint_unavailable: {
    status: 409,
    message: 'The webhook endpoint is disabled or deleted; enable it, or create another, first.',
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    message: 'The organization has as many webhook endpoints as it may have; meta.endpoint_limit says how many.',
  },
  workflow_version_exists: {
    status: 409,
    message: 'There is another definition of this version; a version never changes, so promote a higher one.',
  },
  workflow_version_too_low: {
    status: 409,
    message: 'There is a higher version already; meta.latest_version says which.',
  },
  workflow_id_taken: { status: 409, message: 'There is a public workflow of this name; choose another workflow_id.' },
  workflow_limit_reached: {
    status: 409,
    message: 'The organization has as many workflows as it may have; meta.workflow_limit says how many. Deprecate one.',
  },
  workflow_version_limit_reached: {
    status: 409,
    message: 'The organization has as many versions of workflows as it may have; meta.version_limit says how many.',
  },
  idempotency_in_progress: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still under way; ask again in a moment.',
  },
  results_expired: {
    status: 410,
    message:
      'The results were deleted after the time for which they are kept; the record with its summary stays, and the same seed gives the same results again.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 256 KiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json in UTF-8.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was sent with another request before; use a new one.',
  },
  routing_low_confidence: {
    status: 422,
    message:
      'No workflow answers this question for sure; choose one of meta.alternatives and send it to POST /v1/simulations.',
  },
  rate_limited: { status: 429, message: 'Too many requests; wait as long as Retry-After says.' },
  event_stream_limit_reached: {
    status: 429,
    message: 'The organization listens to as many event streams as it may; meta.stream_limit says how many.',
  },
  headers_too_large: { status: 431, message: 'The headers, or the address, are larger than 16 KiB in all.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  email_delivery_failed: {
    status: 503,
    message: 'The e-mail could not be sent; try again. meta.correlation_id is for our support.',
  },
  service_unavailable: {
    status: 503,
    message: 'What is needed for this does not answer right now, or is too busy; try again soon.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

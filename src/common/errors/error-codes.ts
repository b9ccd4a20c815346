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
  agent_count_exceeds_plan: { status: 400, message: 'The plan of the organization allows fewer agents.' },
  tier_mismatch: { status: 400, message: 'The request names another tier than the one the credential belongs to.' },
  authentication_required: { status: 401, message: 'Send an API key as: Authorization: Bearer <key>.' },
  invalid_or_revoked_api_key: { status: 401, message: 'The API key is unknown, expired or revoked.' },
  insufficient_scope: { status: 403, message: 'The credential lacks a scope; meta.required_scope names it.' },
  not_found: { status: 404, message: 'There is nothing at this path.' },
  case_study_not_found: { status: 404, message: 'There is no such workflow in the catalog.' },
  simulation_not_found: { status: 404, message: 'There is no such simulation.' },
  method_not_allowed: { status: 405, message: 'The path exists, but not with this method; see the Allow header.' },
  simulation_not_complete: {
    status: 409,
    message: 'The simulation is not complete, so there are no results; meta.status says where it stands.',
  },
  payload_too_large: { status: 413, message: 'The body is larger than 256 KiB.' },
  unsupported_media_type: { status: 415, message: 'Send the body as application/json in UTF-8.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  service_unavailable: { status: 503, message: 'A store that is needed does not answer right now; try again soon.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

interface ErrorWords {
  title?: string;
  /** In place of the message of the API, which is for programs. */
  text?: string;
}

const otherVersion = { text: 'This page and the service have different versions. Reload the page.' };
const repeated = { text: 'The page sent this request in another form before. Reload the page and try again.' };
const signIn = { title: 'Sign in', text: 'The session has ended. Sign in to continue.' };
const noResult = { text: 'The run has no result yet. Wait until it is completed.' };

/** Words for error codes whose messages name headers, fields or routes. The browser loads them with the first error. */
const words: Readonly<Record<string, ErrorWords>> = {
  validation_error: { title: 'Some values are not valid', text: 'Correct them and try again.' },
  invalid_workflow: { text: 'The workflow does not exist in this tier, or is deprecated. Select another one.' },
  invalid_scenario_context: { title: 'Some values do not fit the workflow', text: 'Correct them and try again.' },
  invalid_definition: { title: 'The definition has problems', text: 'Correct them and check it again.' },
  invalid_adjustment: { title: 'The changes do not fit the workflow', text: 'Correct them and try again.' },
  invalid_spec: { title: 'The spec does not fit the dataset', text: 'Correct it and try again.' },
  agent_count_exceeds_plan: { text: 'The plan permits fewer agents in a simulation. Enter fewer agents.' },
  tier_mismatch: { text: 'This belongs to the other tier. Switch the tier at the top of the page.' },
  idempotency_key_required: otherVersion,
  idempotency_key_reused: repeated,
  idempotency_in_progress: { text: 'The first attempt is still in progress. Wait a moment, then try again.' },
  invalid_cursor: { text: 'The list has changed. Reload the page.' },
  authentication_required: signIn,
  invalid_or_revoked_api_key: signIn,
  session_required: signIn,
  csrf_rejected: { text: 'The browser hides the address of this page from the service. Allow it, and try again.' },
  insufficient_quota: { title: 'The quota of this month is too small' },
  insufficient_scope: {
    title: 'Your access does not include this',
    text: 'An owner of the organization can grant it.',
  },
  operator_only: { text: 'Only the operator of the service can change public workflows.' },
  not_found: otherVersion,
  method_not_allowed: otherVersion,
  not_acceptable: otherVersion,
  unsupported_media_type: otherVersion,
  headers_too_large: { text: 'The address of this page is too long. Open the page again with fewer filters.' },
  payload_too_large: { text: 'The file or the text is larger than the limit.' },
  agent_not_found: { text: 'The simulation has no agent with this number.' },
  block_not_found: { text: 'The large simulation has no block with this number.' },
  no_simulator: {
    text: 'Only simulations have values that a reader can change. Share the report of this run instead.',
  },
  synthetic_population_required: {
    text: 'The agents of this simulation are rows of a table, which visitors never get. For a simulation of your own data, fit the model again with “population: synthetic” in its spec. Otherwise, simulate without the imported population.',
  },
  exact_values_consent_required: {
    text: 'The distributions of this workflow can contain values of single respondents. Fit the model again, or allow visitors to get these values.',
  },
  simulation_not_complete: noResult,
  run_not_complete: noResult,
  simulations_not_comparable: {
    text: 'These simulations cannot be compared agent by agent. Run them with the same workflow version and adjustments.',
  },
  account_exists: {
    text: 'An account with this email address already exists. Sign in to it, and open the invitation again.',
  },
  email_unverified: { title: 'Confirm your email address first' },
  workflow_id_taken: { text: 'A public workflow already has this id. Choose another one.' },
  workflow_version_exists: {
    text: 'This version exists with other content. Versions never change: raise the version.',
  },
  workflow_version_too_low: { text: 'A higher version exists. Raise the version above it.' },
  routing_low_confidence: { text: 'No workflow matches this question well. Rephrase it, or select a workflow.' },
  question_incomplete: { text: 'Some words of the question were not used. Rephrase it, or set the values yourself.' },
  language_model_not_configured: {
    text: 'This service has no language model, so it cannot run surveys. Its operator can connect one.',
  },
  rate_limited: { title: 'Too many requests', text: 'The plan permits fewer requests per minute. Your input is kept.' },
  processor_limit_reached: {
    title: 'The processor time of this minute is used up',
    text: 'Uploads, checks, questions and analyses share it. A larger plan has more.',
  },
  event_stream_limit_reached: { text: 'Too many pages show runs in progress. Close one, and try again.' },
  response_stream_limit_reached: {
    text: 'Too many downloads are in progress. Wait until one is complete, and try again.',
  },
  service_unavailable: { text: 'A part of the service is unavailable or overloaded. Your input is kept.' },
  internal_error: { text: 'The service failed unexpectedly. Try again; if it fails again, report the request below.' },
};

export default words;

import type { ApiError } from './errors.js';

/** Fields of the response, routes and headers, which only programs of the API can use. */
const forPrograms = /`meta\.|`(Allow|Retry-After)\b|\b(GET|POST|PUT|PATCH|DELETE) \//;

/**
 * The message of an error for a person or a model: with the numbers of its details, and without what only programs of the API can use.
 *
 * @param meta details of the error; without them, the message has no numbers
 */
export function errorText(message: string, meta: Record<string, unknown> = {}, retryAfterSeconds?: number): string {
  const shown = (field: string) => {
    const value = meta[field];
    return typeof value === 'number' ? ` (${value.toLocaleString('en-US')})` : '';
  };
  const sentences = message
    .replaceAll(/\s*\(`meta\.(\w+)`[^)]*\)/g, (_, field: string) => shown(field))
    .replace('the number of seconds in `Retry-After`', retryAfterSeconds ? `${retryAfterSeconds} seconds` : 'a minute')
    .split(/(?<=[.?!])\s+/)
    .filter((sentence) => !forPrograms.test(sentence));
  return sentences.join(' ') || 'The service rejected the request.';
}

/** Who reads an error: a person at a terminal, or a model that calls tools. */
type Face = 'terminal' | 'tools';

const listRuns = { terminal: 'List runs with: simulate list', tools: 'Call list_runs.' };
const listWorkflows = { terminal: 'List the workflows with: simulate workflows', tools: 'Call find_workflows.' };
const wait = { terminal: 'Read it again with: simulate show ID', tools: 'Call wait with its id.' };
const cancel = { terminal: 'Cancel it with: simulate cancel ID', tools: 'Call cancel_run.' };
const signIn = {
  terminal: 'Sign in with: simulate login EMAIL. Or set SVC_API_KEY.',
  tools: 'The person who set up this server must give it another API key.',
};
const confirm = {
  terminal: 'Open the link in the email from the sign-up, or sign in again with: simulate login EMAIL',
  tools: 'The person must open the link in the email from the sign-up, or sign in again.',
};

/** What can be done at each face, for the errors whose fix is a request of the API. */
const remedies: Readonly<Record<string, Record<Face, string>>> = {
  invalid_workflow: listWorkflows,
  case_study_not_found: listWorkflows,
  invalid_scenario_context: {
    terminal: 'List the parameters with: simulate workflows WORKFLOW',
    tools: 'get_evidence lists the parameters.',
  },
  authentication_required: signIn,
  invalid_or_revoked_api_key: signIn,
  api_key_not_found: {
    terminal: 'List the keys with: simulate keys list',
    tools: 'The person can list the keys in the dashboard.',
  },
  email_unverified: confirm,
  simulation_not_found: listRuns,
  run_not_found: listRuns,
  simulation_not_complete: wait,
  run_not_complete: wait,
  simulation_not_finished: cancel,
  run_not_finished: cancel,
  routing_low_confidence: {
    terminal: 'Rephrase the question, or run one of these:',
    tools: 'Rephrase the question, or call simulate with the request of an alternative.',
  },
  question_incomplete: {
    terminal: 'Leave these words out, or set the parameters with: simulate run',
    tools: 'Leave these words out, or set the parameters in overrides.',
  },
  language_model_not_configured: {
    terminal: 'Use a calibrated workflow with: simulate run',
    tools: 'Use a calibrated workflow with simulate.',
  },
};

/** The message of an error response for a face, with what can be done there. */
export function textFor(face: Face, { code, message, meta, retryAfterSeconds }: ApiError): string {
  const remedy = meta['cause'] === 'email_unverified' ? confirm : remedies[code];
  const text = errorText(message, meta, retryAfterSeconds);
  return remedy ? `${text} ${remedy[face]}` : text;
}

/** The arguments of tools, by the fields of requests that they set. */
export const toolPathOf = (path: string): string =>
  path.replace(/^(scenario_context|objective\.|parameters\.0\.(name)?)/, (field) =>
    field === 'scenario_context' ? 'scenario' : field === 'parameters.0.name' ? 'parameter' : '',
  );

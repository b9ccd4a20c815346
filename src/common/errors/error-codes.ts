import { z } from 'zod';
import { listOf, number, positive, share, text, time } from '../schemas.js';
import { wildcardScope, publicScopes, tiers } from '../identity/caller.js';
import { alternativeSchema, readyRequestSchema } from './alternative.schema.js';

interface ErrorDefinition {
  status: number;
  /** Default message: the problem, then the fix. It names the `meta` field with the details. */
  message: string;
  /** The fields of `meta` in addition to `message` and `request_id`. Default: none. */
  meta?: z.ZodRawShape;
}

export const issueExample = { path: 'agent_count', message: 'expected an integer, received a string' };

export const issues = listOf({
  path: text.meta({
    description: 'Field names joined by dots; empty for the whole body.',
    examples: [issueExample.path],
  }),
  message: text.meta({ description: 'Problem, as readable text.', examples: [issueExample.message] }),
});

const incomparableReasons = [
  'different_workflow',
  'different_definition',
  'different_engine_version',
  'different_agents',
  'different_agent_count',
] as const;
export type IncomparableReason = (typeof incomparableReasons)[number];

const unavailableReasons = ['interacting_agents', 'no_alternatives', 'no_cost'] as const;

const modelWarnings = z
  .array(text)
  .optional()
  .meta({ description: 'Why the configured language model was not used.', examples: [[]] });

/** Cause of a low limit, which is not the limit itself. */
const causeShape = {
  cause: z.literal('email_unverified').optional().meta({
    description:
      '`email_unverified`: no user of the organization has confirmed an email address, which lowers its limits. Omitted otherwise.',
  }),
};

type ListedCode = string | { readonly message: string; readonly meta: z.ZodRawShape };
type DefinitionOf<Listed> = Listed extends { meta: infer Shape extends z.ZodRawShape }
  ? { status: number; message: string; meta: Shape }
  : { status: number; message: string };

const withStatus = <const Codes extends Record<string, ListedCode>>(status: number, codes: Codes) =>
  Object.fromEntries(
    Object.entries(codes).map(([code, listed]) => [
      code,
      { status, ...(typeof listed === 'string' ? { message: listed } : listed) },
    ]),
  ) as { [Code in keyof Codes]: DefinitionOf<Codes[Code]> };

const count = (description: string, example: number) => positive.meta({ description, examples: [example] });

const withIssues = (message: string) => ({ message, meta: { issues } });

const finalStatus = z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' });
const incompleteStatus = (result: string) =>
  z
    .enum(['queued', 'running', 'failed', 'canceled'])
    .meta({ description: `Current status. \`failed\` and \`canceled\` are final: ${result} will never exist.` });
const unfinishedStatus = z.enum(['queued', 'running']).meta({ description: 'Current status.' });

/** Every error code that a client can receive, besides those of the kinds of runs. */
const fixedCodes = {
  ...withStatus(400, {
    validation_error: withIssues(
      'The request is invalid. `meta.issues` lists each problem with its path. Fix them and retry.',
    ),
    invalid_workflow: {
      message:
        'The workflow does not exist, is deprecated or belongs to another organization (`meta.workflow_id`). List the available workflows with GET /v1/case-studies.',
      meta: {
        workflow_id: text.meta({ description: '`workflow_id` of the request.', examples: ['swissmetro'] }),
      },
    },
    invalid_scenario_context: withIssues(
      'The scenario does not fit the workflow. `meta.issues` lists each problem. GET /v1/case-studies/{workflow_id} returns the allowed parameters in `scenario_schema`.',
    ),
    invalid_definition: withIssues(
      'The definition is invalid. `meta.issues` lists each problem with its path. Fix them and promote it again.',
    ),
    invalid_adjustment: withIssues(
      'The adjustments do not fit the workflow. `meta.issues` lists each problem with its path. Fix them and retry.',
    ),
    invalid_population: {
      message:
        'The population is invalid. `meta.issues` lists the first 20 problems with their row and column, and `meta.issue_count` is the number of all problems. Fix the file or the margins and retry. Nothing was stored.',
      meta: {
        issues,
        issue_count: count('Number of problems, including those that `issues` omits.', 1),
      },
    },
    invalid_dataset: withIssues(
      'The dataset is invalid. `meta.issues` names the line and the fix. Fix the file and retry. Nothing was stored.',
    ),
    invalid_spec: withIssues(
      'The spec does not fit the dataset. `meta.issues` lists each problem with its path in the spec, and its fix. Fix them and retry.',
    ),
    agent_count_exceeds_plan: {
      message:
        '`agent_count` exceeds the ceiling of the organization’s plan (`meta.agent_count_ceiling`). Request at most that many agents.',
      meta: { agent_count_ceiling: count('Maximum agents per simulation of the plan.', 1_000) },
    },
    tier_mismatch: {
      message:
        'The request names a different tier than its API key (`meta.tier`). Omit the tier, or use a key of the other tier.',
      meta: { tier: z.enum(tiers).optional().meta({ description: 'Tier of the API key.' }) },
    },
    idempotency_key_required:
      'The `Idempotency-Key` header is missing. Send a new UUID with each request, and the same UUID with each retry.',
    invalid_cursor:
      'The cursor does not belong to this list and these filters, or was made with an earlier master key. Request the first page without `cursor`.',
  }),
  ...withStatus(401, {
    authentication_required:
      'The request has no valid credential. Send an API key in the header `Authorization: Bearer <key>`, or sign in again.',
    invalid_or_revoked_api_key:
      'The API key is unknown, expired or revoked. Send a valid key, or create one with POST /v1/api-keys.',
    invitation_invalid:
      'The invitation is unknown, expired, revoked or already accepted. Request a new invitation from an owner of the organization.',
    magic_link_invalid: 'The sign-in link is unknown, expired or already used. Request a new link.',
    invalid_credentials: 'The email address or the password is wrong. Check both, or sign in with an email link.',
  }),
  ...withStatus(402, {
    insufficient_quota: {
      message:
        'The quota of this month leaves fewer simulations (`meta.simulations_left`) than the request needs (`meta.simulations_needed`). Retry after `meta.period_end`, request less, or upgrade the plan.',
      meta: {
        simulation_limit: count('Simulations per calendar month (UTC) of the plan.', 100),
        simulations_left: z
          .int()
          .min(0)
          .meta({ description: 'Simulations that the quota leaves this month.', examples: [100] }),
        simulations_needed: count('Simulations that the request needs.', 200),
        period_end: time.meta({ description: 'Start of the next month (UTC), when the quota resets.' }),
      },
    },
  }),
  ...withStatus(403, {
    csrf_rejected:
      'The header `Origin` or `Sec-Fetch-Site` is missing or names another site. With a session cookie, requests that change data must come from the service’s own pages. Other clients use an API key.',
    session_required: 'The route belongs to a user, so it requires a session instead of an API key. Sign in first.',
    owner_required: 'Only an owner of the organization can manage members and invitations. Contact an owner.',
    current_password_wrong:
      'The current password is wrong, or the account has none. Check it, or set a new one with an email link (POST /v1/auth/password/reset).',
    insufficient_scope: {
      message: 'The credential lacks a required scope (`meta.required_scope`). Use a credential that has it.',
      meta: {
        required_scope: z
          .enum([...publicScopes, wildcardScope])
          .meta({ description: 'Missing scope. `*` is for operators only.' }),
      },
    },
    operator_only:
      'Only the operator of the service changes public workflows, with the operator CLI. Publish a workflow of the organization (`visibility` `private`), or ask the operator.',
    email_unverified: {
      message:
        'Confirm your email address before you invite users (`meta.cause`). Open the link in the email from the sign-up, or request another link with POST /v1/auth/magic-link/request.',
      meta: causeShape,
    },
  }),
  ...withStatus(404, {
    not_found: 'There is no endpoint at this path. Check the path against GET /openapi.json; paths are case-sensitive.',
    session_not_found: 'The session does not exist or has ended. List the sessions with GET /v1/auth/sessions.',
    member_not_found: 'The organization has no member with this id. List the members with GET /v1/members.',
    invitation_not_found:
      'The invitation does not exist, or it was accepted or expired. List the invitations with GET /v1/invitations. To remove a member who accepted, use DELETE /v1/members/{user_id}.',
    api_key_not_found: 'The API key does not exist in this tier. List the keys with GET /v1/api-keys.',
    case_study_not_found: 'The workflow does not exist. List the available workflows with GET /v1/case-studies.',
    simulation_not_found: 'The simulation does not exist in this tier. List simulations with GET /v1/simulations.',
    run_not_found: 'The run does not exist in this tier. List runs with GET /v1/runs.',
    population_not_found: 'The population does not exist in this tier. List populations with GET /v1/populations.',
    dataset_not_found: 'The dataset does not exist in this tier or expired. List datasets with GET /v1/datasets.',
    calibration_not_found:
      'The target match does not exist in this tier. List target matches with GET /v1/target-matches.',
    share_link_not_found:
      'The share link does not exist, expired or was revoked, or its run was deleted. Request a new link from the sender, or create one with POST /v1/share-links.',
    webhook_endpoint_not_found:
      'The webhook endpoint does not exist in this tier. List endpoints with GET /v1/webhook-endpoints.',
    webhook_delivery_not_found:
      'The webhook delivery does not exist in this tier. List deliveries with GET /v1/webhook-deliveries.',
    agent_not_found: 'The simulation has no agent with this index. Use an integer from 0 to `agent_count` - 1.',
    block_not_found: 'The large simulation has no block with this index. Use an integer from 0 to `blocks` - 1.',
  }),
  ...withStatus(405, {
    method_not_allowed: 'The path does not support this method. Use one of the methods in the `Allow` header.',
  }),
  ...withStatus(406, {
    not_acceptable: {
      message:
        'The `Accept` header allows no available media type. Request one of `meta.media_types`, or send `format`.',
      meta: {
        media_types: z
          .array(text.meta({ examples: ['application/json'] }))
          .meta({ description: 'Available media types.' }),
      },
    },
  }),
  ...withStatus(408, {
    request_timeout: 'The request did not arrive completely within the timeout. Send it again.',
  }),
  ...withStatus(409, {
    simulation_not_complete: {
      message:
        'The simulation has no results, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new simulation.',
      meta: { status: incompleteStatus('results') },
    },
    simulation_already_finished: {
      message:
        'The simulation is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
      meta: { status: finalStatus },
    },
    simulation_not_finished: {
      message:
        'The simulation is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/simulations/{id}/cancel, then delete it.',
      meta: { status: unfinishedStatus },
    },
    run_not_complete: {
      message:
        'The run has no result, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new one.',
      meta: { status: incompleteStatus('a result') },
    },
    run_already_finished: {
      message:
        'The run is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
      meta: { status: finalStatus },
    },
    run_not_finished: {
      message:
        'The run is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/runs/{id}/cancel, then delete it.',
      meta: { status: unfinishedStatus },
    },
    simulations_not_comparable: {
      message:
        'The simulations cannot be compared agent by agent (`meta.reason`). Run them with the same workflow version, engine version and adjustments: population, `where`, `alternatives` and calibration targets.',
      meta: {
        reason: z.enum(incomparableReasons).meta({
          description: 'First difference found. `different_agent_count` only applies if agents interact.',
        }),
        simulation_id: text.meta({
          description: 'First simulation that cannot be compared with the reference.',
          examples: [`sim_${'0'.repeat(31)}1`],
        }),
      },
    },
    api_key_already_revoked: 'The API key is already revoked. Create a new key if one is needed.',
    api_key_limit_reached: {
      message: 'The organization reached its limit of active API keys (`meta.key_limit`). Revoke a key and retry.',
      meta: { key_limit: count('Maximum active API keys per organization and tier.', 100), ...causeShape },
    },
    api_key_expired: 'The API key has expired, so it cannot be rotated. Create a new key.',
    email_already_registered: 'An account with this email address already exists. Sign in instead.',
    last_owner: 'The user is the only owner of the organization. Make another member an owner first.',
    already_member:
      'The email address belongs to a member of the organization. Change the member with PATCH /v1/members/{user_id}.',
    account_exists:
      'An account with this email address already exists, and a user belongs to one organization. Sign in to the account, open the invitation again and send `move_account`, or request an invitation of another email address.',
    member_limit_reached: {
      message:
        'The organization reached its limit of members and pending invitations (`meta.member_limit`). Remove a member or revoke an invitation and retry.',
      meta: { member_limit: count('Maximum members and pending invitations of the organization.', 100), ...causeShape },
    },
    webhook_endpoint_unavailable:
      'The webhook endpoint is disabled or deleted. Enable it with PATCH /v1/webhook-endpoints/{endpoint_id}, or create a new one.',
    calibration_limit_reached: {
      message:
        'The organization reached its target match limit (`meta.calibration_limit`). Delete a target match and retry.',
      meta: { calibration_limit: count('Maximum target matches per organization and tier.', 1_000), ...causeShape },
    },
    no_simulator:
      'Only simulations have an interactive report and a simulator. Read the report of this run without `interactive`, or share it without `simulator`.',
    synthetic_population_required:
      'The agents of the simulation are rows of a table, and a visitor never gets rows. Fit the model with `population: synthetic`, or omit `population_id`. Run the simulation again, and retry with the new one.',
    exact_values_consent_required:
      'The distributions of this workflow can contain values of single respondents. Fit the model again, which pools values of fewer than ten respondents, or send `allow_exact_values`: true if visitors can have them.',
    share_link_limit_reached: {
      message: 'The organization reached its limit of share links (`meta.share_link_limit`). Revoke a link and retry.',
      meta: { share_link_limit: count('Maximum share links per organization and tier.', 1_000), ...causeShape },
    },
    webhook_endpoint_limit_reached: {
      message:
        'The organization reached its webhook endpoint limit (`meta.endpoint_limit`). Delete an endpoint and retry.',
      meta: { endpoint_limit: count('Maximum webhook endpoints per organization and tier.', 200), ...causeShape },
    },
    workflow_version_exists: {
      message:
        'This version already exists with a different definition (`meta.definition_digest`). Versions never change: promote a higher version.',
      meta: { definition_digest: text.meta({ description: 'SHA-256 of the existing definition.' }) },
    },
    workflow_version_too_low: {
      message: 'A higher version already exists (`meta.latest_version`). Promote a version above it.',
      meta: { latest_version: text.meta({ description: 'Highest existing version.', examples: ['2.0.0'] }) },
    },
    workflow_id_taken: 'A public workflow already uses this `workflow_id`. Choose another one.',
    population_limit_reached: {
      message:
        'The organization reached its limit of populations (`meta.population_limit`). Delete a population and retry.',
      meta: { population_limit: count('Maximum populations of the organization in this tier.', 20), ...causeShape },
    },
    dataset_limit_reached: {
      message: 'The organization reached its limit of datasets (`meta.dataset_limit`). Delete a dataset and retry.',
      meta: { dataset_limit: count('Maximum datasets of the organization in this tier.', 20), ...causeShape },
    },
    workflow_limit_reached: {
      message: 'The organization reached its workflow limit (`meta.workflow_limit`). Deprecate a workflow and retry.',
      meta: { workflow_limit: count('Maximum published workflows per organization and tier.', 50), ...causeShape },
    },
    workflow_version_limit_reached: {
      message:
        'The organization reached its limit of workflow versions (`meta.version_limit`). Contact support to raise the limit.',
      meta: { version_limit: count('Maximum workflow versions per organization and tier.', 500) },
    },
    idempotency_in_progress:
      'The first request with this `Idempotency-Key` is still in progress. Retry after the number of seconds in `Retry-After`.',
  }),
  ...withStatus(410, {
    results_expired:
      'The results were deleted at the end of their retention period, or with the dataset whose rows their agents were. The simulation record and its summary remain. To compute the results again, create a simulation with the same workflow version, scenario, seed and agent count.',
  }),
  ...withStatus(413, {
    payload_too_large: {
      message: 'The request body is larger than the limit (`meta.limit_bytes`). Send a smaller body.',
      meta: { limit_bytes: count('Maximum body size, in bytes.', 262_144) },
    },
  }),
  ...withStatus(415, {
    unsupported_media_type:
      'The request body has an unsupported media type. Send JSON in UTF-8 with `Content-Type: application/json`. POST /v1/populations and POST /v1/datasets accept `text/csv`, `text/tab-separated-values`, `application/x-ndjson` and `application/vnd.apache.parquet`.',
  }),
  ...withStatus(422, {
    idempotency_key_reused:
      'This `Idempotency-Key` was already used with a different request. Use a new UUID for each new request.',
    routing_low_confidence: {
      message:
        'No workflow matches this question with enough confidence (`meta.routing_floor`). Rephrase the question, or send the `request` of one of `meta.alternatives` to POST /v1/simulations.',
      meta: {
        routing_floor: number.meta({
          description: 'Minimum confidence for automatic routing, 0 to 1.',
          examples: [0.65],
        }),
        alternatives: z.array(alternativeSchema).min(1).max(5).meta({
          description: 'One to five closest workflows, best first, regardless of their confidence.',
        }),
        language: text.nullable().meta({
          description:
            'Language of a question that is not in English, as an ISO 639-1 code; otherwise null. Confidences are then 0.',
          examples: [null],
        }),
        warnings: modelWarnings,
      },
    },
    question_incomplete: {
      message:
        'The request has `if_unread: "ask"`, and words of the question were not used (`meta.not_read`). Send one of `meta.requests` to POST /v1/simulations, set the parameters in `overrides`, or omit `if_unread` to run without these words.',
      meta: {
        workflow_id: text.meta({ description: 'Slug of the matched workflow.', examples: ['swissmetro-mode-choice'] }),
        workflow_name: text.meta({
          description: 'Name of the matched workflow.',
          examples: ['Swissmetro mode choice'],
        }),
        confidence: share.meta({ description: 'Probability that the route is correct, 0 to 1.', examples: [0.93] }),
        kind: text.meta({
          description: 'What the question asks for, such as `comparison` or `goal`.',
          examples: ['range'],
        }),
        read_by: text.meta({ description: '`rules` or `model`.', examples: ['rules'] }),
        interpreted: z
          .array(z.looseObject({}))
          .meta({ description: 'Parameters that the question sets.', examples: [[]] }),
        not_read: z
          .array(z.looseObject({ words: text, reason: text }))
          .meta({ description: 'Words that were not used, with the reason and the possible values in `candidates`.' }),
        coverage: text.meta({
          description: 'How much of the question can be used: `partly`, `baseline_only`, or `full`.',
          examples: ['partly'],
        }),
        segments: z
          .array(z.looseObject({}))
          .meta({ description: 'Groups that the question refers to.', examples: [[]] }),
        requests: z.array(readyRequestSchema).meta({
          description:
            'Requests to POST /v1/simulations, one for each reading of the question, without the words that have no reading.',
        }),
        warnings: modelWarnings,
      },
    },
    analysis_not_available: {
      message:
        'The model of the workflow does not contain what this analysis needs (`meta.reason`). Use another workflow. For interacting agents, compare simulations with other parameter values instead.',
      meta: {
        reason: z.enum(unavailableReasons).meta({
          description:
            'Reason: the agents interact, the agents do not choose once among alternatives, or the model has no variable that is an amount of money.',
        }),
      },
    },
    language_model_not_configured:
      'This service has no language model, so it cannot run surveys or bias reports. Nothing was queued. The operator switches it on with SVC_LLM_URL and SVC_LLM_MODEL for API and worker. Use a calibrated workflow with POST /v1/simulations instead.',
  }),
  ...withStatus(429, {
    rate_limited:
      'The client sent too many requests, or too much of its work waits. Retry after the number of seconds in `Retry-After`.',
    processor_limit_reached: {
      message:
        'The organization used its processor time outside the queue of simulations (`meta.processor_seconds_per_minute`): for uploads, drafts, checks, questions, analyses and downloads. Retry after the number of seconds in `Retry-After`, with smaller files or fewer requests. A verified email address and a higher plan raise the limit.',
      meta: {
        processor_seconds_per_minute: count(
          'Maximum processor time of the organization in this tier, in seconds per minute.',
          60,
        ),
      },
    },
    email_link_required:
      'Too many wrong passwords were sent for this email address. Sign in with an email link (POST /v1/auth/magic-link/request), or retry after the number of seconds in `Retry-After`.',
    sign_up_limit_reached: {
      message:
        'Too many organizations were created from this network address within a day (`meta.daily_limit`). Retry after the number of seconds in `Retry-After`, or sign in with an existing account.',
      meta: { daily_limit: count('Maximum new organizations per network address in 24 hours.', 20) },
    },
    event_stream_limit_reached: {
      message:
        'The organization reached its limit of streaming responses (`meta.stream_limit`): event streams and downloads of results. Close one and retry, poll with `Prefer: wait`, or use webhooks.',
      meta: { stream_limit: count('Maximum streaming responses per organization and server process.', 20) },
    },
    response_stream_limit_reached: {
      message:
        'The organization reached its limit of streaming responses (`meta.stream_limit`): event streams and downloads of results. Read or close one and retry.',
      meta: { stream_limit: count('Maximum streaming responses per organization and server process.', 20) },
    },
  }),
  ...withStatus(431, {
    headers_too_large: 'The request line and headers exceed 16 KiB. Send fewer or shorter headers, or a shorter URL.',
  }),
  ...withStatus(500, {
    internal_error:
      'The service failed unexpectedly. Retry later. If the error persists, contact support with `meta.request_id`.',
  }),
  ...withStatus(503, {
    email_delivery_failed: {
      message:
        'The email could not be sent, and its link is void. Retry later. If the error persists, contact support with `meta.correlation_id`.',
      meta: { correlation_id: z.uuid().meta({ description: 'Id of this failure in the service log.' }) },
    },
    service_unavailable: {
      message:
        'A required dependency is unavailable or overloaded. Retry after the number of seconds in `Retry-After`. GET /v1/status shows which one is down.',
      meta: {
        checks: z
          .record(text, z.enum(['up', 'down']))
          .optional()
          .meta({ description: 'Status of each dependency. Only `GET /readyz` returns it.' }),
      },
    },
  }),
};

declare const ofRun: unique symbol;
/** An error code of the requests of a kind of run, such as `invalid_goal`. */
export type RunErrorCode = string & { readonly [ofRun]: true };
type FixedCode = keyof typeof fixedCodes;
export type ErrorCode = FixedCode | RunErrorCode;

const definitions = new Map<string, ErrorDefinition>(Object.entries(fixedCodes));

/** Adds codes to the table. A code that exists keeps its definition. Returns the code of each name. */
export function addErrors<Name extends string>(
  added: Record<Name, ErrorDefinition & { code: string }>,
): Record<Name, RunErrorCode> {
  const codes = Object.entries<ErrorDefinition & { code: string }>(added).map(([name, { code, ...definition }]) => {
    if (!definitions.has(code)) definitions.set(code, definition);
    return [name, code];
  });
  return Object.fromEntries(codes) as Record<Name, RunErrorCode>;
}

export const errorCodes = (): [ErrorCode, ErrorDefinition][] => [...definitions] as [ErrorCode, ErrorDefinition][];

export function errorOf(code: ErrorCode): ErrorDefinition {
  const definition = definitions.get(code);
  if (!definition) throw new Error(`unknown error code ${code}`);
  return definition;
}

/** The limits that a repeated request does not pass before the caller does something else. */
const limitsWithRemedy: readonly ErrorCode[] = ['email_link_required', 'sign_up_limit_reached'];

/** Whether the same request can succeed after `Retry-After`. */
export function isRetryable(code: ErrorCode): boolean {
  const { status } = errorOf(code);
  const isTemporary = status === 408 || status === 429 || status >= 500 || code === 'idempotency_in_progress';
  return isTemporary && !limitsWithRemedy.includes(code);
}

export const docsUrlOf = (code: ErrorCode, publicUrl: string): string =>
  new URL(`/docs/errors#${code}`, publicUrl).href;

/** The `meta` that an error with this code must have, as the API documents it. */
export type MetaOf<Code extends ErrorCode> = Code extends FixedCode
  ? (typeof fixedCodes)[Code] extends { meta: infer Shape extends z.ZodRawShape }
    ? z.infer<z.ZodObject<Shape>>
    : Record<string, never>
  : { issues?: z.infer<typeof issues> };

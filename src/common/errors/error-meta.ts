import { z } from 'zod';
import { wildcardScope, publicScopes } from '../identity/scopes.js';
import { tiers } from '../identity/tier.js';
import { alternativeSchema, readyRequestSchema } from './alternative.schema.js';
import { errorCodes, type ErrorCode } from './error-codes.js';

const issues = z.array(
  z.strictObject({
    path: z
      .string()
      .meta({ description: 'Field names joined by dots; empty for the whole body.', examples: ['agent_count'] }),
    message: z
      .string()
      .meta({ description: 'Problem, as readable text.', examples: ['expected an integer, received a string'] }),
  }),
);

/** Reasons why two simulations cannot be compared agent by agent. */
export const incomparableReasons = [
  'different_workflow',
  'different_definition',
  'different_engine_version',
  'different_agents',
  'different_agent_count',
] as const;
export type IncomparableReason = (typeof incomparableReasons)[number];

/** Why a workflow does not have an analysis. */
export const unavailableReasons = ['interacting_agents', 'no_alternatives', 'no_cost'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The fields of `meta` in addition to `message` and `request_id`. A code that is missing here has no others. */
const modelWarnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Why the configured language model was not used.', examples: [[]] });

const errorMeta = {
  validation_error: { issues },
  invalid_scenario_context: { issues },
  invalid_definition: { issues },
  invalid_adjustment: { issues },
  invalid_goal: { issues },
  invalid_sensitivity: { issues },
  invalid_population: {
    issues,
    issue_count: z
      .int()
      .min(1)
      .meta({ description: 'Number of problems, including those that `issues` omits.', examples: [1] }),
  },
  invalid_workflow: {
    workflow_id: z.string().meta({ description: '`workflow_id` of the request.', examples: ['swissmetro'] }),
  },
  agent_count_exceeds_plan: {
    agent_count_ceiling: z
      .int()
      .min(1)
      .meta({ description: 'Maximum agents per simulation of the plan.', examples: [1_000] }),
  },
  tier_mismatch: { tier: z.enum(tiers).optional().meta({ description: 'Tier of the API key.' }) },
  insufficient_quota: {
    simulation_limit: z
      .int()
      .min(1)
      .meta({ description: 'Simulations per calendar month (UTC) of the plan.', examples: [100] }),
    period_end: z.iso.datetime().meta({ description: 'Start of the next month (UTC), when the quota resets.' }),
  },
  insufficient_scope: {
    required_scope: z
      .enum([...publicScopes, wildcardScope])
      .meta({ description: 'Missing scope. `*` is for operators only.' }),
  },
  not_acceptable: {
    media_types: z
      .array(z.string().meta({ examples: ['application/json'] }))
      .meta({ description: 'Available media types.' }),
  },
  simulation_already_finished: {
    status: z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' }),
  },
  simulation_not_finished: {
    status: z.enum(['queued', 'running']).meta({ description: 'Current status.' }),
  },
  sweep_already_finished: {
    status: z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' }),
  },
  goal_already_finished: {
    status: z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' }),
  },
  goal_not_finished: {
    status: z.enum(['queued', 'running']).meta({ description: 'Current status.' }),
  },
  goal_not_complete: {
    status: z
      .enum(['queued', 'running', 'failed', 'canceled'])
      .meta({ description: 'Current status. `failed` and `canceled` are final: a result will never exist.' }),
  },
  sensitivity_already_finished: {
    status: z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' }),
  },
  sensitivity_not_finished: {
    status: z.enum(['queued', 'running']).meta({ description: 'Current status.' }),
  },
  sensitivity_not_complete: {
    status: z
      .enum(['queued', 'running', 'failed', 'canceled'])
      .meta({ description: 'Current status. `failed` and `canceled` are final: a result will never exist.' }),
  },
  simulation_not_complete: {
    status: z
      .enum(['queued', 'running', 'failed', 'canceled'])
      .meta({ description: 'Current status. `failed` and `canceled` are final: results will never exist.' }),
  },
  simulations_not_comparable: {
    reason: z.enum(incomparableReasons).meta({
      description: 'First difference found. `different_agent_count` only applies if agents interact.',
    }),
    simulation_id: z.string().meta({
      description: 'First simulation that cannot be compared with the reference.',
      examples: [`sim_${'0'.repeat(31)}1`],
    }),
  },
  analysis_not_available: {
    reason: z.enum(unavailableReasons).meta({
      description:
        'Reason: the agents interact, the agents do not choose among alternatives, or the model has no variable that is an amount of money.',
    }),
  },
  api_key_limit_reached: {
    key_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum active API keys per organization and tier.', examples: [100] }),
  },
  sign_up_limit_reached: {
    daily_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum new organizations per network address in 24 hours.', examples: [20] }),
  },
  calibration_limit_reached: {
    calibration_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum calibrations per organization and tier.', examples: [1_000] }),
  },
  webhook_endpoint_limit_reached: {
    endpoint_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum webhook endpoints per organization and tier.', examples: [200] }),
  },
  population_limit_reached: {
    population_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum populations of the organization in this tier.', examples: [20] }),
  },
  workflow_limit_reached: {
    workflow_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum published workflows per organization and tier.', examples: [50] }),
  },
  event_stream_limit_reached: {
    stream_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum streaming responses per organization and server process.', examples: [20] }),
  },
  response_stream_limit_reached: {
    stream_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum streaming responses per organization and server process.', examples: [20] }),
  },
  workflow_version_exists: {
    definition_digest: z.string().meta({ description: 'SHA-256 of the existing definition.' }),
  },
  workflow_version_too_low: {
    latest_version: z.string().meta({ description: 'Highest existing version.', examples: ['2.0.0'] }),
  },
  workflow_version_limit_reached: {
    version_limit: z
      .int()
      .min(1)
      .meta({ description: 'Maximum workflow versions per organization and tier.', examples: [500] }),
  },
  routing_low_confidence: {
    routing_floor: z
      .number()
      .meta({ description: 'Minimum confidence for automatic routing, 0 to 1.', examples: [0.65] }),
    alternatives: z.array(alternativeSchema).min(1).max(5).meta({
      description: 'One to five closest workflows, best first, regardless of their confidence.',
    }),
    language: z
      .string()
      .nullable()
      .meta({
        description:
          'Language of a question that is not in English, as an ISO 639-1 code; otherwise null. Confidences are then 0.',
        examples: [null],
      }),
    warnings: modelWarnings,
  },
  question_incomplete: {
    workflow_id: z
      .string()
      .meta({ description: 'Slug of the matched workflow.', examples: ['swissmetro-mode-choice'] }),
    workflow_name: z
      .string()
      .meta({ description: 'Name of the matched workflow.', examples: ['Swissmetro mode choice'] }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .meta({ description: 'Probability that the route is correct, 0 to 1.', examples: [0.93] }),
    kind: z
      .string()
      .meta({ description: 'What the question asks for, such as `comparison` or `goal`.', examples: ['range'] }),
    read_by: z.string().meta({ description: '`rules` or `model`.', examples: ['rules'] }),
    interpreted: z.array(z.looseObject({})).meta({ description: 'Parameters that the question sets.', examples: [[]] }),
    not_read: z
      .array(z.looseObject({ words: z.string(), reason: z.string() }))
      .meta({ description: 'Words that were not used, with the reason and the possible values in `candidates`.' }),
    segments: z.array(z.looseObject({})).meta({ description: 'Groups that the question refers to.', examples: [[]] }),
    requests: z.array(readyRequestSchema).meta({
      description:
        'Requests to POST /v1/simulations, one for each reading of the question, without the words that have no reading.',
    }),
    warnings: modelWarnings,
  },
  payload_too_large: {
    limit_bytes: z
      .int()
      .min(1)
      .meta({ description: 'Maximum body size, in bytes.', examples: [262_144] }),
  },
  email_delivery_failed: { correlation_id: z.uuid().meta({ description: 'Id of this failure in the service log.' }) },
  service_unavailable: {
    checks: z
      .record(z.string(), z.enum(['up', 'down']))
      .optional()
      .meta({ description: 'Status of each dependency. Only `GET /readyz` returns it.' }),
  },
} as const satisfies Partial<Record<ErrorCode, z.ZodRawShape>>;

/** The `meta` that an error with this code must have, as the API documents it. */
export type MetaOf<Code extends ErrorCode> = Code extends keyof typeof errorMeta
  ? z.infer<z.ZodObject<(typeof errorMeta)[Code]>>
  : Record<string, never>;

/** The schema of the complete response body for each error code. */
export const errorSchemas = Object.fromEntries(
  Object.entries(errorCodes).map(([code, { message }]) => [code, schemaOf(code as ErrorCode, message)]),
) as Record<ErrorCode, z.ZodType>;

function schemaOf(code: ErrorCode, message: string): z.ZodType {
  const shapes: Partial<Record<ErrorCode, z.ZodRawShape>> = errorMeta;
  const meta = z.strictObject({
    message: z.string().meta({
      description: 'Problem and fix, as readable text. The text can change; use `error` in programs.',
      examples: [message],
    }),
    ...shapes[code],
    request_id: z
      .string()
      .regex(/^req_[0-9a-f]{32}$/)
      .meta({ description: 'Id of the request, for support.', examples: [`req_${'0'.repeat(31)}1`] }),
  });
  return z.strictObject({ error: z.literal(code), meta }).meta({ id: componentName(code), description: message });
}

/** `api_key_not_found` → `ApiKeyNotFound`. */
function componentName(code: string): string {
  return code.replace(/(^|_)([a-z])/g, (_match, _line, letter: string) => letter.toUpperCase());
}

import { z } from 'zod';
import { wildcardScope, publicScopes, tiers } from '../identity/caller.js';
import { alternativeSchema, readyRequestSchema } from './alternative.schema.js';

export interface ErrorDefinition {
  status: number;
  /** Default message: the problem, then the fix. It names the `meta` field with the details. */
  message: string;
  /** The fields of `meta` in addition to `message` and `request_id`. Default: none. */
  meta?: z.ZodRawShape;
  /** Cause and remedy, for the table in `docs/user/api.md`. */
  help: readonly [cause: string, remedy: string];
}

export const issueExample = { path: 'agent_count', message: 'expected an integer, received a string' };

/** Invalid parts of a request. */
export const issues = z.array(
  z.strictObject({
    path: z
      .string()
      .meta({ description: 'Field names joined by dots; empty for the whole body.', examples: [issueExample.path] }),
    message: z.string().meta({ description: 'Problem, as readable text.', examples: [issueExample.message] }),
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

const modelWarnings = z
  .array(z.string())
  .optional()
  .meta({ description: 'Why the configured language model was not used.', examples: [[]] });

/** Cause of a low limit, which is not the limit itself. */
const causeShape = {
  cause: z.literal('email_unverified').optional().meta({
    description:
      '`email_unverified`: no user of the organization has confirmed an email address, which lowers its limits. Omitted otherwise.',
  }),
};

/** Every error code that a client can receive, besides those of the kinds of runs. */
const fixedCodes = {
  validation_error: {
    status: 400,
    message: 'The request is invalid. `meta.issues` lists each problem with its path. Fix them and retry.',
    meta: { issues },
    help: [
      'A field, parameter or header is missing, unknown, or has a wrong type or value.',
      'Correct the fields that `meta.issues` lists.',
    ],
  },
  invalid_workflow: {
    status: 400,
    message:
      'The workflow does not exist or is deprecated (`meta.workflow_id`). List the available workflows with GET /v1/case-studies.',
    meta: {
      workflow_id: z.string().meta({ description: '`workflow_id` of the request.', examples: ['swissmetro'] }),
    },
    help: [
      'The workflow does not exist, is deprecated, or belongs to another organization.',
      'Choose a `workflow_id` from `GET /v1/case-studies`.',
    ],
  },
  invalid_scenario_context: {
    status: 400,
    message:
      'The scenario does not fit the workflow. `meta.issues` lists each problem. GET /v1/case-studies/{workflow_id} returns the allowed parameters in `scenario_schema`.',
    meta: { issues },
    help: [
      'A parameter is unknown, or its value has a wrong type or is out of bounds.',
      'Correct the parameters that `meta.issues` lists. `GET /v1/case-studies/{workflow_id}` has the bounds.',
    ],
  },
  invalid_definition: {
    status: 400,
    message:
      'The definition is invalid. `meta.issues` lists each problem with its path. Fix them and promote it again.',
    meta: { issues },
    help: [
      'The workflow definition is inconsistent, or checking it took too much time or memory.',
      'Correct the paths that `meta.issues` lists. `cli workflow validate` finds the same issues offline.',
    ],
  },
  invalid_adjustment: {
    status: 400,
    message:
      'The adjustments do not fit the workflow. `meta.issues` lists each problem with its path. Fix them and retry.',
    meta: { issues },
    help: [
      'The adjustments of the definition do not fit the workflow.',
      'Fix the issues in `meta.issues`, each with its path in the request.',
    ],
  },
  invalid_population: {
    status: 400,
    message:
      'The population is invalid. `meta.issues` lists the first 20 problems with their row and column, and `meta.issue_count` is the number of all problems. Fix the file or the margins and retry. Nothing was stored.',
    meta: {
      issues,
      issue_count: z
        .int()
        .min(1)
        .meta({ description: 'Number of problems, including those that `issues` omits.', examples: [1] }),
    },
    help: [
      'A population file or target margins do not fit the workflow, or the file cannot be read.',
      'Fix the rows and columns that `meta.issues` lists. `meta.issue_count` is the number of all problems.',
    ],
  },
  invalid_dataset: {
    status: 400,
    message:
      'The dataset is invalid. `meta.issues` names the line and the fix. Fix the file and retry. Nothing was stored.',
    meta: { issues },
    help: ['A dataset cannot be read or exceeds a limit.', 'Fix the line of the file that `meta.issues` names.'],
  },
  invalid_spec: {
    status: 400,
    message:
      'The spec does not fit the dataset. `meta.issues` lists each problem with its path in the spec, and its fix. Fix them and retry.',
    meta: { issues },
    help: [
      'A spec of a fit is not valid YAML, or its formula or a field does not fit the columns of the dataset.',
      'Follow the fix of each problem in `meta.issues`.',
    ],
  },
  agent_count_exceeds_plan: {
    status: 400,
    message:
      '`agent_count` exceeds the ceiling of the organization’s plan (`meta.agent_count_ceiling`). Request at most that many agents.',
    meta: {
      agent_count_ceiling: z
        .int()
        .min(1)
        .meta({ description: 'Maximum agents per simulation of the plan.', examples: [1_000] }),
    },
    help: ['The plan allows fewer agents per simulation.', 'Request at most `meta.agent_count_ceiling` agents.'],
  },
  tier_mismatch: {
    status: 400,
    message:
      'The request names a different tier than its API key (`meta.tier`). Omit the tier, or use a key of the other tier.',
    meta: { tier: z.enum(tiers).optional().meta({ description: 'Tier of the API key.' }) },
    help: [
      '`Svc-Tier` or `is_test` names a tier that is not the tier of the credential.',
      'Use a credential of that tier, or omit the header.',
    ],
  },
  idempotency_key_required: {
    status: 400,
    message:
      'The `Idempotency-Key` header is missing. Send a new UUID with each request, and the same UUID with each retry.',
    help: [
      'The route requires `Idempotency-Key`, and the request has none.',
      'Send a new UUID. Reuse it only to retry the same request.',
    ],
  },
  invalid_cursor: {
    status: 400,
    message: 'The cursor does not belong to this list and these filters. Request the first page without `cursor`.',
    help: [
      'The cursor belongs to another list or other filters, or was made with an earlier master key.',
      'Start the list again without `cursor`.',
    ],
  },
  authentication_required: {
    status: 401,
    message:
      'The request has no valid credential. Send an API key in the header `Authorization: Bearer <key>`, or sign in again.',
    help: ['The request has no credential.', 'Send `Authorization: Bearer <key>`, or sign in.'],
  },
  invalid_or_revoked_api_key: {
    status: 401,
    message: 'The API key is unknown, expired or revoked. Send a valid key, or create one with POST /v1/api-keys.',
    help: ['The API key is malformed, unknown, expired or revoked.', 'Use another key, or create one.'],
  },
  invitation_invalid: {
    status: 401,
    message:
      'The invitation is unknown, expired, revoked or already accepted. Request a new invitation from an owner of the organization.',
    help: [
      'The invitation is unknown, expired, revoked or already accepted, or a newer one was sent.',
      'Open the newest invitation, or request a new one from an owner.',
    ],
  },
  magic_link_invalid: {
    status: 401,
    message: 'The sign-in link is unknown, expired or already used. Request a new link.',
    help: ['The sign-in link is unknown, was used, or has expired.', 'Request a new link.'],
  },
  invalid_credentials: {
    status: 401,
    message: 'The email address or the password is wrong. Check both, or sign in with an email link.',
    help: ['The email address and the password do not match an account.', 'Correct them, or request a sign-in link.'],
  },
  insufficient_quota: {
    status: 402,
    message:
      'The quota of simulations for this month is used up (`meta.simulation_limit`). Retry after `meta.period_end`, or upgrade the plan.',
    meta: {
      simulation_limit: z
        .int()
        .min(1)
        .meta({ description: 'Simulations per calendar month (UTC) of the plan.', examples: [100] }),
      period_end: z.iso.datetime().meta({ description: 'Start of the next month (UTC), when the quota resets.' }),
    },
    help: [
      'The organization reached `meta.simulation_limit` simulations this month.',
      'Wait until `meta.period_end`, or change to a larger plan.',
    ],
  },
  csrf_rejected: {
    status: 403,
    message:
      'The header `Origin` or `Sec-Fetch-Site` is missing or names another site. With a session cookie, requests that change data must come from the service’s own pages. Other clients use an API key.',
    help: [
      'A request with the session cookie came from another website.',
      'Send the request from the same origin as the service or its front end.',
    ],
  },
  session_required: {
    status: 403,
    message: 'The route belongs to a user, so it requires a session instead of an API key. Sign in first.',
    help: ['The route belongs to a user, and the credential is an API key.', 'Sign in and send the session cookie.'],
  },
  owner_required: {
    status: 403,
    message: 'Only an owner of the organization can manage members and invitations. Contact an owner.',
    help: ['The user is a member, and the route is for owners.', 'Contact an owner. `GET /v1/members` lists them.'],
  },
  current_password_wrong: {
    status: 403,
    message:
      'The current password is wrong, or the account has none. Check it, or set a new one with an email link (POST /v1/auth/password/reset).',
    help: ['The current password is wrong, or the account has none.', 'Check it, or set a new one with an email link.'],
  },
  insufficient_scope: {
    status: 403,
    message: 'The credential lacks a required scope (`meta.required_scope`). Use a credential that has it.',
    meta: {
      required_scope: z
        .enum([...publicScopes, wildcardScope])
        .meta({ description: 'Missing scope. `*` is for operators only.' }),
    },
    help: ['The credential lacks the scope `meta.required_scope`.', 'Use a key that has the scope.'],
  },
  not_found: {
    status: 404,
    message: 'There is no endpoint at this path. Check the path against GET /openapi.json.',
    help: ['No route has this path. Paths are case-sensitive.', 'Compare the path with `/docs`.'],
  },
  session_not_found: {
    status: 404,
    message: 'The session does not exist or has ended. List the sessions with GET /v1/auth/sessions.',
    help: ['The user has no such active session.', 'Choose one from `GET /v1/auth/sessions`.'],
  },
  member_not_found: {
    status: 404,
    message: 'The organization has no member with this id. List the members with GET /v1/members.',
    help: ['The organization has no member with this `user_id`.', 'Choose one from `GET /v1/members`.'],
  },
  invitation_not_found: {
    status: 404,
    message:
      'The invitation does not exist, or it was accepted or expired. List the invitations with GET /v1/invitations.',
    help: [
      'The organization has no such pending invitation.',
      'Choose one from `GET /v1/invitations`. Remove a member who accepted with `DELETE /v1/members/{user_id}`.',
    ],
  },
  api_key_not_found: {
    status: 404,
    message: 'The API key does not exist in this tier. List the keys with GET /v1/api-keys.',
    help: ['The organization has no such API key in this tier.', 'Check the id and the tier.'],
  },
  case_study_not_found: {
    status: 404,
    message: 'The workflow does not exist. List the available workflows with GET /v1/case-studies.',
    help: ['No workflow with this id is visible to the organization.', 'Choose one from `GET /v1/case-studies`.'],
  },
  simulation_not_found: {
    status: 404,
    message: 'The simulation does not exist in this tier. List simulations with GET /v1/simulations.',
    help: ['The organization has no such simulation in this tier.', 'Check the id and the tier.'],
  },
  run_not_found: {
    status: 404,
    message: 'The run does not exist in this tier. List runs with GET /v1/runs.',
    help: ['The organization has no such run in this tier.', 'Check the id and the tier.'],
  },
  population_not_found: {
    status: 404,
    message: 'The population does not exist in this tier. List populations with GET /v1/populations.',
    help: [
      'The organization has no such population in this tier.',
      'Check the id and the tier. `GET /v1/populations` lists the populations.',
    ],
  },
  dataset_not_found: {
    status: 404,
    message: 'The dataset does not exist in this tier. List datasets with GET /v1/datasets.',
    help: [
      'The organization has no such dataset in this tier, or it expired.',
      'Check the id and the tier. `GET /v1/datasets` lists the datasets.',
    ],
  },
  calibration_not_found: {
    status: 404,
    message: 'The target match does not exist in this tier. List target matches with GET /v1/target-matches.',
    help: ['The organization has no such target match in this tier.', 'Check the id and the tier.'],
  },
  share_link_not_found: {
    status: 404,
    message: 'The share link does not exist, expired or was revoked, or its run was deleted.',
    help: [
      'The share link is unknown, expired or revoked, or its run was deleted.',
      'Request a new link from the sender, or create one with `POST /v1/share-links`.',
    ],
  },
  webhook_endpoint_not_found: {
    status: 404,
    message: 'The webhook endpoint does not exist in this tier. List endpoints with GET /v1/webhook-endpoints.',
    help: ['The organization has no such webhook endpoint in this tier.', 'Check the id and the tier.'],
  },
  webhook_delivery_not_found: {
    status: 404,
    message: 'The webhook delivery does not exist in this tier. List deliveries with GET /v1/webhook-deliveries.',
    help: [
      'The organization has no such delivery in this tier, or its retention period is over.',
      'Check the id and the tier.',
    ],
  },
  agent_not_found: {
    status: 404,
    message: 'The simulation has no agent with this index. Use an integer from 0 to `agent_count` - 1.',
    help: ['The simulation has no agent with this index.', 'Use an index from 0 to `agent_count` - 1.'],
  },
  block_not_found: {
    status: 404,
    message: 'The large simulation has no block with this index. Use an integer from 0 to `blocks` - 1.',
    help: ['The large simulation has no block with this index.', 'Use an index from 0 to `blocks` - 1.'],
  },
  method_not_allowed: {
    status: 405,
    message: 'The path does not support this method. Use one of the methods in the `Allow` header.',
    help: ['The path exists, but not with this method.', 'Use a method that the `Allow` header lists.'],
  },
  not_acceptable: {
    status: 406,
    message: 'The `Accept` header allows no available media type. Request one of `meta.media_types`.',
    meta: {
      media_types: z
        .array(z.string().meta({ examples: ['application/json'] }))
        .meta({ description: 'Available media types.' }),
    },
    help: ['The route has none of the media types in `Accept`.', 'Accept one of `meta.media_types`, or send `format`.'],
  },
  request_timeout: {
    status: 408,
    message: 'The request did not arrive completely within the timeout. Send it again.',
    help: ['The headers or the body arrived too slowly.', 'Retry on a faster connection.'],
  },
  simulation_not_complete: {
    status: 409,
    message:
      'The simulation has no results, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new simulation.',
    meta: {
      status: z
        .enum(['queued', 'running', 'failed', 'canceled'])
        .meta({ description: 'Current status. `failed` and `canceled` are final: results will never exist.' }),
    },
    help: [
      'The simulation has no results: it is queued or running, or it failed or was canceled.',
      'Check `meta.status`. If it is `queued` or `running`, poll. If it is `failed` or `canceled`, create a new simulation.',
    ],
  },
  simulation_already_finished: {
    status: 409,
    message:
      'The simulation is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
    meta: {
      status: z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' }),
    },
    help: ['The simulation has a final status, so it cannot be canceled.', 'Read the final status from `meta.status`.'],
  },
  simulation_not_finished: {
    status: 409,
    message:
      'The simulation is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/simulations/{id}/cancel, then delete it.',
    meta: {
      status: z.enum(['queued', 'running']).meta({ description: 'Current status.' }),
    },
    help: [
      'The simulation is queued or running, so it cannot be deleted.',
      'Cancel it with `POST /v1/simulations/{id}/cancel`, then delete it.',
    ],
  },
  run_not_complete: {
    status: 409,
    message:
      'The run has no result, because its status is not `completed` (`meta.status`). Wait while it is `queued` or `running`. If it is `failed` or `canceled`, create a new one.',
    meta: {
      status: z
        .enum(['queued', 'running', 'failed', 'canceled'])
        .meta({ description: 'Current status. `failed` and `canceled` are final: a result will never exist.' }),
    },
    help: [
      'The run has no result yet, or it failed or was canceled.',
      'Wait while `meta.status` is `queued` or `running`; otherwise create a new run.',
    ],
  },
  run_already_finished: {
    status: 409,
    message:
      'The run is already finished (`meta.status`), so it cannot be canceled. Its status does not change anymore.',
    meta: {
      status: z.enum(['completed', 'failed', 'canceled']).meta({ description: 'Final status.' }),
    },
    help: ['The run has a final status, so it cannot be canceled.', 'Read the final status from `meta.status`.'],
  },
  run_not_finished: {
    status: 409,
    message:
      'The run is not finished (`meta.status`), so it cannot be deleted. Cancel it with POST /v1/runs/{id}/cancel, then delete it.',
    meta: {
      status: z.enum(['queued', 'running']).meta({ description: 'Current status.' }),
    },
    help: [
      'The run is queued or running, so it cannot be deleted.',
      'Cancel it with `POST /v1/runs/{id}/cancel`, then delete it.',
    ],
  },
  simulations_not_comparable: {
    status: 409,
    message:
      'The simulations cannot be compared agent by agent (`meta.reason`). Run them with the same workflow version, engine version and adjustments: population, `where`, `alternatives` and calibration targets.',
    meta: {
      reason: z.enum(incomparableReasons).meta({
        description: 'First difference found. `different_agent_count` only applies if agents interact.',
      }),
      simulation_id: z.string().meta({
        description: 'First simulation that cannot be compared with the reference.',
        examples: [`sim_${'0'.repeat(31)}1`],
      }),
    },
    help: [
      'The simulations have different workflow versions, engine versions or adjustments.',
      'Read `meta.reason` and `meta.simulation_id`. Create them with the same workflow version, engine version and adjustments: population, `where`, `alternatives` and calibration targets.',
    ],
  },
  api_key_already_revoked: {
    status: 409,
    message: 'The API key is already revoked. Create a new key if one is needed.',
    help: ['The API key was revoked before.', 'No action is needed. To replace the key, create a new one.'],
  },
  api_key_limit_reached: {
    status: 409,
    message: 'The organization reached its limit of active API keys (`meta.key_limit`). Revoke a key and retry.',
    meta: {
      key_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum active API keys per organization and tier.', examples: [100] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.key_limit` active API keys in this tier, the maximum.',
      'Revoke a key and retry. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  api_key_expired: {
    status: 409,
    message: 'The API key has expired, so it cannot be rotated. Create a new key.',
    help: ['An expired API key cannot be rotated.', 'Create a new key.'],
  },
  email_already_registered: {
    status: 409,
    message: 'An account with this email address already exists. Sign in instead.',
    help: ['An account with this email address exists.', 'Sign in instead.'],
  },
  last_owner: {
    status: 409,
    message: 'The user is the only owner of the organization. Make another member an owner first.',
    help: ['An organization needs an owner.', 'Make another member an owner, then retry.'],
  },
  already_member: {
    status: 409,
    message:
      'The email address belongs to a member of the organization. Change the member with PATCH /v1/members/{user_id}.',
    help: ['The address belongs to a member of the organization.', 'Change the role or the scopes of the member.'],
  },
  account_exists: {
    status: 409,
    message:
      'An account with this email address already exists, and a user belongs to one organization. Sign in to the account, open the invitation again and send `move_account`, or request an invitation of another email address.',
    help: [
      'The invited address has an account in an organization.',
      'Sign in to the account and send `move_account`, or request an invitation of another email address.',
    ],
  },
  email_unverified: {
    status: 403,
    message:
      'Confirm your email address before you invite users (`meta.cause`). Open the link in the email from the sign-up, or request another link with POST /v1/auth/magic-link/request.',
    meta: causeShape,
    help: [
      'No user of the organization has confirmed an email address.',
      'Open the link in the email from the sign-up, or request another link with `POST /v1/auth/magic-link/request`.',
    ],
  },
  member_limit_reached: {
    status: 409,
    message:
      'The organization reached its limit of members and pending invitations (`meta.member_limit`). Remove a member or revoke an invitation and retry.',
    meta: {
      member_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum members and pending invitations of the organization.', examples: [100] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.member_limit` members and pending invitations, the maximum.',
      'Remove a member or revoke an invitation.',
    ],
  },
  webhook_endpoint_unavailable: {
    status: 409,
    message:
      'The webhook endpoint is disabled or deleted. Enable it with PATCH /v1/webhook-endpoints/{endpoint_id}, or create a new one.',
    help: ['The webhook endpoint is disabled or deleted.', 'Enable it with `PATCH`, or create another endpoint.'],
  },
  calibration_limit_reached: {
    status: 409,
    message:
      'The organization reached its target match limit (`meta.calibration_limit`). Delete a target match and retry.',
    meta: {
      calibration_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum target matches per organization and tier.', examples: [1_000] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.calibration_limit` target matches in this tier, the maximum.',
      'Delete a target match and retry. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  share_link_limit_reached: {
    status: 409,
    message: 'The organization reached its limit of share links (`meta.share_link_limit`). Revoke a link and retry.',
    meta: {
      share_link_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum share links per organization and tier.', examples: [1_000] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.share_link_limit` share links in this tier, the maximum.',
      'Revoke a link and retry. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    message:
      'The organization reached its webhook endpoint limit (`meta.endpoint_limit`). Delete an endpoint and retry.',
    meta: {
      endpoint_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum webhook endpoints per organization and tier.', examples: [200] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.endpoint_limit` endpoints in this tier, the maximum.',
      'Delete an endpoint and retry. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  workflow_version_exists: {
    status: 409,
    message:
      'This version already exists with a different definition (`meta.definition_digest`). Versions never change: promote a higher version.',
    meta: {
      definition_digest: z.string().meta({ description: 'SHA-256 of the existing definition.' }),
    },
    help: [
      'Another definition is published under this version. A published version never changes.',
      'Publish the definition with a higher version.',
    ],
  },
  workflow_version_too_low: {
    status: 409,
    message: 'A higher version already exists (`meta.latest_version`). Promote a version above it.',
    meta: {
      latest_version: z.string().meta({ description: 'Highest existing version.', examples: ['2.0.0'] }),
    },
    help: ['A higher version, `meta.latest_version`, is published.', 'Publish the definition with a version above it.'],
  },
  workflow_id_taken: {
    status: 409,
    message: 'A public workflow already uses this `workflow_id`. Choose another one.',
    help: ['A public workflow has this `workflow_id`.', 'Choose another `workflow_id`.'],
  },
  population_limit_reached: {
    status: 409,
    message:
      'The organization reached its limit of populations (`meta.population_limit`). Delete a population and retry.',
    meta: {
      population_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum populations of the organization in this tier.', examples: [20] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.population_limit` populations in this tier, the maximum.',
      'Delete populations that you do not need. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  dataset_limit_reached: {
    status: 409,
    message: 'The organization reached its limit of datasets (`meta.dataset_limit`). Delete a dataset and retry.',
    meta: {
      dataset_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum datasets of the organization in this tier.', examples: [20] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.dataset_limit` datasets in this tier, the maximum.',
      'Delete datasets that you do not need. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  workflow_limit_reached: {
    status: 409,
    message: 'The organization reached its workflow limit (`meta.workflow_limit`). Deprecate a workflow and retry.',
    meta: {
      workflow_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum published workflows per organization and tier.', examples: [50] }),
      ...causeShape,
    },
    help: [
      'The organization has `meta.workflow_limit` workflows in this tier, the maximum.',
      'Deprecate a workflow and retry. If `meta.cause` is `email_unverified`, confirm the address.',
    ],
  },
  workflow_version_limit_reached: {
    status: 409,
    message:
      'The organization reached its limit of workflow versions (`meta.version_limit`). Contact support to raise the limit.',
    meta: {
      version_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum workflow versions per organization and tier.', examples: [500] }),
    },
    help: [
      'The organization has `meta.version_limit` workflow versions in this tier, the maximum.',
      'Contact the operator.',
    ],
  },
  idempotency_in_progress: {
    status: 409,
    message:
      'The first request with this `Idempotency-Key` is still in progress. Retry after the number of seconds in `Retry-After`.',
    help: [
      'The first request with this `Idempotency-Key` was still running after 5 seconds.',
      'Retry with the same key.',
    ],
  },
  results_expired: {
    status: 410,
    message:
      'The results were deleted at the end of their retention period. The simulation record and its summary remain. To compute the results again, create a simulation with the same workflow version, scenario, seed and agent count.',
    help: [
      'The retention period of the results is over. The record and the summary remain.',
      'Create the simulation again with the same seed; see [Repeat a simulation](concepts.md#repeat-a-simulation).',
    ],
  },
  payload_too_large: {
    status: 413,
    message: 'The request body is larger than the limit (`meta.limit_bytes`). Send a smaller body.',
    meta: {
      limit_bytes: z
        .int()
        .min(1)
        .meta({ description: 'Maximum body size, in bytes.', examples: [262_144] }),
    },
    help: ['The body is larger than `meta.limit_bytes`.', 'Send a smaller body.'],
  },
  unsupported_media_type: {
    status: 415,
    message:
      'The request body has an unsupported media type. Send JSON in UTF-8 with `Content-Type: application/json`. POST /v1/populations and POST /v1/datasets accept `text/csv`, `application/x-ndjson` and `application/vnd.apache.parquet`.',
    help: [
      'The body is not JSON in UTF-8, and the route does not accept its media type.',
      'Send `Content-Type: application/json`. `POST /v1/populations` and `POST /v1/datasets` accept CSV, NDJSON and Parquet files.',
    ],
  },
  idempotency_key_reused: {
    status: 422,
    message: 'This `Idempotency-Key` was already used with a different request. Use a new UUID for each new request.',
    help: ['This `Idempotency-Key` was used with another request.', 'Send a new UUID.'],
  },
  routing_low_confidence: {
    status: 422,
    message:
      'No workflow matches this question with enough confidence (`meta.routing_floor`). Rephrase the question, or send the `request` of one of `meta.alternatives` to POST /v1/simulations.',
    meta: {
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
    help: [
      'No workflow reached the routing floor, `meta.routing_floor`, for this question.',
      'Send the `request` of one of `meta.alternatives` to `POST /v1/simulations`, or rephrase the question.',
    ],
  },
  question_incomplete: {
    status: 422,
    message:
      'The request has `if_unread: "ask"`, and words of the question were not used (`meta.not_read`). Send one of `meta.requests` to POST /v1/simulations, set the parameters in `overrides`, or omit `if_unread` to run without these words.',
    meta: {
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
      interpreted: z
        .array(z.looseObject({}))
        .meta({ description: 'Parameters that the question sets.', examples: [[]] }),
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
    help: [
      'The request has `if_unread: "ask"`, and words of the question that may name a change were not used. Nothing was queued.',
      'Send one of `meta.requests` to `POST /v1/simulations`, set `overrides`, or omit `if_unread`.',
    ],
  },
  analysis_not_available: {
    status: 422,
    message:
      'The model of the workflow does not contain what this analysis needs (`meta.reason`). Use another workflow. For interacting agents, compare simulations with other parameter values instead.',
    meta: {
      reason: z.enum(unavailableReasons).meta({
        description:
          'Reason: the agents interact, the agents do not choose once among alternatives, or the model has no variable that is an amount of money.',
      }),
    },
    help: [
      'The model of the workflow does not contain what the analysis needs.',
      'Read `meta.reason`. Use another workflow. If agents interact, compare simulations with other parameter values.',
    ],
  },
  language_model_not_configured: {
    status: 422,
    message:
      'This service has no language model, so it cannot run surveys or bias reports. Nothing was queued. The operator switches it on with SVC_LLM_URL and SVC_LLM_MODEL for API and worker. Use a calibrated workflow with POST /v1/simulations instead.',
    help: [
      'The operator has not configured a language model, which surveys and bias reports need.',
      'Set `SVC_LLM_URL` and `SVC_LLM_MODEL` for API and worker and restart them, or use a calibrated workflow.',
    ],
  },
  rate_limited: {
    status: 429,
    message: 'The client sent too many requests. Retry after the number of seconds in `Retry-After`.',
    help: [
      'The plan, the address or the account reached its requests per minute, or too much of its work waits.',
      'Wait for the number of seconds in `Retry-After`.',
    ],
  },
  processor_limit_reached: {
    status: 429,
    message:
      'The organization used its processor time outside the queue of simulations (`meta.processor_seconds_per_minute`). Retry after the number of seconds in `Retry-After`. A verified email address and a higher plan raise the limit.',
    meta: {
      processor_seconds_per_minute: z
        .int()
        .min(1)
        .meta({
          description: 'Maximum processor time of the organization in this tier, in seconds per minute.',
          examples: [60],
        }),
    },
    help: [
      'Uploads, drafts, dry runs, checks of definitions, adjustments, questions, analyses and downloads used the processor time of the plan.',
      'Wait for the number of seconds in `Retry-After`. Send smaller files, or fewer of these requests.',
    ],
  },
  email_link_required: {
    status: 429,
    message:
      'Too many wrong passwords were sent for this email address. Sign in with an email link (POST /v1/auth/magic-link/request), or retry after the number of seconds in `Retry-After`.',
    help: [
      'The account had ten wrong passwords within an hour, or 100 within a day, from browsers that never signed in to it.',
      'Sign in with an email link, or wait for the number of seconds in `Retry-After`.',
    ],
  },
  sign_up_limit_reached: {
    status: 429,
    message:
      'Too many organizations were created from this network address within a day (`meta.daily_limit`). Retry after the number of seconds in `Retry-After`, or sign in with an existing account.',
    meta: {
      daily_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum new organizations per network address in 24 hours.', examples: [20] }),
    },
    help: [
      'The network address created `meta.daily_limit` organizations within 24 hours, the maximum.',
      'Wait for the number of seconds in `Retry-After`, or sign in with an existing account.',
    ],
  },
  event_stream_limit_reached: {
    status: 429,
    message:
      'The organization reached its limit of streaming responses (`meta.stream_limit`): event streams and downloads of results. Close one and retry.',
    meta: {
      stream_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum streaming responses per organization and server process.', examples: [20] }),
    },
    help: [
      'The organization has `meta.stream_limit` streaming responses in this process, the maximum.',
      'Close a stream, poll with `Prefer: wait`, or use webhooks.',
    ],
  },
  response_stream_limit_reached: {
    status: 429,
    message:
      'The organization reached its limit of streaming responses (`meta.stream_limit`): event streams and downloads of results. Read or close one and retry.',
    meta: {
      stream_limit: z
        .int()
        .min(1)
        .meta({ description: 'Maximum streaming responses per organization and server process.', examples: [20] }),
    },
    help: [
      'The organization has `meta.stream_limit` streaming responses in this process, the maximum.',
      'Read or close the responses that are open, then retry.',
    ],
  },
  headers_too_large: {
    status: 431,
    message: 'The request line and headers exceed 16 KiB. Send fewer or shorter headers, or a shorter URL.',
    help: ['The request line and the headers are larger than 16 KiB.', 'Send fewer or shorter headers.'],
  },
  internal_error: {
    status: 500,
    message:
      'The service failed unexpectedly. Retry later. If the error persists, contact support with `meta.request_id`.',
    help: [
      'The service has a defect or met an unexpected condition.',
      'Retry. If it repeats, report `meta.request_id`.',
    ],
  },
  email_delivery_failed: {
    status: 503,
    message:
      'The email could not be sent. Retry later. If the error persists, contact support with `meta.correlation_id`.',
    meta: { correlation_id: z.uuid().meta({ description: 'Id of this failure in the service log.' }) },
    help: [
      'The mail server rejected the message or did not respond. The sign-in link is void.',
      'Retry. If it repeats, report `meta.correlation_id`.',
    ],
  },
  service_unavailable: {
    status: 503,
    message: 'A required dependency is unavailable or overloaded. Retry after the number of seconds in `Retry-After`.',
    meta: {
      checks: z
        .record(z.string(), z.enum(['up', 'down']))
        .optional()
        .meta({ description: 'Status of each dependency. Only `GET /readyz` returns it.' }),
    },
    help: [
      'A database, Redis or another dependency does not respond, or the service is overloaded.',
      'Retry with increasing delays. `GET /v1/status` shows which component is down.',
    ],
  },
} as const satisfies Record<string, ErrorDefinition>;

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

/** All codes with their definitions. */
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

/** Address of the description of a code in the API reference. */
export function docsUrlOf(code: ErrorCode): string {
  return `/docs/errors#${code}`;
}

/** The `meta` that an error with this code must have, as the API documents it. */
export type MetaOf<Code extends ErrorCode> = Code extends FixedCode
  ? (typeof fixedCodes)[Code] extends { meta: infer Shape extends z.ZodRawShape }
    ? z.infer<z.ZodObject<Shape>>
    : Record<string, never>
  : { issues?: z.infer<typeof issues> };

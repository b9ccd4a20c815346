import type { Simulation } from '../platform/database/generated/client.js';
import type { ColumnNames } from '../platform/database/sql.js';

/** The columns of `simulations`. The compiler requires one for each field. */
export const simulationColumns = {
  id: 'id',
  organizationId: 'organization_id',
  status: 'status',
  workflowId: 'workflow_id',
  workflowVersion: 'workflow_version',
  definitionDigest: 'definition_digest',
  agentCount: 'agent_count',
  seed: 'seed',
  parameterDraws: 'parameter_draws',
  origin: 'origin',
  scenarioContext: 'scenario_context',
  webhookUrl: 'webhook_url',
  name: 'name',
  notes: 'notes',
  metadata: 'metadata',
  warnings: 'warnings',
  adjustments: 'adjustments',
  routedVia: 'routed_via',
  agentsDone: 'agents_done',
  summary: 'summary',
  summaryDetails: 'summary_details',
  digest: 'digest',
  engineVersion: 'engine_version',
  failureCode: 'failure_code',
  failureMessage: 'failure_message',
  createdAt: 'created_at',
  startedAt: 'started_at',
  completedAt: 'completed_at',
  attempt: 'attempt',
  handedBack: 'handed_back',
  leaseExpiresAt: 'lease_expires_at',
  sweepId: 'sweep_id',
  sweepIndex: 'sweep_index',
  study: 'study',
  deletedAt: 'deleted_at',
} as const satisfies ColumnNames<Simulation>;

/** The fields that are stored as JSON. */
export const simulationJsonFields = [
  'origin',
  'scenarioContext',
  'metadata',
  'warnings',
  'adjustments',
  'routedVia',
  'summary',
  'study',
] as const;

import { Prisma, type Simulation } from '../platform/database/generated/client.js';
import { columnOf, toColumns } from '../platform/database/sql.js';
import { newPrefixedId } from '../common/crypto.js';
import type { Creator } from '../common/identity/creator.js';
import type { Scenario, ScenarioWarning } from '../../model/definition.js';
import { insertFor, type Insert } from '../platform/database/in-batches.js';
import type { StoredOrigin } from '../platform/tracing/spans.js';
import type { AdjustedWorkflow } from '../saved/adjustments/adjusted-workflows.service.js';
import type { Annotations } from './annotations.js';
import type { RunStatus } from './run.state.js';
import type { QuestionRecord } from './simulation.record.js';

export const runFields = Object.keys(Prisma.SimulationScalarFieldEnum) as (keyof Simulation)[];

const runJsonFields = [
  'origin',
  'scenarioContext',
  'metadata',
  'warnings',
  'adjustments',
  'routedVia',
  'summary',
  'request',
] as const;

export type ChildCounts = Readonly<Record<RunStatus, number>>;

/** A row of the queue. The status, progress and times of a group are those of its simulations. */
export interface RunRow extends Simulation {
  /** Of a group only. */
  children?: ChildCounts;
  /** The result of a completed group, combined from its simulations. */
  combined?: object;
  /** `summary` as JSON text, in its place: for a response that contains it as it is. */
  summaryText?: string | null;
  /** `evaluations` of a result that is read as text. */
  evaluations?: number | null;
}

/** A request with all defaults filled in: what all kinds of runs have. */
export interface PlannedRun {
  /** Generated if omitted. */
  id?: string;
  organizationId: string;
  workflow: AdjustedWorkflow;
  agentCount: number;
  seed: number;
  scenario: Scenario;
  /** Null for the delta method. */
  parameterDraws: number | null;
  warnings: readonly ScenarioWarning[];
  webhookUrl: string | null;
  annotations: Annotations;
  /** Null if the caller named the workflow. */
  routedVia: QuestionRecord | null;
  origin: StoredOrigin;
  creator: Creator;
}

/** What a row has besides the fields of {@link PlannedRun}. */
export interface RunOfKind {
  kind: string;
  idPrefix: string;
  /** The plan; null for a simulation, whose fields are columns. */
  request: object | null;
  /** Simulations counted against the quota. */
  cost: number;
  /** Simulations of a group; null for a run without them. */
  childCount: number | null;
}

/** Blocks have no route, so that their ids are internal. */
export const blockIdPrefix = 'blk';

export const simulationRun: RunOfKind = {
  kind: 'simulation',
  idPrefix: 'sim',
  request: null,
  cost: 1,
  childCount: null,
};

/** @param row can have the fields that {@link RunRow} adds, which are no columns */
export function insertRun(from: string, name: string, row: Simulation): Insert {
  return insertFor(from, name, 'simulations', toColumns(row, runJsonFields, runFields));
}

export function queuedRun(
  planned: PlannedRun,
  now: Date,
  { idPrefix, ...columns }: RunOfKind = simulationRun,
): Simulation {
  return {
    id: planned.id ?? newPrefixedId(idPrefix),
    organizationId: planned.organizationId,
    ...columns,
    request: columns.request,
    status: 'queued',
    workflowId: planned.workflow.definition.workflow_id,
    workflowVersion: planned.workflow.definition.version,
    definitionDigest: planned.workflow.digest,
    agentCount: planned.agentCount,
    seed: BigInt(planned.seed),
    parameterDraws: planned.parameterDraws,
    origin: { ...planned.origin },
    scenarioContext: { ...planned.scenario },
    webhookUrl: planned.webhookUrl,
    ...planned.annotations,
    warnings: planned.warnings.map((warning) => ({ ...warning, calibrated_range: [...warning.calibrated_range] })),
    adjustments: planned.workflow.adjustments ?? null,
    routedVia: planned.routedVia,
    agentsDone: 0,
    summary: null,
    summaryDetails: null,
    digest: null,
    engineVersion: null,
    failureCode: null,
    failureMessage: null,
    createdAt: now,
    startedAt: null,
    completedAt: null,
    attempt: 0,
    handedBack: 0,
    leaseExpiresAt: null,
    parentId: null,
    parentIndex: null,
    deletedAt: null,
    ...planned.creator,
  };
}

const childFields = ['id', 'parentIndex', 'seed', 'scenarioContext', 'warnings', 'agentCount', 'cost'] as const;
const childColumns = childFields.map(columnOf);

/** A row of a group. Omitted fields are those of the shared row. */
interface ChildRow {
  scenario: Scenario;
  warnings: readonly ScenarioWarning[];
  seed?: number;
  agentCount?: number;
  cost?: number;
}

export interface ChildRows {
  /** The row from which all other columns are copied. */
  shared: Simulation;
  idPrefix: string;
  children: readonly ChildRow[];
}

/** Inserts all simulations or blocks of a group, for the row of an earlier statement. */
export function insertChildren(from: string, name: string, { shared, idPrefix, children }: ChildRows): Insert {
  const sharedColumns = Object.entries(toColumns(shared, runJsonFields, runFields)).filter(
    ([column]) => !childColumns.some((own) => own === column),
  );
  const names = sharedColumns.map(([column]) => column);
  const places = names.map((_, index) => `$${index + 1}`);
  const [ids, seeds, scenarios, warnings, agents, costs] = childFields
    .slice(1)
    .map((_, offset) => `$${names.length + offset + 1}`);
  return {
    name,
    text: `
      INSERT INTO simulations (${[...names, ...childColumns].join(', ')})
      SELECT ${places.join(', ')}, child.id, child.index - 1, child.seed, child.scenario, child.warnings, child.agents, child.cost
      FROM unnest(${ids}::text[], ${seeds}::bigint[], ${scenarios}::json[], ${warnings}::json[], ${agents}::int[], ${costs}::int[])
           WITH ORDINALITY AS child (id, seed, scenario, warnings, agents, cost, index), ${from}`,
    values: [
      ...sharedColumns.map(([, value]) => value),
      children.map(() => newPrefixedId(idPrefix)),
      children.map(({ seed }) => seed ?? shared.seed),
      children.map(({ scenario }) => JSON.stringify(scenario)),
      children.map((child) => JSON.stringify(child.warnings)),
      children.map(({ agentCount }) => agentCount ?? shared.agentCount),
      children.map(({ cost }) => cost ?? shared.cost),
    ],
  };
}

import { newPrefixedId } from '../../common/ids.js';
import type { Simulation, Sweep } from '../../platform/database/generated/client.js';
import { insert, toColumns, type ColumnNames, type Sql } from '../../platform/database/sql.js';
import { storeAdjusted } from '../adjustments/adjusted-workflow.js';
import { noAnnotations } from '../annotations.js';
import { maxWakeUpSignals } from '../execution/max-wake-up-signals.js';
import { simulationColumns, simulationJsonFields } from '../simulation.columns.js';
import { queuedSimulation, type PlannedSimulation } from '../simulation.writer.js';
import { commonOf, type SweepPoint, type SweptParameter } from './sweep-grid.js';

export interface NewSweep {
  /** The fields that all points share. */
  base: PlannedSimulation;
  parameters: readonly SweptParameter[];
  points: readonly SweepPoint[];
}

/** The columns of `sweeps`. The compiler requires one for each field. */
const sweepColumns: ColumnNames<Sweep> = {
  id: 'id',
  organizationId: 'organization_id',
  workflowId: 'workflow_id',
  workflowVersion: 'workflow_version',
  definitionDigest: 'definition_digest',
  agentCount: 'agent_count',
  seed: 'seed',
  parameterDraws: 'parameter_draws',
  scenarioContext: 'scenario_context',
  parameters: 'parameters',
  pointCount: 'point_count',
  webhookUrl: 'webhook_url',
  name: 'name',
  notes: 'notes',
  metadata: 'metadata',
  adjustments: 'adjustments',
  routedVia: 'routed_via',
  createdAt: 'created_at',
  canceledAt: 'canceled_at',
};
const sweepJsonFields = ['scenarioContext', 'parameters', 'metadata', 'adjustments', 'routedVia'] as const;

const pointFields = ['id', 'sweepIndex', 'scenarioContext', 'warnings'] as const;
const pointColumns = pointFields.map((field) => simulationColumns[field]);

/** Writes a sweep, its points as queued simulations, and their wake-up signals. Returns the row of the sweep. */
export async function writeSweep(sql: Sql, { base, parameters, points }: NewSweep, now: Date): Promise<Sweep> {
  const shared = queuedSimulation({ ...base, webhookUrl: null, annotations: noAnnotations }, now);
  const sweep: Sweep = {
    id: newPrefixedId('swp'),
    organizationId: shared.organizationId,
    workflowId: shared.workflowId,
    workflowVersion: shared.workflowVersion,
    definitionDigest: shared.definitionDigest,
    agentCount: shared.agentCount,
    seed: shared.seed,
    parameterDraws: shared.parameterDraws,
    scenarioContext: commonOf(base.scenario, parameters),
    parameters: parameters.map(({ name, values }) => ({ name, values })),
    pointCount: points.length,
    webhookUrl: base.webhookUrl,
    ...base.annotations,
    adjustments: base.workflow.adjustments ?? null,
    routedVia: base.routedVia,
    createdAt: now,
    canceledAt: null,
  };
  await storeAdjusted(sql, base.workflow);
  await insert(sql, 'sweeps', toColumns(sweep, sweepColumns, sweepJsonFields));
  await insertPoints(sql, { ...shared, sweepId: sweep.id }, points);
  await sql.query({
    name: 'insert wake-up signals',
    text: `INSERT INTO outbox_messages (kind, payload) SELECT 'simulation.queued', '{}' FROM generate_series(1, $1::int)`,
    values: [Math.min(points.length, maxWakeUpSignals)],
  });
  return sweep;
}

/** Inserts all points in one statement. @param shared the row from which all other columns are copied */
async function insertPoints(sql: Sql, shared: Simulation, points: readonly SweepPoint[]): Promise<void> {
  const sharedColumns = Object.entries(toColumns(shared, simulationColumns, simulationJsonFields)).filter(
    ([column]) => !pointColumns.some((pointColumn) => pointColumn === column),
  );
  const names = sharedColumns.map(([column]) => column);
  const places = names.map((_, index) => `$${index + 1}`);
  const [ids, scenarios, warnings] = [1, 2, 3].map((offset) => `$${names.length + offset}`);
  await sql.query({
    name: 'insert points',
    text: `
      INSERT INTO simulations (${[...names, ...pointColumns].join(', ')})
      SELECT ${places.join(', ')}, point.id, point.index - 1, point.scenario, point.warnings
      FROM unnest(${ids}::text[], ${scenarios}::json[], ${warnings}::json[])
           WITH ORDINALITY AS point (id, scenario, warnings, index)`,
    values: [
      ...sharedColumns.map(([, value]) => value),
      points.map(() => newPrefixedId('sim')),
      points.map(({ scenario }) => JSON.stringify(scenario)),
      points.map(({ warnings }) => JSON.stringify(warnings)),
    ],
  });
}

import { newPrefixedId } from '../../common/ids.js';
import type { Sweep } from '../../platform/database/generated/client.js';
import { insert, type Sql } from '../../platform/database/sql.js';
import { maxWakeUps } from '../execution/max-wake-ups.js';
import type { PlannedSimulation } from '../simulation.writer.js';
import { commonOf, type SweepPoint, type SweptParameter } from './sweep-grid.js';

export interface NewSweep {
  /** What all points have in common. */
  base: PlannedSimulation;
  parameters: readonly SweptParameter[];
  points: readonly SweepPoint[];
}

const pointsStatement = `
  INSERT INTO simulations (id, organization_id, created_at, workflow_id, workflow_version, definition_digest, agent_count,
                           seed, parameter_draws, origin, sweep_id, sweep_index, scenario_context, warnings)
  SELECT point.id, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, point.index - 1, point.scenario, point.warnings
  FROM unnest($11::text[], $12::json[], $13::json[]) WITH ORDINALITY AS point (id, scenario, warnings, index)`;

const wakeUpsStatement = `
  INSERT INTO outbox_messages (kind, payload)
  SELECT 'simulation.queued', '{}' FROM generate_series(1, $1::int)`;

/** Writes a sweep and its points, simulations that wait for a worker like any other, and the word that they do. */
export async function writeSweep(sql: Sql, { base, parameters, points }: NewSweep, now: Date): Promise<Sweep> {
  const { organizationId, workflow, agentCount, seed, parameterDraws, origin, scenario, webhookUrl } = base;
  const { workflow_id, version } = workflow.definition;
  const id = newPrefixedId('swp');
  const common = commonOf(scenario, parameters);
  await insert(sql, 'sweeps', {
    ...{ id, organization_id: organizationId, created_at: now, point_count: points.length },
    ...{ workflow_id, workflow_version: version, definition_digest: workflow.digest, agent_count: agentCount, seed },
    ...{ parameter_draws: parameterDraws, scenario_context: JSON.stringify(common) },
    ...{ parameters: JSON.stringify(parameters), webhook_url: webhookUrl },
  });
  const ids = points.map(() => newPrefixedId('sim'));
  const values = [
    ...[organizationId, now, workflow_id, version, workflow.digest, agentCount, seed, parameterDraws],
    ...[JSON.stringify(origin), id, ids],
    points.map((point) => JSON.stringify(point.scenario)),
    points.map((point) => JSON.stringify(point.warnings)),
  ];
  await sql.query({ name: 'insert points', text: pointsStatement, values });
  await sql.query({ name: 'insert words', text: wakeUpsStatement, values: [Math.min(ids.length, maxWakeUps)] });
  return {
    ...{ id, organizationId, workflowId: workflow_id, workflowVersion: version, definitionDigest: workflow.digest },
    ...{ agentCount, seed: BigInt(seed), parameterDraws, scenarioContext: common, pointCount: points.length },
    parameters: parameters.map(({ name, values }) => ({ name, values })),
    ...{ webhookUrl, createdAt: now, canceledAt: null },
  };
}

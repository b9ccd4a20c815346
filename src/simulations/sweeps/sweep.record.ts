import { z } from 'zod';
import type { Simulation, Sweep } from '../../platform/database/generated/client.js';
import { annotationsOf } from '../annotations.js';
import { dryRunSchema } from '../estimates/estimate.schema.js';
import type { FailureCode } from '../failure-codes.js';
import { objectType } from '../object-type.js';
import { simulationRecordSchema } from '../simulation.record.js';
import { isFinished, simulationStatuses } from '../simulation.state.js';
import { uncertaintyOf } from '../uncertainty.js';
import { gridOf, type SweptParameter } from './sweep-grid.js';
import { sweepStatus, type PointsState } from './sweep-state.js';

const {
  workflow_id,
  workflow_version,
  agent_count,
  seed,
  uncertainty,
  scenario_context,
  webhook_url,
  name,
  notes,
  metadata,
  created_at,
  completed_at,
  failure,
  adjustments,
} = simulationRecordSchema.shape;
const count = z.int().min(0);
const value = z.union([z.number(), z.string()]);

export const sweepIdSchema = z
  .string()
  .regex(/^swp_[0-9a-f]{32}$/)
  .meta({ description: 'Id of the parameter sweep.', examples: ['swp_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const shape = {
  object: objectType('sweep'),
  id: sweepIdSchema,
  status: z.enum(simulationStatuses).meta({
    description: '`completed` when every point is finished and at least one point is completed.',
  }),
  workflow_id,
  workflow_version,
  agent_count,
  seed,
  uncertainty,
  scenario_context: scenario_context.meta({
    description: 'Parameter values that all points share, including defaults.',
  }),
  parameters: z.array(
    z.strictObject({
      name: z.string().meta({ examples: ['train_cost_factor'] }),
      values: z.array(value).meta({ examples: [[0.8, 1, 1.2]] }),
    }),
  ),
  progress: z.strictObject({
    points_total: z.int().min(1),
    points: z.strictObject(
      Object.fromEntries(simulationStatuses.map((status) => [status, count])) as Record<
        Simulation['status'],
        typeof count
      >,
    ),
    agents_done: count,
    agents_total: count,
  }),
  webhook_url,
  name,
  notes,
  metadata,
  adjustments,
  created_at,
  completed_at,
};

export const sweepRecordSchema = z.strictObject(shape).meta({ id: 'Sweep' });
export type SweepRecord = z.infer<typeof sweepRecordSchema>;

export const sweepWithPointsSchema = z
  .strictObject({
    ...shape,
    points: z.array(
      z.strictObject({
        index: count,
        simulation_id: simulationRecordSchema.shape.id,
        status: z.enum(simulationStatuses),
        values: z.record(z.string(), value).meta({ examples: [{ train_cost_factor: 0.8 }] }),
        failure,
      }),
    ),
  })
  .meta({ id: 'SweepWithPoints' });
export type SweepWithPoints = z.infer<typeof sweepWithPointsSchema>;

/** The estimate of a sweep, with all defaults filled in. */
export const sweepDryRunSchema = z
  .strictObject({
    ...dryRunSchema.shape,
    object: objectType('sweep_dry_run'),
    scenario_context: shape.scenario_context,
    parameters: shape.parameters,
    points_total: shape.progress.shape.points_total,
    expected_run_time: dryRunSchema.shape.expected_run_time.meta({
      description: 'Total duration of all points, one after another.',
    }),
  })
  .meta({ id: 'SweepDryRun' });
export type SweepDryRun = z.infer<typeof sweepDryRunSchema>;

export function toSweepRecord(row: Sweep, { counts, agentsDone, lastEnd }: PointsState): SweepRecord {
  const status = sweepStatus(row, counts);
  return {
    object: 'sweep',
    id: row.id,
    status,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    agent_count: row.agentCount,
    seed: Number(row.seed),
    uncertainty: uncertaintyOf(row.parameterDraws),
    scenario_context: row.scenarioContext as SweepRecord['scenario_context'],
    parameters: parametersOf(row),
    progress: {
      points_total: row.pointCount,
      points: counts,
      agents_done: agentsDone,
      agents_total: row.pointCount * row.agentCount,
    },
    webhook_url: row.webhookUrl,
    ...annotationsOf(row),
    adjustments: row.adjustments as SweepRecord['adjustments'],
    created_at: row.createdAt.toISOString(),
    completed_at: isFinished(status) ? (lastEnd?.toISOString() ?? null) : null,
  };
}

export const parametersOf = ({ parameters }: Sweep) => parameters as unknown as SweptParameter[];

export type PointRow = Pick<Simulation, 'id' | 'status' | 'sweepIndex' | 'failureCode' | 'failureMessage'>;

/** @param points ordered by index */
export function toPoints(row: Sweep, points: readonly PointRow[]): SweepWithPoints['points'] {
  const grid = gridOf(parametersOf(row));
  return points.map(({ id, status, sweepIndex, failureCode, failureMessage }) => ({
    index: sweepIndex ?? 0,
    simulation_id: id,
    status,
    values: grid[sweepIndex ?? 0] ?? {},
    failure: failureCode === null ? null : { code: failureCode as FailureCode, message: failureMessage ?? '' },
  }));
}

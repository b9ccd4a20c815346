import { z } from 'zod';
import { objectType } from '../../../common/http/documented.decorators.js';
import type { Child } from '../../run.kind.js';
import { pointProgress, pointProgressSchema } from '../../run.modes.js';
import type { RunRow } from '../../run.row.js';
import { simulationStatuses } from '../../run.state.js';
import { commonRecord, failureOf, simulationRecordSchema } from '../../simulation.record.js';
import { uncertaintyOf } from '../../uncertainty.js';
import { gridOf, sweptParameterSchema, type SweptParameter } from './request.schema.js';
import { count, named, objects, settings } from '../../schema-parts.js';

const { workflow_id, workflow_version, agent_count, seed, uncertainty, scenario_context, webhook_url, ...others } =
  simulationRecordSchema.shape;
const { name, notes, metadata, adjustments, created_at, created_by, completed_at, failure } = others;

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
  parameters: z.array(sweptParameterSchema),
  progress: pointProgressSchema,
  webhook_url,
  name,
  notes,
  metadata,
  adjustments,
  created_at,
  created_by,
  completed_at,
};

export const sweepRecordSchema = named('Sweep', shape);
export type SweepRecord = z.infer<typeof sweepRecordSchema>;

export const sweepWithPointsSchema = named('SweepWithPoints', {
  ...shape,
  points: objects({
    index: count,
    simulation_id: simulationRecordSchema.shape.id,
    status: z.enum(simulationStatuses),
    values: settings.meta({ examples: [{ train_cost_factor: 0.8 }] }),
    failure,
  }),
});
export type SweepWithPoints = z.infer<typeof sweepWithPointsSchema>;

const parametersOf = ({ request }: RunRow) => (request as { parameters: SweptParameter[] }).parameters;

export function toSweepRecord(row: RunRow): SweepRecord {
  return {
    object: 'sweep',
    ...commonRecord(row),
    uncertainty: uncertaintyOf(row.parameterDraws),
    parameters: parametersOf(row),
    progress: pointProgress(row),
  };
}

export function toSweepWithPoints(row: RunRow, children: readonly Child[]): SweepWithPoints {
  const grid = gridOf(parametersOf(row));
  const points = children.map(({ index, id, status, ...child }) => ({
    ...{ index, simulation_id: id, status, values: grid[index] ?? {} },
    failure: failureOf(child),
  }));
  return { ...toSweepRecord(row), points };
}

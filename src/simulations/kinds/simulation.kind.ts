import { z } from 'zod';
import { containing } from '../annotations.js';
import type { RunKind } from '../run.kind.js';
import { simulationRecordSchema, toListedRecord, toRecord } from '../simulation.record.js';
import {
  createSimulationSchema,
  simulationFilters,
  type CreateSimulation,
  type SimulationFilters,
} from '../simulation.schema.js';
import { simulationsTag } from '../simulations.tag.js';
import { figuresTable } from '../tables/write-table.js';
import type { FiguresRecord } from '../summary.schema.js';
import { uncertaintyOf, uncertaintyRecordSchema } from '../uncertainty.js';
import { count } from '../schema-parts.js';

const planned = {
  parameter_draws: count.nullable().meta({
    description: 'Number of coefficient draws; null with the method `delta`. It affects intervals only, not agents.',
  }),
  uncertainty: uncertaintyRecordSchema.optional().meta({
    description: 'Method of the intervals. Manifests before engine 2.0.0 have `parameter_draws` only.',
  }),
};

/** A population of agents in one scenario. */
export const simulationKind: RunKind<CreateSimulation, z.infer<z.ZodObject<typeof planned>>, FiguresRecord> = {
  name: 'simulation',
  idPrefix: 'sim',
  path: 'simulations',
  noun: 'simulation',
  plural: 'simulations',
  tag: simulationsTag,
  texts: {
    create: 'Validates the request and queues a simulation, which counts against the monthly quota.',
    table:
      'Returns one row for each outcome, outcome group and measure of a completed simulation: value, value at the baseline and difference, with the ends of their 95% intervals (`_low`, `_high`) and the parts of their errors (`_error`). Unknown values are null.',
    manifest:
      '`npm run --silent cli -- simulation reproduce manifest.json` computes the results again and compares the digest.',
    reducesTime: 'fewer agents or parameter draws',
    tableRow: { kind: 'outcome', figure: 'train', value: 0.21, value_low: 0.18, value_high: 0.24, difference: 0.02 },
  },
  hasIssues: false,
  request: createSimulationSchema,
  filters: { shape: simulationFilters, where: whereOf },
  planned,
  result: z.custom<FiguresRecord>(),
  record: { schema: simulationRecordSchema, of: toRecord, listed: toListedRecord },
  planOf: ({ parameterDraws }) => ({ parameter_draws: parameterDraws, uncertainty: uncertaintyOf(parameterDraws) }),
  plan: ({ parameterDraws }) => ({
    plan: { parameter_draws: parameterDraws, uncertainty: uncertaintyOf(parameterDraws) },
  }),
  work: 'agents',
  table: ({ result }) => figuresTable(result),
};

function whereOf({ status, workflow_id, sweep_id, name, created_after, created_before }: SimulationFilters) {
  return {
    // Without a sweep id, the points of sweeps are left out.
    parentId: sweep_id ?? null,
    ...(status && { status }),
    ...(workflow_id !== undefined && { workflowId: workflow_id }),
    ...(name !== undefined && { name: containing(name) }),
    createdAt: {
      ...(created_after && { gt: new Date(created_after) }),
      ...(created_before && { lt: new Date(created_before) }),
    },
  };
}

import { z } from 'zod';
import type { Prisma } from '../../platform/database/generated/client.js';
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
    list: 'Filters are combined with AND. Points of parameter sweeps appear only with `sweep_id`. The summaries have the outcomes, outcome groups and measures of all agents. Their `curves`, `segments` and `flows` are empty; `GET /v1/simulations/{id}` returns them.',
    table:
      'Returns one row for each outcome, outcome group and measure of a completed simulation: value, value at the baseline and difference, with the ends of their 95% intervals (`_low`, `_high`) and the parts of their errors (`_error`). Unknown values are null.',
    manifest:
      '`npm run --silent cli -- simulation reproduce manifest.json` computes the results again and compares the digest.',
    remove:
      'A parameter sweep keeps the values of its point. The stored results are deleted at the end of their retention period.',
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

function whereOf(query: SimulationFilters): Prisma.SimulationWhereInput {
  const {
    status,
    workflow_id: workflowId,
    created_after: from,
    created_before: before,
    sweep_id: sweepId,
    name,
  } = query;
  return {
    // Without a sweep id, the points of sweeps are left out.
    parentId: sweepId ?? null,
    ...(status && { status }),
    ...(workflowId !== undefined && { workflowId }),
    ...(name !== undefined && { name: containing(name) }),
    createdAt: { ...(from && { gt: new Date(from) }), ...(before && { lt: new Date(before) }) },
  };
}

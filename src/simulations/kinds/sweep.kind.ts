import { z } from 'zod';
import type { RunKind } from '../run.kind.js';
import { isFinished, simulationStatuses } from '../run.state.js';
import {
  commonOf,
  gridOf,
  resolvePoints,
  sweptParameters,
  warningsOf,
  createSweepSchema,
  maxPoints,
  sweptParameterSchema,
  type CreateSweep,
  type SweptParameter,
} from './sweep/request.schema.js';
import { sweepRecordSchema, sweepWithPointsSchema, toSweepRecord, toSweepWithPoints } from './sweep/record.js';
import { sweepTable, type SweepResult } from './sweep/table.js';
import { sweepView } from './sweep/view.js';

/** One workflow at several values of one or two parameters. */
export const sweepKind: RunKind<CreateSweep, { parameters: SweptParameter[] }, SweepResult> = {
  name: 'sweep',
  idPrefix: 'swp',
  path: 'sweeps',
  noun: 'parameter sweep',
  plural: 'parameter sweeps',
  tag: { name: 'Sweeps', description: 'Parameter sweeps: one workflow at several values of one or two parameters.' },
  texts: {
    create: `Queues one simulation per value, or per pair of values. All points share agents and random errors. Every point counts against the quota; either all points are queued or none. Only the last point to finish emits \`sweep.completed\`. Maximum: ${maxPoints} points.`,
    table:
      'Returns one row per point: `parameter.…`, `share.…` and `mean.…` with the ends of their 95% intervals (`_low`, `_high`), and `difference.…` from the baseline. Values are null for points without results.',
    report:
      'Returns an HTML report of a completed sweep: the headline outcome along the values, and the shares and means of each point.',
    cancel:
      'Cancels all queued and running points. The quota of queued points is refunded. Completed points keep their results.',
    reducesTime: 'fewer agents or parameter draws',
    tableRow: { point: 0, status: 'completed', 'parameter.train_cost_factor': 0.8, 'share.train': 0.21 },
  },
  hasIssues: false,
  request: createSweepSchema,
  planned: { parameters: z.array(sweptParameterSchema) },
  result: z.custom<SweepResult>(),
  record: {
    schema: sweepRecordSchema,
    of: toSweepRecord,
    whole: { schema: sweepWithPointsSchema, of: toSweepWithPoints },
  },
  plan(base, request) {
    const parameters = sweptParameters(request);
    const points = resolvePoints(base.workflow.definition, request.scenario_context, parameters);
    return { plan: { parameters }, scenario: commonOf(base.scenario, parameters), warnings: warningsOf(points) };
  },
  work: {
    children: ({ definition, scenario }, { parameters }) => resolvePoints(definition, scenario, parameters),
    statusOf(counts, isCanceled) {
      const unfinished = simulationStatuses.some((status) => !isFinished(status) && counts[status] > 0);
      if (unfinished)
        return simulationStatuses.some((status) => status !== 'queued' && counts[status] > 0) ? 'running' : 'queued';
      if (isCanceled) return 'canceled';
      return (['completed', 'failed'] as const).find((status) => counts[status] > 0) ?? 'canceled';
    },
    combine: ({ parameters }, children) => {
      const grid = gridOf(parameters);
      return { points: children.map((child) => ({ ...child, values: grid[child.index] ?? {} })) };
    },
  },
  table: ({ plan, result }) => sweepTable(plan.parameters, result),
  view: sweepView,
};

import { z } from 'zod';
import type { RunKind, Reported, RunView, ChildState } from '../run.kind.js';
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
import { sweepTable, type SweepResult, type SweepPointResult } from './sweep/table.js';
import { headlineOf, type Headline } from '../headline.js';
import { settingText } from '../result-words.js';
import { figure, row, table, valueCell, seriesById, section, outsideParts } from '../view/blocks.js';
import { formats } from '../view/format-numbers.js';
import { isChoice } from '../../../model/definition.js';
import { objectType } from '../../common/http/documented.decorators.js';
import { pointProgress, pointProgressSchema } from '../run.modes.js';
import type { RunRow } from '../run.row.js';
import { commonRecord, failureOf, simulationRecordSchema } from '../simulation.record.js';
import { uncertaintyOf } from '../uncertainty.js';
import { count, named, objects, settings } from '../schema-parts.js';

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

export function toSweepWithPoints(row: RunRow, children: readonly ChildState[]): SweepWithPoints {
  const grid = gridOf(parametersOf(row));
  const points = children.map(({ index, id, status, ...child }) => ({
    ...{ index, simulation_id: id, status, values: grid[index] ?? {} },
    failure: failureOf(child),
  }));
  return { ...toSweepRecord(row), points };
}

type ReportedSweep = Reported<{ parameters: SweptParameter[] }, SweepResult>;

interface Point extends SweepPointResult {
  readonly headline: Headline;
}

const valueOf = ({ headline }: Point) => (headline.kind === 'share' ? headline.figure.share : headline.figure.mean);

/** The figure of the question, if the sweep follows one. The shares of changed parameters could differ between points. */
const askedOnly = <Summary extends NonNullable<SweepPointResult['summary']>>(summary: Summary) => ({
  ...summary,
  headline: summary.headline?.why === 'asked' ? summary.headline : null,
});

/** The content of the view of a sweep: the headline figure of the workflow at each point. */
function sweepView({ definition, plan: { parameters }, result }: ReportedSweep): RunView {
  const points = result.points.flatMap((point): Point[] =>
    point.summary ? [{ ...point, headline: headlineOf(definition, askedOnly(point.summary)) }] : [],
  );
  const [first] = points;
  if (!first) return { headline: 'No point of the sweep has a result.', varied: [], sections: [] };
  const { kind, figure: shown } = first.headline;
  const formatName = kind === 'share' ? 'percent' : 'number';
  const format = formats[formatName];
  const ordered = points.toSorted((a, b) => valueOf(a) - valueOf(b));
  const [lowest, highest] = [ordered[0]!, ordered.at(-1)!];
  const parameterOf = (name: string) => definition.scenario.parameters.find(({ id }) => id === name)!;
  const settingOf = ({ values }: Point) =>
    Object.entries(values)
      .map(([name, value]) => `${parameterOf(name).label} ${settingText(parameterOf(name), value)}`)
      .join(', ');
  const varied = parameters.map(({ name }) => name);
  const labels = varied.map((name) => parameterOf(name).label);
  const rows = points.map((point) => {
    const [at, ...others] = varied.map((name) => settingText(parameterOf(name), point.values[name]));
    return row(at!, ...others, valueCell(valueOf(point), point.headline.figure.interval, format));
  });
  const titles = [...labels, shown.label];
  const caption = `${shown.label} at each point, with its 95% interval`;
  const steps = points.flatMap((point) => {
    const step = point.values[parameters[0]!.name];
    return typeof step === 'number' ? [{ step, value: valueOf(point), interval: point.headline.figure.interval }] : [];
  });
  const headline = `${shown.label} is between ${format(valueOf(lowest))} (${settingOf(lowest)}) and ${format(valueOf(highest))} (${settingOf(highest)}).`;
  const own = parameterOf(varied[0]!);
  if (parameters.length > 1 || isChoice(own) || steps.length < Math.max(2, points.length)) {
    const head = { id: 'points', title: 'Points', part: 'answer' } as const;
    return { headline, varied, sections: [section(head, table(caption, titles, rows))] };
  }
  const values = steps.map(({ step }) => step);
  const chart = figure(
    caption,
    {
      ...{ type: 'curves', axis: own.label, format: formatName },
      series: [{ ...seriesById.scenario, label: shown.label }],
      lines: [{ series: 'scenario', points: steps }],
      marked: null,
      outside: outsideParts(own.calibrated_range, [Math.min(...values), Math.max(...values)]),
    },
    titles,
    rows,
  );
  return { headline, varied, chart, sections: [] };
}

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

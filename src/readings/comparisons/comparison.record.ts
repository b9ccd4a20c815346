import { strictObject, z } from 'zod';
import { count, groupIds, listOf, number } from '../../common/schemas.js';
import type { Comparison } from '../../../model/analyses.js';
import { formatShape, groupWhere, whereSchema } from '../../simulations/results/results.schema.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';
import {
  expectedShape,
  intervalMethodSchema,
  measureShape,
  outcomeShape,
  pointShape,
  spreadShape,
} from '../../../model/simulate.js';
import { headlineSchema } from '../../simulations/summary.schema.js';

/** `baseline_share` → `reference_share`: in a comparison, the reference takes the place of the baseline. */
type WithReference<T> = { [K in keyof T as K extends `baseline_${infer Rest}` ? `reference_${Rest}` : K]: T[K] };

function withReference<T extends object>(fields: T): WithReference<T> {
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => [
    name.replace(/^baseline_/, 'reference_'),
    value,
  ]);
  return Object.fromEntries(entries) as WithReference<T>;
}

const difference = number.meta({
  description: 'Value of this simulation minus value of the reference, for the same agents with common random numbers.',
});
const outcome = { ...withReference(outcomeShape), difference };
const measure = { ...withReference(measureShape), difference };
const setting = z.union([number, z.string()]);

export const maxCompared = 20;

const idsSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => [text].flat().flatMap((part) => part.split(',')))
  .pipe(z.array(simulationIdSchema).min(2).max(maxCompared))
  .refine((ids) => new Set(ids).size === ids.length, 'must not contain a simulation twice')
  .meta({
    description: `Ids of the simulations, 2 to ${maxCompared}, separated by commas or in repeated parameters. The first one is the reference of all others. They need the same workflow version, adjustments and engine version.`,
  });

export const comparisonQuerySchema = z.preprocess(
  groupWhere,
  strictObject({ ids: idsSchema, where: whereSchema, ...formatShape }),
);
export type ComparisonQuery = z.infer<typeof comparisonQuerySchema>;

const reportShape = {
  with: simulationIdSchema.optional().meta({
    description:
      'Id of a simulation to compare with, the reference of a comparison. The result then compares both simulations. Default: the baseline.',
  }),
  where: whereSchema,
};
export const reportQuerySchema = z.preprocess(groupWhere, strictObject(reportShape));
export type ReportQuery = z.infer<typeof reportQuerySchema>;

export const viewQuerySchema = z.preprocess(
  groupWhere,
  strictObject({
    ...reportShape,
    figure: z
      .string()
      .max(100)
      .optional()
      .meta({
        description: 'Id of the outcome, outcome group or measure to show first. Default: the headline of the summary.',
        examples: ['train'],
      }),
    analyses: z.enum(['true', 'false']).default('true').meta({
      description:
        'Whether the view has the sections that are computed from the agents: effects by group, elasticities, gains and losses, and two agents. Default: true.',
    }),
  }),
);
export type ViewQuery = Omit<z.infer<typeof viewQuerySchema>, 'analyses'> & { analyses?: 'true' | 'false' };

export const comparisonSchema = strictObject({
  simulation_id: simulationIdSchema,
  name: z.string().nullable().meta({ description: 'Name of the simulation; null if it has none.' }),
  seed: count,
  agents: strictObject({
    compared: count.meta({ description: 'Compared agents: those in both simulations that match `where`.' }),
    simulation: count.meta({ description: 'Agents in this simulation.' }),
    reference: count.meta({ description: 'Agents in the reference.' }),
    meet: z.boolean().meta({
      description:
        'True if agents interact. They are then not independent: the errors of a difference combine the errors of both simulations as if they were unrelated, which is conservative. Segments have no intervals.',
    }),
    evaluated: z.boolean().meta({
      description:
        'True if the reference ran with other agents: another seed, or another number of interacting agents. Its scenario was then evaluated on the agents of this simulation, so that the comparison is paired.',
    }),
  }).meta({ examples: [{ compared: 1_000, simulation: 1_000, reference: 1_000, meet: false, evaluated: false }] }),
  headline: headlineSchema,
  parameters: listOf({ parameter: z.string(), value: setting, reference_value: setting }).meta({
    description: 'Parameters with different values in the two scenarios.',
  }),
  outcomes: listOf({ ...outcome, ...withReference(expectedShape) }),
  outcome_groups: listOf({ ...outcome, ...withReference(expectedShape) }).meta({
    description: 'Groups of outcomes that the workflow defines, compared like outcomes.',
  }),
  measures: listOf({ ...measure, ...withReference(spreadShape) }),
  curves: listOf({
    id: z.string(),
    label: z.string(),
    step_unit: z.string(),
    points: listOf({ ...withReference(pointShape), difference }),
  }),
  segments: listOf({
    attribute: z.string(),
    label: z.string(),
    unit: z.string().optional(),
    groups: listOf({
      id: z.string(),
      label: z.string(),
      agent_count: count,
      outcomes: listOf(outcome),
      outcome_groups: listOf(outcome),
      measures: listOf(measure),
    }),
  }),
  uncertainty: intervalMethodSchema,
  flows: strictObject({ outcomes: z.array(z.string()), counts: z.array(z.array(count)) }).meta({
    description:
      'Number of agents by pair of outcomes: one row per outcome in the reference, one column per outcome in this simulation.',
    examples: [
      {
        outcomes: ['train', 'car'],
        counts: [
          [200, 0],
          [50, 750],
        ],
      },
    ],
  }),
}).meta({
  id: 'Comparison',
  description:
    'Agent-by-agent comparison with the reference. Intervals are 95% intervals that combine all known parts of the error.',
});
export type ComparisonRecord = z.infer<typeof comparisonSchema>;

export const comparisonsSchema = strictObject({
  workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
  reference: simulationIdSchema.meta({ description: 'Simulation that all others are compared with.' }),
  where: groupIds.meta({
    description: 'Selected groups by attribute, as in the request; empty if all agents are compared.',
    examples: [{}],
  }),
  comparisons: z
    .array(comparisonSchema)
    .meta({ description: 'One comparison for each other simulation, in the order of `ids`.' }),
}).meta({ id: 'Comparisons', description: 'Simulations compared with one reference.' });
export type ComparisonsRecord = z.infer<typeof comparisonsSchema>;

type Compared = Extract<Comparison, { ok: true }>;

export function toNumbers({ summary, flowMatrix }: Compared) {
  return {
    outcomes: summary.outcomes.map(withReference),
    outcome_groups: summary.outcome_groups.map(withReference),
    measures: summary.measures.map(withReference),
    curves: summary.curves.map((curve) => ({ ...curve, points: curve.points.map(withReference) })),
    segments: summary.segments.map((segment) => ({
      ...segment,
      groups: segment.groups.map((group) => ({
        ...group,
        outcomes: group.outcomes.map(withReference),
        outcome_groups: group.outcome_groups.map(withReference),
        measures: group.measures.map(withReference),
      })),
    })),
    uncertainty: summary.uncertainty,
    flows: { outcomes: summary.outcomes.map(({ id }) => id), counts: flowMatrix },
  };
}

import { z } from 'zod';
import type { Comparison } from '../../engine/analyses.js';
import { groupWhere, whereSchema } from '../results/results-query.schema.js';
import { simulationIdSchema } from '../simulation.record.js';
import {
  expectedShape,
  headlineSchema,
  intervalMethodSchema,
  measureShape,
  outcomeShape,
  pointShape,
  spreadShape,
} from '../summary.schema.js';

/** `baseline_share` → `with_share`: in a comparison, the other simulation takes the place of the baseline. */
type WithOther<T> = { [K in keyof T as K extends `baseline_${infer Rest}` ? `with_${Rest}` : K]: T[K] };

function withOther<T extends object>(fields: T): WithOther<T> {
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => [
    name.replace(/^baseline_/, 'with_'),
    value,
  ]);
  return Object.fromEntries(entries) as WithOther<T>;
}

const difference = z.number().meta({
  description: 'Value of this simulation minus value of `with`, for the same agents with common random numbers.',
});
const outcome = { ...withOther(outcomeShape), difference };
const measure = { ...withOther(measureShape), difference };
const count = z.int().min(0);
const setting = z.union([z.number(), z.string()]);

export const comparisonQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    with: simulationIdSchema.meta({ description: 'Id of the simulation to compare with.' }),
    where: whereSchema,
  }),
);
export type ComparisonQuery = z.infer<typeof comparisonQuerySchema>;

export const reportQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    with: simulationIdSchema.optional().meta({
      description:
        'Id of a simulation to compare with, as in `compare`. The report then compares both simulations. Default: the report compares with the baseline.',
    }),
    where: whereSchema,
  }),
);
export type ReportQuery = z.infer<typeof reportQuerySchema>;

export const comparisonSchema = z
  .strictObject({
    simulation_id: simulationIdSchema,
    with: simulationIdSchema,
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    seed: z.int().min(0),
    where: z.record(z.string(), z.array(z.string())).meta({
      description: 'Selected groups by attribute, as in the request; empty if all agents are compared.',
      examples: [{}],
    }),
    agents: z
      .strictObject({
        compared: count.meta({ description: 'Compared agents: those in both simulations that match `where`.' }),
        simulation: count.meta({ description: 'Agents in this simulation.' }),
        with: count.meta({ description: 'Agents in the other simulation.' }),
        meet: z.boolean().meta({
          description:
            'True if agents interact. They are then not independent: the errors of a difference combine the errors of both simulations as if they were unrelated, which is conservative. Segments have no intervals.',
        }),
        evaluated: z.boolean().meta({
          description:
            'True if `with` ran with other agents: another seed, or another number of interacting agents. Its scenario was then evaluated on the agents of this simulation, so that the comparison is paired.',
        }),
      })
      .meta({ examples: [{ compared: 1_000, simulation: 1_000, with: 1_000, meet: false, evaluated: false }] }),
    headline: headlineSchema,
    parameters: z
      .array(z.strictObject({ parameter: z.string(), value: setting, with_value: setting }))
      .meta({ description: 'Parameters with different values in the two scenarios.' }),
    outcomes: z.array(z.strictObject({ ...outcome, ...withOther(expectedShape) })),
    outcome_groups: z.array(z.strictObject({ ...outcome, ...withOther(expectedShape) })).meta({
      description: 'Groups of outcomes that the workflow defines, compared like outcomes.',
    }),
    measures: z.array(z.strictObject({ ...measure, ...withOther(spreadShape) })),
    curves: z.array(
      z.strictObject({
        id: z.string(),
        label: z.string(),
        step_unit: z.string(),
        points: z.array(z.strictObject({ ...withOther(pointShape), difference })),
      }),
    ),
    segments: z.array(
      z.strictObject({
        attribute: z.string(),
        label: z.string(),
        unit: z.string().optional(),
        groups: z.array(
          z.strictObject({
            id: z.string(),
            label: z.string(),
            agent_count: count,
            outcomes: z.array(z.strictObject(outcome)),
            outcome_groups: z.array(z.strictObject(outcome)),
            measures: z.array(z.strictObject(measure)),
          }),
        ),
      }),
    ),
    uncertainty: intervalMethodSchema,
    flows: z.strictObject({ outcomes: z.array(z.string()), counts: z.array(z.array(count)) }).meta({
      description:
        'Number of agents by pair of outcomes: one row per outcome in `with`, one column per outcome in this simulation.',
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
  })
  .meta({
    id: 'Comparison',
    description: 'Agent-by-agent comparison. Intervals are 95% intervals that combine all known parts of the error.',
  });
export type ComparisonRecord = z.infer<typeof comparisonSchema>;

type Compared = Extract<Comparison, { ok: true }>;

/** Converts the numbers of a comparison to the fields of the API. */
export function toNumbers({ summary, flowMatrix }: Compared) {
  return {
    outcomes: summary.outcomes.map(withOther),
    outcome_groups: summary.outcome_groups.map(withOther),
    measures: summary.measures.map(withOther),
    curves: summary.curves.map((curve) => ({ ...curve, points: curve.points.map(withOther) })),
    segments: summary.segments.map((segment) => ({
      ...segment,
      groups: segment.groups.map((group) => ({
        ...group,
        outcomes: group.outcomes.map(withOther),
        outcome_groups: group.outcome_groups.map(withOther),
        measures: group.measures.map(withOther),
      })),
    })),
    uncertainty: summary.uncertainty,
    flows: { outcomes: summary.outcomes.map(({ id }) => id), counts: flowMatrix },
  };
}

import { strictObject, z } from 'zod';
import { listOf } from '../../common/schemas.js';
import { expectedFigureShape } from '../../../model/analyses.js';
import { outcomeValuesSchema } from '../../simulations/kinds/goal/request.schema.js';
import { sweepKind } from '../../simulations/kinds/sweep.kind.js';
import { runIdSchemaOf } from '../../simulations/run.record.js';
import { simulationIdSchema } from '../../simulations/simulation.record.js';

/** Maximum simulations in one request. A sweep counts as one. */
const maxMeasured = 20;

const idSchema = runIdSchemaOf([{ idPrefix: 'sim' }, sweepKind], 'simulation or parameter sweep');

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

export const measuresQuerySchema = strictObject({
  ids: z
    .union([z.string(), z.array(z.string())])
    .transform((text) => [text].flat().flatMap((part) => part.split(',')))
    .pipe(z.array(idSchema).min(1).max(maxMeasured))
    .refine((ids) => new Set(ids).size === ids.length, 'must not contain an id twice')
    .refine((ids) => ids.length === 1 || ids.every((id) => id.startsWith('sim_')), 'expected simulations or one sweep')
    .meta({
      description: `Ids of 1 to ${maxMeasured} completed simulations, separated by commas or in repeated parameters, or of one sweep: its completed points. Simulations need the same workflow version, adjustments and engine version.`,
    }),
  values: z
    .string()
    .max(10_000)
    .superRefine((text, context) => {
      for (const { path, message } of outcomeValuesSchema.safeParse(jsonOf(text)).error?.issues ?? [])
        context.addIssue({ code: 'custom', path, message });
    })
    .meta({
      description:
        'Value of each outcome, as the JSON object `values` of the objective of a goal: a number, the name of a parameter or of a variable of the outcome, or both. Omitted outcomes have the value 0.',
      examples: ['{"swissmetro":"cost"}'],
    }),
  with: simulationIdSchema.optional().meta({
    description:
      'Id of a simulation to compare with, the reference of `difference`. Not for a sweep. Default: no differences.',
  }),
}).refine(({ ids, with: other }) => other === undefined || ids[0]!.startsWith('sim_'), {
  path: ['with'],
  message: 'is only for simulations: the points of a sweep have no reference',
});
export type MeasuresQuery = z.infer<typeof measuresQuerySchema>;

const figureSchema = strictObject(expectedFigureShape);

export const measuresSchema = strictObject({
  workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
  simulations: listOf({
    simulation_id: simulationIdSchema,
    measure: figureSchema.meta({ description: 'Mean of the value over the agents.' }),
    difference: figureSchema.nullable().meta({
      description: 'Measure minus that of `with`, for the same agents. Null without `with`.',
    }),
  }),
  highest: strictObject({
    simulation_id: simulationIdSchema.meta({ description: 'Simulation with the highest mean.' }),
    rivals: z.array(simulationIdSchema).nullable().meta({
      description:
        'Simulations that may have a higher mean: the 95% interval of the difference, for the same agents, contains 0. Null if a difference has no interval.',
    }),
  })
    .nullable()
    .meta({ description: 'Null for one simulation, and for simulations of other agents.' }),
}).meta({ id: 'Measures', description: 'A value of the outcomes of simulations, such as revenue, per agent.' });
export type MeasuresRecord = z.infer<typeof measuresSchema>;

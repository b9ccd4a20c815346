import { z } from 'zod';
import { fitWarningSchema } from '../../../../model/fitting/results/result.schema.js';
import { mapOf } from '../../../common/schemas.js';
import { runFields } from '../../simulation.schema.js';
import { count, objects } from '../../schema-parts.js';

/** The longest spec of the catalog takes half of it. Every record of a fit contains it. */
export const maxSpecCharacters = 50_000;

const datasetId = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'Id of the dataset.', examples: ['ds_019aa0f55b6e7c3a9d552f0d7c1f4a10'] });

const specExample = {
  title: 'Matching grants in a fundraising letter',
  formula: 'gave ~ match + age',
  outcome: { event: 1, label: 'Gives' },
  parameters: { match: { randomized: true } },
};

export const createFitSchema = z
  .strictObject({
    dataset_id: datasetId,
    spec: z
      .union(
        [
          z
            .string()
            .min(1)
            .max(maxSpecCharacters)
            .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), 'must not contain control characters'),
          mapOf(z.string(), z.unknown()).refine(
            (spec) => JSON.stringify(spec).length <= maxSpecCharacters,
            `expected at most ${maxSpecCharacters} characters`,
          ),
        ],
        { error: `expected YAML of at most ${maxSpecCharacters} characters, or the same as an object` },
      )
      .meta({
        description:
          'Spec of the model: YAML as a text, or the same as an object. It needs `title` and `formula`, in the notation of R, or a `decision` that is written out. The docs of the calibration describe it.',
        examples: [specExample],
      }),
    ...runFields,
    dry_run: runFields.dry_run.meta({
      description:
        'True to read the spec only: nothing is queued, no quota is used, and the response is 200 with the model, what was inferred, and the warnings. Default: false.',
    }),
  })
  .meta({ examples: [{ dataset_id: 'ds_019aa0f55b6e7c3a9d552f0d7c1f4a10', spec: specExample }] });
export type CreateFit = z.infer<typeof createFitSchema>;

const columnsOf = (description: string) =>
  z.array(z.string()).meta({ description, examples: [['gave', 'match', 'age']] });

/** Fields of the plan: the request, and what follows from it and the dataset. */
export const plannedFit = {
  dataset_id: datasetId,
  spec: z
    .string()
    .meta({ description: 'Spec of the model, as YAML or JSON.', examples: [JSON.stringify(specExample)] }),
  model: z
    .strictObject({
      family: z.string().meta({ description: 'Model family.', examples: ['binary_logit'] }),
      formula: z.string().meta({
        description: 'Formula of the spec; empty if the decision is written out.',
        examples: ['gave ~ match + age'],
      }),
      words: z.string().meta({
        description: 'The model in words.',
        examples: ['The log-odds of “Gives” are a weighted sum of match: 2:1 and age.'],
      }),
      rows: count.meta({
        description:
          'Rows that the model uses, after rows with missing values are dropped. Choices, if a choice has several rows.',
      }),
      coefficients: objects({ id: z.string(), label: z.string() }).meta({ description: 'Coefficients to estimate.' }),
      parameters: objects({
        id: z.string().meta({ description: 'Id of the parameter.', examples: ['match'] }),
        label: z.string().meta({ examples: ['Match'] }),
        description: z.string(),
        options: objects({ id: z.string(), label: z.string() }).meta({
          description: 'Values that scenarios can set; empty for numbers.',
        }),
      }).meta({ description: 'Parameters that scenarios can change.' }),
      columns: columnsOf('Columns of the dataset that the model uses.'),
    })
    .meta({ id: 'FitModel', description: 'The model that follows from spec and dataset.' }),
  inferred: z.array(z.string()).meta({
    description: 'What the service inferred from the data, each with its reason. Fields of the spec override it.',
    examples: [['Family: binary_logit, because "gave" has 2 values.']],
  }),
  warnings: z
    .array(fitWarningSchema)
    .meta({ description: 'Problems of data or spec that limit the fit.', examples: [[]] }),
  calibrated_on: z.string().meta({ description: 'Date of the fit, as in the evidence.', examples: ['2026-11-25'] }),
};
export type FitPlan = z.infer<z.ZodObject<typeof plannedFit>>;

/** Steps of a fit, for its progress: reading of the data, calibration, result, example questions. */
export const fitSteps = 4;

import { strictObject, z } from 'zod';
import { listOf, mapOf, nameText } from '../../common/schemas.js';
import { pageQueryShape } from '../../common/pagination/page.js';

const idSchema = z.string().min(1).max(64);
const workflowIdSchema = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: 'Slug of a published workflow.', examples: ['swissmetro-mode-choice'] });
const nameSchema = nameText()
  .min(1)
  .max(120)
  .meta({ description: 'Display name, 1 to 120 characters.', examples: ['Customers in Bern'] });

const marginSchema = strictObject({
  attributes: z
    .array(idSchema)
    .min(1)
    .max(4)
    .meta({ description: 'Attributes of the margin, 1 to 4. Several attributes form cells.', examples: [['sex']] }),
  cells: listOf({
    groups: z
      .array(idSchema)
      .min(1)
      .max(4)
      .meta({
        description: 'One group of each attribute: a category, or `group_1` to `group_4` for the quarters of a number.',
        examples: [['female']],
      }),
    total: z
      .number()
      .min(0)
      .max(1e12)
      .meta({ description: 'Share or number of agents in the cell.', examples: [0.5] }),
  })
    .min(1)
    .max(2_000)
    .meta({
      description: 'All cells of the margin, with total 0 for empty cells.',
      examples: [
        [
          { groups: ['female'], total: 0.5 },
          { groups: ['male'], total: 0.5 },
        ],
      ],
    }),
});

export const createPopulationSchema = strictObject({
  workflow_id: workflowIdSchema,
  name: nameSchema.optional(),
  margins: z.array(marginSchema).min(1).max(20).meta({
    description:
      'Target margins for the fitted population, 1 to 20. Their totals must have the same sum. Raking reaches all of them to 1e-9.',
  }),
}).meta({
  examples: [
    {
      workflow_id: 'swissmetro-mode-choice',
      name: 'As many women as men',
      margins: [
        {
          attributes: ['sex'],
          cells: [
            { groups: ['female'], total: 0.5 },
            { groups: ['male'], total: 0.5 },
          ],
        },
      ],
    },
  ],
});
export type CreatePopulation = z.infer<typeof createPopulationSchema>;

/** `columns[age]=Age`: the name between the brackets is an attribute. */
const bracketName = /^(columns|values)\[([a-z0-9]+(?:_[a-z0-9]+)*)\]$/;

/** Groups the parameters with brackets in two objects. All other names stay, so that unknown ones are rejected. */
function groupBrackets(query: unknown): unknown {
  const flat: Record<string, unknown> = Object.create(null) as object as Record<string, unknown>;
  const groups: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(query as object)) {
    const [, group, attribute] = bracketName.exec(name) ?? [];
    if (group === undefined || attribute === undefined) flat[name] = value;
    else (groups[group] ??= {})[attribute] = value;
  }
  return { ...groups, ...flat };
}

const valuesSchema = z
  .string()
  .max(4_000)
  .regex(/^[^:,]+:[^:,]+(,[^:,]+:[^:,]+)*$/, 'expected pairs such as F:female,M:male')
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => pair.split(':') as [string, string])))
  .pipe(z.record(z.string(), z.string()));

export const importPopulationSchema = z.preprocess(
  groupBrackets,
  strictObject({
    workflow_id: workflowIdSchema.optional().meta({
      description: 'Slug of a published workflow. Required for a file, and in the body for margins.',
      examples: ['swissmetro-mode-choice'],
    }),
    name: nameSchema.optional(),
    columns: mapOf(idSchema, z.string().min(1).max(200))
      .optional()
      .meta({
        description:
          'Columns of the file: `columns[age]=Age group` maps an attribute to a column. Default: the column with the id of the attribute.',
        examples: [{ age: 'Age group' }],
      }),
    values: mapOf(idSchema, valuesSchema)
      .optional()
      .meta({
        description:
          'Values of categories in the file: `values[sex]=F:female,M:male`. Default: ids or labels of the categories.',
        additionalProperties: { type: 'string' },
        examples: [{ sex: 'F:female,M:male' }],
      }),
    weight: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'Column of the file with the weights. Default: equal weights.' }),
  }),
);
export type ImportPopulation = z.infer<typeof importPopulationSchema>;

export const listPopulationsSchema = strictObject({
  ...pageQueryShape,
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only populations for this workflow.' }),
});
export type ListPopulations = z.infer<typeof listPopulationsSchema>;

const fileLimits =
  '30 to 100,000 rows, at most 1,000 columns and 20 MB, also after decompression with `Content-Encoding`. The stored population, with its drawn attributes, takes at most 10 MB.';
const shortened = 'The example is shortened; a file needs at least 30 rows.';

export const populationFiles = {
  'text/csv': z.string().meta({
    description: `CSV in UTF-8 with a header; separated by commas, semicolons or tabs. Empty values are missing. ${fileLimits} ${shortened}`,
    examples: ['sex,age,train_time\nfemale,25_to_39,120\n'],
  }),
  'text/tab-separated-values': z.string().meta({
    description: `As \`text/csv\`, usually separated by tabs. ${fileLimits} ${shortened}`,
    examples: ['sex\tage\ttrain_time\nfemale\t25_to_39\t120\n'],
  }),
  'application/x-ndjson': z.string().meta({
    description: `One JSON object per line. The keys of the first one are the columns. Null values are missing. ${fileLimits} ${shortened}`,
    examples: ['{"sex":"female","age":"25_to_39"}\n'],
  }),
  'application/vnd.apache.parquet': z.string().meta({
    format: 'binary',
    examples: ['PAR1…'],
    description: `Parquet with flat columns, compressed with Snappy, zstd, gzip, LZ4, Brotli or not. ${fileLimits}`,
  }),
};

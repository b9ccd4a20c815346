import { strictObject, z } from 'zod';
import { listOf, number, positive, prefixedId, share, text, time } from '../../common/schemas.js';
import { createdBySchema, toCreatedBy } from '../../common/identity/creator.js';
import type { Population } from '../../platform/database/generated/client.js';
import type { CreatedPeople } from './create-people.js';

export const populationIdSchema = prefixedId('pop', 'population');

const marginRecordSchema = strictObject({
  attribute: text.meta({ description: 'Id of the attribute.', examples: ['sex'] }),
  label: text.meta({ description: 'Short name of the attribute.', examples: ['Sex'] }),
  is_drawn: z.boolean().meta({
    description:
      'True if values were missing and drawn from the fitted population, given the other values of their row.',
  }),
  groups: listOf({
    id: text.meta({ description: 'Id of the group, as in `where`.', examples: ['female'] }),
    label: text.meta({ description: 'Name of the group.', examples: ['Female'] }),
    share: share.meta({ description: 'Share in this population.', examples: [0.5] }),
    fitted_share: share.meta({
      description: 'Share in the population that the model was fitted on.',
      examples: [0.25],
    }),
  }).meta({ description: 'Categories, or quarters of a number in this population.' }),
  distance: share.meta({
    description: 'Distance from the fitted distribution: 0 for equal distributions, at most 1.',
    examples: [0.25],
  }),
  distance_measure: z.enum(['total_variation', 'kolmogorov_smirnov']).meta({
    description:
      '`total_variation` of categories: half the sum of the differences of the shares. `kolmogorov_smirnov` of numbers: the greatest difference of the cumulative shares.',
  }),
});

export const populationRecordSchema = strictObject({
  object: z.literal('population').meta({ description: 'Type of this object.' }),
  id: populationIdSchema,
  name: text.nullable().meta({ description: 'Name of the population.', examples: ['Customers in Bern'] }),
  workflow_id: text.meta({ description: 'Slug of the workflow.', examples: ['swissmetro-mode-choice'] }),
  workflow_version: text.meta({
    description:
      'Version of the workflow at the creation. Later versions accept the population if their attributes are equal.',
    examples: ['1.0.0'],
  }),
  origin: z.enum(['imported', 'weighted']).meta({
    description: '`imported`: rows of a file. `weighted`: the fitted population, weighted to target margins.',
  }),
  people_count: positive.meta({ description: 'Number of stored rows.', examples: [1_000] }),
  effective_sample_size: number.nullable().meta({
    description:
      'Number of equally weighted rows with the same sampling error (Kish): of the rows of a file, or of the respondents behind the fitted population. Null if the respondents are unknown.',
    examples: [1_000],
  }),
  drawn_attributes: z.array(text).meta({
    description:
      'Attributes with missing values, which were drawn from the fitted population given the other values of the row.',
    examples: [[]],
  }),
  ignored_columns: z.array(text).meta({
    description: 'The first 100 columns of the file that no attribute uses.',
    examples: [[]],
  }),
  raking: strictObject({
    iterations: positive.meta({ description: 'Passes over all margins.', examples: [1] }),
    max_difference: number.meta({
      description: 'Greatest difference between a share and its target.',
      examples: [0],
    }),
  })
    .nullable()
    .meta({ description: 'Convergence of the weights; null for a file.' }),
  margins: z.array(marginRecordSchema).meta({ description: 'Distribution of each attribute.' }),
  warnings: listOf({
    code: text.meta({ description: 'Stable code.', examples: ['population_differs'] }),
    message: text.meta({ description: 'Limit of the population, as readable text.' }),
  }).meta({
    description:
      'Attributes with a distance of at least 0.2 from the fitted distribution: there, the model extrapolates.',
    examples: [[]],
  }),
  created_at: time.meta({ description: 'Creation time.' }),
  created_by: createdBySchema,
}).meta({ id: 'Population' });
export type PopulationRecord = z.infer<typeof populationRecordSchema>;

export const deletedPopulationSchema = strictObject({ id: populationIdSchema, deleted: z.literal(true) });

export type PopulationDetails = CreatedPeople['details'];
export type PopulationRow = Omit<Population, 'content' | 'organizationId'>;

/** @param details content of the record; margins can be {@link jsonText} */
export function toRecord(row: Omit<PopulationRow, 'details'>, details: PopulationDetails): PopulationRecord {
  return {
    object: 'population',
    id: row.id,
    name: row.name,
    workflow_id: row.workflowId,
    workflow_version: row.workflowVersion,
    origin: details.origin as PopulationRecord['origin'],
    people_count: row.peopleCount,
    effective_sample_size: details.effective_sample_size,
    drawn_attributes: details.drawn_attributes,
    ignored_columns: details.ignored_columns,
    raking: details.raking,
    margins: details.margins as PopulationRecord['margins'],
    warnings: details.warnings,
    created_at: row.createdAt.toISOString(),
    created_by: toCreatedBy(row),
  };
}

export const populationsTag = {
  name: 'Populations',
  description: 'Populations of the organization: imported people, or the fitted population with other margins.',
};

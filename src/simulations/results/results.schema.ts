import { z } from 'zod';
import { mapOf, maxGroups } from '../../common/schemas.js';
import { pageMetaSchema, defaultLimit, limitSchema, pageQueryShape } from '../../common/pagination/page.js';
import { summarySchema } from '../summary.schema.js';
import { resultFormatNames } from './result-format.js';
import { agentFields } from '../../../model/transcript.js';
import { count, named } from '../schema-parts.js';

/** One agent of a simulation, with all fields. */
export const agentSchema = named('Agent', {
  agent_id: z.string().meta({
    description: 'Id of the agent, the same in every simulation with the same workflow version and seed.',
    examples: ['agent_000017'],
  }),
  index: count.meta({ description: 'Index of the agent, from 0.', examples: [17] }),
  attributes: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .meta({ description: 'Model inputs of the agent.', examples: [{ age: 'from_40_to_54' }] }),
  outcome: z.string().meta({ description: 'Id of the outcome in this scenario.', examples: ['train'] }),
  baseline_outcome: z
    .string()
    .meta({ description: 'Id of the outcome at the baseline, with the same random errors.', examples: ['car'] }),
  measures: z
    .record(z.string(), z.strictObject({ value: z.number(), baseline: z.number() }))
    .meta({ description: 'Numeric results of the agent. Empty if the workflow has none.', examples: [{}] }),
  probabilities: z
    .record(z.string(), z.number().min(0).max(1))
    .meta({ description: 'Probability of each outcome, 0 to 1.', examples: [{ train: 0.6, car: 0.4 }] }),
  transcript: z.array(z.string()).meta({ description: 'Reasons for the outcome, step by step.' }),
});

export const partialAgentSchema = agentSchema.partial().meta({ id: 'PartialAgent' });

export const resultsMetaSchema = z.strictObject({
  summary: summarySchema.nullable().meta({ description: 'Summary of all agents; null on pages after the first.' }),
  seed: count.meta({ description: 'Random seed.' }),
  digest: z.string().meta({ description: 'SHA-256 of all agents and outcomes.' }),
  workflow: z.strictObject({
    workflow_id: z.string().meta({ examples: ['swissmetro-mode-choice'] }),
    version: z.string().meta({ examples: ['1.0.0'] }),
    definition_digest: z.string(),
  }),
  ...pageMetaSchema.shape,
});

/** The query parameters of responses with several formats. */
export const formatShape = {
  format: z
    .enum(resultFormatNames)
    .optional()
    .meta({ description: 'Format instead of the `Accept` header. Browsers download the response as a file.' }),
  bom: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: CSV starts with a byte order mark, so that Excel reads it as UTF-8. Other formats stay the same. Default: `false`.',
  }),
};

/** One or more values, separated by commas or in repeated parameters. */
const anyOf = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((text) => [...new Set([text].flat().flatMap((part) => part.split(',')))])
    .pipe(z.array(value).min(1).max(maxGroups));

const idSchema = z.string().max(64);
/** `where[income]=high`: the name between the brackets is an attribute. */
const whereName = /^where\[([a-z0-9]+(?:_[a-z0-9]+)*)\]$/;

/** Groups the `where[…]` parameters of a query in one object. All other names stay, so that unknown ones are rejected. */
export function groupWhere(query: unknown): unknown {
  const flat: Record<string, unknown> = Object.create(null) as object as Record<string, unknown>;
  const where: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query as object)) {
    const attribute = whereName.exec(name)?.[1];
    if (attribute === undefined) flat[name] = value;
    else where[attribute] = value;
  }
  // A `where=…` without brackets replaces the group, so that it is rejected.
  return Object.keys(where).length === 0 ? flat : { where, ...flat };
}

export const whereSchema = mapOf(idSchema, anyOf(idSchema))
  .optional()
  .meta({
    description:
      'Only agents in these groups. `where[income]=high` names an attribute and a group, with the ids in `segments` of the summary. Several attributes are combined with AND, several groups of one attribute, separated by commas, with OR.',
    // The text of the query: generated clients cannot send lists inside an object.
    additionalProperties: { type: 'string' },
    examples: [{ income: 'high,medium' }],
  });

export const resultsQuerySchema = z.preprocess(
  groupWhere,
  z.strictObject({
    limit: limitSchema.optional().meta({
      description: `Maximum agents to return, 1 to 100. Default: all agents, or ${defaultLimit} with a cursor.`,
    }),
    cursor: pageQueryShape.cursor,
    fields: anyOf(z.enum(agentFields))
      .optional()
      .meta({ description: 'Fields of each agent to return, separated by commas. Default: all.' }),
    outcome: anyOf(idSchema)
      .optional()
      .meta({ description: 'Only agents with one of these outcomes, separated by commas.' }),
    where: whereSchema,
    ...formatShape,
  }),
);
export type ResultsQuery = z.infer<typeof resultsQuerySchema>;

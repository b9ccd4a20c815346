import { z } from 'zod';
import { defaultLimit, limitSchema, pageQueryShape } from '../../common/pagination/page.js';
import { agentFields } from '../../engine/transcript.js';
import { formatSchema } from './format.schema.js';

/** One or more values, separated by commas or in repeated parameters. */
const anyOf = <Value extends z.ZodType<unknown, string>>(value: Value) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((text) => [...new Set([text].flat().flatMap((part) => part.split(',')))])
    .pipe(z.array(value).min(1));

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

export const whereSchema = z
  .record(idSchema, anyOf(idSchema))
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
    format: formatSchema,
  }),
);
export type ResultsQuery = z.infer<typeof resultsQuerySchema>;

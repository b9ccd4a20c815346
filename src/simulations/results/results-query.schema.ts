import { z } from 'zod';
import { defaultLimit, limitSchema, pageQueryShape } from '../../common/pagination/page.js';
import { agentFields } from '../../engine/index.js';
import { resultFormatNames } from './result-format.js';

/** One value or several, joined by commas or said again and again. */
const anyOf = <Word extends z.ZodType<unknown, string>>(word: Word) =>
  z
    .union([z.string(), z.array(z.string())])
    .transform((value) => [...new Set([value].flat().flatMap((part) => part.split(',')))])
    .pipe(z.array(word).min(1));

const idSchema = z.string().max(64);
/** `where[income]=high`: the name between the brackets is an attribute. */
const whereName = /^where\[([a-z0-9]+(?:_[a-z0-9]+)*)\]$/;

/** Gathers what is written flat in an address; any other name stays as it is, and is refused. */
export function gathered(query: unknown): unknown {
  const flat: Record<string, unknown> = Object.create(null) as object as Record<string, unknown>;
  const where: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query as object)) {
    const attribute = whereName.exec(name)?.[1];
    if (attribute === undefined) flat[name] = value;
    else where[attribute] = value;
  }
  // `where=…` without brackets is not hidden by what was gathered: it is refused.
  return Object.keys(where).length === 0 ? flat : { where, ...flat };
}

export const whereSchema = z.record(idSchema, anyOf(idSchema)).optional().meta({
  description:
    'Only agents of a segment: `where[income]=high` takes the id of an attribute, or of the model’s own groups, and of a group in it, as the segments of the summary name them. Several attributes must all hold; of several groups of one, any.',
});

export const resultsQuerySchema = z.preprocess(
  gathered,
  z.strictObject({
    limit: limitSchema
      .optional()
      .meta({ description: `How many agents to tell: all, or ${defaultLimit} where there is a cursor.` }),
    cursor: pageQueryShape.cursor,
    fields: anyOf(z.enum(agentFields))
      .optional()
      .meta({ description: 'The parts of an agent to tell, joined by commas; all when left out.' }),
    outcome: anyOf(idSchema).optional().meta({ description: 'Only agents with this outcome, or with one of these.' }),
    where: whereSchema,
    format: z
      .enum(resultFormatNames)
      .optional()
      .meta({ description: 'In place of the header `Accept`, for browsers: the answer is a file to keep.' }),
  }),
);
export type ResultsQuery = z.infer<typeof resultsQuerySchema>;

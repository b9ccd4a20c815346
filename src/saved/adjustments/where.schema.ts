import { z } from 'zod';
import { mapOf, maxGroups } from '../../common/schemas.js';

const idSchema = z.string().min(1).max(64);

/** Ids in a text, separated by commas as in the `where` of results, or in a list. */
const groupsSchema = z
  .union([z.string().max(2_000), z.array(idSchema).min(1).max(maxGroups)])
  .meta({ description: 'Ids of groups, separated by commas or in a list.' });

type RequestedWhere = Record<string, string | string[]>;

export const whereFieldSchema = mapOf(idSchema, groupsSchema).meta({
  description:
    'Simulate only agents in these groups, for example women under 40. Names an attribute and its groups, with the ids in `segments` of a summary. Several attributes are combined with AND, several groups of one attribute with OR. A segment with less than 0.1% of the population is rejected.',
  examples: [{ sex: 'female', age: ['up_to_24', '25_to_39'] }],
});

export function groupsOf(where: RequestedWhere): Record<string, string[]> {
  const entries = Object.entries(where).map(([attribute, groups]): [string, string[]] => [
    attribute,
    [...new Set(typeof groups === 'string' ? groups.split(',') : groups)],
  ]);
  return Object.fromEntries(entries);
}

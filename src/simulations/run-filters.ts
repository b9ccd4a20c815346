import { z } from 'zod';
import type { Caller } from '../common/identity/caller.js';
import { creatorOf } from '../common/identity/creator.js';
import type { Position } from '../common/pagination/cursor.js';
import type { Sql } from '../platform/database/sql.js';
import { runKinds } from './kinds/index.js';
import { isGroup, type RegisteredKind } from './run.kind.js';
import { byStatus, simulationStatuses, type RunStatus } from './run.state.js';

const [first, ...others] = runKinds().map(({ name }) => name);

export const runFilters = {
  kind: z
    .enum([first!, ...others])
    .optional()
    .meta({ description: 'Only runs of this kind.' }),
  status: z.enum(simulationStatuses).optional().meta({ description: 'Only runs with this status.' }),
  workflow_id: z.string().min(1).max(100).optional().meta({ description: 'Only runs of this workflow.' }),
  name: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .meta({ description: 'Only runs with this text in their name. Upper and lower case are equal.' }),
  created_by: z
    .union([z.literal('me'), z.uuid()])
    .optional()
    .meta({
      description:
        'Only runs that this user or API key created: an id, or `me` for the caller. A key includes the keys that it replaced by rotation.',
    }),
};
export type RunFilters = z.infer<z.ZodObject<typeof runFilters>>;

/** Bits of {@link groupBits} after those of the statuses. */
export const canceledBit = simulationStatuses.length;
export const allCompletedBit = canceledBit + 1;

/** SQL of everything that determines the status of a group, in one number. $8 is {@link simulationStatuses}. */
const groupBits = `(
  SELECT coalesce(bit_or(1 << (array_position($8::text[], child.status::text) - 1)), 0)
    | ((run.status = 'canceled')::int << ${canceledBit})
    | ((count(*) FILTER (WHERE child.status = 'completed') > run.child_count)::int << ${allCompletedBit})
  FROM simulations child WHERE child.parent_id = run.id AND child.organization_id = run.organization_id)`;

/** Returns the values of {@link groupBits} with which a group has a status. */
export function bitsOf({ work }: Pick<RegisteredKind, 'work'>, status: RunStatus): number[] {
  if (!isGroup(work)) return [];
  const isSet = (bits: number, bit: number) => ((bits >> bit) & 1) === 1;
  return Array.from({ length: 1 << (allCompletedBit + 1) }, (_, bits) => bits).filter((bits) => {
    const counts = byStatus((_, bit) => Number(isSet(bits, bit)));
    if (isSet(bits, allCompletedBit)) counts.completed = 2;
    return work.statusOf(counts, isSet(bits, canceledBit), 1) === status;
  });
}

const statement = `
  WITH RECURSIVE keys (id) AS (
    SELECT $5::uuid
    UNION SELECT key.rotated_from FROM api_keys key JOIN keys ON keys.id = key.id WHERE key.organization_id = $1::uuid)
  SELECT run.id FROM simulations run
  WHERE run.organization_id = $1::uuid AND run.parent_id IS NULL AND run.deleted_at IS NULL
    AND ($2::text IS NULL OR run.kind = $2)
    AND ($3::text IS NULL OR run.workflow_id = $3)
    AND ($4::text IS NULL OR strpos(lower(normalize(run.name, NFC)), lower(normalize($4, NFC))) > 0)
    AND ($5::uuid IS NULL OR run.created_by_user_id = $5 OR run.created_by_key_id IN (SELECT id FROM keys))
    AND ($6::text IS NULL OR CASE
      WHEN run.child_count IS NULL THEN run.status::text = $6
      ELSE $7::jsonb -> run.kind @> to_jsonb(${groupBits}) END)
    AND ($9::timestamptz IS NULL OR (run.created_at, run.id) < ($9, $10::text))
  ORDER BY run.created_at DESC, run.id DESC LIMIT $11`;

/**
 * Returns the ids of the next runs of a list, newest first, without those that are part of another run. The status of a group follows from
 * its simulations, so that no column has it.
 */
export async function matchingRuns(
  sql: Sql,
  caller: Caller,
  { kind, status, workflow_id, name, created_by: by }: RunFilters,
  { position, count }: { position: Position | undefined; count: number },
): Promise<string[]> {
  const me = creatorOf(caller);
  const creator = by === 'me' ? (me.createdByUserId ?? me.createdByKeyId) : by;
  const bits = status && Object.fromEntries(runKinds().map((one) => [one.name, bitsOf(one, status)]));
  const filters = [kind, workflow_id, name, creator, status, bits && JSON.stringify(bits), simulationStatuses];
  const { rows } = await sql.query<{ id: string }>({
    text: statement,
    values: [caller.organizationId, ...filters, position?.createdAt, position?.id, count].map((value) => value ?? null),
  });
  return rows.map(({ id }) => id);
}

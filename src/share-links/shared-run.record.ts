import { z } from 'zod';
import { runKinds } from '../simulations/kinds/index.js';
import { schemaId, type RegisteredKind, type RunRecord } from '../simulations/run.kind.js';

/** Fields that only the organization of the run can read. */
const privateFields = ['notes', 'metadata', 'webhook_url', 'quota', 'created_by'] as const;

const isPrivate = ({ shared }: RegisteredKind, field: string) =>
  [...privateFields, ...(shared?.omitted ?? [])].includes(field);

/** The record of a run without {@link privateFields}, in the shared form of its kind: one schema for each kind. */
export const sharedRunSchema = z.union(
  runKinds().map((kind) => {
    const schema = (kind.format.whole?.schema ?? kind.format.schema) as z.ZodObject;
    const shape = Object.fromEntries(Object.entries(schema.shape).filter(([field]) => !isPrivate(kind, field)));
    return z.strictObject(shape).meta({ id: `Shared${schemaId(kind)}` });
  }),
);
export type SharedRun = Omit<RunRecord, (typeof privateFields)[number]>;

export function toSharedRun(kind: RegisteredKind, record: RunRecord): SharedRun {
  const shared = kind.shared ? kind.shared.of(record as RunRecord & { result: object | null }) : record;
  const fields = Object.entries(shared).filter(([field]) => !isPrivate(kind, field));
  return Object.fromEntries(fields) as unknown as SharedRun;
}

import { z } from 'zod';
import { runKinds } from '../simulations/kinds/index.js';
import { schemaId, type RunRecord } from '../simulations/run.kind.js';

/** Fields that only the organization of the run can read. */
const privateFields = ['notes', 'metadata', 'webhook_url', 'quota'] as const;

const isPrivate = (field: string) => privateFields.some((own) => own === field);

/** The record of a run without {@link privateFields}: one schema for each kind. */
export const sharedRunSchema = z.union(
  runKinds().map((kind) => {
    const schema = (kind.format.whole?.schema ?? kind.format.schema) as z.ZodObject;
    const shape = Object.fromEntries(Object.entries(schema.shape).filter(([field]) => !isPrivate(field)));
    return z.strictObject(shape).meta({ id: `Shared${schemaId(kind)}` });
  }),
);
export type SharedRun = Omit<RunRecord, (typeof privateFields)[number]>;

export function toSharedRun(record: RunRecord): SharedRun {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !isPrivate(field))) as unknown as SharedRun;
}

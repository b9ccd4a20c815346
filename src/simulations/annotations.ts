import { AppError } from '../common/errors/app-error.js';
import type { Simulation } from '../platform/database/generated/client.js';
import { type AnnotationRequest, metadataSchema, type UpdateAnnotations } from '../common/annotations.schema.js';

export type Metadata = Record<string, string>;

/** What people and programs note about a simulation or a sweep. */
export interface Annotations {
  name: string | null;
  notes: string | null;
  metadata: Metadata;
}

export const noAnnotations: Annotations = { name: null, notes: null, metadata: {} };

export function requestedAnnotations({ name, notes, metadata }: AnnotationRequest): Annotations {
  return { name: name ?? null, notes: notes ?? null, metadata: metadata ?? {} };
}

/** Returns the annotations of a row. Rows from before `metadata` existed have null. */
export function annotationsOf({ name, notes, metadata }: Pick<Simulation, keyof Annotations>): Annotations {
  return { name, notes, metadata: (metadata ?? {}) as Metadata };
}

/** Returns the annotations after an update. Throws {@link AppError} `validation_error` if the pairs exceed their maximum. */
export function updatedAnnotations(before: Annotations, update: UpdateAnnotations): Annotations {
  const { name = before.name, notes = before.notes } = update;
  return { name, notes, metadata: updatedMetadata(before.metadata, update.metadata) };
}

function updatedMetadata(before: Metadata, update: UpdateAnnotations['metadata']): Metadata {
  if (update === undefined) return before;
  if (update === null) return {};
  const pairs = Object.entries({ ...before, ...update }).filter(([, value]) => value !== null);
  const metadata = metadataSchema.safeParse(Object.fromEntries(pairs));
  if (metadata.success) return metadata.data;
  throw AppError.validation(metadata.error.issues.map(({ message }) => ({ path: 'metadata', message })));
}

/** Filter of a name that contains a text. Escapes the wildcards of LIKE, which Prisma does not. */
export const containing = (text: string) => ({
  contains: text.normalize('NFC').replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
});

import { strictObject, z } from 'zod';
import { mapOf, nameText } from './schemas.js';

const maxNameCharacters = 120;
const maxNotesCharacters = 2_000;
const maxMetadataPairs = 20;
const maxKeyCharacters = 40;
const maxValueCharacters = 500;

/** Text that counts an emoji as one character, like JSON Schema and unlike `z.string().max()`. */
function textOf(minCharacters: number, maxCharacters: number, base = z.string()) {
  const range = minCharacters === 0 ? `at most ${maxCharacters}` : `${minCharacters} to ${maxCharacters}`;
  return base
    .refine((text) => {
      const characters = [...text].length;
      return characters >= minCharacters && characters <= maxCharacters;
    }, `expected ${range} characters`)
    .meta({ minLength: minCharacters, maxLength: maxCharacters });
}

const name = textOf(1, maxNameCharacters, nameText());
const notes = textOf(0, maxNotesCharacters);
const key = textOf(1, maxKeyCharacters);
const value = textOf(0, maxValueCharacters);
const pairs = `at most ${maxMetadataPairs} pairs, with keys of at most ${maxKeyCharacters} and values of at most ${maxValueCharacters} characters`;
/** A change can remove all pairs and add as many. */
const maxRemovedPairs = 2 * maxMetadataPairs;

export const metadataSchema = mapOf(key, value, maxMetadataPairs);

/** Name, notes and metadata in the body of a create. They have no effect on the results. */
export const annotationFields = {
  name: name
    .nullable()
    .optional()
    .meta({ description: `Display name, 1 to ${maxNameCharacters} characters.`, examples: ['Cheaper trains'] }),
  notes: notes
    .nullable()
    .optional()
    .meta({ description: `Notes, as readable text, at most ${maxNotesCharacters} characters.`, examples: [null] }),
  metadata: metadataSchema
    .optional()
    .meta({ description: `Pairs of strings for programs: ${pairs}.`, examples: [{ project: 'fares' }] }),
};

export type AnnotationRequest = z.infer<z.ZodObject<typeof annotationFields>>;

/** The body of an update. Omitted fields stay unchanged, and null removes a value, as in RFC 7396. */
export const updateAnnotationsSchema = strictObject({
  name: annotationFields.name.meta({
    description: `Display name, 1 to ${maxNameCharacters} characters. Null removes it.`,
  }),
  notes: annotationFields.notes.meta({
    description: `Notes, as readable text, at most ${maxNotesCharacters} characters. Null removes them.`,
  }),
  metadata: mapOf(key, value.nullable(), maxRemovedPairs)
    .nullable()
    .optional()
    .meta({
      description: `Pairs to add or to replace. A null value removes a pair, and null in place of the object removes all pairs. The result has ${pairs}.`,
      examples: [{ project: 'fares' }],
    }),
}).meta({ examples: [{ name: 'Cheaper trains' }] });
export type UpdateAnnotations = z.infer<typeof updateAnnotationsSchema>;

export const annotationShape = {
  name: z
    .string()
    .nullable()
    .meta({ description: 'Display name; null if it has none.', examples: ['Cheaper trains'] }),
  notes: z
    .string()
    .nullable()
    .meta({ description: 'Notes, as readable text; null if there are none.', examples: [null] }),
  metadata: z
    .record(z.string(), z.string())
    .meta({ description: 'Pairs of strings for programs; empty by default.', examples: [{ project: 'fares' }] }),
};

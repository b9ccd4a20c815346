import { z } from 'zod';
import type { Chapter } from './chapters.js';
import type { SearchedField } from './schema-table.js';

export const searchIndexSchema = z.strictObject({
  fields: z
    .strictObject({
      name: z.string().meta({ description: 'Name of the parameter or field.' }),
      text: z.string().meta({ description: 'Description and permitted values.' }),
    })
    .array()
    .meta({ description: 'All different parameters and fields.' }),
  entries: z
    .strictObject({
      href: z.string().meta({ description: 'Path of the page, with the anchor.' }),
      title: z.string().meta({ description: 'Summary of the operation or event, or error code.' }),
      line: z.string().meta({ description: 'Method and path, event type, or error status.' }),
      text: z.string().meta({ description: 'Description.' }),
      fields: z.int().array().meta({ description: 'Positions in `fields`.' }),
    })
    .array(),
});

/** Builds the index that the search of the reference loads. Most fields belong to many operations, so that each one is listed once. */
export function searchIndex(chapters: readonly Chapter[]): z.infer<typeof searchIndexSchema> {
  const fields: SearchedField[] = [];
  const positions = new Map<string, number>();
  const positionOf = (field: SearchedField) => {
    const key = `${field.name} ${field.text}`;
    const known = positions.get(key);
    if (known !== undefined) return known;
    positions.set(key, fields.length);
    return fields.push(field) - 1;
  };
  const entries = chapters.flatMap((chapter) =>
    chapter.entries.map(({ id, title, line, text, fields: own }) => ({
      href: `/docs/${chapter.id}#${id}`,
      title,
      line,
      text,
      fields: [...new Set(own().map((field) => positionOf(field)))],
    })),
  );
  return { fields, entries };
}

import { z } from 'zod';
import type { Chapter } from './chapters.js';

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
  const positions = new Map<string, number>();
  const positionOf = (field: object) => {
    const key = JSON.stringify(field);
    const position = positions.get(key) ?? positions.size;
    positions.set(key, position);
    return position;
  };
  const entries = chapters.flatMap((chapter) =>
    chapter.entries.map(({ id, title, line, text, fields }) => ({
      href: `/docs/${chapter.id}#${id}`,
      title,
      line,
      text,
      fields: [...new Set(fields().map((field) => positionOf(field)))],
    })),
  );
  return { fields: [...positions.keys()].map((key) => JSON.parse(key) as { name: string; text: string }), entries };
}

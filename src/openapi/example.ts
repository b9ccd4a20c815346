import type { JsonSchema, SchemaBook } from './schema-book.js';

const formats: Record<string, string> = {
  'date-time': '2026-11-20T09:30:00.000Z',
  uuid: '019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** An example of what a schema describes, made of the examples that its parts give. */
export function exampleOf(reference: JsonSchema, book: SchemaBook): unknown {
  const schema = book.resolve(reference);
  const [example] = listOf(schema['examples']);
  if (example !== undefined) return example;
  for (const keyword of ['const', 'default']) if (keyword in schema) return schema[keyword];
  if (schema['enum']) return listOf(schema['enum'])[0];
  const [first] = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (first) return exampleOf(first as JsonSchema, book);
  return exampleOfType(schema, book);
}

function exampleOfType(schema: JsonSchema, book: SchemaBook): unknown {
  switch ([schema['type']].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(([name, property]) => [
          name,
          exampleOf(property, book),
        ]),
      );
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 1) }, () =>
        exampleOf(schema['items'] as JsonSchema, book),
      );
    case 'integer':
    case 'number':
      return Math.max(0, Number(schema['minimum'] ?? 0));
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return formats[String(schema['format'])] ?? 'text';
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

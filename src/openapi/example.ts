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
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  return first ? exampleOf(first, book) : exampleOfType(schema, book);
}

function exampleOfType(schema: JsonSchema, book: SchemaBook): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {});
      return Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, book)]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items ?? {}, book));
    case 'integer':
    case 'number':
      return Math.max(0, schema.minimum ?? 0);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return formats[schema.format ?? ''] ?? 'text';
  }
}

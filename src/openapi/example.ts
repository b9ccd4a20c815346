import type { JsonSchema, SchemaBook } from './schema-book.js';

const formats: Record<string, string> = {
  'date-time': '2026-11-20T09:30:00.000Z',
  uuid: '019aa0f5-5b6e-7c3a-9d55-2f0d7c1f4a10',
  email: 'ada@example.com',
  uri: 'https://example.com/',
};

/** Builds an example response from the examples of a schema's parts. Contains every field. */
export function exampleOf(reference: JsonSchema, book: SchemaBook): unknown {
  return build(reference, book, () => true);
}

/**
 * Builds an example request. Contains required fields only, because an invented value of an optional field can do harm.
 * A schema shows optional fields by giving an example of the complete object.
 */
export function requestExampleOf(reference: JsonSchema, book: SchemaBook): unknown {
  return build(reference, book, (schema, name) => schema.required?.includes(name) ?? false);
}

type Includes = (schema: JsonSchema, property: string) => boolean;

function build(reference: JsonSchema, book: SchemaBook, includes: Includes): unknown {
  const schema = book.resolve(reference);
  const [example] = schema.examples ?? [];
  if (example !== undefined) return example;
  if ('const' in schema) return schema.const;
  if ('default' in schema) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  return first ? build(first, book, includes) : exampleOfType(schema, book, includes);
}

function exampleOfType(schema: JsonSchema, book: SchemaBook, includes: Includes): unknown {
  switch ([schema.type].flat()[0]) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).filter(([name]) => includes(schema, name));
      return Object.fromEntries(properties.map(([name, property]) => [name, build(property, book, includes)]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => build(schema.items ?? {}, book, includes));
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

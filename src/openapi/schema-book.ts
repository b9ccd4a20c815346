import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** Keywords of JSON Schema that the OpenAPI document uses. */
export interface JsonSchema {
  $ref?: string;
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  format?: string;
  pattern?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  allOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** The property of records that names their type. */
const typeProperty = 'object';

/** Converts zod schemas to JSON Schema, and collects what several routes share: schemas with an id, and examples of errors. */
export class SchemaBook {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly examples: Record<string, { value: unknown }> = {};

  /** `input` describes the data that a caller sends, `output` the parsed data. */
  add(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
    const json = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => simplify(jsonSchema as JsonSchema) });
    const { $defs = {}, ...root } = withComponentReferences(json as JsonSchema);
    delete root.$schema;
    for (const [id, definition] of Object.entries($defs)) this.collect(id, definition);
    return this.withDiscriminator(root);
  }

  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    if ($ref === undefined) return schema;
    const found = this.schemas[$ref.slice('#/components/schemas/'.length)];
    if (!found) throw new Error(`there is no schema ${$ref}`);
    return this.resolve(found);
  }

  /** Adds the property by which clients distinguish the alternatives of a response, if there is one. */
  private withDiscriminator(schema: JsonSchema): JsonSchema {
    const { oneOf = [] } = schema;
    const mapping = oneOf.flatMap((option): [string, string][] => {
      const type = this.resolve(option).properties?.[typeProperty]?.const;
      return option.$ref !== undefined && typeof type === 'string' ? [[type, option.$ref]] : [];
    });
    if (oneOf.length === 0 || mapping.length < oneOf.length) return schema;
    return { ...schema, discriminator: { propertyName: typeProperty, mapping: Object.fromEntries(mapping) } };
  }

  private collect(id: string, definition: JsonSchema): void {
    const known = this.schemas[id];
    if (known && !isDeepStrictEqual(known, definition)) throw new Error(`two schemas have the id ${id}`);
    this.schemas[id] = definition;
  }
}

const maxInt32 = 2 ** 31 - 1;

/** Replaces keywords that many OpenAPI tools do not support, and states which integers need 64 bits: generators read 32 otherwise. */
function simplify(schema: JsonSchema): void {
  const { format, prefixItems, oneOf, allOf, type, maximum = Infinity } = schema;
  if (type === 'integer' && maximum > maxInt32) schema.format = 'int64';
  // The format makes the pattern of zod redundant.
  if (format !== undefined || !isPortable(schema)) delete schema.pattern;
  if (allOf) schema.allOf = allOf.filter(isPortable);
  const [first, ...others] = prefixItems ?? [];
  if (first) {
    if (!others.every((other) => isDeepStrictEqual(other, first)))
      throw new Error('the items of a tuple have different schemas');
    delete schema.prefixItems;
    schema.items = first;
    schema.minItems = schema.maxItems = others.length + 1;
  }
  const [only, ...alternatives] = oneOf ?? [];
  if (only && alternatives.length === 0) {
    delete schema.oneOf;
    Object.assign(schema, only);
  }
}

/** Many regular expression engines do not support Unicode classes. */
const isPortable = ({ pattern = '' }: JsonSchema) => !/\\p\{/i.test(pattern);

function withComponentReferences(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

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

import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

/** The keywords of JSON Schema that the document uses. */
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

/** Turns zod schemas into JSON Schema, and keeps those that have an id for `components.schemas`. */
export class SchemaBook {
  readonly schemas: Record<string, JsonSchema> = {};

  /** `input` is what a caller sends, `output` what is made of it. */
  add(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
    const json = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema as JsonSchema) });
    const { $defs = {}, ...root } = pointed(json as JsonSchema);
    delete root.$schema;
    for (const [id, definition] of Object.entries($defs)) this.keep(id, definition);
    return root;
  }

  /** Follows a reference into the book. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    if ($ref === undefined) return schema;
    const found = this.schemas[$ref.slice('#/components/schemas/'.length)];
    if (!found) throw new Error(`there is no schema ${$ref}`);
    return this.resolve(found);
  }

  private keep(id: string, definition: JsonSchema): void {
    const known = this.schemas[id];
    if (known && !isDeepStrictEqual(known, definition)) throw new Error(`two schemas have the id ${id}`);
    this.schemas[id] = definition;
  }
}

/** Says the same in the words that most readers of OpenAPI understand. */
function tidy(schema: JsonSchema): void {
  const { format, prefixItems, oneOf, allOf } = schema;
  // A format says it in a word; beside it, zod's pattern is noise.
  if (format !== undefined || !isPortable(schema)) delete schema.pattern;
  if (allOf) schema.allOf = allOf.filter(isPortable);
  const [first, ...others] = prefixItems ?? [];
  if (first) {
    if (!others.every((other) => isDeepStrictEqual(other, first))) throw new Error('a tuple of unequal parts');
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

/** Not every reader's regular expressions know classes of Unicode. */
const isPortable = ({ pattern = '' }: JsonSchema) => !/\\p\{/i.test(pattern);

function pointed(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

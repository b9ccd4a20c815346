import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = { [keyword: string]: unknown };

/** Turns zod schemas into JSON Schema, and keeps those that have an id for `components.schemas`. */
export class SchemaBook {
  readonly schemas: Record<string, JsonSchema> = {};

  /** `input` is what a caller sends, `output` what is made of it. */
  add(schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema {
    const json = z.toJSONSchema(schema, { io, override: ({ jsonSchema }) => tidy(jsonSchema) });
    const {
      $schema: _,
      $defs = {},
      ...root
    } = pointed(json as JsonSchema) as { $schema: string; $defs?: Record<string, JsonSchema> };
    for (const [id, definition] of Object.entries($defs)) this.keep(id, definition);
    return root;
  }

  /** Follows a reference into the book. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema;
    if (typeof $ref !== 'string') return schema;
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
  const { prefixItems, oneOf, allOf } = schema;
  // A format says it in a word; beside it, zod's pattern is noise.
  if ('format' in schema || !isPortable(schema)) delete schema['pattern'];
  if (Array.isArray(allOf)) schema['allOf'] = allOf.filter(isPortable);
  if (Array.isArray(prefixItems)) {
    if (!prefixItems.every((item) => isDeepStrictEqual(item, prefixItems[0])))
      throw new Error('a tuple of unequal parts');
    delete schema['prefixItems'];
    Object.assign(schema, {
      items: prefixItems[0] as unknown,
      minItems: prefixItems.length,
      maxItems: prefixItems.length,
    });
  }
  if (Array.isArray(oneOf) && oneOf.length === 1) {
    delete schema['oneOf'];
    Object.assign(schema, oneOf[0]);
  }
}

/** Not every reader's regular expressions know classes of Unicode. */
const isPortable = ({ pattern }: JsonSchema) => !/\\p\{/i.test(String(pattern));

function pointed(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as JsonSchema;
}

import fc from 'fast-check';

export type JsonSchema = { [keyword: string]: unknown };
type Schemas = Record<string, JsonSchema>;

/** Values that match a JSON Schema of the document, except for patterns. */
export function matching(reference: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const schema = resolved(reference, schemas);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom<unknown>(...(schema['enum'] as unknown[]));
  const options = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (options) return fc.oneof(...options.map((option) => matching(option, schemas)));
  const examples = (schema['examples'] as unknown[] | undefined) ?? [];
  const generated = ofType(schema, schemas);
  return examples.length > 0 ? fc.oneof(generated, fc.constantFrom(...examples)) : generated;
}

function ofType(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const number = (keyword: string, otherwise: number) => Number(schema[keyword] ?? otherwise);
  switch ([schema['type']].flat()[0]) {
    case 'object':
      return ofObject(schema, schemas);
    case 'array':
      return fc.array(matching((schema['items'] ?? {}) as JsonSchema, schemas), {
        minLength: number('minItems', 0),
        maxLength: number('maxItems', 6),
      });
    case 'integer':
      return fc.integer({ min: number('minimum', -1_000), max: Math.min(number('maximum', 1_000), 2 ** 31) });
    case 'number':
      return fc.double({ min: number('minimum', -1e6), max: number('maximum', 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return ofString(String(schema['format']), number('minLength', 0), number('maxLength', 60));
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function ofObject(schema: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Schemas);
  if (properties.length === 0) {
    const values = matching((schema['additionalProperties'] ?? {}) as JsonSchema, schemas);
    return fc.dictionary(fc.string({ maxLength: 12 }), values, { maxKeys: 3, noNullPrototype: true });
  }
  const model = Object.fromEntries(properties.map(([name, property]) => [name, matching(property, schemas)]));
  return fc.record(model, { requiredKeys: (schema['required'] ?? []) as string[], noNullPrototype: true });
}

function ofString(format: string, minLength: number, maxLength: number): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email')
    return fc.oneof(
      fc.emailAddress(),
      fc.nat().map((number) => `fuzz-${number}@example.com`),
    );
  if (format === 'date-time') {
    const typicalDates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
    const edges = [
      '0000-01-01T00:00:00Z',
      '0001-01-01T00:00:00+14:00',
      '9999-12-31T23:59:59-14:00',
      '0001-01-01T00:00:00Z',
    ];
    return fc.oneof(
      { weight: 9, arbitrary: typicalDates.map((date) => date.toISOString()) },
      { weight: 1, arbitrary: fc.constantFrom(...edges) },
    );
  }
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 250) });
}

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  return resolved(schemas[$ref.slice('#/components/schemas/'.length)] ?? {}, schemas);
}

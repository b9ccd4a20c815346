import { z } from 'zod';
import { definitionSchema } from '../../engine/definition/definition.schema.js';
import { draftEvidenceSchema, specSchema } from './spec.schema.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** What calibration finds, and an author therefore leaves out. */
const FOUND = ['estimate', 'correlation', 'joint'];
/** An attribute's margin may be given all the same. */
const MAY_BE_FOUND = ['probability', 'quantiles'];
/** What stands in its place and is empty. */
const EMPTIED = ['network'];

/** The JSON Schema (2020-12) of calibration specs, for editors: what the parts say of each other is checked by `parseSpec` only. */
export function specJsonSchema(): JsonSchema {
  const spec = z.toJSONSchema(specSchema, { io: 'input' });
  const definition = withoutNumbers(z.toJSONSchema(definitionSchema, { io: 'input' }));
  const evidence = z.toJSONSchema(draftEvidenceSchema, { io: 'input' });
  const words = { ...definition, properties: { ...definition.properties, evidence } };
  return { title: 'Calibration spec', ...spec, properties: { ...spec.properties, definition: words } };
}

function withoutNumbers(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema;
  const walked = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, walk(value)])) as JsonSchema;
  if (!properties) return walked;
  const isFixed = 'fixed' in properties;
  const kept = Object.entries(walked.properties ?? {})
    .filter(([name]) => !FOUND.includes(name) || isFixed)
    .map(([name, own]) => [name, EMPTIED.includes(name) ? ({ type: 'object' } as const) : own] as const);
  return {
    ...walked,
    properties: Object.fromEntries(kept),
    ...(required && { required: required.filter((name) => ![...FOUND, ...MAY_BE_FOUND].includes(name)) }),
  };
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return withoutNumbers(value as JsonSchema);
}

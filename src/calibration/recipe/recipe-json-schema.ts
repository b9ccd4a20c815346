import { z } from 'zod';
import { definitionSchema } from '../../engine/definition.js';
import { draftEvidenceSchema, recipeSchema } from './recipe.schema.js';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Keys of values that calibration computes, which a draft omits. */
const calibratedKeys = [
  'estimate',
  'correlation',
  'joint',
  'recommended_agent_count',
  'recommended_agent_count_reason',
];
/** Keys of margins and ranges, which a draft can contain. */
const optionalKeys = ['probability', 'quantiles', 'calibrated_range'];
/** Keys whose calibrated objects can be empty in a draft. */
const openObjectKeys = ['network'];

/**
 * The JSON Schema (2020-12) of calibration recipes, for editors. Only `parseRecipe` checks references between the parts.
 */
export function recipeJsonSchema(): JsonSchema {
  const recipe = z.toJSONSchema(recipeSchema, { io: 'input' });
  const evidence = z.toJSONSchema(draftEvidenceSchema, { io: 'input' });
  const { $defs } = withoutNumbers(z.toJSONSchema(definitionSchema, { io: 'input' })) as {
    $defs: Record<string, JsonSchema>;
  };
  const { WorkflowDefinition: definition, ...parts } = $defs;
  const words = { ...definition, properties: { ...definition?.properties, evidence } };
  return {
    title: 'Calibration recipe',
    ...recipe,
    properties: { ...recipe.properties, definition: words },
    $defs: { ...recipe.$defs, ...parts },
  };
}

function withoutNumbers(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema;
  const walked = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, walk(value)])) as JsonSchema;
  if (!properties) return walked;
  const isFixed = 'fixed' in properties;
  const kept = Object.entries(walked.properties ?? {})
    .filter(([name]) => !calibratedKeys.includes(name) || isFixed)
    .map(([name, own]) => [name, openObjectKeys.includes(name) ? ({ type: 'object' } as const) : own] as const);
  return {
    ...walked,
    properties: Object.fromEntries(kept),
    ...(required && { required: required.filter((name) => ![...calibratedKeys, ...optionalKeys].includes(name)) }),
  };
}

function walk(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(walk);
  if (typeof value !== 'object' || value === null) return value;
  return withoutNumbers(value as JsonSchema);
}

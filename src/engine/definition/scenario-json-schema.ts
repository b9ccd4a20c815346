import { z } from 'zod';
import type { WorkflowDefinition } from './definition.schema.js';
import { traitsOf, valueJsonSchema } from './parameter-types.js';

export const scenarioJsonSchemaSchema = z.strictObject({
  $schema: z.literal('https://json-schema.org/draft/2020-12/schema'),
  title: z.string(),
  type: z.literal('object'),
  additionalProperties: z.literal(false),
  properties: z.record(z.string(), valueJsonSchema),
});

/** JSON Schema (2020-12) of the `scenario_context` of a workflow. Unit, labels and calibrated range are annotations without validation. */
export function scenarioJsonSchema(definition: WorkflowDefinition): z.infer<typeof scenarioJsonSchemaSchema> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Scenario of ${definition.name}`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(
      definition.scenario.parameters.map((parameter) => [parameter.id, traitsOf(parameter).jsonSchema()]),
    ),
  };
}

import { type WorkflowDefinition } from './definition.schema.js';

export interface ScenarioJsonSchema {
  $schema: 'https://json-schema.org/draft/2020-12/schema';
  title: string;
  type: 'object';
  additionalProperties: false;
  properties: Record<string, ScenarioProperty>;
}

export interface ScenarioProperty {
  type: 'number';
  title: string;
  description: string;
  default: number;
  minimum: number;
  maximum: number;
  'x-unit': string;
  'x-calibrated-range': readonly [number, number];
}

/** The JSON Schema (2020-12) of a workflow's `scenario_context`. Unit and calibrated range are annotations: they refuse nothing. */
export function scenarioJsonSchema(definition: WorkflowDefinition): ScenarioJsonSchema {
  const properties = definition.scenario.parameters.map((parameter): [string, ScenarioProperty] => [
    parameter.id,
    {
      type: parameter.type,
      title: parameter.label,
      description: parameter.description,
      default: parameter.default,
      minimum: parameter.minimum,
      maximum: parameter.maximum,
      'x-unit': parameter.unit,
      'x-calibrated-range': parameter.calibrated_range,
    },
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Scenario of ${definition.name}`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

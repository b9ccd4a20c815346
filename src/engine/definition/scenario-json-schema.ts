import type { WorkflowDefinition } from './definition.schema.js';
import { isChoice, type Parameter } from './scenario.schema.js';

export interface ScenarioJsonSchema {
  $schema: 'https://json-schema.org/draft/2020-12/schema';
  title: string;
  type: 'object';
  additionalProperties: false;
  properties: Record<string, ScenarioProperty>;
}

export type ScenarioProperty = NumericProperty | ChoiceProperty;

export interface NumericProperty {
  type: 'number' | 'integer';
  title: string;
  description: string;
  default: number;
  minimum: number;
  maximum: number;
  'x-unit': string;
  'x-calibrated-range': readonly [number, number];
}

export interface ChoiceProperty {
  type: 'string';
  title: string;
  description: string;
  default: string;
  enum: string[];
  /** Labels of the options, by option id. */
  'x-labels': Record<string, string>;
}

/** JSON Schema (2020-12) of the `scenario_context` of a workflow. Unit, labels and calibrated range are annotations without validation. */
export function scenarioJsonSchema(definition: WorkflowDefinition): ScenarioJsonSchema {
  const properties = definition.scenario.parameters.map((parameter): [string, ScenarioProperty] => [
    parameter.id,
    propertyOf(parameter),
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Scenario of ${definition.name}`,
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

function propertyOf(parameter: Parameter): ScenarioProperty {
  const { label: title, description } = parameter;
  if (isChoice(parameter)) {
    return {
      type: 'string',
      title,
      description,
      default: parameter.default,
      enum: parameter.options.map(({ id }) => id),
      'x-labels': Object.fromEntries(parameter.options.map(({ id, label }) => [id, label])),
    };
  }
  return {
    type: parameter.type,
    title,
    description,
    default: parameter.default,
    minimum: parameter.minimum,
    maximum: parameter.maximum,
    'x-unit': parameter.unit,
    'x-calibrated-range': parameter.calibrated_range,
  };
}

import { z } from 'zod';
import { definitionSchema, evidenceSchema, scenarioJsonSchema } from '../engine/index.js';
import type { Workflow } from './workflow-catalog.service.js';

export const workflowIdSchema = z
  .string()
  .meta({ description: 'The slug of a workflow.', examples: ['swissmetro-mode-choice'] });

const text = z.string();

const scenarioSchemaSchema = z
  .strictObject({
    $schema: z.literal('https://json-schema.org/draft/2020-12/schema'),
    title: text,
    type: z.literal('object'),
    additionalProperties: z.literal(false),
    properties: z.record(
      z.string(),
      z.discriminatedUnion('type', [
        z.strictObject({
          type: z.enum(['number', 'integer']),
          title: text,
          description: text,
          default: z.number(),
          minimum: z.number(),
          maximum: z.number(),
          'x-unit': text,
          'x-calibrated-range': z.tuple([z.number(), z.number()]).readonly(),
        }),
        z.strictObject({
          type: z.literal('string'),
          title: text,
          description: text,
          default: text,
          enum: z.array(text),
          'x-labels': z.record(z.string(), text),
        }),
      ]),
    ),
  })
  .meta({ description: 'The JSON Schema of `scenario_context`.' });

export const caseStudySchema = z
  .strictObject({
    workflow_id: workflowIdSchema,
    version: text.meta({ examples: ['1.0.0'] }),
    name: text,
    summary: text,
    domain: text,
    recommended_agent_count: z.int().min(1),
    scenario_schema: scenarioSchemaSchema,
    evidence: evidenceSchema,
    definition: definitionSchema.omit({ evidence: true }),
    definition_digest: text,
  })
  .meta({ id: 'CaseStudy' });
export type CaseStudy = z.infer<typeof caseStudySchema>;

/** A workflow as the API shows it. */
export function toCaseStudy({ definition, digest }: Workflow): CaseStudy {
  const { evidence, ...model } = definition;
  return {
    workflow_id: definition.workflow_id,
    version: definition.version,
    name: definition.name,
    summary: definition.summary,
    domain: definition.domain,
    recommended_agent_count: definition.population.recommended_agent_count,
    scenario_schema: scenarioJsonSchema(definition),
    evidence,
    definition: model,
    definition_digest: digest,
  };
}

import { z } from 'zod';
import { amountsSchema } from '../families/amounts/amounts.schema.js';
import { binaryLogitSchema } from '../families/binary-logit/binary-logit.schema.js';
import { conditionalLogitSchema } from '../families/conditional-logit/conditional-logit.schema.js';
import { countsSchema } from '../families/counts/counts.schema.js';
import { diffusionSchema } from '../families/diffusion/diffusion.schema.js';
import { hazardSchema } from '../families/hazard/hazard.schema.js';
import { orderedLogitSchema } from '../families/ordered-logit/ordered-logit.schema.js';
import { repeatedGamesSchema } from '../families/repeated-games/repeated-games.schema.js';
import { willingnessToPaySchema } from '../families/willingness-to-pay/willingness-to-pay.schema.js';
import { adjustmentsSchema } from './adjustments.schema.js';
import { evidenceSchema } from './evidence.schema.js';
import { slugSchema, identifierSchema, textSchema } from './identifier.schema.js';
import { narrativeSchema } from './narrative.schema.js';
import { populationSchema } from './population.schema.js';
import { scenarioSchema } from './scenario.schema.js';

const routingSchema = z.strictObject({
  examples: z.array(textSchema).min(1).describe('Questions that the workflow answers.'),
  not_for: z.array(textSchema).min(1).describe('Similar questions that the workflow does not answer.'),
});

export const decisionSchema = z
  .discriminatedUnion('family', [
    conditionalLogitSchema,
    binaryLogitSchema,
    orderedLogitSchema,
    countsSchema,
    hazardSchema,
    willingnessToPaySchema,
    amountsSchema,
    diffusionSchema,
    repeatedGamesSchema,
  ])
  .meta({ id: 'DecisionModel' });

export const familyNames = decisionSchema.options.map(({ shape }) => shape.family.value);

const outcomeGroupSchema = z.strictObject({
  id: identifierSchema.describe('Id of the group. It differs from the ids of outcomes and measures.'),
  label: textSchema.describe('Display name.'),
  outcomes: z.array(identifierSchema).min(2).describe('Ids of the outcomes in the group, at least 2.'),
});

/** Document of one workflow version. It rejects unknown fields. `parseDefinition` also checks the references between its parts. */
export const definitionSchema = z
  .strictObject({
    workflow_id: slugSchema.describe('Id of the workflow.'),
    version: z
      .string()
      .regex(/^\d+\.\d+\.\d+$/, 'must be major.minor.patch')
      .describe('Version of the workflow: major.minor.patch.'),
    name: textSchema.describe('Display name of the workflow.'),
    summary: textSchema.describe('Summary of the decision, the population and the data.'),
    domain: identifierSchema.describe('Subject area, such as transport.'),
    routing: routingSchema.describe('Questions for the router.'),
    population: populationSchema.describe('Population that the agents represent.'),
    scenario: scenarioSchema.describe('Parameters that a scenario can change.'),
    decision: decisionSchema.describe('Calibrated decision model. Its fields depend on `family`.'),
    outcome_groups: z
      .array(outcomeGroupSchema)
      .max(20)
      .optional()
      .describe('Groups of outcomes that results report like outcomes, at most 20. Default: none.'),
    headline_outcome: identifierSchema
      .optional()
      .describe(
        'Id of the outcome, outcome group or measure of interest. Reports and charts show it first. Default: the first outcome.',
      ),
    evidence: evidenceSchema.describe('Data, citation, split, fit and held-out results.'),
    narrative: narrativeSchema.describe('Texts for transcripts and reports.'),
    adjustments: adjustmentsSchema
      .optional()
      .describe('Adjustments of the published definition for one request. Published definitions omit it.'),
  })
  .meta({ id: 'WorkflowDefinition' });

export type WorkflowDefinition = z.infer<typeof definitionSchema>;
export type Decision = WorkflowDefinition['decision'];
/** A definition with a decision of one family. */
export type WorkflowOf<OneDecision> = WorkflowDefinition & { decision: OneDecision };

/** JSON Schema (2020-12) of workflow definitions. Only `parseDefinition` checks the references between the parts of a definition. */
export function definitionJsonSchema(): z.core.JSONSchema.BaseSchema {
  return { title: 'Workflow definition', ...z.toJSONSchema(definitionSchema, { io: 'input' }) };
}

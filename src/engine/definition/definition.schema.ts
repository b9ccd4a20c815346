import { z } from 'zod';
import { binaryLogitSchema } from '../families/binary-logit/schema.js';
import { conditionalLogitSchema } from '../families/conditional-logit/schema.js';
import { countsSchema } from '../families/counts/schema.js';
import { diffusionSchema } from '../families/diffusion/schema.js';
import { hazardSchema } from '../families/hazard/schema.js';
import { orderedLogitSchema } from '../families/ordered-logit/schema.js';
import { repeatedGamesSchema } from '../families/repeated-games/schema.js';
import { willingnessToPaySchema } from '../families/willingness-to-pay/schema.js';
import { evidenceSchema } from './evidence.schema.js';
import { slugSchema, identifierSchema, textSchema } from './identifier.schema.js';
import { narrativeSchema } from './narrative.schema.js';
import { populationSchema } from './population.schema.js';
import { scenarioSchema } from './scenario.schema.js';

const routingSchema = z.strictObject({
  /** Questions that this workflow answers. */
  examples: z.array(textSchema).min(1),
  /** Questions that sound alike and that it does not answer. */
  not_for: z.array(textSchema).min(1),
});

export const decisionSchema = z.discriminatedUnion('family', [
  conditionalLogitSchema,
  binaryLogitSchema,
  orderedLogitSchema,
  countsSchema,
  hazardSchema,
  willingnessToPaySchema,
  diffusionSchema,
  repeatedGamesSchema,
]);

/** One version of a workflow: the whole document, strict everywhere. What the parts say of each other is checked by `parseDefinition`. */
export const definitionSchema = z.strictObject({
  workflow_id: slugSchema,
  version: z.string().regex(/^\d+\.\d+\.\d+$/, 'must be major.minor.patch'),
  name: textSchema,
  summary: textSchema,
  domain: identifierSchema,
  routing: routingSchema,
  population: populationSchema,
  scenario: scenarioSchema,
  decision: decisionSchema,
  evidence: evidenceSchema,
  narrative: narrativeSchema,
});

export type WorkflowDefinition = z.infer<typeof definitionSchema>;
export type Decision = WorkflowDefinition['decision'];
/** A definition whose decision is of one family. */
export type WorkflowOf<OneDecision> = WorkflowDefinition & { decision: OneDecision };

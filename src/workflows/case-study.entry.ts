import { z } from 'zod';
import type { WorkflowDefinition } from '../../model/definition.js';

const text = z.string();

/** List entry of a workflow. Stored separately from its definition, so that a list page reads no definitions. */
export const entrySchema = z.strictObject({
  name: text.meta({ description: 'Name of the workflow.', examples: ['Swissmetro mode choice'] }),
  summary: text.meta({ description: 'Subject of the workflow, in one paragraph.' }),
  domain: text.meta({ description: 'Field of application.', examples: ['transport'] }),
  family: text.meta({ description: 'Decision model.', examples: ['conditional_logit'] }),
  recommended_agent_count: z.int().min(1).meta({ description: 'Agents needed for precise shares.' }),
  evidence: z
    .strictObject({
      kind: text.meta({
        description: 'Kind of data: stated or observed behavior, with or without random assignment.',
        examples: ['stated_preference'],
      }),
      respondents: z.int().min(0).meta({ description: 'Respondents in the data.' }),
      held_out_observations: z.int().min(0).meta({ description: 'Observations that were not used for fitting.' }),
      score: z
        .strictObject({
          id: text.meta({ examples: ['log_loss'] }),
          value: z.number(),
          null_value: z.number().optional(),
        })
        .meta({ description: 'Held-out error compared with a null model; the first of `evidence.hold_out.scores`.' }),
      total_variation: z
        .number()
        .optional()
        .meta({ description: 'Half the sum of the absolute differences between observed and predicted shares.' }),
      calibrated_on: z.iso.date().meta({ description: 'Date of the calibration.', examples: ['2026-11-20'] }),
    })
    .meta({ description: 'Key figures of the evidence.' }),
});
export type CaseStudyEntry = z.infer<typeof entrySchema>;

export function entryOf({ name, summary, domain, decision, population, evidence }: WorkflowDefinition): CaseStudyEntry {
  const { hold_out: holdOut, data, calibrated_on } = evidence;
  const { total_variation } = holdOut;
  const { id, value, null_value } = holdOut.scores[0]!;
  return {
    name,
    summary,
    domain,
    family: decision.family,
    recommended_agent_count: population.recommended_agent_count,
    evidence: {
      kind: data.kind,
      respondents: data.respondents,
      held_out_observations: holdOut.observations,
      score: { id, value, ...(null_value !== undefined && { null_value }) },
      ...(total_variation !== undefined && { total_variation }),
      calibrated_on,
    },
  };
}

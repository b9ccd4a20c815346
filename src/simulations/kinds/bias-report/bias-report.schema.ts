import { z } from 'zod';
import { adjustmentFields } from '../../../saved/adjustments/adjustment.schema.js';
import { createSimulationSchema, runFields } from '../../simulation.schema.js';
import { questionField, replicatesField, surveyAgentCount, answersShape, segmentsOf } from '../survey/survey.schema.js';
import { count, intervalPair, named, numberOrNull, objects, positiveCount, settings } from '../../schema-parts.js';

const { workflow_id, scenario_context, seed } = createSimulationSchema.shape;

const optionShape = {
  label: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: 'Answer that the language model can choose.', examples: ['By train'] }),
  outcome: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'Outcome of the workflow with the same meaning.', examples: ['train'] }),
};

export const createBiasReportSchema = z
  .strictObject({
    workflow_id,
    question: questionField.meta({
      description: 'Question that asks for the decision of the workflow, 10 to 2,000 characters.',
      examples: ['How would you make this trip?'],
    }),
    options: objects(optionShape)
      .min(2)
      .max(10)
      .meta({
        description: 'One option for each outcome of the workflow, which has two to ten outcomes.',
        examples: [
          [
            { label: 'By train', outcome: 'train' },
            { label: 'By Swissmetro, a fast train', outcome: 'swissmetro' },
            { label: 'By car', outcome: 'car' },
          ],
        ],
      }),
    agent_count: surveyAgentCount,
    replicates: replicatesField.optional(),
    scenario_context,
    compared_scenario_context: scenario_context.meta({
      description:
        'Parameter values of a second scenario. With it, the same agents also answer under this scenario, and the effects are compared. Doubles the requests.',
      examples: [{ train_cost_factor: 1.2 }],
    }),
    seed: seed.meta({
      description: 'Random seed, which determines the agents. If omitted, the service generates a seed and returns it.',
    }),
    population_id: adjustmentFields.population_id,
    where: adjustmentFields.where,
    ...runFields,
  })
  .meta({
    examples: [
      {
        workflow_id: 'swissmetro-mode-choice',
        question: 'How would you make this trip?',
        options: [
          { label: 'By train', outcome: 'train' },
          { label: 'By Swissmetro, a fast train', outcome: 'swissmetro' },
          { label: 'By car', outcome: 'car' },
        ],
        agent_count: 50,
      },
    ],
  });
export type CreateBiasReport = z.infer<typeof createBiasReportSchema>;

export const plannedBiasReport = {
  question: questionField,
  options: objects({
    id: z.string().meta({ description: 'Id of the option.', examples: ['option_1'] }),
    ...optionShape,
  }).meta({ description: 'Options with their ids and outcomes.' }),
  replicates: replicatesField,
  compared_scenario: settings
    .nullable()
    .meta({ description: 'Value of every parameter in the second scenario; null without one.', examples: [null] }),
};
export type BiasReportPlan = z.infer<z.ZodObject<typeof plannedBiasReport>>;

const share = z.number().min(0).max(1);
const distance = share.meta({
  description: 'Total variation distance, 0 to 1: half the sum of the absolute differences of the shares.',
  examples: [0.21],
});

const distanceShape = {
  total_variation: distance,
  sampling_total_variation: share.meta({
    description:
      'Distance to expect from the sampling of the answers alone, if the model answered with exactly the probabilities of the workflow. Only the part above it is bias.',
    examples: [0.06],
  }),
  uniform_total_variation: share.meta({
    description: 'Distance of the workflow from equal shares of all options.',
    examples: [0.27],
  }),
};

const score = numberOrNull.meta({
  description:
    'SimBench score: 100 × (1 − `total_variation` ÷ `uniform_total_variation`). 100 is perfect, and 0 is as far as equal shares. It can be negative. Null if the workflow has equal shares.',
  examples: [22.2],
});

const optionSchema = named('BiasOption', {
  id: z.string().meta({ description: 'Id of the option.', examples: ['option_1'] }),
  label: z.string().meta({ description: 'Label of the option.', examples: ['By train'] }),
  outcome: z.string().meta({ description: 'Outcome of the workflow.', examples: ['train'] }),
  share: share.meta({ description: 'Share of the answers of the language model.' }),
  interval: intervalPair.meta({ description: '95% Wilson interval for the sampling of the agents only.' }),
  workflow_share: share.meta({
    description: 'Mean probability of the outcome in the calibrated workflow, for the same agents.',
  }),
  difference: z.number().meta({ description: '`share` minus `workflow_share`.' }),
  corrected_share: share.meta({ description: 'Share after the correction with the weights of the options.' }),
});

const groupShape = {
  answered: positiveCount.meta({ description: 'Agents with an answer.' }),
  ...distanceShape,
  shares: z.array(share).meta({ description: 'Shares of the answers, in the order of the options.' }),
  workflow_shares: z.array(share).meta({ description: 'Shares of the workflow, in the order of the options.' }),
};

const correctionSchema = z
  .strictObject({
    weights: z
      .array(z.number().positive())
      .meta({ description: 'Weight of each option, in their order.', examples: [[1.4, 0.8, 1]] }),
    fitted_agents: positiveCount.meta({ description: 'Agents whose workflow shares determined the weights.' }),
    held_out_agents: positiveCount.meta({ description: 'Other agents, with which the correction is judged.' }),
    held_out_before: distance.meta({ description: 'Total variation distance of the held-out agents before.' }),
    held_out_after: distance.meta({ description: 'The same after the correction.' }),
    held_out_segments_before: distance.meta({
      description: 'Mean distance over the groups of the held-out agents before, weighted by their answers.',
    }),
    held_out_segments_after: distance.meta({ description: 'The same after the correction.' }),
    compared_scenario_before: distance.nullable().meta({
      description:
        'Distance of the held-out agents in the second scenario, which the weights were not fitted to. Null without one.',
    }),
    compared_scenario_after: distance.nullable().meta({ description: 'The same after the correction.' }),
  })
  .meta({
    id: 'BiasCorrection',
    description:
      'One weight for each option, fitted to the shares of the workflow over every other agent. The errors are those of the agents, groups and scenario that were held out.',
  });

const effectsSchema = z
  .strictObject({
    options: objects({
      id: z.string().meta({ examples: ['option_1'], description: 'Id of the option.' }),
      effect: z.number().meta({ description: 'Change of the share of the language model.' }),
      workflow_effect: z.number().meta({ description: 'Change of the share of the workflow.' }),
    }),
    correlation: z.number().min(-1).max(1).nullable().meta({
      description:
        'Pearson correlation of the effects of the language model and of the workflow, over all groups and options. Null if one of them does not vary.',
    }),
    compared: count.meta({ description: 'Number of compared effects: groups times options.' }),
  })
  .meta({
    id: 'BiasEffects',
    description: 'Second scenario minus first scenario, for agents with answers in both.',
  });

export const biasReportResultSchema = z
  .strictObject({
    ...answersShape,
    ...distanceShape,
    simbench_score: score,
    segments_simbench_score: score.meta({
      description:
        'The same for all groups: 100 × (1 − mean distance ÷ mean distance from equal shares). Null without groups.',
    }),
    options: z.array(optionSchema).meta({ description: 'Shares by option, in the order of the request.' }),
    segments: segmentsOf(groupShape).meta({
      description: 'Distances by group of each attribute. Groups without answers are left out.',
    }),
    correction: correctionSchema
      .nullable()
      .meta({ description: 'Null with fewer than 10 agents in one of the halves.' }),
    effects: effectsSchema.nullable().meta({ description: 'Null without a second scenario.' }),
  })
  .meta({
    id: 'BiasReportResult',
    description:
      'Answers of a language model compared with a calibrated workflow for the same agents. The workflow has errors too: the distances are to its predictions, not to real people.',
  });
export type BiasReportResult = z.infer<typeof biasReportResultSchema>;
export type BiasGroup = BiasReportResult['segments'][number]['groups'][number];

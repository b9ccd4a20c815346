import { strictObject, z } from 'zod';
import { count, listOf, number, positive, text } from '../common/schemas.js';
import { agentsInteract, namedParts, modelSummary } from '../../model/analyses.js';
import type { WorkflowDefinition } from '../../model/definition.js';

const named = (id: string, label: string) => ({
  id: text.meta({ examples: [id] }),
  label: text.meta({ examples: [label] }),
});

export const partsShape = {
  agents_interact: z.boolean().meta({
    description:
      'True if the decision of an agent depends on other agents. Goals, sensitivity analyses and `calibration_targets` are then not available.',
    examples: [false],
  }),
  outcomes: listOf({
    ...named('train', 'Train'),
    variables: listOf({ ...named('cost', 'Cost'), unit: text.meta({ examples: ['CHF'] }) }).meta({
      description: 'Variables of the outcome, for the `values` of a goal and for `alternatives`.',
    }),
  }).meta({ description: 'Outcomes of the decision.' }),
  product_attributes: listOf({
    ...named('brand', 'Brand'),
    unit: text.nullable().meta({ description: 'Null for levels.', examples: [null] }),
    range: z
      .tuple([number, number])
      .nullable()
      .meta({ description: 'Lowest and highest number in the data; null for levels.', examples: [null] }),
    levels: listOf(named('bolt', 'Bolt')).meta({
      description: 'Levels; for a number, values in the data.',
    }),
  })
    .nullable()
    .meta({
      description:
        'Attributes that define a product, for `alternatives.products`. Null unless the alternatives have numbers in place of names, as the concepts of a conjoint.',
      examples: [null],
    }),
  measures: listOf({ ...named('payment', 'Payment'), unit: text.meta({ examples: ['AUD'] }) }).meta({
    description: 'Measures of the decision: numbers whose mean results report.',
    examples: [[]],
  }),
  money_measures: listOf({
    label: text.meta({ examples: ['Revenue'] }),
    unit: text.meta({ description: 'Currency, or the unit of the data.', examples: ['CHF'] }),
    parameter: text.meta({ description: 'Parameter of the price.', examples: ['swissmetro_cost_factor'] }),
    values: z.record(text, text).meta({
      description: 'Price of each outcome, for the `values` of a goal.',
      examples: [{ swissmetro: 'cost' }],
    }),
  }).meta({
    description:
      'Money per agent, which goals can maximize: a price times the share of the outcomes that pay it. One for each parameter that is a price or another amount of money, or that multiplies one.',
    examples: [[]],
  }),
  attributes: listOf({
    ...named('sex', 'Sex'),
    has_categories: z.boolean().meta({ description: 'False for a number.', examples: [true] }),
    groups: listOf(named('female', 'Woman')).meta({
      description: 'Groups of the attribute, for `where`: categories, or the quarters of a number.',
    }),
  }).meta({ description: 'Attributes of the agents.' }),
};

type Parts = z.infer<z.ZodObject<typeof partsShape>>;

export function partsOf(definition: WorkflowDefinition): Parts {
  return { agents_interact: agentsInteract(definition), ...namedParts(definition) };
}

/** List entry of a workflow. Stored separately from its definition, so that a list page reads no definitions. */
export const entrySchema = strictObject({
  name: text.meta({ description: 'Name of the workflow.', examples: ['Swissmetro mode choice'] }),
  summary: text.meta({ description: 'Subject of the workflow, in one paragraph.' }),
  domain: text.meta({ description: 'Field of application.', examples: ['transport'] }),
  family: text.meta({ description: 'Decision model.', examples: ['conditional_logit'] }),
  recommended_agent_count: positive.meta({ description: 'Agents needed for precise shares.' }),
  evidence: strictObject({
    kind: text.meta({
      description: 'Kind of data: stated or observed behavior, with or without random assignment.',
      examples: ['stated_preference'],
    }),
    respondents: count.meta({ description: 'Respondents in the data.' }),
    held_out_observations: count.meta({ description: 'Observations that were not used for fitting.' }),
    score: strictObject({
      id: text.meta({ examples: ['log_loss'] }),
      value: number,
      null_value: number.optional(),
    }).meta({ description: 'Held-out error compared with a null model; the first of `evidence.hold_out.scores`.' }),
    total_variation: number
      .optional()
      .meta({ description: 'Half the sum of the absolute differences between observed and predicted shares.' }),
    calibrated_on: z.iso.date().meta({ description: 'Date of the calibration.', examples: ['2026-11-20'] }),
  }).meta({ description: 'Key figures of the evidence.' }),
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

export const modelSchema = strictObject({
  formulas: z.array(text).meta({
    description:
      'Formulas of the outcome probabilities, predictors and variables, with ids as names. Up to 100,000 characters.',
    examples: [['V(train) = asc_train + cost × cost(train)']],
  }),
  estimates: listOf({
    coefficient: text.meta({ examples: ['cost'] }),
    label: text.meta({ examples: ['Cost'] }),
    estimate: number,
    standard_error: number
      .nullable()
      .meta({ description: 'Standard error; null for a coefficient without one, such as at a bound.' }),
    z: number.nullable().meta({ description: 'Estimate divided by its standard error.' }),
    p: number.nullable().meta({ description: 'Two-sided p-value for the hypothesis that the coefficient is 0.' }),
  }).meta({ description: 'Estimates with their tests.' }),
  standard_errors: text
    .nullable()
    .meta({ description: 'Method of the standard errors.', examples: ['clustered: 752 clusters'] }),
  fit: strictObject({
    sample: z.enum(['full', 'train']).meta({ description: 'Data of the fit: all data or training data.' }),
    observations: z.int(),
    parameters: z.int().meta({ description: 'Number of estimated parameters.' }),
    log_likelihood: number,
    mcfadden_r2: number.nullable().meta({ description: 'McFadden’s R², compared with constants only.' }),
    aic: number.nullable().meta({
      description: 'Akaike’s information criterion. Lower is better. Null with priors and sampling weights.',
    }),
    bic: number.nullable().meta({
      description: 'Bayesian information criterion. Lower is better. Null with priors and sampling weights.',
    }),
  })
    .nullable()
    .meta({ description: 'Measures of the fit; null if no fit of the whole model exists, as for markets.' }),
  correlations: listOf({ coefficients: z.tuple([text, text]), correlation: number }).meta({
    description: 'Up to 20 pairs of estimates with a correlation of at least 0.5 or at most -0.5.',
  }),
}).meta({ description: 'Formulas, estimates and fit of the model.' });

export type ModelRecord = z.infer<typeof modelSchema>;

export function modelOf(definition: WorkflowDefinition): ModelRecord {
  const { formulas, estimates, standardErrors, fit, correlations } = modelSummary(definition);
  return {
    formulas: [...formulas],
    estimates: estimates.map(({ standardError, ...own }) => ({ ...own, standard_error: standardError })),
    standard_errors: standardErrors,
    fit: fit && {
      sample: fit.sample,
      observations: fit.observations,
      parameters: fit.parameters,
      log_likelihood: fit.logLikelihood,
      mcfadden_r2: fit.mcfaddenR2 ?? null,
      aic: fit.aic ?? null,
      bic: fit.bic ?? null,
    },
    correlations: correlations.map(({ coefficients: [first, second], correlation }) => ({
      coefficients: [first, second],
      correlation,
    })),
  };
}

import { z } from 'zod';
import { modelSummary } from '../../model/analyses.js';
import type { WorkflowDefinition } from '../../model/definition.js';

const text = z.string();

/** The model of a workflow as an expert reads it. */
export const modelSchema = z
  .strictObject({
    formulas: z.array(text).meta({
      description:
        'Formulas of the outcome probabilities, predictors and variables, with ids as names. Up to 100,000 characters.',
      examples: [['V(train) = asc_train + cost × cost(train)']],
    }),
    estimates: z
      .array(
        z.strictObject({
          coefficient: text.meta({ examples: ['cost'] }),
          label: text.meta({ examples: ['Cost'] }),
          estimate: z.number(),
          standard_error: z
            .number()
            .nullable()
            .meta({ description: 'Standard error; null for a coefficient without one, such as at a bound.' }),
          z: z.number().nullable().meta({ description: 'Estimate divided by its standard error.' }),
          p: z
            .number()
            .nullable()
            .meta({ description: 'Two-sided p-value for the hypothesis that the coefficient is 0.' }),
        }),
      )
      .meta({ description: 'Estimates with their tests.' }),
    standard_errors: text
      .nullable()
      .meta({ description: 'Method of the standard errors.', examples: ['clustered: 752 clusters'] }),
    fit: z
      .strictObject({
        sample: z.enum(['full', 'train']).meta({ description: 'Data of the fit: all data or training data.' }),
        observations: z.int(),
        parameters: z.int().meta({ description: 'Number of estimated parameters.' }),
        log_likelihood: z.number(),
        mcfadden_r2: z.number().nullable().meta({ description: 'McFadden’s R², compared with constants only.' }),
        aic: z.number().nullable().meta({
          description: 'Akaike’s information criterion. Lower is better. Null with priors and sampling weights.',
        }),
        bic: z.number().nullable().meta({
          description: 'Bayesian information criterion. Lower is better. Null with priors and sampling weights.',
        }),
      })
      .nullable()
      .meta({ description: 'Measures of the fit; null if no fit of the whole model exists, as for markets.' }),
    correlations: z
      .array(z.strictObject({ coefficients: z.tuple([text, text]), correlation: z.number() }))
      .meta({ description: 'Up to 20 pairs of estimates with a correlation of at least 0.5 or at most -0.5.' }),
  })
  .meta({ description: 'Formulas, estimates and fit of the model.' });

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

import { z } from 'zod';

const interval = z.tuple([z.number(), z.number()]);
const nullableInterval = interval.nullable();
const nullableNumber = z.number().nullable();
const count = z.int().min(0);
const values = z.record(z.string(), z.union([z.number(), z.string()]));
const errorPart = z.enum(['simulation', 'estimation', 'population', 'model', 'targets']);

const figureShape = {
  id: z.string().meta({ description: 'Id of an outcome or a measure.', examples: ['gives'] }),
  label: z.string().meta({ description: 'Display name.', examples: ['Gives'] }),
  unit: z
    .string()
    .nullable()
    .meta({ description: 'Unit of a mean; null for a share, 0 to 1.', examples: [null] }),
};

const estimateSchema = z
  .strictObject({
    coefficient: z.string().meta({ description: 'Id of the coefficient.', examples: ['match_1_1'] }),
    label: z.string().meta({ description: 'Display name.', examples: ['Match: 1:1'] }),
    estimate: z.number().meta({ description: 'Estimate from all rows.', examples: [0.4] }),
    standard_error: nullableNumber.meta({
      description: 'Robust standard error. It allows for groups and weights. Null if the coefficient has no variance.',
      examples: [0.13],
    }),
    z: nullableNumber.meta({ description: 'Estimate divided by its standard error.', examples: [3.2] }),
    p: nullableNumber.meta({
      description:
        'Probability of an estimate at least this far from 0 if the coefficient is 0: two-sided, with Student’s t distribution if the groups are few.',
      examples: [0.0014],
    }),
    interval: nullableInterval.meta({ description: '95% interval.', examples: [[0.16, 0.65]] }),
  })
  .meta({ id: 'FitEstimate' });

const fitSchema = z
  .strictObject({
    log_likelihood: z
      .number()
      .meta({ description: 'Log-likelihood of all rows. With sampling weights, the pseudo-log-likelihood.' }),
    null_log_likelihood: z.number().meta({ description: 'Log-likelihood of the model with constants only.' }),
    mcfadden_r2: z
      .number()
      .meta({ description: 'McFadden’s R²: 1 minus the first divided by the second.', examples: [0.07] }),
    aic: nullableNumber.meta({ description: 'Akaike’s information criterion. Null with sampling weights or priors.' }),
    bic: nullableNumber.meta({ description: 'Bayesian information criterion. Null with sampling weights or priors.' }),
    coefficients: count.meta({ description: 'Estimated coefficients.', examples: [23] }),
    observations: count.meta({ description: 'Rows or choices of the fit.', examples: [5_000] }),
    respondents: count.meta({ description: 'Respondents of the fit.', examples: [5_000] }),
    clusters: count
      .nullable()
      .meta({ description: 'Groups whose rows belong together; null without groups.', examples: [1_000] }),
    standard_errors: z
      .string()
      .meta({ description: 'Method of the standard errors.', examples: ['clustered: 1000 clusters'] }),
  })
  .meta({ description: 'Fit to all rows.' });

const heldOutSchema = z
  .strictObject({
    observations: count.meta({ description: 'Held-out rows or choices.', examples: [1_500] }),
    respondents: count.meta({ description: 'Held-out respondents.', examples: [1_500] }),
    mcfadden_r2: nullableNumber.meta({
      description: 'McFadden’s R² on the held-out rows; null if unknown.',
      examples: [0.02],
    }),
    scores: z.array(
      z.strictObject({
        id: z.string().meta({ description: 'Score, such as `log_loss`.', examples: ['log_loss'] }),
        label: z.string().meta({ examples: ['Log loss'] }),
        is_lower_better: z.boolean(),
        model: z.number().meta({ description: 'Score of the model.', examples: [0.65] }),
        constants_only: nullableNumber.meta({
          description: 'Score of the model with constants only.',
          examples: [0.67],
        }),
      }),
    ),
    figures: z.array(
      z.strictObject({
        ...figureShape,
        observed: z.number().meta({ examples: [0.41] }),
        interval: nullableInterval.meta({ description: '95% interval of the observed value.' }),
        predicted: z.number().meta({ examples: [0.42] }),
      }),
    ),
  })
  .meta({ description: 'Predictions for rows that the fit did not use.' });

const plotSchema = z
  .strictObject({
    ...figureShape,
    points: z.array(
      z.strictObject({
        predicted: z.number().meta({ description: 'Mean prediction of these rows.', examples: [0.31] }),
        observed: z.number().meta({ description: 'Observed value of these rows.', examples: [0.29] }),
        interval: nullableInterval.meta({ description: '95% interval of the observed value.' }),
        observations: count.meta({ examples: [150] }),
      }),
    ),
  })
  .meta({
    id: 'FitCalibrationPlot',
    description: 'Held-out rows in up to ten groups of equal size, by their prediction.',
  });

const baselineSchema = z
  .strictObject({
    respondents: z
      .enum(['baseline', 'all'])
      .meta({ description: 'Respondents of the observed values: those in the baseline scenario, or all.' }),
    figures: z.array(
      z.strictObject({
        ...figureShape,
        observed: z.number().meta({ description: 'Value in the data.', examples: [0.41] }),
        simulated: z.number().meta({ description: 'Value of a simulation of the baseline.', examples: [0.41] }),
        interval: interval.meta({ description: '95% interval of the simulated value.' }),
      }),
    ),
  })
  .meta({ description: 'A simulation of the baseline, compared with the data.' });

const effectSchema = z
  .strictObject({
    parameter: z.string().meta({ description: 'Id of the parameter.', examples: ['match'] }),
    label: z.string().meta({ description: 'The change in words.', examples: ['Match: 1:1 compared with none'] }),
    is_randomized: z.boolean().meta({
      description:
        'Whether the data assigned the values at random. Otherwise, the change is an association and can have other causes.',
    }),
    figure: z.string().meta({ description: 'Id of the outcome or measure.', examples: ['gives'] }),
    figure_label: z.string().meta({ examples: ['Gives'] }),
    unit: figureShape.unit,
    scenario: values.meta({ description: 'Values after the change.', examples: [{ match: '1_1' }] }),
    compared_with: values.meta({
      description: 'Values before the change; empty for the baseline.',
      examples: [{ match: 'none' }],
    }),
    simulated: z
      .number()
      .meta({ description: 'Change of the figure, by a simulation of both scenarios.', examples: [0.087] }),
    interval: nullableInterval.meta({
      description: '95% interval of the simulated change, with all known errors.',
      examples: [[0.03, 0.14]],
    }),
    missing_parts: z.array(errorPart).meta({
      description: 'Parts of the error that are unknown, so that the interval does not contain them.',
      examples: [['model']],
    }),
    largest_part: errorPart
      .nullable()
      .optional()
      .meta({
        description:
          'Largest known part of the error. Null if all known parts are 0. Absent in results of earlier versions.',
        examples: ['estimation'],
      }),
    is_distinguishable: z.boolean().meta({
      description: 'Whether the change differs from 0 by more than the error of the estimates explains (95%).',
    }),
    held_out: z
      .strictObject({
        observed: z.number().meta({ description: 'Difference between the held-out respondents with either value.' }),
        interval: nullableInterval.meta({ description: '95% interval of the observed difference.' }),
        predicted: z.number().meta({ description: 'Prediction of the difference, without these respondents.' }),
      })
      .nullable()
      .meta({ description: 'The same change in the held-out rows; null if they have too few rows with these values.' }),
  })
  .meta({ id: 'FitEffect' });

export const fitWarningSchema = z
  .strictObject({
    code: z.string().meta({ description: 'Stable code.', examples: ['few_clusters'] }),
    message: z.string().meta({
      description: 'The problem in plain words, and what to do.',
      examples: [
        'The data have 24 groups. With fewer than 50, standard errors are uncertain: read intervals as rough.',
      ],
    }),
  })
  .meta({ id: 'FitWarning' });
export type FitWarning = z.infer<typeof fitWarningSchema>;

/** What a calibration shows: estimates, held-out results, effects and warnings. */
export const calibrationResultShape = {
  estimates: z.array(estimateSchema),
  fit: fitSchema,
  held_out: heldOutSchema,
  calibration_plot: z.array(plotSchema).meta({ description: 'One plot for each outcome or measure.' }),
  baseline: baselineSchema.nullable().meta({ description: 'Null if the data have no comparable figure.' }),
  effects: z
    .array(effectSchema)
    .meta({ description: 'Changes of the headline figure with the values of each parameter.' }),
  warnings: z.array(fitWarningSchema).meta({ description: 'What limits the conclusions, most important first.' }),
};
const calibrationResultSchema = z.strictObject(calibrationResultShape);
export type CalibrationResult = z.infer<typeof calibrationResultSchema>;
export type FitEffect = z.infer<typeof effectSchema>;

// cspell:ignore licence (a field of the definition)
import { z } from 'zod';
import { identifierSchema, isoDateSchema, slugSchema, textSchema } from './identifier.schema.js';
import { indicatorSchema, termFactorSchema } from './product.schema.js';

const countSchema = z.int().min(0);
const probabilitySchema = z.number().min(0).max(1);
const standardErrorSchema = z.number().min(0);

const dataSchema = z.strictObject({
  title: textSchema.describe('Title of the data set.'),
  citation: textSchema.describe('Citation of the data set.'),
  file: textSchema.describe('File name of the data.'),
  licence: textSchema.describe('License of the data.'),
  collected: textSchema.describe('Time and method of the data collection.'),
  sample: textSchema.describe('Sample of respondents.'),
  respondents: countSchema.describe('Number of respondents.'),
  observations: countSchema.describe('Number of observations.'),
  effective_respondents: z
    .number()
    .min(0)
    .optional()
    .describe('Effective number of respondents with sampling weights: (Σw)² / Σw². Omitted without sampling weights.'),
  kind: z
    .enum(['stated_preference', 'revealed_preference', 'experiment', 'panel', 'observational'])
    .describe('Kind of data: stated or observed behavior, with or without random assignment.'),
  causal: textSchema.describe('Causal interpretation that the data support.'),
});

const splitSchema = z.strictObject({
  method: textSchema.describe('Method of the split into fitted and held-out data.'),
  train_observations: countSchema.describe('Fitted observations.'),
  train_respondents: countSchema.describe('Fitted respondents.'),
  test_observations: countSchema.describe('Held-out observations.'),
  test_respondents: countSchema.describe('Held-out respondents.'),
});

/** Simpler model for comparison, such as `equal_shares` or `constants_only`. */
const nullModelSchema = z.strictObject({
  id: identifierSchema.describe('Null model, such as equal_shares or constants_only.'),
  log_likelihood: z.number().describe('Log-likelihood of the null model.'),
  mcfadden_r2: z
    .number()
    .describe('McFadden’s R²: 1 minus the log-likelihood of the fit divided by the log-likelihood of the null model.'),
});

const estimateSchema = z.strictObject({
  coefficient: identifierSchema.describe('Id of the coefficient.'),
  estimate: z.number().describe('Estimated value.'),
  standard_error: standardErrorSchema.describe('Standard error.'),
  clustered_standard_error: standardErrorSchema
    .optional()
    .describe('Standard error that allows for dependence within respondents or groups.'),
  prior: z
    .strictObject({
      mean: z.number().describe('Mean of the normal prior.'),
      sd: z.number().positive().describe('Standard deviation of the normal prior.'),
      share: z
        .number()
        .min(0)
        .describe('Share of the information about the coefficient that comes from the prior, 0 to 1.'),
      estimate_without: z
        .number()
        .optional()
        .describe('Estimate without priors. Omitted if the data alone have no finite estimate.'),
    })
    .optional()
    .describe('Contribution of a normal prior to the estimate. Default: the data alone determine the estimate.'),
});

const fitSchema = z.strictObject({
  method: textSchema.describe('Estimation method.'),
  sample: z.enum(['train', 'full']).describe('Data of the fit: training data or all data.'),
  observations: countSchema.describe('Fitted observations.'),
  log_likelihood: z.number().describe('Log-likelihood of the fit.'),
  null_models: z.array(nullModelSchema).describe('Null models on the same data.'),
  /** Fit of the same model to the same data by another program. */
  reference: z
    .strictObject({
      program: textSchema,
      log_likelihood: z.number(),
      /** Largest relative difference between an estimate and the estimate of the reference program. */
      greatest_relative_difference: z.number().min(0),
    })
    .optional(),
  draws: z
    .strictObject({
      kind: z
        .enum(['quadrature', 'halton', 'mlhs'])
        .describe('Quadrature, or kind of draws: Halton sequences or modified Latin hypercube.'),
      count: countSchema.describe('Draws for each respondent.'),
      comparison_count: countSchema.describe('Draws for each respondent in the repeated fit.'),
      largest_shift: z
        .number()
        .min(0)
        .describe('Largest change of an estimate in the repeated fit, in standard errors.'),
      unstable: z
        .array(
          z.strictObject({
            coefficient: identifierSchema.describe('Id of the coefficient.'),
            shift: z.number().min(0).describe('Change in the repeated fit, in standard errors.'),
          }),
        )
        .describe('Estimates that change by more than 0.1 standard errors in the repeated fit.'),
    })
    .optional()
    .describe('Draws of random coefficients, and their effect on the estimates.'),
  starts: z
    .strictObject({
      count: countSchema.describe('Starting points.'),
      continued: countSchema.describe('Starting points that continued to a maximum.'),
      reached_best: countSchema.describe('Continued starting points that reached the highest log-likelihood.'),
    })
    .optional()
    .describe('Starting points of a fit with latent classes. A likelihood with latent classes has local maxima.'),
  estimates: z
    .array(estimateSchema)
    .optional()
    .describe('Estimates of a fit that the decision does not use. Default: the estimates of the decision.'),
});

/** Covariance of the estimates. Rows and columns are in the order of `coefficients`. */
const covarianceSchema = z.strictObject({
  method: textSchema.describe('Method of the covariance.'),
  coefficients: z.array(identifierSchema).describe('Coefficients of the rows and columns, in order.'),
  matrix: z.array(z.array(z.number())).describe('Covariance matrix of the estimates.'),
  degrees_of_freedom: z
    .number()
    .positive()
    .optional()
    .describe('Degrees of freedom of the standard errors, if the clusters are few. Default: unlimited.'),
});

/** Observed value, value of the model in closed form, and value of simulated agents in the same situations. */
const comparedShape = {
  observed: z.number().describe('Value in the held-out data.'),
  observed_standard_error: standardErrorSchema.optional().describe('Standard error of the observed value.'),
  predicted: z.number().describe('Mean probability or value of the model.'),
  simulated: z.number().optional().describe('Value of simulated agents.'),
};

const outcomeCheckSchema = z.strictObject({ outcome: identifierSchema, ...comparedShape });
const measureCheckSchema = z.strictObject({ measure: identifierSchema, ...comparedShape });

const ownErrorShape = {
  model_error: standardErrorSchema
    .optional()
    .describe(
      'Model error of these respondents, as a standard error: the error of all groups or, if the observed value is outside the interval with that error, the difference of these respondents beyond its standard errors.',
    ),
};
const outcomeOfGroupSchema = outcomeCheckSchema.extend(ownErrorShape);
const measureOfGroupSchema = measureCheckSchema.extend(ownErrorShape);

const groupCheckShape = {
  observations: countSchema,
  outcomes: z.array(outcomeOfGroupSchema),
  measures: z.array(measureOfGroupSchema).optional(),
  curve_points: z
    .array(z.strictObject({ curve: identifierSchema, step: z.number(), ...comparedShape, ...ownErrorShape }))
    .optional(),
};

const segmentCheckSchema = z.strictObject({
  attribute: identifierSchema,
  category: identifierSchema.describe('Category, or `group_1` to `group_4` for quarters.'),
  label: textSchema.optional().describe('Name of a quarter, such as “up to 34 years”.'),
  ...groupCheckShape,
});

/** Held-out respondents whose data have one value of a parameter. */
const settingCheckSchema = z.strictObject({
  parameter: identifierSchema,
  value: z.union([z.number(), textSchema]),
  ...groupCheckShape,
});

/** Effect of one option of a parameter compared with another option, on the share of an outcome or on a measure. */
const effectCheckSchema = z.strictObject({
  label: textSchema,
  parameter: identifierSchema,
  option: textSchema,
  against: textSchema,
  outcome: identifierSchema.optional(),
  measure: identifierSchema.optional(),
  curve: identifierSchema.optional(),
  step: z.number().optional().describe('Step of the point of the curve.'),
  /** Condition of the respondents in the comparison. Default: all respondents. */
  among: indicatorSchema.optional(),
  observations: countSchema,
  ...comparedShape,
});

const curveCheckSchema = z.strictObject({
  curve: identifierSchema,
  label: textSchema,
  points: z.array(z.strictObject({ step: z.number(), ...comparedShape })).min(1),
  mean_absolute_error: z.number().min(0),
});

/** Score of the predictions of single observations, compared with null models. Lower is better, except for accuracy and AUC. */
const scoreSchema = z.strictObject({
  id: z
    .enum(['log_loss', 'brier', 'accuracy', 'auc', 'mean_absolute_error', 'root_mean_squared_error'])
    .describe('Score. Lower is better, except for accuracy and AUC.'),
  value: z.number().describe('Score of the model.'),
  null_value: z.number().optional().describe('Score of the null model.'),
});

const holdOutSchema = z.strictObject({
  fit: z
    .enum(['train', 'full'])
    .optional()
    .describe('Sample of the fit that makes the predictions: the training data. Default: the first fit.'),
  observations: countSchema.describe('Held-out observations.'),
  respondents: countSchema.describe('Held-out respondents.'),
  scores: z
    .array(scoreSchema)
    .min(1)
    .describe(
      'Scores of single predictions. For a choice with periods, each is predicted given the earlier ones of its respondent.',
    ),
  mcfadden_r2: z
    .number()
    .optional()
    .describe('McFadden’s R² on held-out data, compared with the shares of the training data.'),
  total_variation: probabilitySchema
    .optional()
    .describe('Half the sum of the absolute differences between observed and predicted shares, 0 to 1.'),
  outcomes: z
    .array(outcomeCheckSchema)
    .describe(
      'Observed and predicted shares. For a choice with periods, a respondent is predicted from the last choice before its first row.',
    ),
  measures: z.array(measureCheckSchema).optional().describe('Observed and predicted means.'),
  segments: z.array(segmentCheckSchema).describe('Results by group of respondents.'),
  settings: z.array(settingCheckSchema).optional().describe('Results by value of a parameter that the data vary.'),
  effects: z.array(effectCheckSchema).optional().describe('Effects of options of a parameter.'),
  curves: z.array(curveCheckSchema).optional().describe('Observed and predicted curves.'),
  /** Number of simulated agents per held-out situation, and their seed. */
  simulation: z.strictObject({ agents: countSchema, seed: countSchema }).optional(),
});

/** Figures of a simulation of the baseline, next to those of the data. */
const baselineCheckSchema = z.strictObject({
  respondents: z
    .enum(['baseline', 'all'])
    .describe(
      'Respondents of the observed values: all or, if the baseline has another level on purpose, those in the baseline scenario.',
    ),
  reason: textSchema
    .optional()
    .describe(
      'Why the baseline has another level than the data, such as the control group of an experiment. Default: the baseline has the mix of the data.',
    ),
  mix: z
    .array(
      z.strictObject({
        parameter: identifierSchema.describe('Id of a parameter that the data vary.'),
        values: z
          .array(
            z.strictObject({
              value: z.union([z.number(), textSchema]).describe('Value of the parameter.'),
              share: probabilitySchema.describe('Share of all respondents with this value.'),
            }),
          )
          .describe('Most frequent values in the data, at most 12.'),
      }),
    )
    .optional()
    .describe('Observed mix of parameter values among all respondents. Only with `reason`.'),
  agents: countSchema.describe('Simulated agents.'),
  figures: z.array(
    z.strictObject({
      id: identifierSchema.describe('Id of an outcome, an outcome group, a measure, or a curve.'),
      step: z.number().optional().describe('Step of a curve.'),
      observed: z.number().describe('Value of the respondents.'),
      observed_standard_error: standardErrorSchema.optional().describe('Standard error of the observed value.'),
      observed_all: z.number().optional().describe('Value of all respondents, if `respondents` is `baseline`.'),
      simulated: z.number().describe('Value of the simulated baseline.'),
      standard_error: standardErrorSchema
        .optional()
        .describe(
          'Standard error of the simulated value from its simulation and estimation, without the error of the model.',
        ),
      interval: z.tuple([z.number(), z.number()]).describe('95% interval of the simulated value.'),
    }),
  ),
});

/** An effect in all rows of the data, next to the effect that the workflow states. */
const contrastSchema = z.strictObject({
  label: textSchema.describe('What the values are, in words.'),
  parameter: identifierSchema.describe('Id of the parameter, which the data assigned at random.'),
  option: textSchema.describe('Value of the parameter.'),
  against: textSchema.describe('Value that it is compared with.'),
  outcome: identifierSchema.optional().describe('Id of the outcome.'),
  measure: identifierSchema.optional().describe('Id of the measure.'),
  curve: identifierSchema.optional().describe('Id of the curve.'),
  step: z.number().optional().describe('Step of the curve.'),
  observed: z.number().describe('Difference in the data.'),
  observed_standard_error: standardErrorSchema.optional().describe('Standard error of the observed difference.'),
  stated: z
    .number()
    .describe(
      'Difference that the workflow states: of two simulations or, in a design without rows at the baseline, of the predictions for the same rows.',
    ),
  interval: z.tuple([z.number(), z.number()]).describe('95% interval of the stated difference.'),
});

/** Attribute that differs between the values of a randomized parameter by more than chance. */
const unbalancedSchema = z.strictObject({
  parameter: identifierSchema.describe('Id of the parameter whose values the data assigned at random.'),
  attribute: identifierSchema.describe('Id of the attribute.'),
  category: identifierSchema.optional().describe('Category whose share differs. Default: the mean rank differs.'),
  column: textSchema.describe('Columns of the data with the attribute.'),
  arms: z.tuple([textSchema, textSchema]).describe('Values of the parameter with the largest difference.'),
  difference: z
    .number()
    .describe(
      'Mean with the first of `arms` minus that with the second, in standard deviations: the mean rank of a number or an ordered category, or the share of a category.',
    ),
  z: z.number().describe('The difference in standard errors.'),
  p: probabilitySchema.describe('p-value of equal means for all values of the parameter, which allows for `tests`.'),
  tests: countSchema.describe('Number of tests of the same data.'),
});

const relativeErrorSchema = z.number().min(0).nullable();

const meanResidualsShape = {
  means: z.array(z.number()).describe('Observed mean minus predicted mean for each value, in the order of `values`.'),
  covariance: z
    .array(z.number())
    .describe('Covariance of these means in the same order: the lower triangle, row by row.'),
};

const residualsSchema = z.strictObject({
  id: identifierSchema.describe('Id of the outcome, outcome group, measure or curve.'),
  step: z.number().optional().describe('Step of the point of the curve.'),
  ...meanResidualsShape,
  groups: z
    .array(
      z.strictObject({
        attribute: identifierSchema.describe('Id of the attribute.'),
        group: identifierSchema.describe('Category, or `group_1` to `group_4` for quarters.'),
        share: probabilitySchema.describe('Share of the respondents in the group.'),
        ...meanResidualsShape,
      }),
    )
    .describe('The same in each group of respondents that is large enough.'),
});

const omittedTermsSchema = z.strictObject({
  parameters: z.array(identifierSchema).min(1).describe('Parameters whose effects have their error here.'),
  terms: z
    .array(
      z.strictObject({
        coefficient: identifierSchema.describe('Id of the coefficient of the term.'),
        scale: z.number().describe('The term is coefficient × scale × product of the factors.'),
        equations: z.array(identifierSchema).min(1).describe('Equations or alternatives with the term.'),
        factors: z.array(termFactorSchema).describe('Factors of the term.'),
      }),
    )
    .describe('Terms that the model does not have.'),
  coefficients: z
    .array(identifierSchema)
    .describe('Coefficients of `shift` and `covariance`, in order: those of the model, then those of the terms.'),
  shift: z
    .array(z.number())
    .describe('How far the coefficients would move with the terms: posterior means minus estimates.'),
  covariance: z
    .array(z.number())
    .describe('Covariance of this shift beyond that of the estimates: the lower triangle, row by row.'),
});

/**
 * Error of the model beyond simulation, estimation and population: the standard deviation of the differences between held-out observed and
 * predicted values beyond the standard errors of both. Each is the root mean square of the posterior, with the prior of the catalog. Null if the
 * held-out data contain no such comparison.
 */
const modelErrorSchema = z.strictObject({
  shares: relativeErrorSchema.describe(
    'Error of shares over all agents, relative to √(p·(1 − p)) of the share p. Its product with √(p·(1 − p)) is a standard error.',
  ),
  segment_shares: relativeErrorSchema.describe(
    'Error of shares of a segment or group, relative to √(p·(1 − p)). Groups with a greater error of their own have that.',
  ),
  measures: z
    .record(identifierSchema, relativeErrorSchema)
    .describe('Error of the mean of each measure over all agents, relative to the mean, by measure id.'),
  segment_measures: z
    .record(identifierSchema, relativeErrorSchema)
    .describe('Error of the mean of each measure in a segment or group, relative to the mean, by measure id.'),
  curves: relativeErrorSchema.describe('Error of the points of the curves, relative to √(p·(1 − p)).'),
  changes: z
    .record(
      identifierSchema,
      z.strictObject({
        shares: relativeErrorSchema.describe('Error of changes of shares.'),
        measures: z.record(identifierSchema, relativeErrorSchema).describe('Error of changes of means, by measure id.'),
        arms: z
          .strictObject({
            values: z.array(z.union([z.string(), z.number()])).min(2),
            shares: z.boolean().describe('Whether this applies to shares.'),
            measures: z.array(identifierSchema).describe('Measures to whose means this applies.'),
            residuals: z
              .array(residualsSchema)
              .optional()
              .describe(
                'How far the data of each value are from the predictions. They show the model error of a difference between two values, in all agents and in groups. Default: unknown.',
              ),
          })
          .optional()
          .describe(
            'Values that an experiment assigned at random. If the fit reproduces the observed mean of each, the average effect between two of them has no model error. Default: none.',
          ),
      }),
    )
    .describe(
      'Error of a change of a parameter, relative to its effect, by parameter id. Parameters without an entry, and entries that are null, have the error of the prior: that of the tested workflows of the catalog.',
    ),
  omitted: omittedTermsSchema
    .optional()
    .describe(
      'Terms that the model could have in addition, which show the error of the effects of `parameters`. Default: their error is in `changes`.',
    ),
  comparisons: countSchema.describe('Number of held-out comparisons of shares, means and effects.'),
});

/** Error from the finite sample of respondents behind the margins and the dependence of the attributes. */
const populationErrorSchema = z.strictObject({
  respondents: z.number().min(1).describe('Effective number of respondents behind the population.'),
  replicates: countSchema.describe('Bootstrap replicates: the population fitted again to resampled respondents.'),
  ratio: z
    .number()
    .min(0)
    .describe(
      'Bootstrap standard error of baseline shares, divided by the standard deviation over agents / √respondents.',
    ),
  checks: z
    .array(
      z.strictObject({
        id: identifierSchema.describe('Id of the outcome, outcome group or measure.'),
        rows: z.number().describe('Mean prediction on the rows of the data.'),
        synthetic: z.number().describe('Mean prediction on synthetic agents in the situations of the data.'),
        standard_error: standardErrorSchema.describe(
          'Standard error of the difference, from simulation and bootstrap.',
        ),
        gap: z
          .number()
          .min(0)
          .describe('Difference beyond its standard error. The population error includes it. Unit: unit of the value.'),
      }),
    )
    .describe('Predictions on real rows compared with predictions on the synthetic population at the baseline.'),
});

/** Errors that a simulation cannot compute from its agents and the covariance of the coefficients. */
const errorsSchema = z.strictObject({
  model: modelErrorSchema.optional().describe('Error of the model on held-out data.'),
  population: populationErrorSchema
    .optional()
    .describe('Error of the synthetic population. Omitted if the data contain no attributes.'),
});

const maxParameters = 10_000;

const comparedModelSchema = z.strictObject({
  workflow_id: slugSchema.describe('Id of the workflow.'),
  version: z
    .string()
    .max(32)
    .regex(/^\d+\.\d+\.\d+$/, 'must be a version, such as 1.0.0')
    .describe('Version, major.minor.patch.'),
  parameters: countSchema.max(maxParameters).describe('Estimated parameters.'),
  log_likelihood: z.number().describe('Log-likelihood of the fit.'),
  mcfadden_r2: z.number().nullable().describe('McFadden’s R², compared with constants only.'),
  aic: z.number().nullable().describe('Akaike’s information criterion. Null with priors and sampling weights.'),
  bic: z.number().nullable().describe('Bayesian information criterion. Null with priors and sampling weights.'),
  held_out: z
    .record(identifierSchema, z.number())
    .describe('Scores of single held-out predictions, by id. Lower is better, except for accuracy and AUC.'),
  held_out_log_likelihood: z
    .number()
    .nullable()
    .describe(
      'Log-likelihood of the held-out rows; the rows of one respondent are taken together. Null without a fit of both models to rows.',
    ),
});

const comparisonSchema = z.strictObject({
  sample: z.enum(['full', 'train']).describe('Data of both fits: all data or training data.'),
  observations: countSchema.describe('Fitted observations.'),
  models: z.tuple([comparedModelSchema, comparedModelSchema]).describe('This model, then the other one.'),
  likelihood_ratio: z
    .strictObject({
      statistic: z.number().min(0).describe('Twice the difference of the log-likelihoods.'),
      degrees_of_freedom: z.int().min(1).max(maxParameters).describe('Difference of the numbers of parameters.'),
      p: probabilitySchema.describe('p-value.'),
    })
    .nullable()
    .describe(
      'Test of the model with fewer parameters. Null if it is not a special case of the other, for equally many parameters, priors and sampling weights.',
    ),
  vuong: z
    .strictObject({
      z: z.number().describe('Statistic. Above 0, this model is closer to the data.'),
      p: probabilitySchema.describe('Two-sided p-value.'),
      clusters: countSchema.describe('Independent observations: clusters of rows.'),
    })
    .nullable()
    .describe('Vuong’s test. Null if it does not apply, such as to a model that is a special case of the other.'),
});

export const evidenceSchema = z
  .strictObject({
    data: dataSchema.describe('Data of the calibration.'),
    split: splitSchema.describe('Split into fitted and held-out data.'),
    fits: z.array(fitSchema).min(1).describe('Fits, first the fit that the decision uses.'),
    estimates: z.array(estimateSchema).describe('Estimated coefficients.'),
    covariance: covarianceSchema.optional().describe('Covariance of the estimates.'),
    hold_out: holdOutSchema.describe('Results on held-out data.'),
    errors: errorsSchema
      .optional()
      .describe('Model error and population error of the figures of a simulation. Default: unknown.'),
    contrasts: z
      .array(contrastSchema)
      .optional()
      .describe('Effects of values that the data assigned at random, next to those that the workflow states.'),
    baseline: baselineCheckSchema
      .optional()
      .describe('The simulated baseline next to the data. Default: the data contain no counterpart.'),
    unbalanced: z
      .array(unbalancedSchema)
      .min(1)
      .optional()
      .describe(
        'Attributes that differ between the values of a randomized parameter by more than chance: they were measured after the assignment, or it was not random. Default: none.',
      ),
    comparison: comparisonSchema.optional().describe('Comparison with another model of the same data. Default: none.'),
    limits: z.array(textSchema).min(1).describe('Limits of validity, in plain words.'),
    calibrated_on: isoDateSchema.describe('Date of the calibration.'),
    calibrated_with: textSchema.describe('Program of the calibration.'),
    engine_version: textSchema.describe('Engine version of the calibration.'),
  })
  .meta({ id: 'Evidence' });

export type Evidence = z.infer<typeof evidenceSchema>;
export type ModelError = z.infer<typeof modelErrorSchema>;
export type PopulationError = z.infer<typeof populationErrorSchema>;
export type HoldOut = z.infer<typeof holdOutSchema>;
export type Fit = z.infer<typeof fitSchema>;
export type ModelComparison = z.infer<typeof comparisonSchema>;

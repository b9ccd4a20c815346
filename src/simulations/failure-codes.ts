/** The failure code of a run that exceeded its processor time. */
export const timeBudgetCode = 'time_budget_exceeded';

/** The codes of failed simulations. The engine's errors keep their own codes. */
export const failureCodes = [
  'worker_lost',
  'time_budget_exceeded',
  'workflow_unavailable',
  'invalid_definition',
  'invalid_scenario',
  'invalid_argument',
  'utility_not_finite',
  'mean_too_great',
  'no_alternative_available',
  'dataset_unavailable',
  'out_of_memory',
  'fit_failed',
  'invalid_spec',
  'invalid_data',
  'calibration_collinear',
  'calibration_separated',
  'calibration_too_few',
  'calibration_too_few_draws',
  'calibration_uneven_panel',
  'calibration_wrong_nest',
  'calibration_outcome_never_seen',
  'calibration_not_converged',
  'calibration_flat',
  'calibration_not_finite',
  'calibration_no_covariance',
  'calibration_bootstrap_failed',
  'calibration_baseline_differs',
  'calibration_population_differs',
  'language_model_not_configured',
  'survey_too_few_answers',
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The input of a run makes a result impossible. The run fails with this code and message. */
export class RunFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

/** The meaning of each code, for the API reference. */
export const failureDescription = [
  'Machine-readable cause of the failure.',
  '`worker_lost`: several runs lost their worker process.',
  '`time_budget_exceeded`: the simulation needs more processor time than the plan includes.',
  '`workflow_unavailable`: the workflow version was deleted from the catalog.',
  '`invalid_definition`, `invalid_scenario`, `invalid_argument`: the engine rejected its input.',
  '`utility_not_finite`: the scenario produces a utility or rate that is not finite.',
  '`mean_too_great`: the scenario produces a mean above the supported maximum.',
  '`no_alternative_available`: an agent has no available alternative.',
  '`dataset_unavailable`: the dataset of a fit was deleted or expired.',
  '`out_of_memory`: a run needs more memory than it can use.',
  '`fit_failed`: an unexpected error in a fit.',
  '`invalid_spec`, `invalid_data`: the data do not fit the spec of a fit.',
  '`language_model_not_configured`: the worker has no language model.',
  '`survey_too_few_answers`: the language model answered for fewer than half of the agents; the message names the reasons.',
  '`calibration_…`: the data cannot identify the model of a fit; the message names the coefficients and the fix.',
].join(' ');

export const timeBudgetCode = 'time_budget_exceeded';

const badInput = 'the engine rejected its input';
const badData = 'the data do not fit the spec of a fit';
const notIdentified = 'the data cannot identify the model of a fit; the message names the coefficients and the fix';

/** The codes of failed simulations with their meanings. The engine's errors keep their own codes. */
const failures = {
  worker_lost: 'several runs lost their worker process',
  time_budget_exceeded: 'the simulation needs more processor time than the plan includes',
  workflow_unavailable: 'the workflow version was deleted from the catalog',
  invalid_definition: badInput,
  invalid_scenario: badInput,
  invalid_argument: badInput,
  utility_not_finite: 'the scenario produces a utility or rate that is not finite',
  mean_too_great: 'the scenario produces a mean above the supported maximum',
  no_alternative_available: 'an agent has no available alternative',
  dataset_unavailable: 'the dataset of a fit was deleted or expired',
  out_of_memory: 'a run needs more memory than it can use',
  fit_failed: 'an unexpected error in a fit',
  invalid_spec: badData,
  invalid_data: badData,
  calibration_collinear: notIdentified,
  calibration_separated: notIdentified,
  calibration_too_few: notIdentified,
  calibration_too_few_draws: notIdentified,
  calibration_uneven_panel: notIdentified,
  calibration_wrong_nest: notIdentified,
  calibration_outcome_never_seen: notIdentified,
  calibration_not_converged: notIdentified,
  calibration_flat: notIdentified,
  calibration_not_finite: notIdentified,
  calibration_no_covariance: notIdentified,
  calibration_bootstrap_failed: notIdentified,
  calibration_baseline_differs: notIdentified,
  calibration_population_differs: notIdentified,
  language_model_not_configured: 'the worker has no language model',
  survey_too_few_answers:
    'the language model answered for fewer than half of the agents; the message names the reasons',
};
export type FailureCode = keyof typeof failures;
export const failureCodes = Object.keys(failures) as FailureCode[];

/** The meaning of each code, for the API reference. */
export const failureDescription = [
  'Machine-readable cause of the failure.',
  ...[...new Set(Object.values(failures))].map((meaning) => {
    const codes = failureCodes.filter((code) => failures[code] === meaning);
    return `${codes.map((code) => `\`${code}\``).join(', ')}: ${meaning}.`;
  }),
].join(' ');

/** The input of a run makes a result impossible. The run fails with this code and message. */
export class RunFailure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

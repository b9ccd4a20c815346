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
] as const;
export type FailureCode = (typeof failureCodes)[number];

/** The meaning of each code, for the API reference. */
export const failureDescription = [
  'Machine-readable cause of the failure.',
  '`worker_lost`: several runs lost their worker process.',
  '`time_budget_exceeded`: the simulation needs more processor time than the plan includes.',
  '`workflow_unavailable`: the workflow version was deleted from the catalog.',
  '`invalid_definition`, `invalid_scenario`, `invalid_argument`: the engine rejected its input.',
  '`utility_not_finite`: the scenario produces a utility or rate that is not finite.',
  '`mean_too_great`: the scenario produces a mean count above the supported maximum.',
  '`no_alternative_available`: an agent has no available alternative.',
].join(' ');

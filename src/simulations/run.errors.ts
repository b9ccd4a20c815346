import { addErrors, issues, type RunErrorCode } from '../common/errors/error-codes.js';
import type { RunCodes, RunKind } from './run.kind.js';

/** The error codes of runs at `/v1/runs`. */
export const runCodes: RunCodes = {
  notFound: 'run_not_found',
  notComplete: 'run_not_complete',
  notFinished: 'run_not_finished',
  alreadyFinished: 'run_already_finished',
};

/** The error codes of simulations at `/v1/simulations`. */
export const simulationCodes: RunCodes = {
  notFound: 'simulation_not_found',
  notComplete: 'simulation_not_complete',
  notFinished: 'simulation_not_finished',
  alreadyFinished: 'simulation_already_finished',
};

/** Adds the error code of requests that do not fit the workflow: `invalid_goal`. */
export function addInvalid({ name, noun }: Pick<RunKind, 'name' | 'noun'>): RunErrorCode {
  const invalid = {
    code: `invalid_${name}`,
    status: 400,
    message: `The ${noun} does not fit the workflow. \`meta.issues\` lists each problem. GET /v1/case-studies/{workflow_id} returns the parameters, outcomes, measures and variables of the workflow.`,
    meta: { issues },
  } as const;
  return addErrors({ invalid }).invalid;
}

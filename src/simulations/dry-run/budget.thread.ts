import { measured } from '../../platform/process/measured.js';
import { baselineScenario, type WorkflowDefinition } from '../../../model/definition.js';
import { simulate, type Summary } from '../../../model/simulate.js';

export interface BudgetTask {
  definition: WorkflowDefinition;
  agentCount: number;
  /** False to leave out the estimation error, as a request with 0 coefficient draws does. */
  hasEstimation: boolean;
}

/** Simulates the baseline of a workflow for its error budget. Runs in a thread. */
export function baselineBudget({ definition, agentCount, hasEstimation }: BudgetTask): Summary {
  const scenario = baselineScenario(definition);
  const draws = hasEstimation ? {} : { parameterDraws: 0 };
  return simulate({ definition, scenario, seed: 0, agentCount, ...draws }).summary;
}

export default measured(baselineBudget);

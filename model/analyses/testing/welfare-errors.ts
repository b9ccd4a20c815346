import type { WorkflowDefinition, WorkflowOf } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { ConditionalLogit } from '../../families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../../simulation/simulate.js';
import { welfareOf } from '../welfare.js';

/** Expects that the standard error of one coefficient gives an estimation error of the mean change that follows from its derivative. */
export function expectErrorFromDerivative(base: WorkflowOf<ConditionalLogit>, id: string): void {
  const definition = structuredClone(base);
  const deviation = 0.02;
  const ids = definition.decision.coefficients.map((one) => one.id);
  const matrix = ids.map((row) => ids.map((column) => (row === id && column === id ? deviation ** 2 : 0)));
  definition.evidence.covariance = { method: 'Test.', coefficients: ids, matrix };
  const change = { train_cost_factor: 0.8, swissmetro_time_factor: 0.9 };
  const scenario = { ...baselineScenario(definition), ...change };
  const { columns } = simulate({ definition, scenario, seed: 3, agentCount: 50, parameterDraws: 0 });
  const meanOf = (own: WorkflowDefinition) => welfareOf({ definition: own, scenario, seed: 3, columns }).all.mean;
  const at = (shift: number) => {
    const shifted = structuredClone(definition);
    shifted.decision.coefficients.find((one) => one.id === id)!.estimate += shift;
    // Without a covariance, nothing is drawn.
    delete shifted.evidence.covariance;
    return meanOf(shifted).estimate;
  };
  const { errors } = meanOf(definition);
  expect(errors.estimation).toBeGreaterThan(0);
  expect(errors.estimation).toBeCloseTo((Math.abs(at(1e-4) - at(-1e-4)) / 2e-4) * deviation, 6);
}

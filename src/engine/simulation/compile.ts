import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { type Assignment, type Scenario } from '../definition/scenario.schema.js';
import { type CompiledDecision } from '../families/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { compilePopulation, type CompiledPopulation } from '../population/compile-population.js';
import { streamKey, type StreamKey } from '../rng/stream-key.js';

/** A workflow made ready for one scenario and seed. Holds no state: chunks may run in any order, in any thread, any number of times. */
export interface CompiledSimulation {
  readonly key: StreamKey;
  readonly population: CompiledPopulation;
  readonly assignments: readonly Assignment[];
  readonly scenario: Scenario;
  readonly baseline: Scenario;
  readonly decision: CompiledDecision;
}

/**
 * @param scenario all parameters, as `resolveScenario` gives them
 * @param seed integer 0 to 2^53 - 1
 * @throws EngineError `invalid_argument` for a bad seed, `invalid_scenario` for a missing parameter
 */
export function compile(definition: WorkflowDefinition, scenario: Scenario, seed: number): CompiledSimulation {
  const baseline = baselineScenario(definition);
  const { assignments } = definition.scenario;
  const { attributes } = definition.population;
  return {
    key: streamKey(seed, definition.workflow_id),
    population: compilePopulation(definition.population),
    assignments,
    scenario,
    baseline,
    decision: familyOf(definition.decision).compile(definition.decision, {
      attributes,
      assignments,
      scenario,
      baseline,
    }),
  };
}

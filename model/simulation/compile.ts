import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isBaselineScenario, isSameScenario, baselineScenario } from '../definition/resolve-scenario.js';
import type { Assignment, Scenario } from '../definition/scenario.schema.js';
import type { CompiledDecision } from '../equations/decision-family.js';
import { familyOf } from '../families/family-of.js';
import { compilePopulation, type CompiledPopulation } from '../population/compile-population.js';
import { streamKey, type StreamKey } from '../random/stream-key.js';
import { productContextOf } from '../equations/products/compile-products.js';

/** A workflow compiled for one scenario and seed. It has no mutable state: chunks can run in any order, in any thread and repeatedly. */
export interface CompiledSimulation {
  readonly definition: WorkflowDefinition;
  readonly key: StreamKey;
  readonly population: CompiledPopulation;
  readonly assignments: readonly Assignment[];
  readonly scenario: Scenario;
  readonly baseline: Scenario;
  /** The calibrated baseline, if another scenario is the baseline and periods before or after a scenario need it. */
  readonly calibrated?: Scenario | undefined;
  /** Whether scenario and baseline are equal, in their parameters and alternatives. */
  readonly isBaseline: boolean;
  readonly decision: CompiledDecision;
  /** Whether agents interact. If so, all agents must run together. */
  readonly interacting: boolean;
}

/**
 * Compiles a workflow for one scenario and seed.
 *
 * @param scenario values of all parameters, from `resolveScenario`
 * @param seed integer 0 to 2^53 - 1
 * @param other scenario for the comparison, with the same alternatives. Default: the calibrated baseline, with its own alternatives
 * @throws EngineError `invalid_argument` for a bad seed, `invalid_scenario` for a missing parameter
 */
export function compile(
  definition: WorkflowDefinition,
  scenario: Scenario,
  seed: number,
  other?: Scenario,
): CompiledSimulation {
  const family = familyOf(definition.decision);
  const baseline = other ?? baselineScenario(definition);
  const baselineAlternatives = other ? ('scenario' as const) : ('baseline' as const);
  const context = { ...productContextOf(definition), scenario, baseline, baselineAlternatives };
  return {
    definition,
    key: streamKey(seed, definition.workflow_id),
    population: compilePopulation(definition.population),
    assignments: definition.scenario.assignments,
    scenario,
    baseline,
    calibrated: other && hasWindow(definition) ? baselineScenario(definition) : undefined,
    isBaseline: other ? isSameScenario(scenario, other) : isBaselineScenario(definition, scenario),
    decision: family.compile(definition.decision, context),
    interacting: family.interacting,
  };
}

function hasWindow({ decision }: WorkflowDefinition): boolean {
  const periods = decision.family === 'conditional_logit' ? decision.periods : undefined;
  return periods?.from !== undefined || periods?.until !== undefined;
}

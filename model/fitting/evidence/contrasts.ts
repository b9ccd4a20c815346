import {
  baselineScenario,
  type Evidence,
  isRandomized,
  type Scenario,
  type WorkflowDefinition,
} from '../../definition.js';
import { parameterNumber } from '../../equations/products/compile-products.js';
import { compareRuns } from '../../simulation/compare-runs.js';
import { simulate } from '../../simulation/simulate.js';
import { zScore95 } from '../../math/student.js';
import { modelErrorPrior } from '../../summary/changed-parameters.js';
import type { Model } from '../fit-sample.js';
import type { RecipeEffect, RecipeFit } from '../../authoring/recipe/recipe.schema.js';
import { optionsText, rowsOfOptions } from '../rows/rows.js';
import { asObserved } from '../../authoring/variables/parameters.js';
import { observedDifference, targetsOf } from './compare.js';
import { effectComparisons, isTargetOf } from './held-out-comparisons.js';
import { decimals6 } from './round.js';

/** Random seed of the simulations that fits are checked with. */
export const simulationSeed = 1;

type Contrast = NonNullable<Evidence['contrasts']>[number];

/**
 * Effects in all rows of the data, each next to the effect that the workflow states. Only effects of parameters that the data assigned at random,
 * over all respondents: they need no model, so that a model whose interval excludes them is wrong.
 *
 * If each side has rows whose other parameters have their values of the baseline, simulations of the baseline state the effect; a range of numbers
 * is simulated at the mean of its rows. In a design without such rows, the predictions for the same rows state it, with the errors of the estimates
 * and of the model.
 *
 * @param definition definition with its estimates, its errors and its recommended number of agents
 */
export function contrastsOf(definition: WorkflowDefinition, model: Model, fit: RecipeFit): Contrast[] {
  const effects = fit.effects.filter(({ parameter, among }) => {
    const own = definition.scenario.parameters.find(({ id }) => id === parameter)!;
    return !among && isRandomized(own, definition.evidence);
  });
  const sides = effects.map((effect) => baselineSides(definition, model, effect));
  const ofDesign = designContrasts(
    definition,
    model,
    fit,
    effects.filter((_, k) => !sides[k]),
  );
  const runOf = simulations(definition, definition.population.recommended_agent_count);
  return effects.flatMap((effect, k) => {
    const { label, parameter, option, against, ...figure } = effect;
    // A statement about held-out rows.
    delete figure.if_known;
    const known = sides[k] ? simulatedContrast(definition, model, effect, sides[k], runOf) : ofDesign.get(effect.label);
    if (!known) return [];
    return {
      ...{ label, parameter, option: optionsText(option), against: optionsText(against) },
      ...figure,
      ...known,
    };
  });
}

type Figures = Pick<Contrast, 'observed' | 'observed_standard_error' | 'stated' | 'interval'>;
type Sides = readonly [Int32Array, Int32Array];

/** Rows of both sides of an effect whose other parameters have their values of the baseline. Undefined if a side has none. */
function baselineSides(
  definition: WorkflowDefinition,
  { rows }: Model,
  { parameter, option, against }: RecipeEffect,
): Sides | undefined {
  const baseline = baselineScenario(definition);
  const isBaseline = rows.scenarios.map((own) =>
    Object.keys(own).every((id) => id === parameter || own[id] === baseline[id] || baseline[id] === asObserved),
  );
  const within = Int32Array.from(rows.lines.keys()).filter((row) => isBaseline[rows.scenarioOf[row]!]);
  const side = (options: RecipeEffect['option']) => within.filter(rowsOfOptions(definition, rows, parameter, options));
  const [own, others] = [side(option), side(against)];
  return own.length > 0 && others.length > 0 ? [own, others] : undefined;
}

function simulatedContrast(
  definition: WorkflowDefinition,
  model: Model,
  effect: RecipeEffect,
  sides: Sides,
  runOf: (scenario: Scenario) => Run,
): Figures | undefined {
  const { parameter, option, against } = effect;
  const target = targetsOf(definition).findIndex(isTargetOf(effect));
  const observed = observedDifference(model, ...sides, target);
  const values = [option, against].map((options, side) => valueOf(definition, model, parameter, options, sides[side]!));
  if (!observed || values.includes(undefined)) return undefined;
  const baseline = baselineScenario(definition);
  const [own, other] = values.map((value) => runOf({ ...baseline, [parameter]: value! }));
  const stated = statedDifference(definition, own!, other!, effect);
  return (
    stated && {
      observed: decimals6(observed.value),
      ...(!Number.isNaN(observed.standardError) && { observed_standard_error: decimals6(observed.standardError) }),
      ...stated,
    }
  );
}

/** Effects of a design of several parameters, by label: the differences between all rows of both sides, and their predictions. */
function designContrasts(
  definition: WorkflowDefinition,
  model: Model,
  fit: RecipeFit,
  effects: readonly RecipeEffect[],
): Map<string, Figures> {
  if (effects.length === 0) return new Map();
  const rows = { ...model.rows, test: Int32Array.from(model.rows.lines.keys()) };
  const comparisons = effectComparisons(definition, { ...model, rows }, { ...fit, effects: [...effects] });
  const changes = definition.evidence.errors?.model?.changes ?? {};
  return new Map(
    comparisons.map((own) => {
      const { observed, observedStandardError, predicted, estimationStandardError } = own;
      const { shares = null, measures = {} } = changes[own.parameter!] ?? {};
      const relative = (own.target.kind === 'measure' ? measures[own.target.id] : shares) ?? modelErrorPrior.changes;
      const margin = zScore95 * Math.hypot(estimationStandardError, relative * predicted);
      return [
        own.attribute!,
        {
          observed,
          observed_standard_error: decimals6(observedStandardError),
          stated: decimals6(predicted),
          interval: [decimals6(predicted - margin), decimals6(predicted + margin)] as [number, number],
        },
      ];
    }),
  );
}

/** Value of the parameter with which one side is simulated; undefined for several options. */
function valueOf(
  { scenario: { parameters } }: WorkflowDefinition,
  { rows, simulationWeights }: Model,
  id: string,
  options: RecipeEffect['option'],
  selected: Int32Array,
): number | string | undefined {
  const single = [options].flat();
  if (typeof single[0] !== 'object') return single.length === 1 ? single[0] : undefined;
  let [sum, all] = [0, 0];
  for (const row of selected) {
    sum += simulationWeights[row]! * parameterNumber(parameters, rows.scenarios[rows.scenarioOf[row]!]!, id);
    all += simulationWeights[row]!;
  }
  return all > 0 ? Number((sum / all).toPrecision(6)) : undefined;
}

/** Simulation of a scenario. */
export type Run = Parameters<typeof compareRuns>[2];

/** Makes a function that simulates scenarios, each once, all with the same agents and random errors. */
export function simulations(definition: WorkflowDefinition, agentCount: number): (scenario: Scenario) => Run {
  const runs = new Map<string, Run>();
  return (scenario) => {
    const key = JSON.stringify(scenario);
    const known = runs.get(key);
    if (known) return known;
    const output = simulate({ definition, scenario, seed: simulationSeed, agentCount });
    const run = { scenario, output, summary: output.summary };
    runs.set(key, run);
    return run;
  };
}

function statedDifference(
  definition: WorkflowDefinition,
  own: Run,
  other: Run,
  { outcome, measure, curve, step }: RecipeEffect,
): Pick<Contrast, 'stated' | 'interval'> | undefined {
  const compared = compareRuns(definition, simulationSeed, own, other);
  if (!compared.ok) return undefined;
  const { outcomes, outcome_groups: groups, measures, curves } = compared.summary;
  const found =
    curve === undefined
      ? [...outcomes, ...groups, ...measures].find(({ id }) => id === (outcome ?? measure))
      : curves.find(({ id }) => id === curve)?.points.find((point) => point.step === step);
  if (!found?.difference_interval) return undefined;
  const [low, high] = found.difference_interval;
  return { stated: decimals6(found.difference), interval: [decimals6(low), decimals6(high)] };
}

import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { ModelError } from '../definition/evidence.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { termParameterOf } from '../families/conditional-logit/periods/periods.js';

/**
 * Scales of the half-normal priors of model errors, as fractions of what they are errors of. That of changes makes the effects in
 * `docs/validation/tested-effects.json` most likely, as if the comparisons were independent, and a test computes it again. The others were
 * estimated in the same way from the held-out shares and means of the catalog; no test repeats that.
 * Source: Carlin and Louis, "Bayesian methods for data analysis" (2008), chapter 5, on empirical Bayes.
 */
export const modelErrorPrior = {
  /** Of the effect of a parameter, relative to the effect. The 95% interval of this scale is 0.17 to 0.51. */
  changes: 0.3,
  /** Of a share p of all agents, relative to √(p·(1 − p)). */
  shares: 0.03,
  /** The same of a segment. */
  segmentShares: 0.1,
  /** Of a mean, relative to the mean. */
  means: 0.025,
} as const;

/** A parameter whose value differs between two scenarios, with its values in single periods. */
export interface ChangedParameter {
  readonly ids: readonly [string, ...string[]];
  /** Model error of changes of shares, relative to the effect of the parameter. */
  readonly shares: number;
  /** The same of changes of means, by measure. Other measures have that of the prior. */
  readonly measures: Readonly<Record<string, number | null>>;
  /** Values that an experiment assigned. Undefined without an experiment. */
  readonly arms: Arms | undefined;
}

type Arms = NonNullable<NonNullable<ModelError['changes']>[string]['arms']>;

/** Effect of a parameter, by figure: outcomes, outcome groups, measures and, for all agents, curve points. */
export interface ParameterEffect {
  /** Effect with the other parameters at the values of the scenario. */
  readonly own: Float64Array;
  /** Part of this effect in all agents that the arms of an experiment do not test. */
  readonly untested: Float64Array;
  /** Difference of the scenario from the baseline, which all changed parameters cause together, in the agents of the effects. */
  readonly together: Float64Array;
}

/** {@link ParameterEffect} on one figure. */
export interface FigureEffect {
  readonly own: number;
  readonly untested: number;
  readonly together: number;
}

/** Effects of the changed parameters on the figure at a position. */
export function figureEffectsAt(position: number, effects: readonly ParameterEffect[]): FigureEffect[] {
  return effects.map(({ own, untested, together }) => ({
    own: own[position]!,
    untested: untested[position]!,
    together: together[position]!,
  }));
}

/**
 * Effects of the changed parameters in all agents of a figure, from those in some of the agents. Each effect gets a part of the gap between the
 * differences of both, in proportion to its square. So a single parameter has the whole difference, and a further parameter that hardly moves
 * changes nothing.
 *
 * @param difference difference of the figure from the baseline in all its agents
 */
export function effectsInAll(effects: readonly FigureEffect[], difference: number): number[] {
  const squares = effects.reduce((sum, { own }) => sum + own ** 2, 0);
  return effects.map(({ own, together }) => (squares > 0 ? own + ((difference - together) * own ** 2) / squares : own));
}

/** The scenario, the scenario that it is compared with, and their parameters with different values. */
export interface ChangedParameters {
  readonly scenario: Scenario;
  readonly baseline: Scenario;
  readonly parameters: readonly ChangedParameter[];
}

/** The parameters whose value differs between two scenarios, with their model errors. */
export function changedParameters(
  { scenario: { parameters }, evidence, decision }: WorkflowDefinition,
  scenario: Scenario,
  baseline: Scenario,
): ChangedParameter[] {
  // The periods in which a scenario applies change nothing themselves.
  const { from, until } = (decision.family === 'conditional_logit' && decision.periods) || {};
  const read = new Map<string, [string, ...string[]]>();
  for (const { id } of parameters) {
    if (scenario[id] === baseline[id] || id === from || id === until) continue;
    const own = termParameterOf(decision, id);
    read.set(own, [...(read.get(own) ?? []), id] as [string, ...string[]]);
  }
  return Array.from(read, ([own, ids]) => {
    const { shares = null, measures = {}, arms } = evidence.errors?.model?.changes?.[own] ?? {};
    return { ids, shares: shares ?? modelErrorPrior.changes, measures, arms };
  });
}

/** Whether the data tested the effect of the only changed parameter: both values are arms of an experiment. */
export function isTested({ scenario, baseline, parameters }: ChangedParameters): boolean {
  const [parameter, other] = parameters;
  return !other && [scenario, baseline].every((own) => parameter?.arms?.values.includes(own[parameter.ids[0]]!));
}

/** Whether model errors need {@link ParameterEffect}s. Otherwise, the only changed parameter has the whole effect, all of it tested or none. */
export function needsEffects(changed: ChangedParameters): boolean {
  const { parameters } = changed;
  return parameters.length > 1 || (parameters.length === 1 && parameters[0]!.arms !== undefined && !isTested(changed));
}

/** Scenarios whose figures give the effects of a parameter. */
export interface EffectScenarios {
  /** The scenario with the parameter at its value in the baseline. */
  readonly without: Scenario;
  /** The baseline with the parameter at the nearest arms of an experiment. Empty: none, so that no part of the effect is tested. */
  readonly tested: readonly Scenario[];
}

export function effectScenarios(
  { scenario, baseline }: ChangedParameters,
  { ids, arms }: ChangedParameter,
): EffectScenarios {
  const [id] = ids;
  const own = baseline[id]!;
  return {
    without: { ...scenario, ...Object.fromEntries(ids.map((one) => [one, baseline[one]!])) },
    tested: arms?.values.includes(own)
      ? nearestArms(arms.values, scenario[id]!).map((arm) => ({ ...baseline, [id]: arm }))
      : [],
  };
}

/** The arm of a value, otherwise the arms below and above a number. */
function nearestArms(arms: Arms['values'], value: string | number): readonly (string | number)[] {
  if (arms.includes(value)) return [value];
  if (typeof value === 'string') return [];
  const numbers = arms.filter((arm) => typeof arm === 'number').sort((a, b) => a - b);
  const below = numbers.findLast((arm) => arm < value);
  const above = numbers.find((arm) => arm > value);
  return [below, above].filter((arm) => arm !== undefined);
}

/**
 * Effects of a parameter from figures under the scenarios of {@link effectScenarios}. The part that is not tested is the difference from the
 * effect of the nearest arm in the baseline, so that it vanishes as the value approaches the arm and the other parameters the baseline.
 */
export function parameterEffect(
  figures: { readonly scenario: Float64Array; readonly baseline: Float64Array },
  without: Float64Array,
  tested: readonly Float64Array[],
): ParameterEffect {
  const own = figures.scenario.map((value, k) => value - without[k]!);
  const untested = own.map((effect, k) => {
    if (tested.length === 0) return Math.abs(effect);
    return Math.min(...tested.map((arm) => Math.abs(effect - (arm[k]! - figures.baseline[k]!))));
  });
  const together = figures.scenario.map((value, k) => value - figures.baseline[k]!);
  return { own, untested, together };
}

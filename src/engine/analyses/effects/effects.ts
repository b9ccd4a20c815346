import { columnNamed } from '../../columns/column-named.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { isBaselineScenario } from '../../definition/is-baseline.js';
import { familyOf } from '../../families/family-of.js';
import { zScore95 } from '../../math/student-quantile.js';
import { compile } from '../../simulation/compile.js';
import { covarianceOf, passOverFigures, targetCovarianceOf } from '../../simulation/estimation-error.js';
import type { SimulatedAgents } from '../../simulation/summarize-groups.js';
import { ErrorBudget } from '../../summary/error-budget.js';
import type { ErrorParts } from '../../summary/errors.js';
import { figureEffectsAt } from '../../summary/changed-parameters.js';
import { comparedWithBaseline } from '../../summary/model-errors.js';
import { type Figure, readFigures } from '../../summary/figures.js';
import type { Interval } from '../../summary/intervals.js';
import { momentsByGroups } from '../../summary/moments.js';
import { segmentations } from '../../summary/segment-groups.js';
import { effectGroups, type EffectGroup, type ExcludedGroup } from './effect-groups.js';
import { type EffectSources, effectSources } from './effect-sources.js';
import { type EffectVariation, effectVariations, individualEffects, maxVariationAgents } from './effect-variation.js';
import { covarianceOfGradients, correlationsOfMeans, meanGradients } from './joint-errors.js';
import { type Contribution, effectErrors, type JointEffect } from './effect-errors.js';

/** Effect of the scenario on one figure in one group, compared with the baseline. */
export interface GroupEffect extends EffectGroup, JointEffect {}

/** Effects of the scenario on one outcome, outcome group or measure. */
export interface FigureEffects {
  readonly kind: Figure['kind'];
  readonly id: string;
  readonly label: string;
  readonly unit: string | null;
  /** Effect over all selected agents. */
  readonly total: { agents: number; effect: number; interval: Interval | null; errors: ErrorParts };
  /** Standard normal quantiles of the simultaneous intervals; null if the joint errors are unknown. */
  readonly quantiles: { readonly effects: number; readonly contrasts: number | null } | null;
  /** Groups, largest effect first. */
  readonly groups: readonly GroupEffect[];
  /** Null if agents interact. */
  readonly variation: EffectVariation | null;
}

export interface Effects {
  readonly isBaseline: boolean;
  readonly interacting: boolean;
  readonly figures: readonly FigureEffects[];
  readonly excluded: readonly ExcludedGroup[];
  readonly sources: EffectSources;
}

/** Agents from which the correlations of the estimates are computed. */
const maxCorrelationAgents = 4_000;

/**
 * Computes the effect of a scenario on each figure in the groups of each attribute, with intervals that contain all true effects of a figure
 * together, and divides the variance of the individual effects between the attributes.
 *
 * If agents interact, groups have no intervals, and agents have no individual effects.
 *
 * @param rows indices of the agents, ascending and at least one
 * @param withPairs whether to include the combinations of two attributes
 * @param figureIds outcomes, outcome groups and measures to analyze. Default: all
 */
export function analyzeEffects(
  simulated: SimulatedAgents,
  rows: Int32Array,
  withPairs: boolean,
  figureIds?: readonly string[],
): Effects {
  const { definition, scenario, seed, columns } = simulated;
  const { interacting } = familyOf(definition.decision);
  const isBaseline = isBaselineScenario(definition, scenario);
  const known = segmentations(definition, columns);
  const all = readFigures(definition, columns);
  const isSelected = ({ id }: Figure) => figureIds?.includes(id) ?? true;
  const figures = all.filter(isSelected);
  const agents = columnNamed(columns, 'outcome').values.length;
  const { partitions, excluded } = effectGroups(known, rows, withPairs);
  const groups = partitions.flatMap((partition) => partition.groups);
  const whole = new Int32Array(agents).fill(-1);
  for (const row of rows) whole[row] = 0;
  const sample = Math.min(agents, maxCorrelationAgents);
  // All agents together are the last group.
  const sampled = [
    ...partitions.map((partition) => partition.groupsOf(sample)),
    { groupOf: whole.subarray(0, sample), groups: 1, isModelGroup: false },
  ];
  const compiled = compile(definition, scenario, seed);
  const { evidence, adjustments } = definition;
  const hasErrors = evidence.covariance !== undefined || adjustments?.targets?.covariance !== undefined;
  const pass =
    interacting || isBaseline
      ? undefined
      : passOverFigures(compiled, columns, sample, sampled, undefined, { withCurves: false });
  const gradients = hasErrors ? pass?.gradients : undefined;
  const parameterEffects = pass?.parameterEffects?.groups?.flat();
  const { coefficients } = familyOf(definition.decision).linear(definition.decision);
  const covariances = {
    estimation: evidence.covariance && covarianceOf(definition, coefficients),
    targets: adjustments?.targets?.covariance && targetCovarianceOf(definition, coefficients),
  };
  const outcomes = all.filter(({ kind }) => kind === 'outcome').length;
  const measures = all.filter(({ kind }) => kind === 'measure');

  const moments = momentsOfGroups(figures, partitions, whole);
  const effects = individualEffects(definition, columns, figureIds);
  const everyone: EffectGroup = { group: {}, agents: rows.length };
  const joint = figures.map((figure, k) => {
    const own = moments.map((list) => list[k]!.difference);
    const summed = figure.kind === 'measure' ? [outcomes + measures.indexOf(figure)] : [...figure.outcomes];
    const means = gradients && meanGradients(gradients, coefficients.length, outcomes + measures.length, summed);
    const covarianceBy = (covariance: Float64Array | undefined) =>
      means && covariance && covarianceOfGradients(means, covariance);
    const contributions: Contribution = {
      means: own,
      baselines: moments.map((list) => list[k]!.baseline.mean),
      parameterEffects: parameterEffects?.map((known) => figureEffectsAt(all.indexOf(figure), known)),
      groups: [...groups, everyone],
      correlations:
        interacting || isBaseline
          ? undefined
          : correlationsOfMeans(
              effects[k]!,
              own.map(({ mean }) => mean),
              sampled,
            ),
      estimation: covarianceBy(covariances.estimation),
      targets: covarianceBy(covariances.targets),
    };
    const budgetOf = (normalQuantile: number) =>
      new ErrorBudget(definition, {
        ...{ parameterDraws: 0, replicates: null, normalQuantile },
        compared: comparedWithBaseline(definition, scenario),
      });
    return effectErrors(figure, contributions, {
      ...{ definition, isBaseline, interacting, agents, key: compiled.key, step: k },
      budget: budgetOf(zScore95),
      simultaneousBudget: budgetOf,
    });
  });
  const populationRatios = joint.map(({ total: { errors } }) => populationRatio(errors, rows.length));
  const variations =
    interacting || isBaseline
      ? undefined
      : effectVariations(simulated, known, effects, rows, populationRatios, figureIds);
  const results = figures.map((figure, k): FigureEffects => {
    const { total, quantiles, groups: own } = joint[k]!;
    return {
      kind: figure.kind,
      id: figure.id,
      label: figure.label,
      unit: figure.kind === 'measure' ? figure.unit : null,
      total: { agents: rows.length, ...total },
      quantiles,
      groups: groups
        .map((group, position): GroupEffect => ({ ...group, ...own[position]! }))
        .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect)),
      variation: variations?.[k] ?? null,
    };
  });
  return {
    isBaseline,
    interacting,
    figures: results,
    excluded,
    sources: effectSources(definition, scenario, baselineScenario(definition)),
  };
}

/** Population error of the effect over all agents, divided by its simulation error for the agents of the decomposition. */
function populationRatio({ simulation, population }: ErrorParts, agents: number): number | null {
  if (simulation === null || population === null) return null;
  const used = Math.min(agents, maxVariationAgents);
  return simulation > 0 ? (population / simulation) * Math.sqrt(used / agents) : 0;
}

/** Moments of each figure by group, and of all selected agents at the end. */
function momentsOfGroups(
  figures: readonly Figure[],
  partitions: ReturnType<typeof effectGroups>['partitions'],
  whole: Int32Array,
) {
  const groupings = [
    ...partitions.map((partition) => () => partition.groupsOf(whole.length)),
    () => ({ groupOf: whole, groups: 1 }),
  ];
  return groupings.flatMap((read) => momentsByGroups(figures, [read()])[0]!);
}

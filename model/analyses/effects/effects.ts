import { columnNamed } from '../../columns/column.js';
import { baselineScenario, isBaselineScenario } from '../../definition/resolve-scenario.js';
import { familyOf } from '../../families/family-of.js';
import { compile } from '../../simulation/compile.js';
import { covarianceOf, passOverFigures, targetCovarianceOf } from '../../simulation/estimation-error.js';
import { coefficientShift } from '../../simulation/omitted-terms.js';
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
import { effectErrors, type EffectEstimate, type GroupMeans, meanGradients } from './effect-errors.js';

/** Effect of the scenario on one figure in one group, compared with the baseline. */
export interface GroupEffect extends EffectGroup, EffectEstimate {}

/** Effects of the scenario on one outcome, outcome group or measure. */
export interface FigureEffects {
  readonly kind: Figure['kind'];
  readonly id: string;
  readonly label: string;
  readonly unit: string | null;
  readonly total: { agents: number; effect: number; interval: Interval | null; errors: ErrorParts };
  /** Standard normal quantile of the simultaneous intervals; null if agents interact, for the baseline, and if no group has intervals. */
  readonly quantile: number | null;
  /** Groups, largest effect first. */
  readonly groups: readonly GroupEffect[];
}

export interface Effects {
  readonly isBaseline: boolean;
  readonly interacting: boolean;
  readonly figures: readonly FigureEffects[];
  readonly excluded: readonly ExcludedGroup[];
  readonly sources: EffectSources;
}

/** Agents whose derivatives give the errors of estimation. */
const maxGradientAgents = 4_000;

/**
 * Computes the effect of a scenario on each figure in the groups of each attribute, with intervals that contain all true effects of a figure
 * together.
 *
 * If agents interact, groups have no intervals.
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
  const sample = Math.min(agents, maxGradientAgents);
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
  const parameterEffects = pass?.uncertainty.parameterEffects?.groups?.flat();
  const { coefficients } = pass ?? familyOf(definition.decision).linear(definition.decision);
  const covariances = {
    estimation: evidence.covariance && covarianceOf(definition, coefficients),
    targets: adjustments?.targets?.covariance && targetCovarianceOf(definition, coefficients),
    omitted: coefficientShift(definition, coefficients),
  };
  const outcomes = all.filter(({ kind }) => kind === 'outcome').length;
  const measures = all.filter(({ kind }) => kind === 'measure');

  const moments = momentsOfGroups(figures, partitions, whole);
  const everyone: EffectGroup = { group: {}, agents: rows.length };
  const results = figures.map((figure, k): FigureEffects => {
    const summed = figure.kind === 'measure' ? [outcomes + measures.indexOf(figure)] : figure.outcomes;
    const known: GroupMeans = {
      groups: [...groups, everyone],
      means: moments.map((list) => list[k]!.difference),
      baselines: moments.map((list) => list[k]!.baseline.mean),
      parameterEffects: parameterEffects?.map((own) => figureEffectsAt(all.indexOf(figure), own)),
      gradients: gradients && meanGradients(gradients, coefficients.length, outcomes + measures.length, summed),
      covariances,
    };
    const budgetOf = (normalQuantile: number) =>
      new ErrorBudget(definition, {
        ...{ parameterDraws: 0, replicates: null, normalQuantile },
        compared: comparedWithBaseline(definition, scenario),
      });
    const estimates = effectErrors(figure, known, { isBaseline, interacting, agents, budgetOf });
    return {
      kind: figure.kind,
      id: figure.id,
      label: figure.label,
      unit: figure.kind === 'measure' ? figure.unit : null,
      total: { agents: rows.length, ...estimates.total },
      quantile: estimates.quantile,
      groups: groups
        .map((group, position): GroupEffect => ({ ...group, ...estimates.groups[position]! }))
        .sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect)),
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

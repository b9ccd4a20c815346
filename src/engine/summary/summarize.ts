import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isSameScenario } from '../definition/is-baseline.js';
import { familyOf } from '../families/family-of.js';
import { sumOf } from '../math/sum.js';
import type { Curve, CurveCount, DecisionOutput } from '../model/decision-family.js';
import { ErrorBudget } from './error-budget.js';
import type { FigureMoments, Uncertainty } from './errors.js';
import { type Figure, hasExpectedShares, readFigures } from './figures.js';
import { momentsByGroups, quantileOfSorted } from './moments.js';
import { columnNamed } from '../columns/column-named.js';
import { countAll, countByGroup, type OutcomePairs, outcomePairs } from './outcome-counts.js';
import { flowsOf } from './outcome-shares.js';
import { commonGroups, type ComparedScenarios } from './model-errors.js';
import { segmentations, type Segmentation } from './segment-groups.js';
import { errorsOf, type PartContext, shareWithin, summarizePart } from './summarize-part.js';
import type { CurveSummary, OutcomeShare, OutcomeSummary, Summary } from './summary.js';

/**
 * Returns the shares, means, differences from the baseline, segments and flows of a completed simulation, with the errors of all figures.
 * Sums run in the order of agent indexes, so the numbers do not depend on the chunks of the simulation.
 *
 * @param output columns and events of all agents
 * @param compared scenario and baseline of the columns
 * @param simulatedAgents agents of the simulation, if `output` has only some of them. Their errors are then those of a group, and the
 * summary has no curves, because curves count all agents.
 * @param segments segmentations of the agents, if they are known
 */
export function summarize(
  definition: WorkflowDefinition,
  output: Readonly<DecisionOutput>,
  uncertainty: Uncertainty,
  compared: ComparedScenarios,
  simulatedAgents?: number,
  segments: readonly Segmentation[] = segmentations(definition, output.columns),
): Summary {
  const { decision } = definition;
  const { columns } = output;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const figures = readFigures(definition, columns);
  const [outcome, baseline] = [columnNamed(columns, 'outcome'), columnNamed(columns, 'baseline_outcome')];
  const agents = outcome.values.length;
  const allAgents = simulatedAgents ?? agents;
  const everyone = new Uint8Array(agents);
  const pairs = outcomePairs(outcome, baseline, outcomes.length);
  const counts = countAll(pairs);
  const { parameterDraws, replicates } = uncertainty;
  const budget = new ErrorBudget(definition, { parameterDraws, replicates, compared });
  const isBaseline = isSameScenario(compared.scenario, compared.baseline) && !compared.hasOtherAlternatives;
  const whole: PartContext = {
    budget,
    isBaseline,
    agents,
    isWhole: agents === allAgents,
    groups: agents === allAgents ? [] : commonGroups(segments),
    fraction: agents / allAgents,
    estimation: uncertainty.estimation,
    targets: uncertainty.targets?.whole,
    percentiles: uncertainty.percentiles,
    repeatedRuns: family.interacting ? (uncertainty.simulation ?? 'unknown') : undefined,
  };
  const [moments, ...segmentMoments] = momentsByGroups(figures, [
    { groupOf: everyone, groups: 1 },
    ...segments.map(({ groupOf, groups }) => ({ groupOf, groups: groups.length })),
  ]);
  const part = summarizePart(figures, moments![0]!, counts, whole);
  const meanOf = (name: string) => sumOf(columnNamed(columns, name).values) / agents;
  const expectedSums = new Map(
    outcomes.map(({ id }) => [id, [meanOf(`probability.${id}`), meanOf(`baseline_probability.${id}`)] as const]),
  );
  const withExpected = (share: OutcomeShare, ids: readonly string[]): OutcomeSummary => {
    const sum = (side: 0 | 1) => shareWithin(ids.reduce((total, id) => total + expectedSums.get(id)![side], 0));
    return { ...share, expected_share: sum(0), baseline_expected_share: sum(1) };
  };
  return {
    agent_count: agents,
    outcomes: part.outcomes.map((share) => withExpected(share, [share.id])),
    outcome_groups: part.outcome_groups.map((share, k) => withExpected(share, definition.outcome_groups![k]!.outcomes)),
    measures: part.measures.map((measure) => ({
      ...measure,
      ...quantilesOf(figures.find(({ id }) => id === measure.id)!),
    })),
    curves:
      simulatedAgents === undefined
        ? curveSummaries(
            family.curves(decision),
            uncertainty.curves ?? countedPoints(family.countCurves(decision, output), agents),
            figures.length,
            whole,
          )
        : [],
    segments: segments.map((segmentation, k) =>
      segmentBy(segmentation, figures, segmentMoments[k]!, pairs, (group, members) => ({
        ...whole,
        agents: members,
        isWhole: false,
        groups: [
          ...whole.groups!,
          ...(segmentation.isModelGroup ? [] : [{ attribute: segmentation.id, group: segmentation.groups[group]!.id }]),
        ],
        fraction: members / allAgents,
        estimation: uncertainty.segments?.[k]?.[group],
        targets: uncertainty.targets?.groups[k]?.[group],
        percentiles: undefined,
        repeatedRuns: family.interacting ? 'unknown' : undefined,
      })),
    ),
    flows: flowsOf(outcomes, counts),
    uncertainty: {
      level: 0.95,
      method: uncertainty.method,
      parameter_draws: parameterDraws,
      replicates,
      shares: hasExpectedShares(definition) ? 'expected' : 'counted',
    },
  };
}

/** Medians and 10th and 90th percentiles of the realized values of a measure. */
function quantilesOf(figure: Figure) {
  if (figure.kind !== 'measure') throw new Error(`${figure.id} is not a measure`);
  const sort = (values: ArrayLike<number>) => Float64Array.from(values).sort();
  const [sorted, sortedBaseline] = [sort(figure.realized.scenario), sort(figure.realized.baseline)];
  return {
    median: quantileOfSorted(sorted, 0.5),
    baseline_median: quantileOfSorted(sortedBaseline, 0.5),
    tenth_to_ninetieth_percentile: [quantileOfSorted(sorted, 0.1), quantileOfSorted(sorted, 0.9)] as const,
  };
}

/** Points of curves that are counted, because agents interact. */
function countedPoints(counts: readonly (readonly CurveCount[])[], agents: number): FigureMoments[] {
  return counts.flat().map(({ count, baseline }) => ({
    scenario: { mean: count / agents, deviation: null },
    baseline: { mean: baseline / agents, deviation: null },
    difference: { mean: (count - baseline) / agents, deviation: null },
  }));
}

/** @param offset position of the first curve point in the standard errors */
function curveSummaries(
  curves: readonly Curve[],
  points: readonly FigureMoments[],
  offset: number,
  context: PartContext,
): CurveSummary[] {
  let position = 0;
  return curves.map(({ steps, ...curve }) => ({
    ...curve,
    points: steps.map((step) => {
      const moments = points[position]!;
      const figure = { kind: 'curve', id: curve.id, bounds: [0, 1] } as const;
      const own = errorsOf(figure, moments, offset + position++, context);
      return {
        step,
        share: moments.scenario.mean,
        interval: own.interval,
        baseline_share: moments.baseline.mean,
        difference: own.difference,
        difference_interval: own.difference_interval,
        errors: own.errors,
        difference_errors: own.difference_errors,
      };
    }),
  }));
}

function segmentBy(
  { id, label, unit, groups, groupOf }: Segmentation,
  figures: readonly Figure[],
  moments: readonly (readonly FigureMoments[])[],
  pairs: OutcomePairs,
  contextOf: (group: number, agents: number) => PartContext,
) {
  const counts = countByGroup(pairs, groupOf, groups.length);
  return {
    attribute: id,
    label,
    ...(unit === undefined ? {} : { unit }),
    groups: groups.flatMap((own, group) => {
      const agents = sumOf(counts[group]!);
      if (agents === 0) return [];
      const part = summarizePart(figures, moments[group]!, counts[group]!, contextOf(group, agents));
      return [{ id: own.id, label: own.label, agent_count: agents, ...part }];
    }),
  };
}

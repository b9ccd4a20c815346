import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { isSameScenario } from '../definition/resolve-scenario.js';
import { familyOf } from '../families/family-of.js';
import { sumOf } from '../math/linear-algebra.js';
import type { Curve, CurveCount } from '../equations/decision-family.js';
import { curveMoments, momentsOfSums } from './moments.js';
import { quantileOf, flowsOf, type Statistics } from './statistics.js';
import { ErrorBudget } from './error-budget.js';
import type { FigureMoments, Uncertainty } from './errors.js';
import { type FigureLayout, figureLayouts, hasExpectedShares } from './figures.js';
import type { AgentGroup } from './agent-groups.js';
import type { ComparedScenarios } from './model-errors.js';
import { segmentLayouts, type SegmentLayout } from './segment-groups.js';
import { errorsOf, type PartContext, shareWithin, summarizePart } from './summarize-part.js';
import type { CurveSummary, OutcomeShare, OutcomeSummary, Summary } from './summary.js';

/**
 * Returns the shares, means, differences from the baseline, segments and flows of a completed simulation, with the errors of all figures.
 *
 * @param statistics statistics of the agents
 * @param compared scenario and baseline of the agents
 * @param simulatedAgents agents of the simulation, if the statistics have only some of them. Their errors are then those of a group, and the
 * summary has no curves, because curves count all agents.
 */
export function summarize(
  definition: WorkflowDefinition,
  statistics: Statistics,
  uncertainty: Uncertainty,
  compared: ComparedScenarios,
  simulatedAgents?: number,
): Summary {
  const { decision } = definition;
  const family = familyOf(decision);
  const outcomes = family.outcomes(decision);
  const figures = figureLayouts(definition);
  const segments = segmentLayouts(definition);
  const { agents, expected } = statistics;
  const allAgents = simulatedAgents ?? agents;
  const partsOf = (grouping: number) =>
    momentsOfSums(statistics.moments[grouping]!, figures.length).map((moments, group) => {
      const counts = statistics.counts[grouping]![group]!;
      return { moments, counts, agents: sumOf(counts) };
    });
  const [everyone] = partsOf(0);
  const { moments, counts } = everyone!;
  const { parameterDraws, replicates } = uncertainty;
  const budget = new ErrorBudget(definition, { parameterDraws, replicates, compared });
  const isBaseline = isSameScenario(compared.scenario, compared.baseline) && !compared.hasOtherAlternatives;
  const bySegment = segments.map((_, k) => partsOf(k + 1));
  const whole: PartContext = {
    budget,
    isBaseline,
    agents,
    isWhole: agents === allAgents,
    groups: agents === allAgents ? [] : commonGroups(segments, bySegment, agents),
    fraction: agents / allAgents,
    estimation: uncertainty.estimation,
    targets: uncertainty.targets?.whole,
    percentiles: uncertainty.percentiles,
    parameterEffects: uncertainty.parameterEffects?.whole,
    omitted: uncertainty.omitted?.whole,
    repeatedRuns: family.interacting ? (uncertainty.simulation ?? 'unknown') : undefined,
  };
  const part = summarizePart(figures, moments, counts, whole);
  const withExpected = (share: OutcomeShare, members: readonly number[]): OutcomeSummary => {
    const meanOf = (sums: Float64Array) => shareWithin(members.reduce((total, k) => total + sums[k]! / agents, 0));
    return { ...share, expected_share: meanOf(expected.scenario), baseline_expected_share: meanOf(expected.baseline) };
  };
  const membersOf = (kind: FigureLayout['kind']) =>
    figures.flatMap((figure) => (figure.kind === kind && figure.kind !== 'measure' ? [figure.outcomes] : []));
  const [single, grouped] = [membersOf('outcome'), membersOf('outcome_group')];
  return {
    agent_count: agents,
    outcomes: part.outcomes.map((share, k) => withExpected(share, single[k]!)),
    outcome_groups: part.outcome_groups.map((share, k) => withExpected(share, grouped[k]!)),
    measures: part.measures.map((measure, k) => ({ ...measure, ...quantilesOf(statistics.measures[k]!) })),
    curves:
      simulatedAgents === undefined
        ? curveSummaries(
            family.curves(decision),
            uncertainty.curves ? curveMoments(uncertainty.curves) : countedPoints(statistics.curves, agents),
            figures.length,
            whole,
          )
        : [],
    segments: segments.map(({ id, label, unit, groups, isModelGroup }, k) => ({
      attribute: id,
      label,
      ...(unit === undefined ? {} : { unit }),
      groups: groups.flatMap((own, group) => {
        const { moments: ofGroup, counts: members, agents: size } = bySegment[k]![group]!;
        if (size === 0) return [];
        const figuresOfGroup = summarizePart(figures, ofGroup, members, {
          ...whole,
          agents: size,
          isWhole: false,
          groups: [...whole.groups!, ...(isModelGroup ? [] : [{ attribute: id, group: own.id }])],
          fraction: size / allAgents,
          estimation: uncertainty.segments?.[k]?.[group],
          targets: uncertainty.targets?.groups[k]?.[group],
          percentiles: undefined,
          parameterEffects: uncertainty.parameterEffects?.groups?.[k]?.[group],
          omitted: uncertainty.omitted?.groups[k]?.[group],
          repeatedRuns: family.interacting ? 'unknown' : undefined,
        });
        return [{ id: own.id, label: own.label, agent_count: size, ...figuresOfGroup }];
      }),
    })),
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

function commonGroups(
  segments: readonly SegmentLayout[],
  parts: readonly (readonly { readonly agents: number }[])[],
  agents: number,
): AgentGroup[] {
  return segments.flatMap(({ id: attribute, isModelGroup, groups }, k) => {
    const common = isModelGroup ? -1 : parts[k]!.findIndex((part) => part.agents === agents);
    return common === -1 ? [] : [{ attribute, group: groups[common]!.id }];
  });
}

function quantilesOf({ scenario, baseline }: Statistics['measures'][number]) {
  return {
    median: quantileOf(scenario, 0.5),
    baseline_median: quantileOf(baseline, 0.5),
    tenth_to_ninetieth_percentile: [quantileOf(scenario, 0.1), quantileOf(scenario, 0.9)] as const,
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
      const figure = { kind: 'curve', id: curve.id, step, bounds: [0, 1] } as const;
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

/**
 * Usual sizes of the JSON of the parts of a summary of the baseline, without ids and labels. Most of it is numbers with 16 digits. Groups of
 * interacting agents have fewer numbers.
 */
const figureBytes = { independent: 470, interacting: 365 };
/** More than for a group: expected shares, or percentiles. */
const wholeBytes = 90;
const pointBytes = 385;
const groupBytes = 90;

const utf8 = new TextEncoder();
const textBytes = (...texts: readonly string[]) => texts.reduce((sum, text) => sum + utf8.encode(text).length, 0);

/** Estimates the size of the JSON of the largest summary of a definition, without a simulation, in bytes. */
export function estimateSummaryBytes(definition: WorkflowDefinition): number {
  const { decision } = definition;
  const layouts = figureLayouts(definition);
  const bytes = figureBytes[hasExpectedShares(definition) ? 'independent' : 'interacting'];
  const figures = layouts.reduce((sum, { id, label }) => sum + bytes + textBytes(id, label), 0);
  const groups = segmentLayouts(definition).flatMap((segment) => segment.groups);
  const ofGroups = groups.reduce((sum, { id, label }) => sum + groupBytes + textBytes(id, label) + figures, 0);
  const points = familyOf(decision)
    .curves(decision)
    .reduce((sum, { steps }) => sum + steps.length, 0);
  return figures + wholeBytes * layouts.length + ofGroups + pointBytes * points;
}

import { type PeopleGrouping, wilsonInterval } from '../../../../model/analyses.js';
import type { SurveyAnswers } from '../../../language-model/tasks/survey.js';
import { agentShares, answersFields, type AgentShares } from '../survey/view.js';
import type { BiasReportPlan, BiasGroup, BiasReportResult } from './bias-report.schema.js';

type Shares = readonly number[];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function meanShares(all: readonly Shares[]): number[] {
  return all[0]!.map((_, k) => sumOf(all.map((own) => own[k]!)) / all.length);
}

export const totalVariation = (a: Shares, b: Shares): number =>
  Math.min(1, sumOf(a.map((value, k) => Math.abs(value - b[k]!))) / 2);

const uniformDistance = (shares: Shares): number =>
  totalVariation(
    shares,
    shares.map(() => 1 / shares.length),
  );

/**
 * The distance to expect if each agent answers with its own probabilities: the mean absolute error of each share, which is approximately
 * normal with the variance Σ p(1 − p) ÷ n².
 *
 * @param probabilities of each agent by option
 */
export function samplingDistance(probabilities: readonly Shares[], replicates: number): number {
  const errors = probabilities[0]!.map((_, k) => {
    const variance = sumOf(probabilities.map((own) => own[k]! * (1 - own[k]!))) / replicates;
    return Math.sqrt((2 * variance) / Math.PI) / probabilities.length;
  });
  return Math.min(1, sumOf(errors) / 2);
}

/**
 * Score of a simulated distribution: 100 if it is equal, 0 if it is as far away as equal shares. Of several groups, both distances are means.
 * Null if the baseline is 0. Source: Hu et al., "SimBench", arXiv 2510.17516 (2025).
 */
export function simBenchScore(distance: number, uniform: number): number | null {
  return uniform > 0 ? 100 * (1 - distance / uniform) : null;
}

/** Pearson correlation; null if one side does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number | null {
  const [meanA, meanB] = [sumOf(a) / a.length, sumOf(b) / b.length];
  const product = sumOf(a.map((value, k) => (value - meanA) * (b[k]! - meanB)));
  const [ssA, ssB] = [sumOf(a.map((value) => (value - meanA) ** 2)), sumOf(b.map((value) => (value - meanB) ** 2))];
  // Rounding errors of equal values are no variation.
  if (ssA < 1e-18 || ssB < 1e-18) return null;
  return Math.max(-1, Math.min(1, product / Math.sqrt(ssA * ssB)));
}

/** Half an answer for each option, so that an option that no agent chose gets a finite weight. */
const pseudoAnswers = 0.5;

/** Weights with which the shares reach the target, up to the pseudo answers. Their product is 1, because only ratios matter. */
export function optionWeights(shares: Shares, target: Shares, answers: number): number[] {
  const smoothed = (own: Shares) =>
    own.map((value) => (value * answers + pseudoAnswers) / (answers + own.length * pseudoAnswers));
  const from = smoothed(shares);
  const logs = smoothed(target).map((value, k) => Math.log(value / from[k]!));
  const mean = sumOf(logs) / logs.length;
  return logs.map((value) => Math.exp(value - mean));
}

/** Multiplies shares by weights and makes them add up to 1. */
export function corrected(shares: Shares, weights: readonly number[]): number[] {
  const weighted = shares.map((value, k) => value * weights[k]!);
  const sum = sumOf(weighted);
  return weighted.map((value) => value / sum);
}

/** The agents under one scenario: probabilities of the workflow by option. */
export type WorkflowShares = readonly Shares[];

/** An agent with an answer. */
interface Pair {
  readonly row: number;
  readonly answers: Shares;
  readonly workflow: Shares;
}

const minHalf = 10;

/** Compares the answers with the workflow. @param scenarios one or two; the answers have all agents of the first, then of the second */
export function compareWithWorkflow(
  plan: BiasReportPlan,
  groupings: readonly PeopleGrouping[],
  scenarios: readonly WorkflowShares[],
  answers: SurveyAnswers,
): BiasReportResult {
  const all = agentShares(plan.options, answers);
  const count = scenarios[0]!.length;
  const byScenario = scenarios.map((_, s) => all.slice(s * count, (s + 1) * count));
  // Each scenario needs answers of at least half of the agents.
  const [fields] = byScenario.map((own) => answersFields(own, answers));
  const [first, second] = byScenario.map((own, s) => pairsOf(own, scenarios[s]!)) as [Pair[], Pair[] | undefined];
  const segments = groupings.map(({ id, label, groups, groupOf }) => ({
    id,
    label,
    groups: groups.flatMap((group, g): BiasGroup[] => {
      const own = first.filter(({ row }) => groupOf[row] === g);
      if (own.length === 0) return [];
      const [shares, workflow_shares] = [answersOf(own), workflowOf(own)];
      return [
        { id: group.id, label: group.label, answered: own.length, ...distances(own, plan), shares, workflow_shares },
      ];
    }),
  }));
  const overall = distances(first, plan);
  const [shares, workflow] = [answersOf(first), workflowOf(first)];
  const correction = correctionOf(first, second, groupings);
  const adjusted = correction ? corrected(shares, correction.weights) : shares;
  const groups = segments.flatMap((segment) => segment.groups);
  return {
    ...fields!,
    ...overall,
    simbench_score: simBenchScore(overall.total_variation, overall.uniform_total_variation),
    segments_simbench_score:
      groups.length === 0
        ? null
        : simBenchScore(
            meanOf(groups.map((own) => own.total_variation)),
            meanOf(groups.map((own) => own.uniform_total_variation)),
          ),
    options: plan.options.map(({ id, label, outcome }, k) => {
      const [low, high] = wilsonInterval(shares[k]! * first.length, first.length);
      return {
        ...{ id, label, outcome, share: shares[k]!, interval: [low, high] },
        ...{ workflow_share: workflow[k]!, difference: shares[k]! - workflow[k]!, corrected_share: adjusted[k]! },
      };
    }),
    segments,
    correction,
    effects: second ? effectsOf(plan, first, second, groupings) : null,
  };
}

const meanOf = (values: readonly number[]) => sumOf(values) / values.length;
const answersOf = (pairs: readonly Pair[]) => meanShares(pairs.map((own) => own.answers));
const workflowOf = (pairs: readonly Pair[]) => meanShares(pairs.map((own) => own.workflow));

function pairsOf(agents: AgentShares, workflow: WorkflowShares): Pair[] {
  return agents.flatMap((answers, row) => (answers ? [{ row, answers, workflow: workflow[row]! }] : []));
}

/** The pairs of each group that has any. */
const byGroup = (pairs: readonly Pair[], groupings: readonly PeopleGrouping[]): Pair[][] =>
  groupings
    .flatMap(({ groups, groupOf }) => groups.map((_, g) => pairs.filter(({ row }) => groupOf[row] === g)))
    .filter(({ length }) => length > 0);

function distances(pairs: readonly Pair[], { replicates }: BiasReportPlan) {
  const workflow = workflowOf(pairs);
  return {
    total_variation: totalVariation(answersOf(pairs), workflow),
    sampling_total_variation: samplingDistance(
      pairs.map((own) => own.workflow),
      replicates,
    ),
    uniform_total_variation: uniformDistance(workflow),
  };
}

/** Fits the weights with every other agent, and judges them with the rest. Agents are exchangeable, so their number is as good as a draw. */
function correctionOf(
  first: readonly Pair[],
  second: readonly Pair[] | undefined,
  groupings: readonly PeopleGrouping[],
): BiasReportResult['correction'] {
  const isFitted = ({ row }: Pair) => row % 2 === 0;
  const fitted = first.filter(isFitted);
  const heldOut = first.filter((own) => !isFitted(own));
  const compared = second?.filter((own) => !isFitted(own)) ?? [];
  if (fitted.length < minHalf || heldOut.length < minHalf) return null;
  const weights = optionWeights(answersOf(fitted), workflowOf(fitted), fitted.length);
  const before = (pairs: readonly Pair[]) => totalVariation(answersOf(pairs), workflowOf(pairs));
  const after = (pairs: readonly Pair[]) => totalVariation(corrected(answersOf(pairs), weights), workflowOf(pairs));
  const groups = byGroup(heldOut, groupings);
  const total = groups.reduce((sum, { length }) => sum + length, 0);
  const weighted = (error: (pairs: readonly Pair[]) => number) =>
    total === 0 ? error(heldOut) : groups.reduce((sum, own) => sum + error(own) * own.length, 0) / total;
  return {
    weights,
    fitted_agents: fitted.length,
    held_out_agents: heldOut.length,
    held_out_before: before(heldOut),
    held_out_after: after(heldOut),
    held_out_segments_before: weighted(before),
    held_out_segments_after: weighted(after),
    compared_scenario_before: compared.length > 0 ? before(compared) : null,
    compared_scenario_after: compared.length > 0 ? after(compared) : null,
  };
}

function effectsOf(
  { options }: BiasReportPlan,
  first: readonly Pair[],
  second: readonly Pair[],
  groupings: readonly PeopleGrouping[],
): BiasReportResult['effects'] {
  const later = new Map(second.map((own) => [own.row, own]));
  const both = first.filter(({ row }) => later.has(row));
  const effectOf = (pairs: readonly Pair[], sharesOf: (own: readonly Pair[]) => number[]) => {
    const [from, to] = [sharesOf(pairs), sharesOf(pairs.map(({ row }) => later.get(row)!))];
    return to.map((share, k) => share - from[k]!);
  };
  if (both.length === 0) return null;
  const groups = byGroup(both, groupings);
  const model = groups.flatMap((own) => effectOf(own, answersOf));
  const workflow = groups.flatMap((own) => effectOf(own, workflowOf));
  const [overall, workflowOverall] = [effectOf(both, answersOf), effectOf(both, workflowOf)];
  return {
    options: options.map(({ id }, k) => ({ id, effect: overall[k]!, workflow_effect: workflowOverall[k]! })),
    correlation: model.length === 0 ? null : correlation(model, workflow),
    compared: model.length,
  };
}

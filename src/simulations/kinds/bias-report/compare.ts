import { type PeopleGrouping, wilsonInterval } from '../../../engine/analyses.js';
import type { SurveyAnswers } from '../../../language-model/survey/survey-answers.js';
import { agentShares, answersFields, type AgentShares } from '../survey/shares.js';
import {
  corrected,
  correlation,
  meanShares,
  optionWeights,
  samplingDistance,
  simBenchScore,
  totalVariation,
  uniformDistance,
  type Shares,
} from './distance.js';
import type { BiasReportPlan } from './request.schema.js';
import type { BiasGroup, BiasReportResult } from './result.schema.js';

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

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const answersOf = (pairs: readonly Pair[]) => meanShares(pairs.map((own) => own.answers));
const workflowOf = (pairs: readonly Pair[]) => meanShares(pairs.map((own) => own.workflow));

function pairsOf(agents: AgentShares, workflow: WorkflowShares): Pair[] {
  return agents.flatMap((answers, row) => (answers ? [{ row, answers, workflow: workflow[row]! }] : []));
}

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
  const groups = groupings.flatMap(({ groups: own, groupOf }) =>
    own.map((_, g) => heldOut.filter(({ row }) => groupOf[row] === g)).filter(({ length }) => length > 0),
  );
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
  const groups = groupings.flatMap(({ groups: own, groupOf }) =>
    own.map((_, g) => both.filter(({ row }) => groupOf[row] === g)).filter(({ length }) => length > 0),
  );
  const model = groups.flatMap((own) => effectOf(own, answersOf));
  const workflow = groups.flatMap((own) => effectOf(own, workflowOf));
  const [overall, workflowOverall] = [effectOf(both, answersOf), effectOf(both, workflowOf)];
  return {
    options: options.map(({ id }, k) => ({ id, effect: overall[k]!, workflow_effect: workflowOverall[k]! })),
    correlation: model.length === 0 ? null : correlation(model, workflow),
    compared: model.length,
  };
}

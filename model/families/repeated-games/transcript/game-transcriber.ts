import type { Column } from '../../../columns/column.js';
import { columnFinder, tableOfAgent } from '../../../transcript/stored-agents.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { describeProbability, describeBaseline } from '../../../transcript/describe-choice.js';
import { type Paragraph, sentence, type Sentence, numberWord, fillTemplate } from '../../../transcript/template.js';
import { jointActions, jointActionIndex, type RepeatedGames } from '../repeated-games.schema.js';
import { exp } from '../../../math/elementary.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { parameterChangeFinder } from '../../../transcript/find-parameter-changes.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { parameterChangeDescriber } from '../../../transcript/parameter-changes.js';
import { transcriptParts } from '../../../transcript/transcript-parts.js';
import type { DecisionOutput } from '../../../equations/decision-family.js';
import { gameModel, statesAfter, strategiesOf } from '../play.js';

/** Actions of an agent and its partner in one round: 1 for cooperation. */
interface Round {
  readonly own: number;
  readonly other: number;
}

function matchReader(events: readonly Column[]): (index: number) => Round[] {
  const columnOf = columnFinder(events);
  const [agent, own, other] = ['agent', 'cooperated', 'partner_cooperated'].map((name) => columnOf(name).values);
  const starts = new Map<number, number>();
  for (let row = 0; row < agent!.length; row++) if (!starts.has(agent![row]!)) starts.set(agent![row]!, row);
  return (index) => {
    const isFirst = index % 2 === 0;
    const first = isFirst ? index : index - 1;
    const rounds: Round[] = [];
    for (let row = starts.get(first) ?? agent!.length; agent![row] === first; row++) {
      const [firstAction, secondAction] = [own![row]!, other![row]!];
      rounds.push(isFirst ? { own: firstAction, other: secondAction } : { own: secondAction, other: firstAction });
    }
    return rounds;
  };
}

/** Logits of the agent's probability of cooperation. */
export interface Logits {
  readonly first: number;
  readonly after: readonly number[];
}

/** Consecutive rounds with the same actions after the same joint actions. */
interface Stretch extends Round {
  /** Index of the joint actions of the round before, in `jointActions`; undefined for the first round. */
  readonly last: number | undefined;
  readonly from: number;
  to: number;
}

/** Describes a match, with one sentence for each stretch of equal rounds. */
function describeRounds(definition: WorkflowOf<RepeatedGames>, rounds: readonly Round[], logits: Logits): Paragraph[] {
  const stretches: Stretch[] = [];
  rounds.forEach(({ own, other }, k) => {
    const before = rounds[k - 1];
    const last = before && jointActionIndex(before.own, before.other);
    const stretch = stretches.at(-1);
    if (stretch?.last === last && stretch?.own === own && stretch.other === other) stretch.to = k + 1;
    else stretches.push({ own, other, last, from: k + 1, to: k + 1 });
  });
  return stretches.map((stretch) => describeStretch(definition, stretch, logits));
}

function describeStretch(
  { decision: { story }, narrative: { peers } }: WorkflowOf<RepeatedGames>,
  { own, other, last, from, to }: Stretch,
  { first, after }: Logits,
): Paragraph {
  const logit = last === undefined ? first : after[last]!;
  const probability = 1 / (1 + exp(own === 1 ? -logit : logit));
  const [mine, theirs] = [own === 1 ? 'cooperate' : 'defect', other === 1 ? 'cooperate' : 'defect'] as const;
  const rounds =
    from === to ? `round ${from}` : to === from + 1 ? `rounds ${from} and ${to}` : `rounds ${from} to ${to}`;
  const before = last === undefined ? '' : `${story.after[jointActions[last]!]}, `;
  const actions = mine === theirs ? story.both[mine] : `${story.own[mine]} and ${story.other[theirs]}`;
  return [sentence('rounds', `${rounds}: ${before}${actions}`), describeProbability(peers, probability)];
}

/**
 * Returns a function that writes the transcript of an agent: introduction, match by rounds, outcome at the baseline, and the smallest change of
 * a parameter that would have changed the first action.
 */
export function gameTranscriber(
  definition: WorkflowOf<RepeatedGames>,
  scenario: Scenario,
  { columns, events }: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const parts = transcriptParts(definition, gameModel(decision), scenario, columns);
  const { agents, columnOf, outcomeText } = parts;
  const matchOf = matchReader(events);
  const states = statesAfter('dd', 1);
  const nounOf = (outcome: number) => decision.outcomes[outcome]!.noun;
  const describeParameterChange = parameterChangeDescriber(definition, outcomeText, nounOf, parts.areAllSolved);
  const findChange = parameterChangeFinder(definition, scenario, parts);
  return (index) => {
    const [outcome, baselineOutcome] = [agents.outcomes[index]!, agents.baselineOutcomes[index]!];
    const [attributes, assigned] = tableOfAgent(agents, index);
    const rounds = matchOf(index);
    const { first, after } = strategiesOf(parts.explainer.equations, attributes, assigned, index);
    const error = columnOf('opening_error').values[index]!;
    const outcomeOf = (logits: Float64Array) => (logits[0]! + error > 0 ? 1 : 0);
    const explanation = parts.explain(index, states, 0);
    const { smallest } = findChange({ index, outcome, explanation, outcomeOf, states, stateRow: 0 });
    return [
      [...parts.describeAgent(index), ...parts.describeSituation(index)],
      ...describeRounds(definition, rounds, { first: first[0]!, after: after.map((logit) => logit[0]!) }),
      [describeEnd(decision, rounds, columnOf(`measure.${decision.measures.payoff.id}`).values[index]!)],
      parts.isBaseline
        ? []
        : [describeBaseline(narrative, outcomeText, nounOf(baselineOutcome), baselineOutcome === outcome)],
      describeParameterChange(smallest),
    ];
  };
}

function describeEnd({ story, measures }: RepeatedGames, rounds: readonly Round[], payoff: number): Sentence {
  const cooperative = rounds.filter(({ own }) => own === 1).length;
  const words = {
    rounds: numberWord(rounds.length),
    cooperative: cooperative === 0 ? 'none' : cooperative === rounds.length ? 'all' : numberWord(cooperative),
    payoff: displayQuantity(payoff, measures.payoff.unit),
  };
  const text = fillTemplate(rounds.length === 1 ? story.end_at_once : story.end, words);
  return sentence('match_end', text);
}

import type { WorkflowOf } from '../../../definition/definition.schema.js';
import type { Scenario } from '../../../definition/scenario.schema.js';
import { compileEquations } from '../../../model/compile-equations.js';
import { compileExplainer, rowExplainer } from '../../../model/explain.js';
import { compileParameterEffects } from '../../../model/parameter-effects.js';
import { columnFinder, readStoredAgents, tableOfAgent } from '../../../transcript/stored-agents.js';
import { parameterChangeFinder } from '../../../transcript/find-parameter-changes.js';
import { isBaselineScenario } from '../../../definition/is-baseline.js';
import { numberWord } from '../../../transcript/number-words.js';
import { displayQuantity } from '../../../transcript/quantity.js';
import { describeBaseline } from '../../../transcript/describe-choice.js';
import { parameterChangeDescriber } from '../../../transcript/describe-parameter-change.js';
import { agentTexts } from '../../../transcript/agent-texts.js';
import { agentDescriber, situationDescriber } from '../../../transcript/describe-agent.js';
import { outcomeTexts } from '../../../transcript/outcome-texts.js';
import { type Paragraph, type Sentence, sentence } from '../../../transcript/sentence.js';
import { fillTemplate } from '../../../transcript/template.js';
import type { DecisionOutput } from '../../../model/decision-family.js';
import type { RepeatedGames } from '../repeated-games.schema.js';
import { gameModel, statesAfter, strategiesOf } from '../strategies.js';
import { matchReader, type Round } from './match-reader.js';
import { describeRounds } from './describe-rounds.js';
import { productContextOf } from '../../../model/products/compile-products.js';

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
  const model = gameModel(decision);
  const context = productContextOf(definition);
  const compiled = compileEquations(model, context, scenario);
  const explainer = compileExplainer(model, context, scenario);
  const effects = compileParameterEffects(definition, model, context, scenario);
  const isBaseline = isBaselineScenario(definition, scenario);
  const agents = readStoredAgents(definition, scenario, columns);
  const explain = rowExplainer(explainer, agents.attributes, agents.assigned);
  const matchOf = matchReader(events);
  const columnOf = columnFinder(columns);
  const states = statesAfter('dd', 1);
  const nounOf = (outcome: number) => decision.outcomes[outcome]!.noun;
  const areAllSolved = effects.every(({ kind }) => kind !== 'unsolved');
  const texts = agentTexts(definition, scenario, agents);
  const outcomeText = outcomeTexts(narrative);
  const describeAgent = agentDescriber(definition, texts);
  const describeSituation = situationDescriber(definition, texts, agents.assigned);
  const describeParameterChange = parameterChangeDescriber(definition, outcomeText, nounOf, areAllSolved);
  const findChange = parameterChangeFinder(definition, effects, explainer, agents, scenario);
  return (index) => {
    const [outcome, baselineOutcome] = [agents.outcomes[index]!, agents.baselineOutcomes[index]!];
    const [attributes, assigned] = tableOfAgent(agents, index);
    const rounds = matchOf(index);
    const { first, after } = strategiesOf(compiled, attributes, assigned, index);
    const error = columnOf('opening_error').values[index]!;
    const outcomeOf = (logits: Float64Array) => (logits[0]! + error > 0 ? 1 : 0);
    const explanation = explain(index, states, 0);
    const { smallest } = findChange({ index, outcome, explanation, outcomeOf, states, stateRow: 0 });
    return [
      [...describeAgent(index), ...describeSituation(index)],
      ...describeRounds(definition, rounds, { first: first[0]!, after: after.map((logit) => logit[0]!) }),
      [describeEnd(decision, rounds, columnOf(`measure.${decision.measures.payoff.id}`).values[index]!)],
      isBaseline
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

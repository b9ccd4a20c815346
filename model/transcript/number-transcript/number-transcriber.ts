import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { isBaselineScenario } from '../../definition/resolve-scenario.js';
import type { Narrative } from '../../definition/narrative.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { DecisionOutput } from '../../equations/decision-family.js';
import { compileExplainer, equationValues, rowExplainer } from '../../equations/explain.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { compileParameterEffects } from '../../equations/parameter-effects.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { agentTexts, agentDescriber, situationDescriber } from '../agent-texts.js';
import { describeBaseline, countOfHundred } from '../describe-choice.js';
import { parameterChangeDescriber, smallestChange, type ParameterChange } from '../parameter-changes.js';
import { parameterChangeFinder } from '../find-parameter-changes.js';
import { averageUnits } from '../index-transcript/index-transcriber.js';
import { reasonDescriber, variableDescriber } from '../index-transcript/describe-reasons.js';
import {
  type OutcomeTexts,
  outcomeTexts,
  type Paragraph,
  type Sentence,
  sentence,
  fillTemplate,
  joinWords,
} from '../template.js';
import { compileEffects } from '../reasons/effects.js';
import { readStoredAgents } from '../stored-agents.js';
import type { NumberPhrases } from '../../equations/linear.schema.js';

/** Effect of each equation on the result: 1 if a greater value increases it, -1 if a greater value decreases it. */
export type EquationSigns = Readonly<Record<string, 1 | -1>>;

/** Result of one agent under the scenario and at the baseline. Results are integers: a count, a period or an outcome index. */
export interface AgentResult {
  readonly result: number;
  readonly baselineResult: number;
  /** Returns the result at other values of the equations, with the agent's random error unchanged. */
  readonly resultAt: (equations: Float64Array) => number;
  /** Paragraph that states the result. It follows the reasons. */
  readonly description: Paragraph;
  /** Parameter changes that alter the result without affecting the equations. */
  readonly otherChanges?: readonly ParameterChange[];
}

/** Parts of a transcript that depend on the family. */
export interface NumberTranscript {
  readonly signs: EquationSigns;
  readonly phrases: NumberPhrases;
  /** @param equations the agent's values of the equations, in the order of the model */
  readonly resultOf: (index: number, equations: Float64Array) => AgentResult;
  /** Noun phrase of a result, for the narrative's `outcome` sentences. */
  readonly nounOf: (result: number) => string;
}

/**
 * Makes the transcriber of a family whose outcome is a number. A transcript describes the agent, its situation, the reasons compared with
 * the average agent, the result and its rank, the result at the baseline, and the smallest parameter change that would alter the result.
 *
 * @returns the paragraphs of one agent, by agent index
 */
export function numberTranscriber(
  definition: WorkflowDefinition,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
  { signs, phrases, resultOf, nounOf }: NumberTranscript,
): (index: number) => Paragraph[] {
  const { narrative } = definition;
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const effectsOf = compileEffects(definition, explainer.equations);
  const comparison = {
    signs: model.equations.map((equation) => signs[equation] ?? 0),
    reference: averageUnits(definition, model),
  };
  const equations = Object.keys(signs);
  const parameterEffects = compileParameterEffects(definition, model, context, scenario);
  const areAllSolved = parameterEffects.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const agents = readStoredAgents(definition, scenario, columns);
  const explain = rowExplainer(explainer, agents.attributes, agents.assigned);
  const texts = agentTexts(definition, scenario, agents);
  const outcomeText = outcomeTexts(narrative);
  const describeAgent = agentDescriber(definition, texts);
  const describeVariables = variableDescriber(definition, explainer, equations);
  const describeSituation = situationDescriber(definition, texts, agents.assigned);
  const describeReasons = reasonDescriber(definition, explainer, texts, equations, phrases.favours);
  const describeParameterChange = parameterChangeDescriber(definition, outcomeText, nounOf, areAllSolved);
  const findChange = parameterChangeFinder(definition, parameterEffects, explainer, agents, scenario);
  return (index) => {
    const explanation = explain(index);
    const {
      result,
      baselineResult,
      resultAt,
      description,
      otherChanges = [],
    } = resultOf(index, equationValues(explainer, explanation));
    const { smallest } = findChange({ index, outcome: result, explanation, outcomeOf: resultAt });
    return [
      describeAgent(index),
      [...describeVariables(explanation), ...describeSituation(index)],
      ...describeReasons({ index, explanation }, effectsOf(explanation, comparison)),
      description,
      isBaseline
        ? []
        : [describeBaselineResult(narrative, outcomeText, nounOf, baselineResult, baselineResult === result)],
      describeParameterChange(smallestChange([smallest, ...otherChanges])),
    ];
  };
}

/** Describes the result at the calibrated baseline. Equal results get a fixed sentence because "too" does not fit nouns such as "none". */
function describeBaselineResult(
  narrative: Narrative,
  texts: OutcomeTexts,
  nounOf: (result: number) => string,
  outcome: number,
  isSame: boolean,
): Sentence {
  return isSame
    ? sentence('baseline', `${narrative.baseline}, the result would have been the same`)
    : describeBaseline(narrative, texts, nounOf(outcome), isSame);
}

/** Probabilities that an agent with the same attributes and situation has a smaller result, and a greater one. */
export interface Rank {
  readonly less: number;
  readonly more: number;
}

/** An agent is described as distant from its peers if fewer than this share of them have a more extreme result. */
const extremeShare = 0.15;

/**
 * Compares an agent's result with 100 peers, agents with the same attributes and situation. Counts are limited to 1 to 99. The random
 * error alone causes the difference between peers.
 *
 * @param peers noun phrase from the narrative: `workers like me`
 */
export function describeRank(peers: string, phrases: NumberPhrases, rank: Rank): Sentence {
  const { less, more } = rank;
  const counts = (['less', 'more'] as const).flatMap((side) => {
    const probability = side === 'less' ? less : more;
    return Math.round(probability * 100) < 1
      ? []
      : [fillTemplate(phrases[side], { number: countOfHundred(probability) })];
  });
  if (counts.length === 0) return sentence('rank', `nearly all ${peers} do the same`);
  const text = `Of 100 ${peers}, ${joinWords(counts)}.`;
  const isExtreme = Math.min(less, more) < extremeShare && Math.max(less, more) > 1 - 2 * extremeShare;
  const cause = isExtreme ? ' The random error, which the model does not explain, causes this difference.' : '';
  return sentence('rank', `${text}${cause}`);
}

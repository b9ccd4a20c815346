import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { restoresBaseline } from '../definition/resolve-scenario.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { DecisionOutput, Outcome } from '../equations/decision-family.js';
import { compileExplainer, equationValues, rowExplainer } from '../equations/evaluate-equations.js';
import type { LinearModel } from '../equations/linear-model.js';
import type { NumberPhrases } from '../equations/linear.schema.js';
import { productContextOf } from '../equations/products/compile-products.js';
import { compilePopulation } from '../population/compile-population.js';
import { drawSituation } from '../population/situation.js';
import { streamKey } from '../random/stream-key.js';
import { countOfHundred, describeBaseline, describeChoice } from './describe-choice.js';
import { parameterChangeFinder } from './find-parameter-changes.js';
import { type ParameterChange, parameterChangeDescriber, smallestChange } from './parameter-changes.js';
import { reasonDescriber, variableDescriber } from './reasons/describe-reasons.js';
import { compileEffects } from './reasons/effects.js';
import { columnFinder } from './stored-agents.js';
import { fillTemplate, joinWords, outcomeTexts, type Paragraph, type Sentence, sentence } from './template.js';
import { transcriptParts } from './transcript-parts.js';

const agentCount = 400;
const seed = 0;

/**
 * Average of each product of the equations, without its coefficient, over 400 agents at the baseline. The agents are the same for every
 * simulation of a workflow, so that transcripts of equal agents are equal.
 */
function averageUnits(definition: WorkflowDefinition, model: LinearModel): Float64Array {
  const baseline = baselineScenario(definition);
  const explainer = compileExplainer(model, productContextOf(definition), baseline);
  const source = {
    key: streamKey(seed, definition.workflow_id),
    population: compilePopulation(definition.population),
    assignments: definition.scenario.assignments,
    scenario: baseline,
    baseline,
  };
  const { situation } = drawSituation(source, 0, agentCount);
  const means = new Float64Array(explainer.coefficients.length);
  const explain = rowExplainer(explainer, situation.attributes, situation.assigned.baseline);
  for (let row = 0; row < agentCount; row++) {
    const { units } = explain(row);
    for (let k = 0; k < means.length; k++) means[k] = means[k]! + units[k]! / agentCount;
  }
  return means;
}

/** Result of one agent under the scenario and at the baseline. Results are integers: a count, a period or an outcome index. */
interface AgentResult {
  readonly result: number;
  readonly baselineResult: number;
  /** Returns the result at other values of the equations, with the agent's random error unchanged. */
  readonly resultAt: (equations: Float64Array) => number;
}

interface PredictorTranscript {
  /** Effect of each equation on the result, in logits: positive if a greater value increases it. */
  readonly signs: Readonly<Record<string, number>>;
  /** Noun phrase for a greater result: `going more often`. */
  readonly favored: string;
  /** Noun phrase of a result, for the narrative's `outcome` sentences. */
  readonly nounOf: (result: number) => string;
  /** Whether a parameter change can be reported. */
  readonly canReport?: (change: ParameterChange) => boolean;
  /** Describes a result at the baseline that equals the result. */
  readonly describeSame: (noun: string) => Sentence;
  /** @param equations the agent's values of the equations, in the order of the model */
  readonly resultOf: (
    index: number,
    equations: Float64Array,
  ) => AgentResult & {
    /** Paragraph that states the result. It follows the reasons. */
    readonly description: Paragraph;
    /** Parameter changes that alter the result without affecting the equations. */
    readonly otherChanges?: readonly ParameterChange[];
  };
}

/**
 * Makes the transcriber of a family with linear predictors. A transcript describes the agent, its situation, the reasons compared with the
 * average agent, the result, the result at the baseline, and the smallest parameter change that would alter the result.
 *
 * @returns the paragraphs of one agent, by agent index
 */
function predictorTranscriber(
  definition: WorkflowDefinition,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
  { signs, favored, nounOf, canReport, describeSame, resultOf }: PredictorTranscript,
): (index: number) => Paragraph[] {
  const parts = transcriptParts(definition, model, scenario, columns);
  const { explainer, texts, outcomeText } = parts;
  const equations = Object.keys(signs);
  const effectsOf = compileEffects(definition, explainer.equations);
  const comparison = {
    signs: model.equations.map((equation) => signs[equation] ?? 0),
    reference: averageUnits(definition, model),
  };
  const describeVariables = variableDescriber(definition, explainer, equations);
  const describeReasons = reasonDescriber(definition, explainer, texts, equations, favored);
  const describeChange = parameterChangeDescriber(definition, outcomeText, nounOf, parts.areAllSolved);
  const findChange = parameterChangeFinder(definition, scenario, parts, canReport);
  return (index) => {
    const explanation = parts.explain(index);
    const own = resultOf(index, equationValues(explainer, explanation));
    const { result, baselineResult, otherChanges = [] } = own;
    const { smallest, isAny } = findChange({ index, outcome: result, explanation, outcomeOf: own.resultAt });
    const change = smallestChange([smallest, ...otherChanges]);
    const baselineNoun = nounOf(baselineResult);
    return [
      parts.describeAgent(index),
      [...describeVariables(explanation), ...parts.describeSituation(index)],
      ...describeReasons({ index, explanation }, effectsOf(explanation, comparison)),
      own.description,
      parts.isBaseline
        ? []
        : [
            baselineResult === result
              ? describeSame(baselineNoun)
              : describeBaseline(definition.narrative, outcomeText, baselineNoun, false),
          ],
      isAny && !change ? [] : describeChange(change),
    ];
  };
}

/** How a family with one linear predictor derives outcomes from the predictor and the random error. */
interface IndexDecision {
  /** Possible outcomes, lowest first if they are ordered. */
  readonly outcomes: readonly Outcome[];
  /** Id of the equation that holds the predictor. */
  readonly equation: string;
  /** Noun phrase for the outcome that a greater predictor favors: `voting`. */
  readonly favored: string;
  /** Converts effects on the predictor to logits, for their strength. Default: 1. */
  readonly logitsPerUnit?: number;
  /** Whether the outcomes are ordered from low to high. */
  readonly isOrdered?: boolean;
  /** Random error of an agent, in units of the predictor. */
  readonly randomErrorOf: (index: number) => number;
  /** Outcome index at a score: predictor plus random error. */
  readonly outcomeAt: (score: number) => number;
  /** Change of the score that would produce another outcome; negative for a decrease. */
  readonly distanceTo: (outcome: number, score: number) => number;
}

/** The {@link predictorTranscriber} of a family with one predictor, whose results are outcomes. */
export function indexTranscriber(
  definition: WorkflowDefinition,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
  decision: IndexDecision,
): (index: number) => Paragraph[] {
  const { narrative } = definition;
  const { outcomes, equation, favored, logitsPerUnit = 1, isOrdered, distanceTo } = decision;
  const columnOf = columnFinder(decided.columns);
  const probabilities = outcomes.map(({ id }) => columnOf(`probability.${id}`).values);
  const [results, baselineResults] = [columnOf('outcome').values, columnOf('baseline_outcome').values];
  const position = model.equations.indexOf(equation);
  const nounOf = (outcome: number) => outcomes[outcome]!.noun;
  const outcomeText = outcomeTexts(narrative);
  return predictorTranscriber(definition, model, scenario, decided, {
    signs: { [equation]: logitsPerUnit },
    favored,
    nounOf,
    // The baseline sentence already describes the change that restores the baseline.
    canReport: (change) => !restoresBaseline(definition, scenario, change),
    describeSame: (noun) => describeBaseline(narrative, outcomeText, noun, true),
    resultOf(index, equations) {
      const result = results[index]!;
      const randomError = decision.randomErrorOf(index);
      const predictor = equations[position]!;
      const second = nearestOther(outcomes.length, result, predictor + randomError, decision);
      return {
        result,
        baselineResult: baselineResults[index]!,
        resultAt: (values) => decision.outcomeAt(values[position]! + randomError),
        description: describeChoice(narrative, outcomeText, nounOf, {
          outcome: result,
          predicted: decision.outcomeAt(predictor),
          second,
          lead: Math.abs(distanceTo(second, predictor + randomError)),
          explainedLead: Math.abs(distanceTo(second, predictor)),
          probability: probabilities[result]![index]!,
          ...(isOrdered && { isOrdered }),
        }),
      };
    },
  });
}

/** Index of the other outcome that needs the smallest change of the score. */
function nearestOther(count: number, own: number, score: number, { distanceTo }: IndexDecision): number {
  const others = Array.from({ length: count }, (_, k) => k).filter((k) => k !== own);
  return others.reduce((best, k) => (Math.abs(distanceTo(k, score)) < Math.abs(distanceTo(best, score)) ? k : best));
}

/** Parts of the transcript of a family whose results are numbers: frequencies, durations or amounts. */
interface NumberTranscript extends Pick<PredictorTranscript, 'signs' | 'nounOf'> {
  readonly phrases: NumberPhrases;
  /** @param equations the agent's values of the equations, in the order of the model */
  readonly resultOf: (
    index: number,
    equations: Float64Array,
  ) => AgentResult & {
    readonly rank: Rank;
    /** Sentence between the result and its rank. */
    readonly amount?: Sentence | undefined;
    /** Parameter changes that alter the result without affecting the equations. */
    readonly otherChanges?: readonly ParameterChange[];
  };
}

/** The {@link predictorTranscriber} of a family whose results are numbers. */
export function numberTranscriber(
  definition: WorkflowDefinition,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
  { phrases, resultOf, ...transcript }: NumberTranscript,
): (index: number) => Paragraph[] {
  const { narrative } = definition;
  const { chosen } = outcomeTexts(narrative);
  return predictorTranscriber(definition, model, scenario, decided, {
    ...transcript,
    favored: phrases.favours,
    // "too" does not fit nouns such as "none".
    describeSame: () => sentence('baseline', `${narrative.baseline}, the result would have been the same`),
    resultOf(index, equations) {
      const { rank, amount, ...own } = resultOf(index, equations);
      const described = describeRank(narrative.peers, phrases, rank);
      const result = sentence('outcome', chosen(transcript.nounOf(own.result)));
      return { ...own, description: amount ? [result, amount, described] : [result, described] };
    },
  });
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

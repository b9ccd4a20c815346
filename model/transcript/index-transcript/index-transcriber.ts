import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario, isBaselineScenario, restoresBaseline } from '../../definition/resolve-scenario.js';
import { compileExplainer, rowExplainer, equationValues } from '../../equations/explain.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { productContextOf } from '../../equations/products/compile-products.js';
import { compilePopulation } from '../../population/compile-population.js';
import { drawSituation } from '../../population/situation.js';
import { streamKey } from '../../random/stream-key.js';
import type { Outcome, DecisionOutput } from '../../equations/decision-family.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { compileParameterEffects } from '../../equations/parameter-effects.js';
import { agentTexts, agentDescriber, situationDescriber } from '../agent-texts.js';
import { describeBaseline, describeChoice } from '../describe-choice.js';
import { parameterChangeDescriber, type ParameterChange } from '../parameter-changes.js';
import { parameterChangeFinder } from '../find-parameter-changes.js';
import { outcomeTexts, type Paragraph } from '../template.js';
import { compileEffects } from '../reasons/effects.js';
import { columnFinder, readStoredAgents } from '../stored-agents.js';
import { reasonDescriber, variableDescriber } from './describe-reasons.js';

const agentCount = 400;
const seed = 0;

/**
 * Average of each product of the equations, without its coefficient, over 400 agents at the baseline. The agents are the same for every
 * simulation of a workflow, so that transcripts of equal agents are equal.
 */
export function averageUnits(definition: WorkflowDefinition, model: LinearModel): Float64Array {
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

/**
 * Makes the transcriber of a family with one linear predictor. A transcript describes the agent, its situation, the reasons compared with
 * the average agent, the outcome, the outcome at the baseline, and the smallest parameter change that would alter the outcome.
 *
 * @returns the paragraphs of one agent, by agent index
 */
export function indexTranscriber(
  definition: WorkflowDefinition,
  model: LinearModel,
  scenario: Scenario,
  { columns }: Readonly<DecisionOutput>,
  decision: IndexDecision,
): (index: number) => Paragraph[] {
  const { narrative } = definition;
  const { outcomes } = decision;
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const effectsOf = compileEffects(definition, explainer.equations);
  const position = model.equations.indexOf(decision.equation);
  const comparison = {
    signs: model.equations.map((_, k) => (k === position ? (decision.logitsPerUnit ?? 1) : 0)),
    reference: averageUnits(definition, model),
  };
  const parameterEffects = compileParameterEffects(definition, model, context, scenario);
  const areAllSolved = parameterEffects.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const agents = readStoredAgents(definition, scenario, columns);
  const explain = rowExplainer(explainer, agents.attributes, agents.assigned);
  const named = columnFinder(columns);
  const probabilities = outcomes.map(({ id }) => named(`probability.${id}`).values);
  const nounOf = (outcome: number) => outcomes[outcome]!.noun;
  const texts = agentTexts(definition, scenario, agents);
  const outcomeText = outcomeTexts(narrative);
  const describeAgent = agentDescriber(definition, texts);
  const describeVariables = variableDescriber(definition, explainer, [decision.equation]);
  const describeSituation = situationDescriber(definition, texts, agents.assigned);
  const describeReasons = reasonDescriber(definition, explainer, texts, [decision.equation], decision.favored);
  const describeParameterChange = parameterChangeDescriber(definition, outcomeText, nounOf, areAllSolved);
  // The baseline sentence already describes the change that restores the baseline.
  const canReport = (change: ParameterChange) => !restoresBaseline(definition, scenario, change);
  const findChange = parameterChangeFinder(definition, parameterEffects, explainer, agents, scenario, canReport);
  return (index) => {
    const [outcome, baselineOutcome] = [agents.outcomes[index]!, agents.baselineOutcomes[index]!];
    const explanation = explain(index);
    const randomError = decision.randomErrorOf(index);
    const predictor = equationValues(explainer, explanation)[position]!;
    const second = nearestOther(outcomes.length, outcome, predictor + randomError, decision);
    const outcomeOf = (equations: Float64Array) => decision.outcomeAt(equations[position]! + randomError);
    const { smallest, isAny } = findChange({ index, outcome, explanation, outcomeOf });
    return [
      describeAgent(index),
      [...describeVariables(explanation), ...describeSituation(index)],
      ...describeReasons({ index, explanation }, effectsOf(explanation, comparison)),
      describeChoice(narrative, outcomeText, nounOf, {
        outcome,
        predicted: decision.outcomeAt(predictor),
        second,
        lead: Math.abs(decision.distanceTo(second, predictor + randomError)),
        explainedLead: Math.abs(decision.distanceTo(second, predictor)),
        probability: probabilities[outcome]![index]!,
        ...(decision.isOrdered && { isOrdered: true }),
      }),
      isBaseline
        ? []
        : [describeBaseline(narrative, outcomeText, nounOf(baselineOutcome), baselineOutcome === outcome)],
      isAny && !smallest ? [] : describeParameterChange(smallest),
    ];
  };
}

/** Index of the other outcome that needs the smallest change of the score. */
function nearestOther(count: number, own: number, score: number, { distanceTo }: IndexDecision): number {
  const others = Array.from({ length: count }, (_, k) => k).filter((k) => k !== own);
  return others.reduce((best, k) => (Math.abs(distanceTo(k, score)) < Math.abs(distanceTo(best, score)) ? k : best));
}

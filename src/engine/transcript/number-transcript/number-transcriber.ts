import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Narrative } from '../../definition/narrative.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { DecisionOutput, Outcome } from '../../model/decision-family.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { compileParameterEffects } from '../../model/parameter-effects.js';
import type { LinearModel } from '../../model/linear-model.js';
import { recordReader } from '../agent-record.js';
import { findParameterChanges } from '../find-parameter-changes.js';
import { describeReasons } from '../index-transcript/describe-reasons.js';
import { describeVariables } from '../index-transcript/describe-variables.js';
import { isBaselineScenario } from '../../definition/is-baseline.js';
import type { ParameterChange } from '../parameter-changes.js';
import { describeBaseline } from '../describe-choice.js';
import { smallestChange, describeParameterChange } from '../describe-parameter-change.js';
import { describeAgent } from '../describe-agent.js';
import { describeSituation } from '../describe-situation.js';
import { asSentence } from '../template.js';
import type { NumberPhrases } from './number-phrases.schema.js';
import {
  combineEquations,
  type EquationSigns,
  combinedEquation,
  averageCombinedContributions,
} from './combine-equations.js';
import { productContextOf } from '../../model/products/compile-products.js';

/** Result of one agent under the scenario and at the baseline. Results are integers: a count, a period or an outcome index. */
export interface AgentResult {
  readonly result: number;
  readonly baselineResult: number;
  /** Returns the result at other values of the equations, with the agent's random error unchanged. */
  readonly resultAt: (equations: Float64Array) => number;
  /** Paragraph that states the result. It follows the reasons. */
  readonly description: string;
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
): (index: number) => string[] {
  const { narrative } = definition;
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const average = averageCombinedContributions(definition, model, signs);
  const effects = compileParameterEffects(definition, model, context, scenario);
  const reasons = { equation: combinedEquation, favored: phrases.favours };
  const areAllSolved = effects.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const outcomeOf = (result: number): Outcome => ({ id: String(result), label: '', noun: nounOf(result) });
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.attributeTable, agent.assigned);
    const combined = combineEquations(explanation, signs);
    const equations = valuesOf(model, explanation.contributions);
    const { result, baselineResult, resultAt, description, otherChanges = [] } = resultOf(index, equations);
    const changes = effects.flatMap((effect) =>
      findParameterChanges(
        effect,
        { agent: { ...agent, outcome: result }, explanation, outcomeOf: resultAt },
        definition,
        explainer.equations,
        scenario,
      ),
    );
    const change = smallestChange([...changes, ...otherChanges]);
    const situation = [
      ...describeVariables(model, narrative, combinedEquation, combined),
      ...describeSituation(definition, scenario, agent),
    ].join(' ');
    return [
      describeAgent(definition, scenario, agent),
      ...(situation === '' ? [] : [situation]),
      ...describeReasons(definition, model, scenario, agent, combined, average, reasons),
      description,
      ...(isBaseline ? [] : [describeBaselineResult(narrative, outcomeOf(baselineResult), baselineResult === result)]),
      describeParameterChange(
        definition,
        change ? [outcomeOf(change.outcome)] : [],
        change && { ...change, outcome: 0 },
        areAllSolved,
      ),
    ];
  };
}

/** Describes the result at the calibrated baseline. Equal results get a fixed sentence because "too" does not fit nouns such as "none". */
function describeBaselineResult(narrative: Narrative, baselineOutcome: Outcome, isSame: boolean): string {
  return isSame
    ? asSentence(`${narrative.baseline}, the result would have been the same`)
    : describeBaseline(narrative, baselineOutcome, false);
}

/** Value of each equation: the sum of its terms. */
function valuesOf(
  { equations }: LinearModel,
  contributions: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Float64Array {
  return Float64Array.from(equations, (equation) =>
    Object.values(contributions).reduce((sum, own) => sum + (own[equation] ?? 0), 0),
  );
}

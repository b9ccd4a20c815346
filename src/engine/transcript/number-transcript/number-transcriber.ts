import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { isBaselineScenario } from '../../definition/is-baseline.js';
import type { Narrative } from '../../definition/narrative.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { DecisionOutput } from '../../model/decision-family.js';
import { compileExplainer, equationValues, explain } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { compileParameterEffects } from '../../model/parameter-effects.js';
import { productContextOf } from '../../model/products/compile-products.js';
import { recordReader } from '../agent-record.js';
import { describeAgent } from '../describe-agent.js';
import { describeBaseline } from '../describe-choice.js';
import { smallestChange, describeParameterChange } from '../describe-parameter-change.js';
import { describeSituation } from '../describe-situation.js';
import { findParameterChanges } from '../find-parameter-changes.js';
import { averageUnits } from '../index-transcript/average-units.js';
import { describeReasons } from '../index-transcript/describe-reasons.js';
import { describeVariables } from '../index-transcript/describe-variables.js';
import type { ParameterChange } from '../parameter-changes.js';
import { compileEffects } from '../reasons/effects.js';
import { type Paragraph, type Sentence, sentence } from '../sentence.js';
import type { NumberPhrases } from './number-phrases.schema.js';

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
  const read = recordReader(definition, scenario, columns);
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.attributeTable, agent.assigned);
    const {
      result,
      baselineResult,
      resultAt,
      description,
      otherChanges = [],
    } = resultOf(index, equationValues(explainer, explanation));
    const changes = parameterEffects.flatMap((effect) =>
      findParameterChanges(
        effect,
        { agent: { ...agent, outcome: result }, explanation, outcomeOf: resultAt },
        definition,
        explainer.equations,
        scenario,
      ),
    );
    const change = smallestChange([...changes, ...otherChanges]);
    return [
      describeAgent(definition, scenario, agent),
      [
        ...describeVariables(model, narrative, equations, explanation),
        ...describeSituation(definition, scenario, agent),
      ],
      ...describeReasons(
        definition,
        model,
        [scenario, agent],
        explanation,
        effectsOf(explanation, comparison),
        equations,
        phrases.favours,
      ),
      description,
      isBaseline ? [] : [describeBaselineResult(narrative, nounOf, baselineResult, baselineResult === result)],
      describeParameterChange(definition, nounOf, change, areAllSolved),
    ];
  };
}

/** Describes the result at the calibrated baseline. Equal results get a fixed sentence because "too" does not fit nouns such as "none". */
function describeBaselineResult(
  narrative: Narrative,
  nounOf: (result: number) => string,
  outcome: number,
  isSame: boolean,
): Sentence {
  return isSame
    ? sentence('baseline', `${narrative.baseline}, the result would have been the same`, { outcome, isSame })
    : describeBaseline(narrative, nounOf(outcome), { outcome, isSame });
}

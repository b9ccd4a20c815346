import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Narrative } from '../../definition/narrative.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { type DecisionOutput, type Outcome } from '../../model/decision-family.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { compileParameterEffects } from '../../model/parameter-effects.js';
import { type LinearModel } from '../../model/linear-model.js';
import { recordReader } from '../agent-record.js';
import { findParameterChanges } from '../find-parameter-changes.js';
import { describeReasons } from '../index-transcript/describe-reasons.js';
import { describeVariables } from '../index-transcript/describe-variables.js';
import { isBaselineScenario } from '../../definition/is-baseline.js';
import { type ParameterChange } from '../parameter-changes.js';
import { describeBaseline } from '../describe-choice.js';
import { smallestChange, describeParameterChange } from '../describe-parameter-change.js';
import { describeAgent } from '../describe-agent.js';
import { describeSituation } from '../describe-situation.js';
import { asSentence } from '../template.js';
import { type NumberPhrases } from './number-phrases.schema.js';
import {
  combineEquations,
  type EquationSigns,
  combinedEquation,
  averageCombinedContributions,
} from './combine-equations.js';
import { productContextOf } from '../../model/products/compile-products.js';

/** How one agent of such a family ends, and how it would have. Results are whole numbers: a count, a period, the position of an outcome. */
export interface AgentResult {
  readonly result: number;
  readonly baselineResult: number;
  /** The result at other values of the equations, the agent's luck being what it is. */
  readonly resultAt: (equations: Float64Array) => number;
  /** The paragraph that says the result, once the reasons are told. */
  readonly description: string;
  /** Changes of the result that no term of the equations brings about. */
  readonly otherChanges?: readonly ParameterChange[];
}

export interface NumberTranscript {
  readonly signs: EquationSigns;
  readonly phrases: NumberPhrases;
  /** @param equations the agent's own values of the equations */
  readonly resultOf: (index: number, equations: Float64Array) => AgentResult;
  /** What fills the narrative's `outcome` sentences. */
  readonly nounOf: (result: number) => string;
}

/**
 * Tells agents of a family that ends with a number: who it is, what it met, what makes it more and less than with people as they usually
 * are, how it ends and how that compares with people alike, how it would have ended at the baseline, and what would have changed it.
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
  const typical = averageCombinedContributions(definition, model, signs);
  const levers = compileParameterEffects(definition, model, context, scenario);
  const reasons = { equation: combinedEquation, favored: phrases.favours };
  const areAllSolved = levers.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const outcomeOf = (result: number): Outcome => ({ id: String(result), label: '', noun: nounOf(result) });
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.attributeTable, agent.assigned);
    const together = combineEquations(explanation, signs);
    const equations = valuesOf(model, explanation.contributions);
    const { result, baselineResult, resultAt, description, otherChanges = [] } = resultOf(index, equations);
    const tips = levers.flatMap((lever) =>
      findParameterChanges(
        lever,
        { agent: { ...agent, outcome: result }, explanation, outcomeOf: resultAt },
        definition,
        explainer.equations,
        scenario,
      ),
    );
    const tip = smallestChange([...tips, ...otherChanges]);
    const met = [
      ...describeVariables(model, narrative, combinedEquation, together),
      ...describeSituation(definition, scenario, agent),
    ].join(' ');
    return [
      describeAgent(definition, scenario, agent),
      ...(met === '' ? [] : [met]),
      ...describeReasons(definition, model, scenario, agent, together, typical, reasons),
      description,
      ...(isBaseline ? [] : [tellUsual(narrative, outcomeOf(baselineResult), baselineResult === result)]),
      describeParameterChange(
        definition,
        tip ? [outcomeOf(tip.outcome)] : [],
        tip && { ...tip, outcome: 0 },
        areAllSolved,
        'that',
      ),
    ];
  };
}

/** What would have been at the calibrated baseline. Not every result can be told to have been so "too": think of none. */
function tellUsual(narrative: Narrative, usual: Outcome, isSame: boolean): string {
  return isSame
    ? asSentence(`${narrative.baseline}, it would have been the same`)
    : describeBaseline(narrative, usual, false);
}

/** The equations as the sums of their terms. */
function valuesOf(
  { equations }: LinearModel,
  contributions: Readonly<Record<string, Readonly<Record<string, number>>>>,
): Float64Array {
  return Float64Array.from(equations, (equation) =>
    Object.values(contributions).reduce((sum, own) => sum + (own[equation] ?? 0), 0),
  );
}

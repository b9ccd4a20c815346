import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Narrative } from '../../definition/narrative.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { type Decided, type Outcome } from '../../model/decision-family.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { compileLevers } from '../../model/levers.js';
import { type LinearModel } from '../../model/linear-model.js';
import { recordReader } from '../agent-record.js';
import { tipsOf } from '../find-tips.js';
import { tellReasons } from '../index-story/tell-reasons.js';
import { tellVariables } from '../index-story/tell-variables.js';
import { isBaselineScenario } from '../../definition/is-baseline.js';
import { type Tip } from '../lever-tips.js';
import { tellBaseline } from '../tell-choice.js';
import { smallestTip, tellLever } from '../tell-lever.js';
import { tellPerson } from '../tell-person.js';
import { tellSituation } from '../tell-situation.js';
import { asSentence } from '../template.js';
import { type Telling } from './telling.schema.js';
import { explainedTogether, type Signs, TOGETHER, typicalTogether } from './weigh.js';
import { productContextOf } from '../../model/products/compile-products.js';

/** How one agent of such a family ends, and how it would have. Results are whole numbers: a count, a period, the position of an outcome. */
export interface Ending {
  readonly result: number;
  readonly baselineResult: number;
  /** The result at other values of the equations, the agent's luck being what it is. */
  readonly resultAt: (equations: Float64Array) => number;
  /** The paragraph that says the result, once the reasons are told. */
  readonly told: string;
  /** Changes of the result that no term of the equations brings about. */
  readonly moreTips?: readonly Tip[];
}

export interface NumberStory {
  readonly signs: Signs;
  readonly telling: Telling;
  /** @param equations the agent's own values of the equations */
  readonly endingOf: (index: number, equations: Float64Array) => Ending;
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
  { columns }: Readonly<Decided>,
  { signs, telling, endingOf, nounOf }: NumberStory,
): (index: number) => string[] {
  const { narrative } = definition;
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const typical = typicalTogether(definition, model, signs);
  const levers = compileLevers(definition, model, context, scenario);
  const reasons = { equation: TOGETHER, favours: telling.favours };
  const areAllSolved = levers.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const outcomeOf = (result: number): Outcome => ({ id: String(result), label: '', noun: nounOf(result) });
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.person, agent.assigned);
    const together = explainedTogether(explanation, signs);
    const equations = valuesOf(model, explanation.contributions);
    const { result, baselineResult, resultAt, told, moreTips = [] } = endingOf(index, equations);
    const tips = levers.flatMap((lever) =>
      tipsOf(
        lever,
        { agent: { ...agent, outcome: result }, explanation, outcomeOf: resultAt },
        definition,
        explainer.equations,
        scenario,
      ),
    );
    const tip = smallestTip([...tips, ...moreTips]);
    const met = [
      ...tellVariables(model, narrative, TOGETHER, together),
      ...tellSituation(definition, scenario, agent),
    ].join(' ');
    return [
      tellPerson(definition, scenario, agent),
      ...(met === '' ? [] : [met]),
      ...tellReasons(definition, model, scenario, agent, together, typical, reasons),
      told,
      ...(isBaseline ? [] : [tellUsual(narrative, outcomeOf(baselineResult), baselineResult === result)]),
      tellLever(definition, tip ? [outcomeOf(tip.outcome)] : [], tip && { ...tip, outcome: 0 }, areAllSolved, 'that'),
    ];
  };
}

/** What would have been at the calibrated baseline. Not every result can be told to have been so "too": think of none. */
function tellUsual(narrative: Narrative, usual: Outcome, isSame: boolean): string {
  return isSame
    ? asSentence(`${narrative.baseline}, it would have been the same`)
    : tellBaseline(narrative, usual, false);
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

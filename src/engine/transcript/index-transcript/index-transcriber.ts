import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { isBaselineScenario, restoresBaseline } from '../../definition/is-baseline.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { DecisionOutput } from '../../model/decision-family.js';
import { compileExplainer, equationValues, explain } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { compileParameterEffects } from '../../model/parameter-effects.js';
import { productContextOf } from '../../model/products/compile-products.js';
import { columnFinder, recordReader } from '../agent-record.js';
import { describeAgent } from '../describe-agent.js';
import { describeBaseline, describeChoice } from '../describe-choice.js';
import { smallestChange, describeParameterChange } from '../describe-parameter-change.js';
import { describeSituation } from '../describe-situation.js';
import { findParameterChanges } from '../find-parameter-changes.js';
import { compileEffects } from '../reasons/effects.js';
import type { Paragraph } from '../sentence.js';
import { averageUnits } from './average-units.js';
import { describeReasons } from './describe-reasons.js';
import { describeVariables } from './describe-variables.js';
import type { IndexDecision } from './index-decision.js';

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
    signs: model.equations.map((_, k) => Number(k === position)),
    reference: averageUnits(definition, model),
  };
  const parameterEffects = compileParameterEffects(definition, model, context, scenario);
  const areAllSolved = parameterEffects.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const named = columnFinder(columns);
  const nounOf = (outcome: number) => outcomes[outcome]!.noun;
  return (index) => {
    const agent = read(index);
    const { outcome, baselineOutcome } = agent;
    const explanation = explain(explainer, agent.attributeTable, agent.assigned);
    const randomError = decision.randomErrorOf(index);
    const predictor = equationValues(explainer, explanation)[position]!;
    const second = nearestOther(outcomes.length, outcome, predictor + randomError, decision);
    const outcomeOf = (equations: Float64Array) => decision.outcomeAt(equations[position]! + randomError);
    const changes = parameterEffects.flatMap((effect) =>
      findParameterChanges(effect, { agent, explanation, outcomeOf }, definition, explainer.equations, scenario),
    );
    // The baseline sentence already describes the change that restores the baseline.
    const reported = changes.filter((change) => !restoresBaseline(definition, scenario, change));
    return [
      describeAgent(definition, scenario, agent),
      [
        ...describeVariables(model, narrative, [decision.equation], explanation),
        ...describeSituation(definition, scenario, agent),
      ],
      ...describeReasons(
        definition,
        model,
        [scenario, agent],
        explanation,
        effectsOf(explanation, comparison),
        [decision.equation],
        decision.favored,
      ),
      describeChoice(narrative, nounOf, {
        outcome,
        predicted: decision.outcomeAt(predictor),
        second,
        lead: Math.abs(decision.distanceTo(second, predictor + randomError)),
        explainedLead: Math.abs(decision.distanceTo(second, predictor)),
        probability: named(`probability.${outcomes[outcome]!.id}`).values[index]!,
        ...(decision.isOrdered && { isOrdered: true }),
      }),
      isBaseline
        ? []
        : [
            describeBaseline(narrative, nounOf(baselineOutcome), {
              outcome: baselineOutcome,
              isSame: baselineOutcome === outcome,
            }),
          ],
      changes.length > 0 && reported.length === 0
        ? []
        : describeParameterChange(definition, nounOf, smallestChange(reported), areAllSolved),
    ];
  };
}

/** Index of the other outcome that needs the smallest change of the score. */
function nearestOther(count: number, own: number, score: number, { distanceTo }: IndexDecision): number {
  const others = Array.from({ length: count }, (_, k) => k).filter((k) => k !== own);
  return others.reduce((best, k) => (Math.abs(distanceTo(k, score)) < Math.abs(distanceTo(best, score)) ? k : best));
}

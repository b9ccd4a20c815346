import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { DecisionOutput } from '../../model/decision-family.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { compileParameterEffects } from '../../model/parameter-effects.js';
import type { LinearModel } from '../../model/linear-model.js';
import { columnFinder, recordReader } from '../agent-record.js';
import { findParameterChanges } from '../find-parameter-changes.js';
import { isBaselineScenario, restoresBaseline } from '../../definition/is-baseline.js';
import { describeBaseline, describeChoice } from '../describe-choice.js';
import { smallestChange, describeParameterChange } from '../describe-parameter-change.js';
import { describeAgent } from '../describe-agent.js';
import { describeSituation } from '../describe-situation.js';
import { describeReasons } from './describe-reasons.js';
import { describeVariables } from './describe-variables.js';
import { averageContributions } from './average-contributions.js';
import { productContextOf } from '../../model/products/compile-products.js';
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
): (index: number) => string[] {
  const { narrative } = definition;
  const { outcomes } = decision;
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const average = averageContributions(definition, model, decision.equation);
  const effects = compileParameterEffects(definition, model, context, scenario);
  const areAllSolved = effects.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const named = columnFinder(columns);
  const position = model.equations.indexOf(decision.equation);
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.attributeTable, agent.assigned);
    const randomError = decision.randomErrorOf(index);
    const predictor = sumOfEquation(explanation.contributions, decision.equation);
    const nearest = nearestOther(outcomes.length, agent.outcome, predictor + randomError, decision);
    // If the random error changed the outcome, compare with the predicted outcome even if another outcome is nearer.
    const predicted = decision.outcomeAt(predictor);
    const second = predicted === agent.outcome ? nearest : predicted;
    const outcomeOf = (equations: Float64Array) => decision.outcomeAt(equations[position]! + randomError);
    const changes = effects.flatMap((effect) =>
      findParameterChanges(effect, { agent, explanation, outcomeOf }, definition, explainer.equations, scenario),
    );
    // The baseline sentence already describes the change that restores the baseline.
    const reported = changes.filter((change) => !restoresBaseline(definition, scenario, change));
    const outcome = outcomes[agent.outcome]!;
    return [
      describeAgent(definition, scenario, agent),
      ...[
        [
          ...describeVariables(model, narrative, decision.equation, explanation),
          ...describeSituation(definition, scenario, agent),
        ]
          .join(' ')
          .trim(),
      ].filter((text) => text !== ''),
      ...describeReasons(definition, model, scenario, agent, explanation, average, decision),
      describeChoice(narrative, {
        outcome,
        second: outcomes[second],
        lead: Math.abs(decision.distanceTo(nearest, predictor + randomError)),
        explainedLead: predicted === agent.outcome ? Math.abs(decision.distanceTo(nearest, predictor)) : -1,
        probability: named(`probability.${outcome.id}`).values[index]!,
        ...(decision.isOrdered && { moved: agent.outcome > second ? ('raise' as const) : ('lower' as const) }),
      }),
      ...(isBaseline
        ? []
        : [describeBaseline(narrative, outcomes[agent.baselineOutcome]!, agent.baselineOutcome === agent.outcome)]),
      ...(changes.length > 0 && reported.length === 0
        ? []
        : [describeParameterChange(definition, outcomes, smallestChange(reported), areAllSolved)]),
    ];
  };
}

function sumOfEquation(
  contributions: Readonly<Record<string, Readonly<Record<string, number>>>>,
  equation: string,
): number {
  return Object.values(contributions).reduce((sum, own) => sum + (own[equation] ?? 0), 0);
}

/** Index of the other outcome that needs the smallest change of the score. */
function nearestOther(count: number, own: number, score: number, { distanceTo }: IndexDecision): number {
  const others = Array.from({ length: count }, (_, k) => k).filter((k) => k !== own);
  return others.reduce((best, k) => (Math.abs(distanceTo(k, score)) < Math.abs(distanceTo(best, score)) ? k : best));
}

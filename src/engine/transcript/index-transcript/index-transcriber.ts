import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { type DecisionOutput } from '../../model/decision-family.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { compileParameterEffects } from '../../model/parameter-effects.js';
import { type LinearModel } from '../../model/linear-model.js';
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
import { type IndexDecision } from './index-decision.js';

/**
 * Tells agents of a family with one predictor: who it is, what it met, what makes it more and less likely than people are, what it did, what
 * it would have done at the baseline, and what would have changed it.
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
  const typical = averageContributions(definition, model, decision.equation);
  const levers = compileParameterEffects(definition, model, context, scenario);
  const areAllSolved = levers.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const named = columnFinder(columns);
  const position = model.equations.indexOf(decision.equation);
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.attributeTable, agent.assigned);
    const luck = decision.randomErrorOf(index);
    const known = sumOfEquation(explanation.contributions, decision.equation);
    const nearest = nearestOther(outcomes.length, agent.outcome, known + luck, decision);
    // Where luck turned the outcome, what it turned it from is told, be it near or not.
    const expected = decision.outcomeAt(known);
    const second = expected === agent.outcome ? nearest : expected;
    const outcomeOf = (equations: Float64Array) => decision.outcomeAt(equations[position]! + luck);
    const tips = levers.flatMap((lever) =>
      findParameterChanges(lever, { agent, explanation, outcomeOf }, definition, explainer.equations, scenario),
    );
    const ahead = tips.filter((tip) => !restoresBaseline(definition, scenario, tip));
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
      ...describeReasons(definition, model, scenario, agent, explanation, typical, decision),
      describeChoice(narrative, {
        outcome,
        second: outcomes[second],
        lead: Math.abs(decision.distanceTo(nearest, known + luck)),
        explainedLead: expected === agent.outcome ? Math.abs(decision.distanceTo(nearest, known)) : -1,
        probability: named(`probability.${outcome.id}`).values[index]!,
        ...(decision.isOrdered && { moved: agent.outcome > second ? ('raise' as const) : ('lower' as const) }),
      }),
      ...(isBaseline
        ? []
        : [describeBaseline(narrative, outcomes[agent.baselineOutcome]!, agent.baselineOutcome === agent.outcome)]),
      // What the way back to the baseline does, the sentence on the baseline has told.
      ...(tips.length > 0 && ahead.length === 0
        ? []
        : [describeParameterChange(definition, outcomes, smallestChange(ahead), areAllSolved)]),
    ];
  };
}

function sumOfEquation(
  contributions: Readonly<Record<string, Readonly<Record<string, number>>>>,
  equation: string,
): number {
  return Object.values(contributions).reduce((sum, own) => sum + (own[equation] ?? 0), 0);
}

/** The other outcome that the score lies nearest to. */
function nearestOther(count: number, own: number, score: number, { distanceTo }: IndexDecision): number {
  const others = Array.from({ length: count }, (_, k) => k).filter((k) => k !== own);
  return others.reduce((best, k) => (Math.abs(distanceTo(k, score)) < Math.abs(distanceTo(best, score)) ? k : best));
}

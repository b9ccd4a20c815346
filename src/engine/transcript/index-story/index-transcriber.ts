import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { type Decided } from '../../model/decision-family.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { compileLevers } from '../../model/levers.js';
import { type LinearModel } from '../../model/linear-model.js';
import { columnFinder, recordReader } from '../agent-record.js';
import { tipsOf } from '../find-tips.js';
import { isBaselineScenario, leadsBack } from '../../definition/is-baseline.js';
import { tellBaseline, tellChoice } from '../tell-choice.js';
import { smallestTip, tellLever } from '../tell-lever.js';
import { tellPerson } from '../tell-person.js';
import { tellSituation } from '../tell-situation.js';
import { tellReasons } from './tell-reasons.js';
import { tellVariables } from './tell-variables.js';
import { typicalContributions } from './typical-contributions.js';
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
  { columns }: Readonly<Decided>,
  decision: IndexDecision,
): (index: number) => string[] {
  const { narrative } = definition;
  const { outcomes } = decision;
  const context = productContextOf(definition);
  const explainer = compileExplainer(model, context, scenario);
  const typical = typicalContributions(definition, model, decision.equation);
  const levers = compileLevers(definition, model, context, scenario);
  const areAllSolved = levers.every(({ kind }) => kind !== 'unsolved');
  const isBaseline = isBaselineScenario(definition, scenario);
  const read = recordReader(definition, scenario, columns);
  const named = columnFinder(columns);
  const position = model.equations.indexOf(decision.equation);
  return (index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.person, agent.assigned);
    const luck = decision.luckOf(index);
    const known = sumOfEquation(explanation.contributions, decision.equation);
    const nearest = nearestOther(outcomes.length, agent.outcome, known + luck, decision);
    // Where luck turned the outcome, what it turned it from is told, be it near or not.
    const expected = decision.outcomeAt(known);
    const second = expected === agent.outcome ? nearest : expected;
    const outcomeOf = (equations: Float64Array) => decision.outcomeAt(equations[position]! + luck);
    const tips = levers.flatMap((lever) =>
      tipsOf(lever, { agent, explanation, outcomeOf }, definition, explainer.equations, scenario),
    );
    const ahead = tips.filter((tip) => !leadsBack(definition, scenario, tip));
    const outcome = outcomes[agent.outcome]!;
    return [
      tellPerson(definition, scenario, agent),
      ...[
        [
          ...tellVariables(model, narrative, decision.equation, explanation),
          ...tellSituation(definition, scenario, agent),
        ]
          .join(' ')
          .trim(),
      ].filter((text) => text !== ''),
      ...tellReasons(definition, model, scenario, agent, explanation, typical, decision),
      tellChoice(narrative, {
        outcome,
        second: outcomes[second],
        lead: Math.abs(decision.distanceTo(nearest, known + luck)),
        knownLead: expected === agent.outcome ? Math.abs(decision.distanceTo(nearest, known)) : -1,
        probability: named(`probability.${outcome.id}`).values[index]!,
        ...(decision.isScale && { moved: agent.outcome > second ? ('raise' as const) : ('lower' as const) }),
      }),
      ...(isBaseline
        ? []
        : [tellBaseline(narrative, outcomes[agent.baselineOutcome]!, agent.baselineOutcome === agent.outcome)]),
      // What the way back to the baseline does, the sentence on the baseline has told.
      ...(tips.length > 0 && ahead.length === 0
        ? []
        : [tellLever(definition, outcomes, smallestTip(ahead), areAllSolved)]),
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

import { type WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { compileExplainer, explain } from '../../model/explain.js';
import { type LinearModel } from '../../model/linear-model.js';
import { compilePopulation } from '../../population/compile-population.js';
import { streamKey } from '../../random/stream-key.js';
import { drawSituation } from '../../population/draw-situation.js';
import { productContextOf } from '../../model/products/compile-products.js';

/** What each term adds to an equation. */
export type Contributions = Readonly<Record<string, number>>;

const PEOPLE = 400;
const SEED = 0;

/**
 * What the terms add to an equation for people like the population's at the baseline, on average: of the same 400 people always, so that an
 * agent is told alike in every simulation of a workflow.
 */
export function averageContributions(
  definition: WorkflowDefinition,
  model: LinearModel,
  equation: string,
): Contributions {
  const baseline = baselineScenario(definition);
  const explainer = compileExplainer(model, productContextOf(definition), baseline);
  const source = {
    key: streamKey(SEED, definition.workflow_id),
    population: compilePopulation(definition.population),
    assignments: definition.scenario.assignments,
    scenario: baseline,
    baseline,
  };
  const { situation } = drawSituation(source, 0, PEOPLE);
  const sums: Record<string, number> = {};
  for (let row = 0; row < PEOPLE; row++) {
    const { contributions } = explain(explainer, situation.attributes, situation.assigned.baseline, undefined, row);
    for (const [term, own] of Object.entries(contributions)) sums[term] = (sums[term] ?? 0) + (own[equation] ?? 0);
  }
  return Object.fromEntries(Object.entries(sums).map(([term, sum]) => [term, sum / PEOPLE]));
}

import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { compileExplainer, explain } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { compilePopulation } from '../../population/compile-population.js';
import { streamKey } from '../../random/stream-key.js';
import { drawSituation } from '../../population/draw-situation.js';
import { productContextOf } from '../../model/products/compile-products.js';

/** Contribution of each term to an equation, by term id. */
export type Contributions = Readonly<Record<string, number>>;

const agentCount = 400;
const seed = 0;

/**
 * Average contribution of each term to an equation at the baseline, over 400 agents. The agents are the same for every simulation of a
 * workflow, so that transcripts of equal agents are equal.
 */
export function averageContributions(
  definition: WorkflowDefinition,
  model: LinearModel,
  equation: string,
): Contributions {
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
  const sums: Record<string, number> = {};
  for (let row = 0; row < agentCount; row++) {
    const { contributions } = explain(explainer, situation.attributes, situation.assigned.baseline, undefined, row);
    for (const [term, own] of Object.entries(contributions)) sums[term] = (sums[term] ?? 0) + (own[equation] ?? 0);
  }
  return Object.fromEntries(Object.entries(sums).map(([term, sum]) => [term, sum / agentCount]));
}

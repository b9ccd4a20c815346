import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import { compileExplainer, rowExplainer } from '../../model/explain.js';
import type { LinearModel } from '../../model/linear-model.js';
import { productContextOf } from '../../model/products/compile-products.js';
import { compilePopulation } from '../../population/compile-population.js';
import { drawSituation } from '../../population/draw-situation.js';
import { streamKey } from '../../random/stream-key.js';

const agentCount = 400;
const seed = 0;

/**
 * Average of each product of the equations, without its coefficient, over 400 agents at the baseline. The agents are the same for every
 * simulation of a workflow, so that transcripts of equal agents are equal.
 */
export function averageUnits(definition: WorkflowDefinition, model: LinearModel): Float64Array {
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
  const means = new Float64Array(explainer.coefficients.length);
  const explain = rowExplainer(explainer, situation.attributes, situation.assigned.baseline);
  for (let row = 0; row < agentCount; row++) {
    const { units } = explain(row);
    for (let k = 0; k < means.length; k++) means[k] = means[k]! + units[k]! / agentCount;
  }
  return means;
}

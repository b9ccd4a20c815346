import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Factor } from '../definition/product.schema.js';
import { numericParameters } from '../definition/parameter-types.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { compileProducts, productContextOf } from '../equations/products/compile-products.js';
import { productValue, viewInputs } from '../equations/products/evaluate-products.js';
import { familyOf } from '../families/family-of.js';
import { drawSituation, type Situation } from '../population/situation.js';
import { compile } from './compile.js';

/** A quantity that agents perceive, such as a fare, at the baseline. */
export interface ParameterQuantity {
  readonly unit: string;
  /** The value of all agents, or their median if it varies, with three digits. Agents for whom it is 0 do not count. */
  readonly value: number;
  readonly varies: boolean;
}

const seed = 0;
const agentCount = 1_000;

/**
 * The quantity that each parameter multiplies, by id of the parameter. A parameter that multiplies several different quantities has none.
 * With it, a factor of 0.8 reads as CHF 62.
 */
export function parameterQuantities(definition: WorkflowDefinition): Readonly<Record<string, ParameterQuantity>> {
  const scenario = baselineScenario(definition);
  const { situation } = drawSituation(compile(definition, scenario, seed), 0, agentCount);
  const { variables } = familyOf(definition.decision).linear(definition.decision);
  const parts = variables.flatMap(({ unit, equations }) =>
    Object.values(equations).map((factors) => ({ unit, factors })),
  );
  const found = numericParameters(definition.scenario.parameters).flatMap(({ id }) => {
    const own = parts.filter(({ factors }) => factors.some((factor) => multiplies(factor, id)));
    if (own.some(({ factors }) => factors.some((factor) => 'state' in factor))) return [];
    const quantities = own.map(({ unit, factors }) => ({ unit, ...typicalOf(definition, situation, factors) }));
    const [first] = quantities;
    const isCommon = quantities.every(({ unit, value }) => unit === first!.unit && value === first!.value);
    return first && isCommon && first.value > 0 ? [[id, first] as const] : [];
  });
  return Object.fromEntries(found);
}

const multiplies = (factor: Factor, id: string) =>
  'parameter' in factor && factor.parameter === id && !factor.transform && !factor.part;

function typicalOf(definition: WorkflowDefinition, situation: Situation, factors: readonly Factor[]) {
  const context = productContextOf(definition);
  const program = compileProducts([{ weight: 1, factors }], context, baselineScenario(definition));
  const inputs = viewInputs(program, situation.attributes, situation.assigned.baseline);
  const values = Array.from({ length: agentCount }, (_, row) => productValue(program, 0, inputs, row));
  const sorted = values.filter((value) => value !== 0).sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const varies = sorted[0] !== sorted.at(-1);
  return { value: varies ? Number(median.toPrecision(3)) : median, varies };
}

import type { AttributeTable } from '../../population/attribute-table.js';
import type { ProductProgram } from './compile-products.js';
import { type States, viewInput } from './evaluate-products.js';

/** A program whose products have one factor each, and the values of the factors by agent. */
interface EvaluatedFactors {
  readonly program: ProductProgram;
  readonly inputs: readonly Float64Array[];
}

/** Product of the factors of each product of a program, by agent. Undefined if it can differ between evaluations. */
type ProductColumns = readonly (Float64Array | undefined)[];

/** By the factors of a program, which its layout shares. */
const knownOf = new WeakMap<AttributeTable, WeakMap<Int32Array, ProductColumns>>();

/**
 * Prepares agents that are evaluated many times: `multiplyFactors` multiplies their attributes at the first evaluation and keeps the products.
 * The values of equations then differ from those without this preparation in rounding only.
 */
export function rememberProducts(attributes: AttributeTable): void {
  knownOf.set(attributes, new WeakMap());
}

/** Multiplies the factors of each product. Returns undefined unless the products of the agents are remembered. */
export function multiplyFactors(
  program: ProductProgram,
  attributes: AttributeTable,
  assigned: readonly Uint8Array[],
  states: States,
): EvaluatedFactors | undefined {
  const remembered = knownOf.get(attributes);
  if (!remembered) return undefined;
  const columnOf = (product: number): Float64Array => {
    const [first, ...others] = inputsOf(program, product).map((input) =>
      viewInput(input, attributes, assigned, states),
    );
    if (!first) return new Float64Array(attributes.count).fill(1);
    return others.reduce((values, other) => values.map((value, row) => value * other[row]!), first);
  };
  let known = remembered.get(program.factors);
  if (!known) {
    const isKnown = (product: number) => inputsOf(program, product).every(({ kind }) => kind === 'attribute');
    known = Array.from(program.weights, (_, product) => (isKnown(product) ? columnOf(product) : undefined));
    remembered.set(program.factors, known);
  }
  const positions = Int32Array.from({ length: known.length + 1 }, (_, product) => product);
  return {
    program: { inputs: [], weights: program.weights, starts: positions, factors: positions },
    inputs: known.map((column, product) => column ?? columnOf(product)),
  };
}

function inputsOf({ inputs, factors, starts }: ProductProgram, product: number) {
  return Array.from(factors.subarray(starts[product], starts[product + 1]), (input) => inputs[input]!);
}

import { EngineError } from '../../engine-error.js';
import { type People } from '../../population/people.js';
import { addProduct, productValue, readInputs } from '../../products/evaluate-products.js';
import { type CompiledUtilities } from './compile.js';

/**
 * The utilities of all alternatives, `[alternative * count + row]`: the sum of the terms in the order of the definition.
 *
 * @param firstAgent index of the agent in row 0, for the error
 * @throws EngineError `utility_not_finite` that names alternative, term and agent
 */
export function utilitiesOf(
  compiled: CompiledUtilities,
  people: People,
  assigned: readonly Uint8Array[],
  firstAgent: number,
): Float64Array {
  const { program, alternatives, decision } = compiled;
  const { count } = people;
  const inputs = readInputs(program, people, assigned);
  const utilities = new Float64Array(decision.alternatives.length * count);
  for (let k = 0; k < alternatives.length; k++)
    addProduct(program, k, inputs, utilities, alternatives[k]! * count, count);
  for (let k = 0; k < utilities.length; k++) {
    if (!Number.isFinite(utilities[k])) throw notFinite(compiled, inputs, Math.floor(k / count), k % count, firstAgent);
  }
  return utilities;
}

/** 1 or 0 for each agent: who has each alternative. */
export function availabilityOf(compiled: CompiledUtilities, people: People): Uint8Array[] {
  return compiled.availability.map((availability) => {
    const available = new Uint8Array(people.count);
    if (!availability) return available.fill(1);
    const { values } = people.columns[availability.position]!;
    for (let row = 0; row < available.length; row++) available[row] = availability.table[values[row]!]!;
    return available;
  });
}

/** Finds the term to blame: the first that is not finite, or where only their sum is not, the greatest. */
function notFinite(
  compiled: CompiledUtilities,
  inputs: readonly Float64Array[],
  alternative: number,
  row: number,
  firstAgent: number,
): EngineError {
  const { decision, program, alternatives, terms } = compiled;
  let worst = { term: 0, size: -1 };
  for (let k = 0; k < alternatives.length; k++) {
    if (alternatives[k] !== alternative) continue;
    const value = Math.abs(productValue(program, k, inputs, row));
    const size = Number.isNaN(value) ? Infinity : value;
    if (size > worst.size) worst = { term: terms[k]!, size };
  }
  const term = decision.terms[worst.term]?.id;
  const alternativeId = decision.alternatives[alternative]?.id;
  const agent = firstAgent + row;
  return new EngineError(
    'utility_not_finite',
    `The utility of ${alternativeId} is not a finite number for agent ${agent}: see the term ${term}.`,
    { term, alternative: alternativeId, agent },
  );
}

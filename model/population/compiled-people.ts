import { sumOf } from '../math/linear-algebra.js';
import type { Attribute, People } from '../definition/population.schema.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import type { StreamKey } from '../random/stream-key.js';
import { attributeColumn, type AttributeTable } from './attribute-table.js';
import { unpackNumbers } from './packed-numbers.js';

/** Rows that the agents are selected from. */
export interface CompiledPeople {
  readonly count: number;
  /** Whether the agents are spread evenly over the rows, which are in the order of a predicted value. */
  readonly isOrdered: boolean;
  /** Upper limit of the uniform number of each row. Undefined if all rows have equal weights. */
  readonly cumulative: Float64Array | undefined;
  /** One column per attribute, in the order of the definition. */
  readonly columns: readonly ArrayLike<number>[];
}

/** Compiles the rows of a population. `parseDefinition` checked that each attribute has a column. */
export function compilePeople(people: People, attributes: readonly Attribute[]): CompiledPeople {
  return {
    count: people.count,
    isOrdered: people.origin === 'respondents',
    cumulative: people.weights && cumulativeOf(unpackNumbers(people.weights)),
    columns: attributes.map(({ id }) => unpackNumbers(people.columns.find(({ attribute }) => attribute === id)!)),
  };
}

/** Weights of the rows, of which the sum is 1. */
export function weightsOf({ count, weights }: People): Float64Array {
  const numbers = Float64Array.from(weights ? unpackNumbers(weights) : new Float64Array(count).fill(1));
  const sum = sumOf(numbers);
  return numbers.map((weight) => weight / sum);
}

/**
 * Number of equally weighted rows with the same sampling error: (Σw)² / Σw².
 * Source: Kish, "Survey sampling" (1965), section 11.7.
 */
export function effectiveCount(weights: ArrayLike<number>): number {
  let [sum, squares] = [0, 0];
  for (let row = 0; row < weights.length; row++) {
    sum += weights[row]!;
    squares += weights[row]! * weights[row]!;
  }
  return (sum * sum) / squares;
}

/** The fractional part of its multiples is spread evenly: it is the number that fractions approximate worst. */
const goldenRatio = (Math.sqrt(5) - 1) / 2;

/**
 * Uniform numbers of the agents [from, to): random ones, or, for ordered rows, the additive recurrence of the golden ratio from a random start.
 * Any number of agents then has the mean of the rows, up to about the reciprocal of the number of agents.
 * Source of the method: Niederreiter, "Random number generation and quasi-Monte Carlo methods" (1992), section 3.1.
 */
function uniformsOf({ isOrdered }: CompiledPeople, key: StreamKey, from: number, to: number): Float64Array {
  const uniforms = new Float64Array(isOrdered ? 1 : to - from);
  const [first, last] = isOrdered ? [0, 1] : [from, to];
  fillUniforms(key, streamPurposes.population, 0, 1, first, last, uniforms);
  return isOrdered
    ? Float64Array.from({ length: to - from }, (_, k) => (uniforms[0]! + (from + k) * goldenRatio) % 1)
    : uniforms;
}

/**
 * Attributes of the agents [from, to): each agent has the attributes of one row, selected by a uniform number of the agent in proportion to
 * the weights. Agent i has the same row in every range that contains it.
 */
export function selectPeople(
  people: CompiledPeople,
  attributes: readonly Attribute[],
  key: StreamKey,
  from: number,
  to: number,
): AttributeTable {
  const count = to - from;
  const rows = Uint32Array.from(uniformsOf(people, key, from, to), (uniform) => rowAt(people, uniform));
  const columns = attributes.map((attribute, position) => {
    const column = attributeColumn(attribute, count);
    const own = people.columns[position]!;
    for (let agent = 0; agent < count; agent++) column.values[agent] = own[rows[agent]!]!;
    return column;
  });
  return { count, columns };
}

function rowAt({ count, cumulative }: CompiledPeople, uniform: number): number {
  if (!cumulative) return Math.min(count - 1, Math.floor(uniform * count));
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (uniform < cumulative[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}

function cumulativeOf(weights: ArrayLike<number>): Float64Array {
  const cumulative = new Float64Array(weights.length);
  let sum = 0;
  let lastUsed = 0;
  for (let row = 0; row < cumulative.length; row++) {
    sum += weights[row]!;
    cumulative[row] = sum;
    if (weights[row]! > 0) lastUsed = row;
  }
  for (let row = 0; row < cumulative.length; row++) cumulative[row] = row >= lastUsed ? 1 : cumulative[row]! / sum;
  return cumulative;
}

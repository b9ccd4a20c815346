import { type Kernel, maxKernelRows, kernel, maxKernelAlternatives, noChoice } from '../../kernel/kernel.js';
import { EngineError } from '../../engine-error.js';
import { fillNumbers, streamPurposes } from '../../random/stream.js';
import type { Situation } from '../../population/situation.js';
import { exp } from '../../math/elementary.js';
import { type Attribute, hasCategories } from '../../definition/population.schema.js';
import type { AttributeTable } from '../../population/attribute-table.js';
import type { ConditionalLogit } from './conditional-logit.schema.js';

/** Choices as of `choose`, with the kernel; 255 for agents without an available alternative. */
function chooseByKernel(
  { choose, choices, ...tables }: Kernel,
  utilities: Float64Array,
  errors: Float64Array,
  available: readonly Uint8Array[],
): Uint8Array {
  const count = available[0]!.length;
  const out = new Uint8Array(count);
  for (let from = 0; from < count; from += maxKernelRows) {
    const rows = Math.min(maxKernelRows, count - from);
    copyUtilities(tables.utilities, utilities, available, from, rows);
    copyColumns(tables.errors, errors, available.length, count, from, rows);
    choose(available.length, rows);
    out.set(choices.subarray(0, rows), from);
  }
  return out;
}

function probabilitiesByKernel(
  { probabilities, utilities: table }: Kernel,
  utilities: Float64Array,
  available: readonly Uint8Array[],
): Float64Array {
  const count = available[0]!.length;
  const out = new Float64Array(utilities.length);
  for (let from = 0; from < count; from += maxKernelRows) {
    const rows = Math.min(maxKernelRows, count - from);
    copyUtilities(table, utilities, available, from, rows);
    probabilities(available.length, rows);
    for (let alternative = 0; alternative < available.length; alternative++) {
      const first = alternative * maxKernelRows;
      out.set(table.subarray(first, first + rows), alternative * count + from);
    }
  }
  return out;
}

/** Copies the utilities of some agents, with -Infinity for unavailable alternatives. */
function copyUtilities(
  table: Float64Array,
  utilities: Float64Array,
  available: readonly Uint8Array[],
  from: number,
  rows: number,
): void {
  copyColumns(table, utilities, available.length, available[0]!.length, from, rows);
  available.forEach((isAvailable, alternative) => {
    const first = alternative * maxKernelRows;
    for (let row = 0; row < rows; row++) if (isAvailable[from + row] === 0) table[first + row] = -Infinity;
  });
}

function copyColumns(
  table: Float64Array,
  values: Float64Array,
  columns: number,
  count: number,
  from: number,
  rows: number,
): void {
  for (let column = 0; column < columns; column++) {
    const first = column * count + from;
    table.set(values.subarray(first, first + rows), column * maxKernelRows);
  }
}

/** Step of the random stream that the errors use. */
const randomStep = 0;

/** Draws a standard Gumbel random error for each agent and alternative: `[alternative * count + row]`. */
export function gumbelErrors(alternatives: number, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(alternatives * (to - from));
  fillNumbers('gumbel', key, streamPurposes.choice, randomStep, alternatives, from, to, errors, replicate);
  return errors;
}

/**
 * Index of the available alternative with the greatest utility plus error, by row; the first of equal alternatives.
 *
 * @param from index of the agent in row 0, for the error
 * @throws EngineError `no_alternative_available`
 */
export function choose(
  utilities: Float64Array,
  errors: Float64Array,
  available: readonly Uint8Array[],
  from: number,
): Uint8Array {
  const fast = available.length <= maxKernelAlternatives ? kernel() : undefined;
  const choices = fast
    ? chooseByKernel(fast, utilities, errors, available)
    : choosePlainly(utilities, errors, available);
  const row = choices.indexOf(noChoice);
  if (row >= 0) {
    throw new EngineError('no_alternative_available', `Agent ${from + row} has no available alternative.`, {
      agent: from + row,
    });
  }
  return choices;
}

function choosePlainly(utilities: Float64Array, errors: Float64Array, available: readonly Uint8Array[]): Uint8Array {
  const count = available[0]!.length;
  const choices = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    let best = noChoice;
    let bestScore = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const position = alternative * count + row;
      const score = utilities[position]! + errors[position]!;
      if (available[alternative]![row] === 1 && score > bestScore) {
        best = alternative;
        bestScore = score;
      }
    }
    choices[row] = best;
  }
  return choices;
}

/**
 * Choice probabilities: exp(utility) divided by its sum over the available alternatives, `[alternative * count + row]`. The greatest utility
 * is subtracted first to prevent overflow.
 */
export function probabilitiesOf(utilities: Float64Array, available: readonly Uint8Array[]): Float64Array {
  const fast = available.length <= maxKernelAlternatives ? kernel() : undefined;
  return fast ? probabilitiesByKernel(fast, utilities, available) : probabilitiesPlainly(utilities, available);
}

function probabilitiesPlainly(utilities: Float64Array, available: readonly Uint8Array[]): Float64Array {
  const count = available[0]!.length;
  const probabilities = new Float64Array(utilities.length);
  for (let row = 0; row < count; row++) {
    let greatest = -Infinity;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const utility = utilities[alternative * count + row]!;
      if (available[alternative]![row] === 1 && utility > greatest) greatest = utility;
    }
    let sum = 0;
    for (let alternative = 0; alternative < available.length; alternative++) {
      const position = alternative * count + row;
      const weight = available[alternative]![row] === 1 ? exp(utilities[position]! - greatest) : 0;
      probabilities[position] = weight;
      sum += weight;
    }
    for (let position = row; position < probabilities.length; position += count)
      probabilities[position] = probabilities[position]! / sum;
  }
  return probabilities;
}

/**
 * Availability of an alternative: 1 or 0 by category of the attribute at `position`. `undefined` means available to every agent, and
 * `not_offered` to none.
 */
export type Availability = { readonly position: number; readonly table: Uint8Array } | 'not_offered' | undefined;

/** Availability of the alternatives under the scenario and under the baseline. */
export interface AvailabilityBySide {
  readonly scenario: readonly Availability[];
  readonly baseline: readonly Availability[];
}

/** Compiles the conditions of the alternatives for the attributes of the population. */
export function compileAvailability(
  { alternatives }: ConditionalLogit,
  attributes: readonly Attribute[],
  side: keyof AvailabilityBySide = 'scenario',
): readonly Availability[] {
  return alternatives.map(({ available_when: condition, offered_in: offeredIn = side }) => {
    if (offeredIn !== side) return 'not_offered';
    if (!condition) return undefined;
    const position = attributes.findIndex((attribute) => attribute.id === condition.attribute);
    const attribute = attributes[position];
    const categories = attribute && hasCategories(attribute) ? attribute.categories : [];
    return { position, table: Uint8Array.from(categories, (category) => Number(condition.in.includes(category.id))) };
  });
}

/** Availability of each alternative, by row: 1 or 0. */
export function availabilityOf(availability: readonly Availability[], attributes: AttributeTable): Uint8Array[] {
  return availability.map((condition) => {
    const available = new Uint8Array(attributes.count);
    if (condition === 'not_offered') return available;
    if (!condition) return available.fill(1);
    const { values } = attributes.columns[condition.position]!;
    for (let row = 0; row < available.length; row++) available[row] = condition.table[values[row]!]!;
    return available;
  });
}

import { sumOf } from '../math/linear-algebra.js';
import type { PopulationDefinition } from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { samplePopulation } from './sample-population.js';

/** Margin of a table: the cell of each row, and the target share of each cell. The targets of a margin sum to 1. */
export interface RakedMargin {
  readonly cellOf: ArrayLike<number>;
  readonly targets: readonly number[];
}

export interface Raked {
  /** Weights of the rows, of which the sum is 1. */
  readonly weights: Float64Array;
  readonly iterations: number;
  /** Greatest difference between a share and its target. */
  readonly difference: number;
  /** Position of the margin with the greatest difference. */
  readonly farthest: number;
}

const maxIterations = 2_000;
/** Greatest allowed difference between a share and its target. */
export const rakingTolerance = 1e-9;

/**
 * Rakes weights to several margins: multiplies the weights of each cell of a margin so that it has its target, one margin after the other,
 * until all margins have their targets. The result is the distribution with these margins that is closest to the start in Kullback-Leibler
 * divergence. Source: Deming and Stephan, Annals of Mathematical Statistics 11 (1940); Csiszár, Annals of Probability 3 (1975).
 *
 * @param start weights of the rows before, at least 0. Cells with a target above 0 must have a row with a weight above 0
 */
export function rake(start: ArrayLike<number>, margins: readonly RakedMargin[]): Raked {
  const weights = normalized(start);
  const factors = margins.map(({ targets }) => new Float64Array(targets.length));
  for (let iterations = 1; ; iterations++) {
    margins.forEach((margin, k) => {
      const shares = sharesOf(weights, margin);
      const own = factors[k]!;
      margin.targets.forEach((target, cell) => (own[cell] = target === 0 ? 0 : target / shares[cell]!));
      for (let row = 0; row < weights.length; row++) weights[row] = weights[row]! * own[margin.cellOf[row]!]!;
    });
    const [difference, farthest] = farthestMargin(weights, margins);
    // NaN means that a cell lost all its rows to a target of 0 of another margin.
    if (difference <= rakingTolerance || !(difference < Infinity) || iterations === maxIterations) {
      return { weights, iterations, difference, farthest };
    }
  }
}

/** Share of each cell of a margin. */
export function sharesOf(weights: ArrayLike<number>, { cellOf, targets }: RakedMargin): Float64Array {
  const shares = new Float64Array(targets.length);
  for (let row = 0; row < weights.length; row++) shares[cellOf[row]!]! += weights[row]!;
  return shares;
}

function normalized(start: ArrayLike<number>): Float64Array {
  const sum = sumOf(start);
  return Float64Array.from(start, (weight) => weight / sum);
}

function farthestMargin(weights: Float64Array, margins: readonly RakedMargin[]): readonly [number, number] {
  let [difference, farthest] = [0, 0];
  margins.forEach((margin, k) => {
    const shares = sharesOf(weights, margin);
    margin.targets.forEach((target, cell) => {
      const own = Math.abs(shares[cell]! - target);
      if (own > difference || Number.isNaN(own)) [difference, farthest] = [own, k];
    });
  });
  return [difference, farthest];
}

/** Rows with weights that represent the fitted population. */
export interface FittedRows {
  readonly columns: readonly ArrayLike<number>[];
  readonly weights: Float64Array;
  /** Whether the rows are the exact cells of the population, not random draws. */
  readonly isExact: boolean;
}

const drawnRows = 20_000;

/**
 * Rows of the fitted population, in the order of its attributes: the cells of the joint table if it contains all attributes, else 20,000 random
 * draws, which are the same for every request.
 */
export function fittedRows(population: PopulationDefinition): FittedRows {
  const { attributes, joint } = population;
  if (joint && attributes.every(({ id }) => joint.attributes.includes(id))) {
    const columns = attributes.map(({ id }) => {
      const position = joint.attributes.indexOf(id);
      return joint.cells.map((cell) => cell[position]!);
    });
    return { columns, weights: Float64Array.from(joint.probabilities), isExact: true };
  }
  const table = samplePopulation(
    compilePopulation({ ...population, people: undefined }),
    streamKey(0, 'rows of a population'),
    0,
    drawnRows,
  );
  return {
    columns: table.columns.map(({ values }) => values),
    weights: new Float64Array(drawnRows).fill(1 / drawnRows),
    isExact: false,
  };
}

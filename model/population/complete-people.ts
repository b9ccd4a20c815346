import { hasCategories, type PopulationDefinition } from '../definition/population.schema.js';
import { normalCumulative, normalQuantile } from '../math/normal.js';
import { fillUniforms, streamPurposes } from '../random/stream.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation, type CompiledLatent } from './compile-population.js';
import { type ConditionalNormal, conditionalNormal, truncatedNormal } from './conditional-normal.js';
import { type CumulativeAt, cumulativeOf, quantileAt } from './quantile-function.js';

/** Sweeps of the Gibbs sampler. One is exact if at most one known number is an interval. */
const gibbsSweeps = 8;
/** Steps with one number in (0, 1) per row and latent number. */
const steps = { first: 0, sweeps: 1, count: 1 + gibbsSweeps } as const;
const chunkSize = 500;
/** Intervals with less probability need no sampler: a number that is drawn within them once is accurate enough. */
const narrowProbability = 0.03;
/** Keeps latent normals finite at the ends of a quantile function. */
const minProbability = 1e-4;

export interface CompletedPeople {
  readonly drawn: readonly number[];
  readonly impossibleRows: readonly number[];
}

/** Limits of a latent number that are compatible with the values of a row. */
type Interval = readonly [number, number];

/**
 * Draws the missing values (NaN) of rows from the fitted population, given the other values of the row. Rows change in place. The result
 * depends on the rows only.
 *
 * Attributes of the joint table have their exact conditional distribution. Latent normals of the copula are drawn from their conditional
 * distribution: a known category is an interval of its latent number, for which a Gibbs sampler draws the number.
 * Source: Geweke, "Efficient simulation from the multivariate normal … subject to linear constraints" (1991).
 *
 * @param columns one column per attribute; categories are positions
 * @returns positions of the attributes with drawn values, and rows whose known categories never occur together in the joint table
 */
export function completePeople(
  population: PopulationDefinition,
  columns: readonly Float64Array[],
  seedText: string,
): CompletedPeople {
  const count = columns[0]?.length ?? 0;
  const drawn = columns.flatMap((column, position) => (column.some(Number.isNaN) ? [position] : []));
  const impossibleRows: number[] = [];
  if (drawn.length === 0) return { drawn, impossibleRows };
  const latents = compilePopulation({ ...population, people: undefined }).latents.map(
    (latent) => new Latent(latent, population, columns),
  );
  const streams = streamKey(0, `rows of ${seedText}`);
  const uniforms = new Float64Array(steps.count * latents.length * chunkSize);
  const uniformOf = (row: number, step: number, slot: number) =>
    uniforms[(step * latents.length + slot) * chunkSize + (row % chunkSize)]!;
  const normals = latents.flatMap((latent, position) => (latent.isNormal ? [position] : []));
  const correlation = normals.map((row) => normals.map((column) => population.correlation![row]![column]!));
  const conditionals = new Map<string, ConditionalNormal>();
  const numbers = new Float64Array(normals.length);
  for (let row = 0; row < count; row++) {
    if (row % chunkSize === 0) {
      const slots = steps.count * latents.length;
      fillUniforms(streams, streamPurposes.population, 0, slots, row, row + chunkSize, uniforms);
    }
    if (latents.some((latent) => latent.lacks(row) && latent.isImpossible(row))) {
      impossibleRows.push(row);
      continue;
    }
    latents.forEach((latent, slot) => {
      if (!latent.isNormal && latent.lacks(row))
        latent.write(row, latent.cellsOf(row), uniformOf(row, steps.first, slot));
    });
    if (!normals.some((position) => latents[position]!.lacks(row))) continue;
    const intervals = normals.map((position) =>
      latents[position]!.intervalsOf(row, uniformOf(row, steps.first, position)),
    );
    let key = '';
    for (const own of intervals) key += own ? '1' : '0';
    let conditional = conditionals.get(key);
    if (!conditional) {
      const known = intervals.flatMap((own, k) => (own ? [k] : []));
      conditionals.set(key, (conditional = conditionalNormal(correlation, known)));
    }
    drawKnown(conditional, intervals, numbers, (sweep, k) => uniformOf(row, steps.sweeps + sweep, normals[k]!));
    drawMissing(conditional, numbers, (k) => uniformOf(row, steps.first, normals[k]!));
    normals.forEach((position, k) => latents[position]!.writeNormal(row, numbers[k]!));
  }
  return { drawn, impossibleRows };
}

function drawKnown(
  { known, knownGivenOthers }: ConditionalNormal,
  intervals: readonly (readonly Interval[] | undefined)[],
  numbers: Float64Array,
  uniform: (step: number, slot: number) => number,
): void {
  let open = 0;
  for (const position of known) {
    const own = intervals[position]!;
    const [low, high] = [own[0]![0], own.at(-1)![1]];
    if (low < high) open++;
    numbers[position] = low === high ? low : normalQuantile((normalCumulative(low) + normalCumulative(high)) / 2);
  }
  const sweeps = open > 1 ? gibbsSweeps : Math.min(open, 1);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    known.forEach((position, k) => {
      const own = intervals[position]!;
      if (own.length === 1 && own[0]![0] === own[0]![1]) return;
      const { weights, deviation } = knownGivenOthers[k]!;
      let mean = 0;
      for (let j = 0; j < known.length; j++) mean += weights[j]! * numbers[known[j]!]!;
      numbers[position] = drawInside(own, mean, deviation, uniform(sweep, position));
    });
  }
}

function drawInside(intervals: readonly Interval[], mean: number, deviation: number, uniform: number): number {
  if (intervals.length === 1) return truncatedNormal(mean, deviation, intervals[0]![0], intervals[0]![1], uniform);
  const masses = intervals.map(
    ([low, high]) => normalCumulative((high - mean) / deviation) - normalCumulative((low - mean) / deviation),
  );
  let rest = uniform * masses.reduce((sum, mass) => sum + mass, 0);
  const last = intervals.length - 1;
  const chosen = masses.findIndex((mass, k) => k === last || rest < mass || ((rest -= mass), false));
  const within = Math.min(Math.max(rest / masses[chosen]!, 0), 1) || 0.5;
  return truncatedNormal(mean, deviation, intervals[chosen]![0], intervals[chosen]![1], within);
}

function quantileWithin(probability: number): number {
  return normalQuantile(Math.min(Math.max(probability, minProbability), 1 - minProbability));
}

/** A category without fitted probability is a point, which can be infinite. */
function finite([low, high]: Interval): Interval {
  if (low < high) return [low, high];
  const limit = normalQuantile(1 - minProbability);
  const point = Math.min(Math.max(low, -limit), limit);
  return [point, point];
}

function drawMissing(
  { known, missing, weights, factor }: ConditionalNormal,
  numbers: Float64Array,
  uniform: (slot: number) => number,
): void {
  const independent = missing.map((position) => normalQuantile(uniform(position)));
  missing.forEach((position, i) => {
    let number = 0;
    for (let k = 0; k < known.length; k++) number += weights[i]![k]! * numbers[known[k]!]!;
    for (let j = 0; j <= i; j++) number += factor[i * missing.length + j]! * independent[j]!;
    numbers[position] = number;
  });
}

class Latent {
  readonly isNormal: boolean;
  private readonly positions: readonly number[];
  private readonly cumulativeAt: CumulativeAt | undefined;
  /** Cells by the known categories of a row. */
  private readonly cells = new Map<string, readonly number[]>();
  /** Intervals of single cells. */
  private readonly intervals: (readonly Interval[])[] = [];

  constructor(
    private readonly latent: CompiledLatent,
    population: PopulationDefinition,
    private readonly columns: readonly Float64Array[],
  ) {
    const { target, mixture } = latent;
    this.isNormal = mixture !== undefined;
    this.positions = 'cuts' in target ? target.attributes.map(({ position }) => position) : [target.position];
    const attribute = population.attributes[this.positions[0]!]!;
    this.cumulativeAt = hasCategories(attribute) ? undefined : cumulativeOf(attribute);
  }

  /** Whether a value of the row is missing. */
  lacks(row: number): boolean {
    return this.positions.some((position) => Number.isNaN(this.columns[position]![row]!));
  }

  /** Whether no cell has the known categories of the row. */
  isImpossible(row: number): boolean {
    return 'cuts' in this.latent.target && this.cellsOf(row).length === 0;
  }

  /** Cells that are compatible with the known categories of the row. */
  cellsOf(row: number): readonly number[] {
    const { target } = this.latent;
    if (!('cuts' in target)) return [];
    const [only] = this.positions;
    const key =
      this.positions.length === 1
        ? String(this.columns[only!]![row]!)
        : this.positions.map((position) => this.columns[position]![row]!).join();
    let found = this.cells.get(key);
    if (!found) {
      const all = Array.from({ length: target.cuts.length + 1 }, (_, cell) => cell);
      found = all.filter((cell) =>
        target.attributes.every(({ position, codes }) => {
          const value = this.columns[position]![row]!;
          return Number.isNaN(value) || value === codes[cell];
        }),
      );
      this.cells.set(key, found);
    }
    return found;
  }

  /** Intervals of the latent number; undefined if the row does not restrict it. */
  intervalsOf(row: number, uniform: number): readonly Interval[] | undefined {
    const { target } = this.latent;
    if (this.positions.every((position) => Number.isNaN(this.columns[position]![row]!))) return undefined;
    if ('cuts' in target) {
      const cells = this.cellsOf(row);
      return cells.length === 1
        ? (this.intervals[cells[0]!] ??= [finite(this.limitsOf(cells[0]!))])
        : cells.map((cell) => finite(this.limitsOf(cell)));
    }
    const [below, upTo] = this.cumulativeAt!(this.columns[target.position]![row]!);
    const point = quantileWithin(below + uniform * (upTo - below));
    return upTo - below < narrowProbability ? [[point, point]] : [[quantileWithin(below), quantileWithin(upTo)]];
  }

  /** Writes the missing values of a row with an independent latent number: one of the cells, or the quantile of a numeric attribute. */
  write(row: number, cells: readonly number[], uniform: number): void {
    if (this.cumulativeAt) return this.fill(row, uniform);
    const widths = cells.map((cell) => {
      const [low, high] = this.limitsOf(cell);
      return Math.min(high, 1) - Math.max(low, 0);
    });
    let rest = uniform * widths.reduce((sum, width) => sum + width, 0);
    const chosen = widths.findIndex((width) => rest < width || ((rest -= width), false));
    this.fillCell(row, cells[chosen < 0 ? cells.length - 1 : chosen]!);
  }

  /** Writes the missing values of a row from its latent normal number. */
  writeNormal(row: number, number: number): void {
    if (!this.lacks(row)) return;
    if (this.cumulativeAt) return this.fill(row, normalCumulative(number));
    const cells = this.cellsOf(row);
    const chosen = cells.find((cell) => number < this.limitsOf(cell)[1]) ?? cells.at(-1)!;
    this.fillCell(row, chosen);
  }

  private limitsOf(cell: number): Interval {
    const { target } = this.latent;
    const cuts = 'cuts' in target ? target.cuts : [];
    return [cell === 0 ? -Infinity : cuts[cell - 1]!, cell === cuts.length ? Infinity : cuts[cell]!];
  }

  private fill(row: number, probability: number): void {
    const { target } = this.latent;
    // A drawn number has no more digits than a float32, so that its column takes half the space.
    if (!('cuts' in target)) {
      const inside = Math.min(Math.max(probability, 2 ** -53), 1 - 2 ** -53);
      this.columns[target.position]![row] = Math.fround(quantileAt(target.table, inside));
    }
  }

  private fillCell(row: number, cell: number): void {
    const { target } = this.latent;
    if (!('cuts' in target)) return;
    for (const { position, codes } of target.attributes) this.columns[position]![row] = codes[cell]!;
  }
}

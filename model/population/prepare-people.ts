import type { People, PopulationDefinition } from '../definition/population.schema.js';
import { effectiveCount } from './compiled-people.js';
import { completePeople } from './complete-people.js';
import { fittedRows, rake, type Raked, type RakedMargin } from './rake.js';
import { packNumbers } from './packed-numbers.js';

export interface PreparedPeople {
  readonly people: People;
  /** Rows that cannot be completed: their known categories never occur together in the fitted population. */
  readonly impossibleRows: readonly number[];
}

/**
 * Rows of a population from imported columns: draws the missing values and packs the columns.
 *
 * @param columns one column per attribute; NaN is missing. They are changed
 * @param seedText name of the random numbers of the missing values
 */
export function importPeople(
  population: PopulationDefinition,
  columns: readonly Float64Array[],
  weights: Float64Array | undefined,
  count: number,
  seedText: string,
): PreparedPeople {
  const { drawn, impossibleRows } = completePeople(population, columns, seedText);
  const people: People = {
    count,
    columns: packColumns(population, columns),
    ...(weights && { weights: packNumbers(weights) }),
    origin: 'imported',
    effective_count: weights ? effectiveCount(weights) : count,
    respondent_share: 1,
    drawn_attributes: drawn.map((position) => population.attributes[position]!.id),
  };
  return { people, impossibleRows };
}

/** Position of the cell of each row in a margin, given the values of the rows. */
export type CellsOf = (columns: readonly ArrayLike<number>[]) => readonly RakedMargin[];

/** Rows of the fitted population with weights that reach margins. */
export function weightPeople(
  population: PopulationDefinition,
  marginsOf: CellsOf,
): { people: People; raked: Raked; start: Float64Array; margins: readonly RakedMargin[] } {
  const { columns, weights: start, isExact } = fittedRows(population);
  const margins = marginsOf(columns);
  const raked = rake(start, margins);
  const kept = Array.from(raked.weights.keys()).filter((row) => raked.weights[row]! > 0);
  const select = (values: ArrayLike<number>) => kept.map((row) => values[row]!);
  // Kish's formula for weights relative to those of the fitted population.
  let squares = 0;
  for (const row of kept) squares += raked.weights[row]! ** 2 / start[row]!;
  const people: People = {
    count: kept.length,
    columns: packColumns(population, columns.map(select)),
    weights: packNumbers(select(raked.weights)),
    origin: 'weighted',
    effective_count: isExact ? null : effectiveCount(select(raked.weights)),
    respondent_share: Math.min(1, 1 / squares),
    drawn_attributes: [],
  };
  return { people, raked, start, margins };
}

function packColumns({ attributes }: PopulationDefinition, columns: readonly ArrayLike<number>[]): People['columns'] {
  return attributes.map(({ id }, position) => ({ attribute: id, ...packNumbers(columns[position]!) }));
}

import type { PopulationDefinition } from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { compilePopulation } from './compile-population.js';
import { samplePopulation } from './sample-population.js';

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
  const table = samplePopulation(compilePopulation(population), streamKey(0, 'rows of a population'), 0, drawnRows);
  return {
    columns: table.columns.map(({ values }) => values),
    weights: new Float64Array(drawnRows).fill(1 / drawnRows),
    isExact: false,
  };
}

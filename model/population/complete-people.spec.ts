import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { streamKey } from '../random/stream-key.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { compilePopulation } from './compile-population.js';
import { completePeople } from './complete-people.js';
import { samplePopulation } from './sample-population.js';
import { sampleSize } from '../../test/support/full-level.js';

const read = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8'))).population;
const count = sampleSize(1_000, 3_000);

/** Rows of the fitted population, without the values of some attributes. */
function rowsWithout(population: ReturnType<typeof read>, missing: readonly string[], seed = 9) {
  const { columns } = samplePopulation(
    compilePopulation(population),
    streamKey(seed, 'complete-people-spec'),
    0,
    count,
  );
  const complete = columns.map(({ values }) => Float64Array.from(values));
  const partial = complete.map((column, position) =>
    missing.includes(population.attributes[position]!.id)
      ? new Float64Array(count).fill(NaN)
      : Float64Array.from(column),
  );
  return { complete, partial };
}

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;

/** Correlation of two columns. */
function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const [a, b] = [mean(x), mean(y)];
  const covariance = mean(Array.from(x, (value, row) => (value - a) * (y[row]! - b)));
  const deviation = (values: ArrayLike<number>, center: number) =>
    Math.sqrt(mean(Array.from(values, (value) => (value - center) ** 2)));
  return covariance / (deviation(x, a) * deviation(y, b));
}

describe('completePeople', () => {
  it.each([
    ['swissmetro-mode-choice', ['income', 'train_fare', 'sex']],
    ['swissmetro-mode-choice', ['train_time', 'car_time', 'car_cost', 'age', 'purpose']],
    ['family-planning-network', ['sons']],
    ['intercity-mode-choice', ['urban', 'income', 'train_cost']],
    ['conservation-wtp', ['age', 'income', 'member']],
  ])('Missing attributes of %s have their means and their correlations with all others (%j)', (slug, missing) => {
    const population = read(slug);
    const { complete, partial } = rowsWithout(population, missing);
    const { drawn, impossibleRows } = completePeople(population, partial, slug);
    expect(impossibleRows).toEqual([]);
    expect(drawn.map((position) => population.attributes[position]!.id).sort()).toEqual([...missing].sort());
    for (const position of drawn) {
      const [before, after] = [complete[position]!, partial[position]!];
      const deviation = Math.sqrt(mean(before.map((value) => (value - mean(before)) ** 2)));
      expect(Math.abs(mean(after) - mean(before))).toBeLessThan((5 * deviation) / Math.sqrt(count));
      population.attributes.forEach((_, other) => {
        if (other === position) return;
        const expected = correlation(before, complete[other]!);
        // The difference of two independent sample correlations has a standard error of at most √(2 / count).
        expect(Math.abs(correlation(after, partial[other]!) - expected)).toBeLessThan(3.5 * Math.sqrt(2 / count));
      });
    }
  });

  it('Missing attributes of a joint table have exactly the conditional probabilities of its cells', () => {
    const population = read('housing-satisfaction');
    const { partial } = rowsWithout(population, ['contact']);
    completePeople(population, partial, 'housing');
    const joint = population.joint!;
    const positions = joint.attributes.map((id) => population.attributes.findIndex((attribute) => attribute.id === id));
    const at = (row: number) => positions.map((position) => partial[position]![row]!);
    const contact = joint.attributes.indexOf('contact');
    joint.cells.forEach((cell, k) => {
      const isGiven = (other: readonly number[]) => other.every((code, j) => j === contact || code === cell[j]);
      const given = joint.cells.reduce((sum, other, j) => (isGiven(other) ? sum + joint.probabilities[j]! : sum), 0);
      const rows = Array.from({ length: count }, (_, row) => at(row)).filter(isGiven);
      const probability = joint.probabilities[k]! / given;
      const share = rows.filter((row) => row[contact] === cell[contact]).length / rows.length;
      expect(Math.abs(share - probability)).toBeLessThan(
        4.5 * Math.sqrt((probability * (1 - probability)) / rows.length),
      );
    });
  });

  it('Given values never change, and equal rows get equal values', () => {
    const population = read('swissmetro-mode-choice');
    const { complete, partial } = rowsWithout(population, ['income']);
    const again = partial.map((column) => Float64Array.from(column));
    completePeople(population, partial, 'same');
    completePeople(population, again, 'same');
    expect(again).toEqual(partial);
    population.attributes.forEach(({ id }, position) => {
      if (id !== 'income') expect(partial[position]).toEqual(complete[position]);
    });
  });

  it('Categories that never occur together are reported by row', () => {
    const population = read('gotv-social-pressure');
    const { partial } = rowsWithout(population, ['primary_2000']);
    const { joint } = population;
    const known = new Set(joint!.cells.map((cell) => cell.filter((_, k) => k !== 3).join()));
    const impossible = joint!.cells
      .map((cell) => cell.map((code, k) => (k === 1 ? (code + 3) % 7 : code)))
      .find((cell) => !known.has(cell.filter((_, k) => k !== 3).join()));
    expect(impossible).toBeDefined();
    joint!.attributes.forEach((id, k) => {
      const position = population.attributes.findIndex((attribute) => attribute.id === id);
      if (id !== 'primary_2000') partial[position]![7] = impossible![k]!;
    });
    const { impossibleRows } = completePeople(population, partial, 'gotv');
    expect(impossibleRows).toEqual([7]);
  });
});

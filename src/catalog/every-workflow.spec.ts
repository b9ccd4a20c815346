import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../engine/definition.js';
import { parseDefinition } from '../engine/simulate.js';
import { compilePopulation } from '../engine/population/compile-population.js';
import { samplePopulation } from '../engine/population/sample-population.js';
import { streamKey } from '../engine/random/stream-key.js';
import { sampleSize } from '../../test/support/long.js';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json'));
const read = (file: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')));

/** The words that questions can use, sorted. */
function wordsIn(file: string): string[] {
  const found: string[] = [];
  JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'), (name, value: unknown) => {
    if (name === 'words') found.push(JSON.stringify(value));
    return value;
  });
  return found.sort();
}

const agents = sampleSize(10_000, 40_000);

describe.each(files)('the workflow of %s', (file) => {
  const definition = read(file);

  it('The workflow id equals the file name', () => {
    expect(`${definition.workflow_id}.json`).toBe(file);
  });

  it('The definition and its calibration recipe have the same words for questions', () => {
    expect(wordsIn(file)).toEqual(wordsIn(join('recipes', file)));
  });

  it('The workflow has at least 12 examples and 8 counterexamples, without duplicates', () => {
    const { examples, not_for: others } = definition.routing;
    expect(examples.length).toBeGreaterThanOrEqual(12);
    expect(others.length).toBeGreaterThanOrEqual(8);
    expect(new Set([...examples, ...others]).size).toBe(examples.length + others.length);
  });

  it('Drawn agents have the margins of the data', () => {
    const { attributes } = definition.population;
    const people = samplePopulation(compilePopulation(definition.population), streamKey(1, file), 0, agents);
    attributes.forEach((attribute, position) => {
      const { values } = people.columns[position]!;
      if ('categories' in attribute) {
        const found = attribute.categories.map(() => 0);
        for (const code of values) found[code]! += 1 / agents;
        const distances = attribute.categories.map(({ probability }, code) => Math.abs(probability - found[code]!));
        // Total variation of a sample: it falls with the root of its size.
        expect(distances.reduce((sum, distance) => sum + distance, 0) / 2).toBeLessThan(2 / Math.sqrt(agents));
      } else {
        const sorted = Float64Array.from(values).sort();
        const { probabilities, values: quantiles } = attribute.quantiles;
        const below = probabilities.findIndex((probability) => probability >= 0.5);
        const median = sorted[agents / 2]!;
        expect(sorted[0]).toBeGreaterThanOrEqual(quantiles[0]!);
        expect(sorted.at(-1)).toBeLessThanOrEqual(quantiles.at(-1)!);
        expect(median).toBeGreaterThanOrEqual(quantiles[Math.max(0, below - 2)]!);
        expect(median).toBeLessThanOrEqual(quantiles[Math.min(below + 1, quantiles.length - 1)]!);
      }
    });
  });
});

describe('the catalog', () => {
  it('No example question belongs to two workflows', () => {
    const questions = files.flatMap((file) => read(file).routing.examples);
    expect(new Set(questions).size).toBe(questions.length);
  });
});

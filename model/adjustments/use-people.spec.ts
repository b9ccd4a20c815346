import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { AdjustmentError } from '../engine-error.js';
import { importPeople } from '../population/prepare-people.js';
import { simulate } from '../simulation/simulate.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { adjustDefinition } from './adjust-definition.js';
import { describePeople, attributeKeys } from './use-people.js';
import { weightToMargins } from './weight-to-margins.js';

const definition = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../catalog/housing-satisfaction.json'), 'utf8')),
);
const { population } = definition;
const context = { seed: 1, agentCount: 100 };
const rows = 300;
const codesOf = (id: string) => {
  const attribute = population.attributes.find((one) => one.id === id)!;
  return 'categories' in attribute ? attribute.categories.map((category) => category.id) : [];
};

/** Rows whose categories alternate. `missing` attributes have no values. */
function stored(weights?: Float64Array, missing: readonly string[] = []) {
  const columns = population.attributes.map(({ id }, k) =>
    Float64Array.from({ length: rows }, (_, row) =>
      missing.includes(id) ? NaN : Math.floor(row / (k + 1)) % codesOf(id).length,
    ),
  );
  const { people } = importPeople(population, columns, weights, rows, 'spec');
  return { id: 'pop_1', date: '2026-11-21', people, attributes: attributeKeys(population) };
}
const use = (people: ReturnType<typeof stored>) => adjustDefinition(definition, { people }, context).definition;
const run = (adjusted: typeof definition, agentCount: number, chunkSize?: number) =>
  simulate({
    definition: adjusted,
    scenario: baselineScenario(adjusted),
    seed: 5,
    agentCount,
    ...(chunkSize !== undefined && { chunkSize }),
  });

describe('usePeople', () => {
  it('Agents have the attributes of rows, in proportion to their weights', () => {
    const weights = Float64Array.from(
      { length: rows },
      (_, row) => Number(row === 7 || row === 100) * (row === 7 ? 3 : 1),
    );
    const adjusted = use(stored(weights));
    const { columns } = run(adjusted, 4_000);
    const combinations = Array.from({ length: 4_000 }, (_, agent) =>
      population.attributes
        .map(({ id }) => columns.find(({ name }) => name === `attribute.${id}`)!.values[agent])
        .join(),
    );
    const counts = new Map<string, number>();
    for (const key of combinations) counts.set(key, (counts.get(key) ?? 0) + 1);
    expect(counts.size).toBe(2);
    expect(Math.max(...counts.values()) / 4_000).toBeCloseTo(0.75, 1);
  });

  it('The result does not depend on the chunks, and fewer agents are the first ones of more agents', () => {
    const adjusted = use(stored());
    const whole = run(adjusted, 200);
    expect(run(adjusted, 200, 33).digest).toBe(whole.digest);
    const few = run(adjusted, 50).columns;
    few.forEach((column, k) =>
      expect(Array.from(column.values)).toEqual(Array.from(whole.columns[k]!.values.slice(0, 50))),
    );
  });

  it('An adjusted definition is self-contained: its JSON gives the same digest', () => {
    const adjusted = use(stored());
    const again = parseDefinition(JSON.parse(JSON.stringify(adjusted)));
    expect(run(again, 100).digest).toBe(run(adjusted, 100).digest);
  });

  it('The population error of imported rows is that of their effective number', () => {
    const few = use(stored(Float64Array.from({ length: rows }, (_, row) => Number(row < 60))));
    expect(few.population.people!.effective_count).toBeCloseTo(60, 9);
    const [outcome] = run(few, 1_000).summary.outcomes;
    const { simulation, population: error } = outcome!.errors;
    expect(error! / simulation!).toBeCloseTo(Math.sqrt(1_000 / 60), 6);
  });

  it('Drawn attributes add the error of the respondents behind them', () => {
    const relativeError = (adjusted: typeof definition) => {
      const { simulation, population: error } = run(adjusted, 500).summary.outcomes[0]!.errors;
      return error! / simulation!;
    };
    const partial = use(stored(undefined, ['contact']));
    expect(partial.population.people!.drawn_attributes).toEqual(['contact']);
    expect(relativeError(use(stored()))).toBeCloseTo(Math.sqrt(500 / rows), 6);
    expect(relativeError(partial)).toBeGreaterThan(1.01 * Math.sqrt(500 / rows));
  });

  it('People with the distribution of the fitted population have a distance of 0 and no warnings', () => {
    const attribute = population.joint!.attributes[0]!;
    const margin = population.attributes.find(({ id }) => id === attribute)!;
    const cells =
      'categories' in margin
        ? margin.categories.map(({ id, probability }) => ({ groups: [id], total: probability }))
        : [];
    const { people, iterations } = weightToMargins(population, [{ attributes: [attribute], cells }]);
    const { margins, warnings } = describePeople(population, people);
    for (const { distance } of margins) expect(distance).toBeLessThan(1e-6);
    expect(warnings).toEqual([]);
    expect(iterations).toBe(1);
    expect(people.respondent_share).toBeCloseTo(1, 6);
    expect(people.effective_count).toBeNull();
  });

  it('Rows of a version with other attributes are rejected', () => {
    const other = { ...stored(), attributes: ['height,categorical,tall'] };
    expect(() => use(other)).toThrow(AdjustmentError);
  });
});

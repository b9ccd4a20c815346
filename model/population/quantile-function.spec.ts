import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCategories } from '../definition/population.schema.js';
import { streamKey } from '../random/stream-key.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { compilePopulation } from './compile-population.js';
import { meanOf } from './quantile-function.js';
import { samplePopulation } from './sample-population.js';

const catalog = join(import.meta.dirname, '../../catalog');
const agents = 20_000;

it.each(readdirSync(catalog).filter((file) => file.endsWith('.json')))(
  'The mean of each attribute of %s is the mean of sampled agents',
  (file) => {
    const { population } = parseDefinition(JSON.parse(readFileSync(join(catalog, file), 'utf8')));
    const { columns } = samplePopulation(compilePopulation(population), streamKey(5, file), 0, agents);
    population.attributes.forEach((attribute, position) => {
      const expected = meanOf(attribute);
      if (expected === undefined) return;
      const categories = hasCategories(attribute) ? attribute.categories : undefined;
      const values = Array.from(columns[position]!.values, (value) => categories?.[value]!.value ?? value);
      const mean = values.reduce((sum, value) => sum + value, 0) / agents;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / agents;
      expect(Math.abs(mean - expected)).toBeLessThan(5 * Math.sqrt(variance / agents) + 1e-9);
    });
  },
);

it('An attribute whose categories have no numbers has no mean', () => {
  const categories = [
    { id: 'yes', label: 'Yes', probability: 0.5 },
    { id: 'no', label: 'No', probability: 0.5 },
  ];
  expect(meanOf({ type: 'categorical', id: 'own', label: 'Own', categories })).toBeUndefined();
});

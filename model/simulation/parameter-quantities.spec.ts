import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../validation/parse-definition.js';
import { parameterQuantities } from './parameter-quantities.js';

const read = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));

describe('the quantities that parameters multiply', () => {
  it('A factor of a fare has the median fare of the agents who pay, and a factor of a time has minutes', () => {
    const quantities = parameterQuantities(read('swissmetro-mode-choice'));
    expect(quantities['swissmetro_cost_factor']!.unit).toBe('CHF');
    expect(quantities['swissmetro_cost_factor']!.value).toBeGreaterThan(20);
    expect(quantities['train_headway_factor']).toEqual({ unit: 'min', value: 60, varies: true });
  });

  it('A parameter that multiplies no quantity has none', () => {
    expect(Object.keys(parameterQuantities(read('gotv-social-pressure')))).toEqual([]);
    expect(parameterQuantities(read('swissmetro-mode-choice'))).not.toHaveProperty('swissmetro_airline_seats_share');
  });
});

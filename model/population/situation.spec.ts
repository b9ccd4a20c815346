import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { streamKey } from '../random/stream-key.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { compilePopulation } from './compile-population.js';
import { drawSituation, readSituation } from './situation.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));

describe('readSituation', () => {
  it('Agents that are read from the columns of a simulation equal the agents that are drawn', () => {
    const baseline = baselineScenario(definition);
    const source = {
      key: streamKey(7, definition.workflow_id),
      population: compilePopulation(definition.population),
      assignments: definition.scenario.assignments,
      scenario: { ...baseline, swissmetro_airline_seats_share: 0.9 },
      baseline,
    };
    expect(definition.scenario.assignments).not.toHaveLength(0);
    const { columns } = drawSituation(source, 0, 300);
    expect(readSituation(source, columns, 100, 250)).toEqual(drawSituation(source, 100, 250));
  });
});

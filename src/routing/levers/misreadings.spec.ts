import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../../engine/index.js';
import { readLevers } from './read-levers.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${id}.json`), 'utf8')));
const definitions = {
  cars: definition('alt-fuel-vehicle-choice'),
};

type Case = readonly [workflow: keyof typeof definitions, question: string, sets: Record<string, number | string>];

/** What each of these sets, and nothing else: a wrong lever is worse than none. */
const expectLevers = ([workflow, question, sets]: Case) => {
  const { interpreted } = readLevers(definitions[workflow], question);
  const found = interpreted.map(({ parameter, value }) => [parameter, value] as const);
  expect(found.map(([parameter]) => parameter).sort()).toEqual(Object.keys(sets).sort());
  for (const [parameter, value] of found) {
    if (typeof value === 'number') expect(value).toBeCloseTo(Number(sets[parameter]), 9);
    else expect(value).toBe(sets[parameter]);
  }
};

describe('a name within another', () => {
  const cases: Case[] = [
    ['cars', 'What if natural gas cars cost 20% less?', { cng_price_factor: 0.8 }],
    ['cars', 'What if the range of natural gas cars were 300 miles?', { cng_range: 300 }],
    ['cars', 'Who buys if a natural gas car emitted 10% less pollution?', { cng_emissions: 0.297 }],
    ['cars', 'If natural gas cars got 20% cheaper, would drivers drop gasoline?', { cng_price_factor: 0.8 }],
    ['cars', 'A compressed natural gas car with a top speed of 90 mph: who buys it?', { cng_top_speed: 90 }],
    ['cars', 'What if gas cars cost 20% less?', { gasoline_price_factor: 0.8 }],
    [
      'cars',
      'What if gas cars went up by 10% in price and the price of natural gas cars fell by 10%?',
      { gasoline_price_factor: 1.1, cng_price_factor: 0.9 },
    ],
  ];
  it.each(cases)('names only the other: %s, %s', (...one) => expectLevers(one));
});

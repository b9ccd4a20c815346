import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../../engine/index.js';
import { readLevers } from './read-levers.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${id}.json`), 'utf8')));
const definitions = {
  bass: definition('technology-adoption-bass'),
  benefits: definition('unemployment-duration'),
  cars: definition('alt-fuel-vehicle-choice'),
  corn: definition('hybrid-corn-network'),
  intercity: definition('intercity-mode-choice'),
  park: definition('conservation-wtp'),
  swissmetro: definition('swissmetro-mode-choice'),
  voucher: definition('hiv-test-incentive'),
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

describe('a factor', () => {
  const cases: Case[] = [
    ['intercity', 'What if bus fares fell by a factor of 2?', { bus_cost_factor: 0.5 }],
    ['intercity', 'What if bus fares were reduced by a factor of two?', { bus_cost_factor: 0.5 }],
    ['intercity', 'What if bus fares dropped by a factor of 3?', { bus_cost_factor: 1 / 3 }],
    ['intercity', 'What if bus fares rose by a factor of 1.5?', { bus_cost_factor: 1.5 }],
    ['intercity', 'If flights cost less by a factor of two, who takes the train?', { air_cost_factor: 0.5 }],
    ['intercity', 'What if a threefold drop in train fares came?', { train_cost_factor: 1 / 3 }],
    ['intercity', 'What if train fares saw a fall of a factor of 2?', { train_cost_factor: 0.5 }],
    ['intercity', 'What if bus fares fell by a factor of 0.5?', {}],
    ['intercity', 'What if air fares were cut by a factor of at least two?', {}],
    ['intercity', 'What if air fares were cut by a factor of 2 to 3?', {}],
    ['intercity', 'What if train fares fell three times?', {}],
    ['intercity', 'What if train fares rose twice?', {}],
    ['swissmetro', 'What if train departures rose by a factor of two?', { train_headway_factor: 0.5 }],
    ['park', 'What if the price rose by a factor of ten?', { price: 500 }],
    ['voucher', 'What if the distance shrank by a factor of four?', { distance_factor: 0.25 }],
    ['bass', 'Advertising grows by a factor of two and a half: how fast?', { advertising: 2.5 }],
    ['bass', 'What if word of mouth weakened by a factor of two?', {}],
    ['benefits', 'What if benefits were smaller by a factor of two?', { replacement_rate_factor: 0.5 }],
    ['benefits', 'What if benefits were divided by a factor of 2?', {}],
    ['corn', 'What if extension work declined by a factor of ten?', { extension_intensity: 0.1 }],
  ];
  it.each(cases)('has the sign of its verb: %s, %s', (...one) => expectLevers(one));
});

describe('an increase of so much', () => {
  const cases: Case[] = [
    ['intercity', 'What if there were a drop of 20% in train fares?', { train_cost_factor: 0.8 }],
    ['intercity', 'A rise of 20% in train fares: who leaves?', { train_cost_factor: 1.2 }],
    ['benefits', 'What is the effect of a reduction in benefits of 10%?', { replacement_rate_factor: 0.9 }],
    ['park', 'What if there were an increase of $10 in the price?', { price: 60 }],
    ['park', 'Who would pay a reduced price of $10?', { price: 10 }],
  ];
  it.each(cases)('is a change and no value: %s, %s', (...one) => expectLevers(one));
});

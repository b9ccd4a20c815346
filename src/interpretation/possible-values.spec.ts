import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, resolveScenario, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';
import { quantitiesOf } from './quantities.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const modes = definition('intercity-mode-choice');
const swissmetro = definition('swissmetro-mode-choice');
const vouchers = definition('hiv-test-incentive');
const unemployment = definition('unemployment-duration');
const games = definition('repeated-pd-cooperation');
const ketchup = definition('catsup-brand-choice');
const appliances = definition('technology-adoption-bass');

const openOf = (workflow: WorkflowDefinition, question: string) => {
  const { interpreted, notInterpreted } = interpretQuestion(workflow, question);
  expect(interpreted).toEqual([]);
  return notInterpreted;
};

describe('words without an amount', () => {
  it.each([
    [modes, 'If the train came more often, who would stop flying?', 'train_frequency_factor', [1.1, 1.25, 1.5]],
    [modes, 'If the train came less often, who would fly?', 'train_frequency_factor', [0.9, 0.75, 0.5]],
    [modes, 'What if plane tickets were cheaper?', 'air_cost_factor', [0.9, 0.75, 0.5]],
    [
      swissmetro,
      'How many would take the Swissmetro if its fares were lower?',
      'swissmetro_cost_factor',
      [0.9, 0.75, 0.5],
    ],
    // The baseline is 0: parts of the calibrated range.
    [vouchers, 'What happens if we raise the voucher?', 'incentive', [0.71, 1.42, 2.84]],
    [ketchup, "What if displays of Hunt's increase?", 'hunts32_display_share', [0.25, 0.5, 1]],
    [ketchup, "What if displays of Hunt's decrease?", 'hunts32_display_share', [0.0335, 0.0223, 0]],
    // Near the end of the range: parts of the way.
    [games, 'If the chance of another round is higher, do they cooperate?', 'continuation', [0.8, 0.85, 0.95]],
    [games, 'If the reward is higher, do they cooperate?', 'reward', [42, 44, 48]],
    [unemployment, 'More generous benefits: how many weeks?', 'replacement_rate_factor', [1.1, 1.25, 1.5]],
  ])(
    'The candidates change the parameter in the direction of the words: %#',
    (workflow, question, parameter, values) => {
      expect(openOf(workflow, question)).toMatchObject([
        { reason: 'no_amount', parameters: [parameter], candidates: values.map((value) => ({ [parameter]: value })) },
      ]);
      for (const value of values) expect(resolveScenario(workflow, { [parameter]: value })).toMatchObject({ ok: true });
    },
  );

  it('A word of change in the question itself is about the result, not the parameter', () => {
    const question = 'Do they cooperate more if the chance of another round is higher?';
    expect(openOf(games, question)).toMatchObject([{ reason: 'no_amount', parameters: ['continuation'] }]);
  });

  it('Words that fit several parameters have one candidate for each', () => {
    expect(openOf(ketchup, 'What if Heinz were cheaper?')).toMatchObject([
      {
        reason: 'no_amount',
        candidates: [{ heinz28_price: 3.24 }, { heinz32_price: 2.35 }, { heinz41_price: 3.47 }],
      },
    ]);
  });
});

describe('amounts in a unit that the parameter does not use', () => {
  const meanOf = (workflow: WorkflowDefinition, parameter: string) => quantitiesOf(workflow).get(parameter)!.mean;
  const near = (value: number): unknown => expect.closeTo(value, 2);

  it.each([
    [modes, 'What if the train were one hour faster?', 'train_time_factor', (mean: number) => (mean - 60) / mean],
    [modes, 'What if the bus were 10 dollars cheaper?', 'bus_cost_factor', (mean: number) => (mean - 10) / mean],
    [
      swissmetro,
      'Maglev headway 10 min: who leaves the car?',
      'swissmetro_headway_factor',
      (mean: number) => 10 / mean,
    ],
    [vouchers, 'The center is 3 km away. Who collects the result?', 'distance_factor', (mean: number) => 3 / mean],
    [
      unemployment,
      'What if the state unemployment rate rose by two percentage points?',
      'state_unemployment_factor',
      (mean: number) => (mean + 0.02) / mean,
    ],
    [
      unemployment,
      'What if the unemployment rate rose to 8%?',
      'state_unemployment_factor',
      (mean: number) => 0.08 / mean,
    ],
  ])(
    'The candidate is the factor that changes the mean by the amount: %#',
    (workflow, question, parameter, factorOf) => {
      expect(openOf(workflow, question)).toMatchObject([
        { reason: 'other_unit', candidates: [{ [parameter]: near(factorOf(meanOf(workflow, parameter))) }] },
      ]);
    },
  );

  it('An amount that fits several quantities has a candidate for each of them', () => {
    const [doubt] = openOf(modes, 'The train takes 40 minutes less. Who flies?');
    expect(doubt).toMatchObject({ reason: 'other_unit' });
    expect(doubt!.candidates!.flatMap(Object.keys).sort()).toEqual(['train_access_time_factor', 'train_time_factor']);
  });

  it.each([
    ['An amount beyond the bounds', vouchers, 'The center is 30 km away. Who collects the result?'],
    ['A product of several attributes', swissmetro, 'What if the maglev ticket rose by thirty francs?'],
  ])('%s has no candidate', (_, workflow, question) => {
    expect(openOf(workflow, question)).toMatchObject([{ reason: 'other_unit', candidates: [] }]);
  });

  it('A restricted population has no quantities, because its means are not known', () => {
    const restriction = { conditions: [{ attribute: 'result', groups: ['positive'] }], share: 0.1 };
    const restricted = { ...vouchers, population: { ...vouchers.population, restriction } };
    expect(quantitiesOf(vouchers).size).toBeGreaterThan(0);
    expect(quantitiesOf(restricted).size).toBe(0);
  });
});

describe('values outside the allowed range', () => {
  it.each([
    ['What if there is no advertising at all?', 0.1],
    ['What if advertising were thirty times as strong?', 20],
  ])('The candidate is the nearest allowed value: %s', (question, value) => {
    expect(openOf(appliances, question)).toMatchObject([
      { reason: 'out_of_bounds', candidates: [{ advertising: value }] },
    ]);
  });
});

it.each([
  ['Toronto–Montreal: cut rail travel time 25%. How many leave the plane?', { train_time_factor: 0.75 }],
  ['Raise the air fare 20 percent: who takes the train?', { air_cost_factor: 1.2 }],
])('A verb applies to the percentage after its object: %s', (question, values) => {
  const { interpreted } = interpretQuestion(modes, question);
  expect(Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value]))).toEqual(values);
});

it('A percentage of people after an object is no change', () => {
  expect(interpretQuestion(modes, 'If they cut rail fares 25% of drivers would switch?').interpreted).toEqual([]);
});

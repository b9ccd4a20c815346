// Linguistic data: words that users write.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { findAmounts } from './find-amounts.js';
import { interpretQuestion } from './interpret-question.js';
import { tokensOf } from './tokens.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const definitions = {
  bass: definition('technology-adoption-bass'),
  cars: definition('alt-fuel-vehicle-choice'),
  catsup: definition('catsup-brand-choice'),
  corn: definition('hybrid-corn-network'),
  dilemma: definition('repeated-pd-cooperation'),
  intercity: definition('intercity-mode-choice'),
  mailing: definition('gotv-social-pressure'),
  park: definition('conservation-wtp'),
  swissmetro: definition('swissmetro-mode-choice'),
  voucher: definition('hiv-test-incentive'),
};
type Workflow = keyof typeof definitions;
type Case = readonly [workflow: Workflow, question: string, sets: Record<string, number>];

const read = (workflow: Workflow, question: string) => interpretQuestion(definitions[workflow], question);
const expectNumbers = ([workflow, question, sets]: Case) => {
  const numbers = read(workflow, question).interpreted.filter(({ value }) => typeof value === 'number');
  expect(numbers.map(({ parameter }) => parameter).sort()).toEqual(Object.keys(sets).sort());
  for (const { parameter, value } of numbers) expect(value).toBeCloseTo(sets[parameter]!, 4);
};

describe('Amounts in free wording', () => {
  const cases: Case[] = [
    ['intercity', 'What if flights fall in price by 30 percent of their level?', { air_cost_factor: 0.7 }],
    ['cars', 'What if the charging cost of EVs were a penny a mile?', { electric_operating_cost: 1 }],
    ['voucher', 'What if the way to the center were shortened by a quarter?', { distance_factor: 0.75 }],
    ['swissmetro', 'What if Swissmetro tickets were 30% dearer than assumed?', { swissmetro_cost_factor: 1.3 }],
    ['catsup', "What if newspaper ads of Hunt's were discontinued?", { hunts32_feature_share: 0 }],
    ['cars', 'CNG pumps at every single one of the stations: who buys?', { cng_stations: 1 }],
    [
      'intercity',
      'What if the fuss of flying, getting to the airport and waiting, takes half the time?',
      { air_access_time_factor: 0.5 },
    ],
  ];
  it.each(cases)('A question about %s sets the values of its words: %s', (...one) => expectNumbers(one));
});

describe('Numbers', () => {
  const cases: [text: string, kind: string, size: number][] = [
    ['fifty-fifty', 'percent', 0.5],
    ['50:50', 'percent', 0.5],
    ['3/4', 'percent', 0.75],
    ['⅔', 'percent', 2 / 3],
    ['three fourths', 'percent', 0.75],
    ['a twentieth', 'percent', 0.05],
    ['every third shop', 'percent', 1 / 3],
    ['every other shop', 'percent', 0.5],
    ['one in every eight', 'percent', 0.125],
    ['two shops out of five', 'percent', 0.4],
    ['x3', 'factor', 3],
    ['fivefold', 'factor', 5],
    ['two and a quarter', 'plain', 2.25],
    ['three dollars and five cents', 'plain', 3.05],
    ['a dollar twenty', 'plain', 1.2],
    ['$1 and 10 cents', 'plain', 1.1],
    ['half a unit', 'plain', 0.5],
    ['a dime cheaper', 'plain', 10],
    ['120 Australian dollars', 'plain', 120],
    ['3 even', 'plain', 3],
    ['even odds', 'percent', 0.5],
    ['three out of ten weeks', 'percent', 0.3],
    ['half as many trains again', 'factor', 1.5],
  ];
  it.each(cases)('The number %s is read as a %s of %d', (text, kind, size) => {
    const [amount, ...others] = findAmounts(tokensOf(text), new Set());
    expect(others).toEqual([]);
    expect(amount).toMatchObject({ kind });
    expect(amount!.size).toBeCloseTo(size, 9);
  });

  it.each(['put on display', 'it goes on', 'each other', 'every second week', 'two farmers in 1930'])(
    'No amount is read from the words %s',
    (text) => {
      const sizes = findAmounts(tokensOf(text), new Set()).filter(
        ({ kind }) => kind === 'percent' || kind === 'factor',
      );
      expect(sizes).toEqual([]);
      expect(findAmounts(tokensOf(text), new Set()).some(({ size }) => size === 1 / 2)).toBe(false);
    },
  );

  it('A long dash before a number is a minus sign after a word and a range after a number', () => {
    const signs = (text: string) => findAmounts(tokensOf(text), new Set()).map(({ sign }) => sign);
    expect(signs('price –15%')).toEqual([-1]);
    expect(signs('15 – 20%')).toEqual([0, 0]);
  });
});

describe('Old values before and after new ones', () => {
  const cases: Case[] = [
    ['voucher', 'Would more come if the voucher went from zero to 2 dollars?', { incentive: 2 }],
    ['intercity', 'What if there were six trains a day instead of four?', { train_frequency_factor: 1.5 }],
    ['intercity', 'A coach every hour rather than every half hour.', { bus_frequency_factor: 0.5 }],
    ['park', 'They ask for 80 dollars, up from 50.', { price: 80 }],
    ['dilemma', 'Another round follows with a probability of 60%, down from 75%.', { continuation: 0.6 }],
  ];
  it.each(cases)('The new value counts: %s, %s', (...one) => expectNumbers(one));
});

describe('Quantities that only the amount names', () => {
  const cases: Case[] = [
    ['catsup', 'Heinz 28 at 20% off: who buys it?', { heinz28_price: 3.456 }],
    ['catsup', "Hunt's is now 2.75, what do shoppers take?", { hunts32_price: 2.75 }],
    ['cars', 'What if electric cars managed 220 miles?', { electric_range: 220 }],
    ['catsup', 'Heinz 41 is displayed on 30% of trips.', { heinz41_display_share: 0.3 }],
    ['catsup', 'What if Heinz 28 displays went up by 10%?', {}],
  ];
  it.each(cases)('A discount, a price or a unit names the quantity: %s, %s', (...one) => expectNumbers(one));
});

describe('Names in the question after the amount', () => {
  const cases: Case[] = [
    ['catsup', "If Heinz 32 fell to 2.80 in price, would Hunt's lose?", { heinz32_price: 2.8 }],
    ['intercity', 'Train fares 30% lower, how many fly at that price?', { train_cost_factor: 0.7 }],
  ];
  it.each(cases)('The amount applies to the name before it: %s, %s', (...one) => expectNumbers(one));
});

describe('Amounts for a period', () => {
  const cases: Case[] = [
    ['park', 'What if every citizen paid 3 dollars a month?', { price: 36 }],
    ['park', 'What if the levy were $40 annually?', { price: 40 }],
    ['voucher', 'What if the voucher were two dollars a week?', {}],
  ];
  it.each(cases)('An amount for a period is converted or listed: %s, %s', (...one) => expectNumbers(one));
});

describe('Ranges', () => {
  const cases: [workflow: Workflow, question: string, parameter: string, ends: [number, number]][] = [
    ['catsup', 'Plot the share of Heinz 32 for prices between 2.80 and 3.60.', 'heinz32_price', [2.8, 3.6]],
    ['voucher', 'Vary the voucher from 0 up to 4 dollars.', 'incentive', [0, 4]],
    [
      'swissmetro',
      'How does its share respond if the Swissmetro fare runs from 70% to 130% of today?',
      'swissmetro_cost_factor',
      [0.7, 1.3],
    ],
  ];
  it.each(cases)('Both ends are read: %s, %s', (workflow, question, parameter, ends) => {
    const { kind, range, interpreted } = read(workflow, question);
    expect(kind).toBe('range');
    expect(range).toMatchObject({ parameter, ends });
    expect(interpreted).toEqual([]);
  });

  it('A range whose ends cannot be read sets nothing', () => {
    const { interpreted, notInterpreted } = read('voucher', 'Plot it for vouchers from 1 to 90 dollars.');
    expect(interpreted).toEqual([]);
    expect(notInterpreted).not.toEqual([]);
  });

  it('Places after "between" are no range', () => {
    const { kind, interpreted } = read('intercity', 'The train between Toronto and Ottawa gets 20% faster.');
    expect(kind).toBe('scenario');
    expect(interpreted).toMatchObject([{ parameter: 'train_time_factor', value: 0.8 }]);
  });
});

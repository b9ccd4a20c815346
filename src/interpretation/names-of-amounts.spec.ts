// Linguistic data: words that users write.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const definitions = {
  bass: definition('technology-adoption-bass'),
  cars: definition('alt-fuel-vehicle-choice'),
  catsup: definition('catsup-brand-choice'),
  corn: definition('hybrid-corn-network'),
  dilemma: definition('repeated-pd-cooperation'),
  intercity: definition('intercity-mode-choice'),
  swissmetro: definition('swissmetro-mode-choice'),
  women: definition('family-planning-network'),
};
type Case = readonly [workflow: keyof typeof definitions, question: string, sets: Record<string, number>];

const expectNumbers = ([workflow, question, sets]: Case) => {
  const { interpreted } = interpretQuestion(definitions[workflow], question);
  const numbers = interpreted.filter(({ value }) => typeof value === 'number');
  expect(numbers.map(({ parameter }) => parameter).sort()).toEqual(Object.keys(sets).sort());
  for (const { parameter, value } of numbers) expect(value).toBeCloseTo(sets[parameter]!, 4);
};

describe('Two amounts in one sentence', () => {
  const cases: Case[] = [
    ['bass', 'Half as much advertising, and word of mouth triples.', { advertising: 0.5, word_of_mouth: 3 }],
    [
      'intercity',
      'Flights get 20% dearer and train rides become 10% shorter.',
      { air_cost_factor: 1.2, train_time_factor: 0.9 },
    ],
    ['swissmetro', 'If train fares fell by a fifth, Swissmetro fares stay as planned.', { train_cost_factor: 0.8 }],
    ['catsup', 'Heinz 28 costs 3.90, Heinz 32 at 3.50: who wins?', { heinz28_price: 3.9, heinz32_price: 3.5 }],
    ['dilemma', 'Reward 40 → 44, continuation 0.75 → 0.9.', { reward: 44, continuation: 0.9 }],
  ];
  it.each(cases)('Each name keeps its own amount: %s, %s', (...one) => expectNumbers(one));
});

describe('Names that contain another name', () => {
  const cases: Case[] = [
    ['swissmetro', 'The maglev train costs 20% more.', { swissmetro_cost_factor: 1.2 }],
    ['swissmetro', 'The underground magnetic train is 20% faster.', { swissmetro_time_factor: 0.8 }],
    [
      'swissmetro',
      'The vacuum train costs 20% more, and the train 10% less.',
      { swissmetro_cost_factor: 1.2, train_cost_factor: 0.9 },
    ],
    [
      'swissmetro',
      'Half of the Swissmetro trains have airline-type seats, and it departs twice as often.',
      { swissmetro_airline_seats_share: 0.5, swissmetro_headway_factor: 0.5 },
    ],
  ];
  it.each(cases)('`maglev train` names no other train: %s, %s', (...one) => expectNumbers(one));
});

describe('Every one of them', () => {
  const cases: Case[] = [
    ['swissmetro', 'Airline seats on all Swissmetro trains.', { swissmetro_airline_seats_share: 1 }],
    ['swissmetro', 'The maglev with airline seats on every one of its trains.', { swissmetro_airline_seats_share: 1 }],
    ['catsup', 'Heinz 28 is on display in every store.', { heinz28_display_share: 1 }],
    ['dilemma', 'There is a 90% likelihood that the game goes on after each round.', { continuation: 0.9 }],
  ];
  it.each(cases)('Words of the label say that a share is whole: %s, %s', (...one) => expectNumbers(one));
});

it('An adjective after `new` names a thing and no change', () => {
  const { notInterpreted } = interpretQuestion(definitions.swissmetro, 'Who would take the new fast maglev?');
  expect(notInterpreted).toEqual([]);
});

describe('Shares of the baseline', () => {
  const cases: Case[] = [
    ['intercity', 'What if plane tickets cost 70% of what they cost today?', { air_cost_factor: 0.7 }],
    ['swissmetro', 'Train fares at three quarters of the current price.', { train_cost_factor: 0.75 }],
    ['corn', 'What if extension work were only 80% as strong?', { extension_intensity: 0.8 }],
    [
      'cars',
      'Electric cars with emissions at half of the usual: who buys gasoline cars with 50% of the usual emissions?',
      { gasoline_emissions: 0.5 },
    ],
  ];
  it.each(cases)('A share of the baseline multiplies a factor and sets a share: %s, %s', (...one) =>
    expectNumbers(one),
  );
});

describe('Opposite shares', () => {
  const cases: Case[] = [
    ['dilemma', 'The match stops after a round with a probability of 30%.', { continuation: 0.7 }],
    ['dilemma', 'Each match ends with 1 chance in 10 after a round.', { continuation: 0.9 }],
    ['dilemma', 'What if there were a 60% chance of a further round?', { continuation: 0.6 }],
  ];
  it.each(cases)('The probability of an end is one minus the probability of a continuation: %s, %s', (...one) =>
    expectNumbers(one),
  );
});

describe('Zero without a number', () => {
  const cases: Case[] = [
    ['corn', 'What if farmers stopped listening to their friends?', { contacts_weight: 0 }],
    ['women', 'Suppose the rest of the village does not matter at all.', { village_weight: 0 }],
    ['catsup', "Hunt's is no longer advertised.", { hunts32_feature_share: 0 }],
    ['catsup', 'Heinz 41 loses all its displays.', { heinz41_display_share: 0 }],
    ['catsup', 'Heinz 41 is no longer displayed on 20% of trips.', {}],
    ['catsup', 'Heinz 32 never appears in the newspaper.', { heinz32_feature_share: 0 }],
    ['catsup', 'Half of the shoppers never see Heinz 32 on display.', {}],
    ['intercity', 'What if trains stopped in fewer towns?', {}],
  ];
  it.each(cases)('Words that end an activity set a share or a weight to zero: %s, %s', (...one) => expectNumbers(one));
});

describe('All sizes of a product', () => {
  const all = { heinz28_price: 4.32 * 1.1, heinz32_price: 3.14 * 1.1, heinz41_price: 4.63 * 1.1 };
  const cases: Case[] = [
    ['catsup', 'What if Heinz raised the price of all of its sizes by 10%?', all],
    ['catsup', 'Heinz gets 10% more expensive, whatever the size.', all],
    ['catsup', 'Heinz gets 10% more expensive.', {}],
    ['catsup', 'The biggest Heinz gets 10% more expensive.', { heinz41_price: 4.63 * 1.1 }],
  ];
  it.each(cases)('Words such as "all sizes" set all of them: %s, %s', (...one) => expectNumbers(one));
});

describe('Words that exclude a parameter', () => {
  const cases: Case[] = [
    ['cars', 'What if the cost of a mile in a gasoline car doubled?', { gasoline_operating_cost: 10 }],
    ['cars', 'What if gasoline cars doubled in price?', { gasoline_price_factor: 2 }],
    ['intercity', 'What if getting to the airport took twice the time?', { air_access_time_factor: 2 }],
    ['intercity', 'What if the time in the plane doubled?', { air_time_factor: 2 }],
  ];
  it.each(cases)('The more specific quantity is set: %s, %s', (...one) => expectNumbers(one));
});

describe('Quantifiers of other things', () => {
  const cases: Case[] = [
    ['dilemma', 'After every round the match goes on with 80%.', { continuation: 0.8 }],
    ['catsup', 'Heinz 28 is on display on every shopping trip.', { heinz28_display_share: 1 }],
    ['women', 'A tenth of the women in each village start with it.', { seeded_share: 0.1 }],
  ];
  it.each(cases)('A quantifier applies only to the named things: %s, %s', (...one) => expectNumbers(one));
});

describe('Names far away', () => {
  const cases: Case[] = [
    [
      'cars',
      'My cousin would like an electric car. Would more people buy one if it did 280 miles?',
      { electric_range: 280 },
    ],
    [
      'catsup',
      'Displays of Heinz 32 double and its price falls to 2.90.',
      { heinz32_display_share: 0.1988, heinz32_price: 2.9 },
    ],
    [
      'cars',
      'An electric car has a trunk as roomy as that of a gasoline car and does 110 mph.',
      { electric_luggage: 1, electric_top_speed: 110 },
    ],
  ];
  it.each(cases)('A pronoun refers to the last name that is no comparison: %s, %s', (...one) => expectNumbers(one));
});

describe('Numbers that are no amounts', () => {
  const cases: Case[] = [
    ['women', 'A fifth of the women already use it in year one.', { seeded_share: 0.2 }],
    ['bass', 'A tenth of the homes are given one at the start.', { seeded_share: 0.1 }],
    ['intercity', 'The plane takes 10% longer on trips with an urban index of 2.', { air_time_factor: 1.1 }],
    ['cars', 'What if gasoline cars had half the emissions of a car of 1993?', { gasoline_emissions: 0.5 }],
  ];
  it.each(cases)('Labels, years and pronouns set nothing: %s, %s', (...one) => {
    expectNumbers(one);
    const [workflow, question] = one;
    expect(interpretQuestion(definitions[workflow], question).notInterpreted).toEqual([]);
  });
});

describe('Prices of products', () => {
  const cases: Case[] = [
    ['catsup', 'Heinz 28 goes up by a third.', { heinz28_price: 5.76 }],
    [
      'catsup',
      "All three Heinz bottles go up by 10% and Hunt's stays put.",
      { heinz28_price: 4.752, heinz32_price: 3.454, heinz41_price: 5.093 },
    ],
    ['cars', 'Every electric car comes with free parking.', {}],
  ];
  it.each(cases)('A product that goes up gets more expensive: %s, %s', (...one) => expectNumbers(one));
});

describe('Names and amounts in other forms', () => {
  const cases: Case[] = [
    ['women', "The pull of a woman's own contacts rises by a fifth.", { contacts_weight: 1.2 }],
    ['women', 'We began with 10% of the women.', { seeded_share: 0.1 }],
    ['women', 'Friends x2, village x0.5.', { contacts_weight: 2, village_weight: 0.5 }],
    ['bass', 'The radio gets no more than half of the advertising.', { advertising: 0.5 }],
    ['swissmetro', 'On every second train the seats changed, and rides get 20% shorter.', { train_time_factor: 0.8 }],
  ];
  it.each(cases)('The amount is read: %s, %s', (...one) => expectNumbers(one));

  const elided: Case[] = [
    [
      'swissmetro',
      'Swissmetro fares fall by 15%, train fares by 5%.',
      { swissmetro_cost_factor: 0.85, train_cost_factor: 0.95 },
    ],
    ['catsup', "Heinz 41 equals Hunt's at 3.36 in price.", { heinz41_price: 3.36 }],
    [
      'cars',
      'Electric cars cost a tenth less but drive 200 miles.',
      { electric_price_factor: 0.9, electric_range: 200 },
    ],
    ['swissmetro', 'The train ride takes 90% of the time.', { train_time_factor: 0.9 }],
    ['catsup', 'No more ads for Heinz 41 in the paper.', { heinz41_feature_share: 0 }],
    ['cars', 'A methanol car for 25% less than now.', { methanol_price_factor: 0.75 }],
  ];
  it('A price is not set for the product after the next verb', () => {
    const question = "Would lowering the price of Heinz 28 from 4.32 to 3.90 hurt Hunt's?";
    const { interpreted } = interpretQuestion(definitions.catsup, question);
    expect(interpreted.map(({ parameter }) => parameter)).not.toContain('hunts32_price');
  });
  it.each(elided)('The verb, the quantity or the number may be left out: %s, %s', (...one) => expectNumbers(one));

  it('A clause that only names the subject of a later amount is listed', () => {
    const { interpreted, notInterpreted } = interpretQuestion(
      definitions.catsup,
      "Suppose Hunt's came in a new shiny glass jar and sold for 3.",
    );
    expect(interpreted).toMatchObject([{ parameter: 'hunts32_price', value: 3 }]);
    expect(notInterpreted).not.toEqual([]);
  });
});

describe('Names of values', () => {
  const cases: Case[] = [
    ['cars', 'Electric cars come as compacts and natural gas cars as minis.', { electric_size: 2, cng_size: 0 }],
    ['cars', 'What if electric cars were subcompacts instead of compacts?', { electric_size: 1 }],
    ['cars', 'Electric cars are not compacts.', {}],
    ['cars', 'What if compacts were banned from the centers?', {}],
    ['corn', 'Seed 5% of the best known ones.', { seeded_share: 0.05 }],
    [
      'corn',
      'Where do the other 5% live if we choose tight circles of 20% of the farmers as starters?',
      { seeded_share: 0.2 },
    ],
  ];
  it.each(cases)('A name sets its value only for the parameter that is named too: %s, %s', (...one) =>
    expectNumbers(one),
  );

  it('Names of two values are the scenarios of a comparison', () => {
    const { interpreted, arms } = interpretQuestion(definitions.cars, 'Electric cars come as compacts or minis.');
    expect(interpreted).toEqual([]);
    expect(arms.map(({ values }) => values)).toEqual([{ electric_size: 2 }, { electric_size: 0 }]);
  });

  it('A name and a number that contradict each other set nothing', () => {
    const question = 'An electric car of size class 1, a compact: who buys it?';
    const { interpreted, notInterpreted } = interpretQuestion(definitions.cars, question);
    expect(interpreted).toEqual([]);
    expect(notInterpreted).toMatchObject([{ reason: 'two_values', parameters: ['electric_size'] }]);
  });
});

describe('Changes that are listed', () => {
  const cases: [workflow: keyof typeof definitions, question: string, reason: string][] = [
    ['cars', 'What if the range of electric cars were as large as that of a gasoline car?', 'compared'],
    ['intercity', 'Suppose they cancel a third of the flights a day.', 'ambiguous'],
  ];
  it.each(cases)('A change without a single value is listed: %s, %s', (workflow, question, reason) => {
    const { interpreted, notInterpreted } = interpretQuestion(definitions[workflow], question);
    expect(interpreted).toEqual([]);
    expect(notInterpreted.map((one) => one.reason)).toContain(reason);
  });

  it('A word such as nothing is no verb that denies the next change', () => {
    const question =
      'Extension work gets five times as strong instead of nothing and a fifth of the farmers get the seed.';
    expectNumbers(['corn', question, { extension_intensity: 5, seeded_share: 0.2 }]);
  });
});

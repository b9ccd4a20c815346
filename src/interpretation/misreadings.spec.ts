// Linguistic data: words that users write. cspell:ignore nobody everybody anybody cancelled
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const definitions = {
  care: definition('health-insurance-visits'),
  catsup: definition('catsup-brand-choice'),
  housing: definition('housing-satisfaction'),
  mailing: definition('gotv-social-pressure'),
  match: definition('charity-match-mailing'),
  women: definition('family-planning-network'),
  dilemma: definition('repeated-pd-cooperation'),
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

/** Expects exactly these parameters and values. */
const expectParameters = ([workflow, question, sets]: Case) => {
  const { interpreted } = interpretQuestion(definitions[workflow], question);
  const found = interpreted.map(({ parameter, value }) => [parameter, value] as const);
  expect(found.map(([parameter]) => parameter).sort()).toEqual(Object.keys(sets).sort());
  for (const [parameter, value] of found) {
    if (typeof value === 'number') expect(value).toBeCloseTo(Number(sets[parameter]), 9);
    else expect(value).toBe(sets[parameter]);
  }
};

describe('Numbers without a unit', () => {
  it.each<Case>([
    ['dilemma', 'What if there is only a coin-flip chance of another round?', { continuation: 0.5 }],
    ['dilemma', 'Chance of another round 0.6 instead of 0.75', { continuation: 0.6 }],
    ['voucher', 'The center is at zero distance.', { distance_factor: 0 }],
  ])('A chance in words, a decimal number and zero set their parameter: %s, %s', (...one) => expectParameters(one));
});

describe('Results in a question', () => {
  const cases: Case[] = [
    ['corn', 'Agents visit three times as often. When do half the farmers plant hybrid seed?', {}],
    ['women', 'The program is twice as strong. How long until 80% of the women use it?', { programme_intensity: 2 }],
    ['bass', 'Double word of mouth: how many years faster to 50% of homes?', { word_of_mouth: 2 }],
    ['bass', 'How many years does it take if 10% of homes get it for free?', { seeded_share: 0.1 }],
    ['park', 'Major impact: how many pay nothing?', { impact: 'major' }],
    ['voucher', 'Would walking five kilometers stop people from coming for $2?', { incentive: 2 }],
    ['cars', 'Would people buy a methanol car if filling it up cost half of what a tank of gasoline does?', {}],
    ['swissmetro', 'Suppose the Swissmetro took half the time of the train', {}],
  ];
  it.each(cases)('A result, or an amount of something else, sets no parameter: %s, %s', (...one) =>
    expectParameters(one),
  );

  it('A share that a question for a time mentions is not listed', () => {
    const question = 'Five times the advertising for microwaves. When does half the country own one?';
    expect(interpretQuestion(definitions.bass, question).notInterpreted).toEqual([]);
  });
});

describe('Overlapping names', () => {
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
    [
      'swissmetro',
      'What if the interval between Swissmetro departures is cut by a factor of 3?',
      { swissmetro_headway_factor: 1 / 3 },
    ],
    ['swissmetro', 'What if the time between train departures rose by 20%?', { train_headway_factor: 1.2 }],
    ['swissmetro', 'What if train departures rose by 25%?', { train_headway_factor: 0.8 }],
  ];
  it.each(cases)('Only the longer name counts: %s, %s', (...one) => expectParameters(one));
});

describe('Factors', () => {
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
    ['bass', 'What if word of mouth weakened by a factor of two?', { word_of_mouth: 0.5 }],
    ['benefits', 'What if benefits were smaller by a factor of two?', { replacement_rate_factor: 0.5 }],
    ['benefits', 'What if benefits were divided by a factor of 2?', {}],
    ['corn', 'What if extension work declined by a factor of ten?', { extension_intensity: 0.1 }],
  ];
  it.each(cases)('A factor takes the direction of its verb: %s, %s', (...one) => expectParameters(one));
});

describe('Increases by an amount', () => {
  const cases: Case[] = [
    ['intercity', 'What if there were a drop of 20% in train fares?', { train_cost_factor: 0.8 }],
    ['intercity', 'A rise of 20% in train fares: who leaves?', { train_cost_factor: 1.2 }],
    ['benefits', 'What is the effect of a reduction in benefits of 10%?', { replacement_rate_factor: 0.9 }],
    ['park', 'What if there were an increase of $10 in the price?', { price: 60 }],
    ['park', 'Who would pay a reduced price of $10?', { price: 10 }],
    ['intercity', 'What if a fall in bus fares of 20% was announced to be followed up?', { bus_cost_factor: 0.8 }],
  ];
  it.each(cases)('An increase by an amount is a change, not a value: %s, %s', (...one) => expectParameters(one));
});

describe('Negations', () => {
  const cases: Case[] = [
    ['mailing', 'What if 30% of voters do not get the mailing that shows neighbours?', {}],
    ['mailing', 'What if 90% of households never receive the mailing?', {}],
    ['mailing', 'Suppose 40% of the voters, most of them old, do not get the letter', {}],
    ['mailing', 'What if nobody but 10% of voters received a letter?', {}],
    ['mailing', 'What if a quarter of households refuse to receive the mailing?', {}],
    ['mailing', 'If 60% of households were left out of the mailing?', {}],
    ['mailing', 'What if we did not send a civic duty mailing?', {}],
    ['mailing', 'What if the neighbours letter were no longer sent?', {}],
    ['bass', 'What if 2% of households did not get it at the start?', {}],
    ['bass', 'What if advertising can’t be doubled?', {}],
    ['catsup', "What if Heinz 28 isn't featured in the newspaper on 40% of trips?", {}],
    ['catsup', 'What if we did not abolish the displays of Heinz 32?', {}],
    ['intercity', 'What if train fares no longer rose by 20%?', {}],
    ['intercity', 'Who flies without raising train fares by 20%?', {}],
    ['intercity', 'What if instead of raising bus fares by 10% the operator did nothing?', {}],
    ['intercity', 'How would travel look without a fare increase of 15% for planes?', {}],
    ['intercity', 'What if there were no 20% rise in train fares?', {}],
    ['intercity', 'Suppose all fares except train fares rise by 20%.', {}],
    ['housing', 'What if people lived anywhere but in tower blocks?', {}],
    ['housing', 'Suppose tenants had neither high influence nor low contact', {}],
    ['care', 'What if families, for once, did not have a deductible?', {}],
    ['match', 'What if gifts were no longer matched 2:1?', {}],
    ['women', 'What if 10% of the women do not begin from the start?', {}],
    ['dilemma', "What if the payoff didn't go up to 45?", {}],
    ['intercity', 'If VIA refused to cut train fares by 10%, who would leave?', {}],
    ['housing', 'What if no one lived in a tower block?', {}],
    ['housing', 'What if tenants moved out of tower blocks?', {}],
  ];
  it.each(cases)('A denied or undone change sets nothing: %s, %s', (...one) => expectParameters(one));
});

describe('Negations of something else', () => {
  const cases: Case[] = [
    ['intercity', 'What if train fares rose by 20%, but bus fares did not fall by 10%?', { train_cost_factor: 1.2 }],
    ['intercity', 'Who does not fly if train fares fall by 20%?', { train_cost_factor: 0.8 }],
    ['intercity', 'If train fares fall by 20% how many would not fly?', { train_cost_factor: 0.8 }],
    ['intercity', 'What if train fares fell by 20% without changing bus fares?', { train_cost_factor: 0.8 }],
    ['intercity', 'What if bus fares did not change and train fares fell by 20%?', { train_cost_factor: 0.8 }],
    ['intercity', 'What if train fares fell by 20% and bus fares did not change?', { train_cost_factor: 0.8 }],
    ['intercity', 'How many would not drive with train fares 20% lower?', { train_cost_factor: 0.8 }],
    ['intercity', 'Suppose air fares, unlike train fares, rise by 20%.', { air_cost_factor: 1.2 }],
    ['intercity', 'What if not train fares but bus fares fell by 10%?', { bus_cost_factor: 0.9 }],
    ['voucher', 'How many people would not come with a $2 voucher?', { incentive: 2 }],
    ['voucher', 'How many would not come without any voucher?', { incentive: 0 }],
    ['park', 'How many would pay $50 a year to prevent major damage?', { price: 50, impact: 'major' }],
    [
      'mailing',
      'Of those who never voted, how many go when 30% of voters get a neighbours letter?',
      { mailing: 'neighbors', reach: 0.3 },
    ],
    ['women', "What if contacts mattered twice as much and the programme didn't change?", { contacts_weight: 2 }],
    ['catsup', "Suppose all brands but Hunt's are 10% dearer", {}],
    ['benefits', 'What if nobody but women claimed benefits?', {}],
  ];
  it.each<Case>([
    ['mailing', 'What if all but 20% of households got the mailing?', { reach: 0.8 }],
    [
      'mailing',
      'The neighbors letter reaches everyone except a quarter of the voters.',
      { mailing: 'neighbors', reach: 0.75 },
    ],
    ['benefits', 'What if state unemployment fell by 10 percent (not points)?', { state_unemployment_factor: 0.9 }],
    [
      'corn',
      'Seed a fifth of the farmers, groups of friends, not the popular ones.',
      { seeded_share: 0.2, seeding_strategy: 'together' },
    ],
    ['mailing', 'Send voters nothing but a reminder of their civic duty', { mailing: 'civic_duty' }],
    ['care', 'Everyone gets free care, not 25% coinsurance.', { plan: 'free' }],
  ])('An exception does not deny the rest: %s, %s', (...one) => expectParameters(one));

  it.each(cases)('A negation elsewhere does not block a change: %s, %s', (...one) => expectParameters(one));
});

describe('Undone changes', () => {
  const cases: Case[] = [
    ['intercity', 'What if we removed the 20% train fare discount?', {}],
    ['intercity', 'What if the planned 20% increase in train fares were cancelled?', {}],
    ['intercity', 'What if the operator dropped a planned 30% rise in rail fares?', {}],
    ['intercity', 'With the 30% rail fare increase reversed, who flies?', {}],
    ['intercity', 'What if the 10% discount on bus tickets ended?', {}],
    ['voucher', 'What if the $2 voucher were withdrawn?', {}],
    ['voucher', 'What if we stopped paying the $2 voucher?', {}],
    ['care', 'What if we scrapped the deductible?', {}],
    ['care', 'What if everyone lost free care?', {}],
    ['housing', 'What if tower blocks were banned?', {}],
    ['mailing', 'What if the state cancelled the civic duty mailing?', {}],
    ['benefits', 'If the planned cut of benefits by 10% is scrapped, who searches?', {}],
    ['swissmetro', 'What if SBB put off a 12% fare increase?', {}],
    ['swissmetro', 'What if SBB gave up its 12% discount on train tickets?', {}],
    ['catsup', "What if Hunt's loses its newspaper features on 10% of trips?", {}],
    ['care', 'What happens if you take away free care?', {}],
    ['match', 'What if the 2:1 match fell through?', {}],
    ['intercity', 'How many abandon the car at train fares 20% lower?', { train_cost_factor: 0.8 }],
    ['intercity', 'If the bus company abandons plans to cut departures by half, who rides?', {}],
    ['match', 'Suppose the donor takes the 1:1 match away', {}],
    ['park', 'What if the levy of $40 were abandoned?', {}],
  ];
  it.each(cases)('A denied or undone change sets nothing: %s, %s', (...one) => expectParameters(one));
});

describe('Plans of the past', () => {
  const cases: Case[] = [
    ['swissmetro', 'Train fares were going to rise by 10%, yet parliament balked.', {}],
    ['swissmetro', 'They toyed with doubling Swissmetro fares. Nothing happened.', {}],
    ['intercity', "Air Canada's plan for 30% cheaper tickets collapsed at the last minute.", {}],
    ['intercity', 'The promised 25% faster train is history. What share takes it?', {}],
    ['intercity', 'The story that bus fares fall by half is fake.', {}],
    ['catsup', "Hunt's was about to cut its price by 10% when the boss changed course.", {}],
    ['women', 'Seeding 10% of the women? That was vetoed.', {}],
    ['match', 'We wanted to offer 3:1, yet the sponsor walked away.', {}],
    ['care', 'There are no plans to move to 50% coinsurance.', {}],
    ['voucher', 'The clinic hoped to pay $2 but the money was short.', {}],
    ['corn', 'Extension work was to be tripled, a pledge that the new minister quietly dodged.', {}],
    ['swissmetro', 'We planned 10% higher train fares; what would they do?', { train_cost_factor: 1.1 }],
    ['benefits', 'We had hoped for more, but benefits rise by only 5%.', { replacement_rate_factor: 1.05 }],
    ['park', 'The government wants to charge 80 dollars, but how many would agree?', { price: 80 }],
  ];
  it.each(cases)('A plan that may have failed sets nothing: %s, %s', (...one) => expectParameters(one));

  it('A plan that another change replaces is asked back', () => {
    const question = 'They wanted a 10% cut but got a 20% cut in the price of Heinz 41.';
    expect(interpretQuestion(definitions.catsup, question).kind).not.toBe('denied');
  });
});

describe('Shares of a change', () => {
  const cases: Case[] = [
    ['cars', 'Electric cars lose a fifth of their price. What share picks them?', { electric_price_factor: 0.8 }],
    ['cars', 'Electric cars cost a fifth of their price. What share picks them?', { electric_price_factor: 0.2 }],
    ['swissmetro', 'The Swissmetro fare loses a fifth of its level.', { swissmetro_cost_factor: 0.8 }],
    ['intercity', 'Train tickets fall by a fifth of their price', { train_cost_factor: 0.8 }],
    ['catsup', "Heinz 32 gets a price cut of a quarter of today's price", { heinz32_price: 2.355 }],
    ['women', 'The program loses 30% of its strength.', { programme_intensity: 0.7 }],
    ['catsup', "Hunt's loses 30% of its customers. What then?", {}],
    ['cars', 'The natural gas car loses no luggage space.', {}],
    ['swissmetro', 'Swissmetro tickets at a 30% discount: who takes it?', { swissmetro_cost_factor: 0.7 }],
    ['cars', 'Would an extra 60 miles for the electric car persuade families?', { electric_range: 210 }],
    ['cars', 'Suppose electric cars run two cents a mile cheaper.', { electric_operating_cost: 1.8 }],
    ['intercity', 'Roadworks slow down cars by 30% and buses by 15%.', { car_time_factor: 1.3, bus_time_factor: 1.15 }],
    ['bass', 'Ads about the internet are cut back to 20%.', { technology: 'internet', advertising: 0.2 }],
  ];
  it.each(cases)('A verb of change decides between a change and a new value: %s, %s', (...one) =>
    expectParameters(one),
  );
});

describe('Amounts of something else', () => {
  const cases: Case[] = [
    ['benefits', 'Benefits paid for 39 rather than 26 weeks.', {}],
    ['housing', 'Half of the tenants have low influence.', {}],
    ['match', 'A five-to-one match, is that any better?', {}],
  ];
  it.each(cases)('An amount that the parameter cannot express is listed: %s, %s', (...one) => {
    expectParameters(one);
    expect(interpretQuestion(definitions[one[0]], one[1]).notInterpreted).not.toEqual([]);
  });

  it('Something else that the subject of a value gets is listed', () => {
    const { notInterpreted } = interpretQuestion(definitions.intercity, 'The train gets wifi and costs 5% less.');
    expect(notInterpreted.map(({ words }) => words)).toEqual(['The train gets wifi']);
  });
});

describe('Counts of people', () => {
  const cases: Case[] = [
    ['intercity', 'Would 20% more people take the train if fares fell?', {}],
    ['intercity', 'Would 40% more commuters use the train because fares fell?', {}],
    ['intercity', 'Would 20% fewer people fly if train fares fell?', {}],
    ['intercity', 'Would twice as many people take the train?', {}],
    ['intercity', 'What if the number of train passengers doubled?', {}],
    ['intercity', 'Are women 20% more likely to take the train if fares fall?', {}],
    ['intercity', 'When fares fell, ridership on the train rose by 20%', {}],
    ['intercity', 'Would lower train fares bring a 20% increase in train passengers?', {}],
    ['intercity', 'If train fares fell by 10%, would 20% more people ride?', { train_cost_factor: 0.9 }],
    ['intercity', 'Would commuters accept train fares rising by 20%?', { train_cost_factor: 1.2 }],
    ['intercity', 'What if there were twice as many trains?', { train_frequency_factor: 2 }],
    ['mailing', 'Would 20% fewer people vote if they receive the mailing?', {}],
    ['mailing', 'Do 20% of voters vote if they get the civic duty mailing?', { mailing: 'civic_duty' }],
    ['mailing', 'What if 20% fewer voters get the mailing?', { reach: 0.8 }],
    ['cars', 'Would twice as many households buy electric cars at half the price?', { electric_price_factor: 0.5 }],
    ['cars', 'What if 20% more stations had methanol?', { methanol_stations: 0.432 }],
    ['bass', 'Would doubling advertising get 30% more households to adopt?', { advertising: 2 }],
    ['corn', 'Would twice as many visits by extension agents speed it up?', { extension_intensity: 2 }],
    ['swissmetro', 'Would it take 20% fewer cars off the road if train fares were halved?', { train_cost_factor: 0.5 }],
    ['swissmetro', 'Would raising train fares by 10% cut revenue by 5%?', { train_cost_factor: 1.1 }],
    ['cars', 'Would people buy 40% more EVs at a cost of 1 cent per mile?', { electric_operating_cost: 1 }],
    ['intercity', 'What if there were 20% more trains a day?', { train_frequency_factor: 1.2 }],
    ['catsup', 'What if 20% more Heinz 28 displays were set up?', { heinz28_display_share: 0.0918 }],
  ];
  it.each(cases)('A count of people sets no parameter: %s, %s', (...one) => expectParameters(one));
});

describe('Old values', () => {
  const cases: Case[] = [
    ['voucher', 'What if the voucher were worth 3 instead of 1 dollar?', { incentive: 3 }],
    ['voucher', 'What if the voucher were worth $2 rather than the usual $1?', { incentive: 2 }],
    ['voucher', 'What if the voucher were 50 instead of 100 cents?', { incentive: 0.5 }],
    ['voucher', 'What if the voucher rose from 50 to 100 cents?', { incentive: 1 }],
    ['dilemma', 'What if the chance of another round were 90%, rather than the current 75%?', { continuation: 0.9 }],
    ['catsup', 'If the price of Heinz 28 was 3 instead of 4.32, who switches?', { heinz28_price: 3 }],
    [
      'benefits',
      'If benefits had risen by 10% instead of falling by 10%, who would search?',
      { replacement_rate_factor: 1.1 },
    ],
  ];
  it.each(cases)('The old value is not read as the new one: %s, %s', (...one) => expectParameters(one));
});

describe('Large numbers', () => {
  const cases: Case[] = [
    ['park', 'What if it cost $1.5 million?', {}],
    ['park', 'At a price of half a million dollars who pays?', {}],
    ['park', 'At a price of $2k who pays?', {}],
    ['park', 'At a price of two million dollars who pays?', {}],
    ['park', 'At a price of 2 hundred dollars who pays?', { price: 200 }],
    ['park', 'At a price of 0.1k dollars who pays?', { price: 100 }],
  ];
  it.each(cases)('All words of a number are read: %s, %s', (...one) => expectParameters(one));
});

describe('Shared amounts', () => {
  const cases: Case[] = [
    ['intercity', 'What if train fares and bus fares fell by 10%?', { train_cost_factor: 0.9, bus_cost_factor: 0.9 }],
    [
      'cars',
      'What if electric cars and methanol cars cost 20% less?',
      { electric_price_factor: 0.8, methanol_price_factor: 0.8 },
    ],
    [
      'cars',
      'What if natural gas cars and gas cars cost 20% less?',
      { cng_price_factor: 0.8, gasoline_price_factor: 0.8 },
    ],
    ['intercity', 'What if train fares fell and bus fares rose by 10%?', { bus_cost_factor: 1.1 }],
  ];
  it.each(cases)('An amount for two parameters sets both: %s, %s', (...one) => expectParameters(one));
});

describe('Adjectives', () => {
  const cases: Case[] = [
    ['corn', 'Would hybrid corn spread 20% faster without any extension work?', {}],
    ['corn', 'Would twice the extension work make it spread 30% faster?', { extension_intensity: 2 }],
    [
      'bass',
      'Would the radio spread twice as fast with 50% more advertising?',
      { technology: 'radio', advertising: 1.5 },
    ],
    ['benefits', 'Do men search 20% longer with twice the benefits?', { replacement_rate_factor: 2 }],
    ['cars', 'What if the top speed of electric cars were 20% faster?', {}],
    ['cars', 'What if electric cars accelerated 20% faster?', { electric_acceleration: 3.36 }],
    ['cars', 'What if the running costs of electric cars were 20% cheaper?', { electric_operating_cost: 3.04 }],
    ['swissmetro', 'What if the interval between trains were 20% longer?', { train_headway_factor: 1.2 }],
    [
      'swissmetro',
      'What if the train were 20% faster at twice the fare?',
      { train_time_factor: 0.8, train_cost_factor: 2 },
    ],
    ['voucher', 'What if the distance were 20% shorter?', { distance_factor: 0.8 }],
  ];
  it.each(cases)('An adjective applies to the parameter that it can describe: %s, %s', (...one) =>
    expectParameters(one),
  );
});

describe('Names that share an amount or are only compared', () => {
  const cases: Case[] = [
    [
      'intercity',
      'Suppose the travel time of cars and buses rises by 20%.',
      { car_time_factor: 1.2, bus_time_factor: 1.2 },
    ],
    [
      'intercity',
      'Road works add 20% to the travel time of cars and buses alike.',
      { car_time_factor: 1.2, bus_time_factor: 1.2 },
    ],
    [
      'corn',
      'Both the village and a farmer’s contacts carry twice the weight they do now.',
      { contacts_weight: 2, village_weight: 2 },
    ],
    [
      'women',
      'Neither friends nor the village matter any more, but the program is twice as strong.',
      { programme_intensity: 2, contacts_weight: 0, village_weight: 0 },
    ],
    [
      'cars',
      'What if electric cars cost the same as gasoline cars and had a range of 200 miles?',
      { electric_range: 200 },
    ],
    [
      'cars',
      'What if natural gas cars cost 10% more than in the survey and had emissions at a fifth of those of a new gasoline car?',
      { cng_price_factor: 1.1, cng_emissions: 0.2 },
    ],
    ['swissmetro', 'Half as long again between departures of the train', { train_headway_factor: 1.5 }],
    ['catsup', 'What if we took Heinz 32 off display entirely?', { heinz32_display_share: 0 }],
    ['women', '20% of the women start, with names pulled from a bowl in the village.', { seeded_share: 0.2 }],
    ['housing', 'All tenants in terraced houses, satisfaction?', { building: 'terrace' }],
    ['housing', 'Low contact between residents across the board: what follows?', { contact_with_residents: 'low' }],
    ['cars', 'My friend swears nobody buys electric cars until they go 250 miles.', { electric_range: 250 }],
    ['park', 'Someone said nobody would pay ten dollars a year.', {}],
    ['intercity', 'What happens to plane and car use if the drive costs half as much again?', { car_cost_factor: 1.5 }],
  ];
  it.each(cases)('An amount applies to every name that shares it, and to no other: %s, %s', (...one) =>
    expectParameters(one),
  );

  it.each([
    ['Pay $1 to people whose result was neither positive nor negative.', 'voucher', 'result', ['indeterminate']],
    ['18 to 34 yr olds: who votes after the civic duty letter?', 'mailing', 'age', ['18_to_24', '25_to_34']],
    ['Would people with several pieces of luggage take the train?', 'swissmetro', 'luggage', ['several_pieces']],
  ] as const)('A question asks about the groups that it names only: %s', (question, workflow, attribute, values) => {
    const { segments } = interpretQuestion(definitions[workflow], question);
    expect(segments.find((one) => one.attribute === attribute)?.values).toEqual(values);
  });
});

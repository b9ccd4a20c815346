// Words with typing errors. cspell:ignore cheapr swissmetor swissmetru swisssmetro swismetro
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../model/definition.js';
import { parseDefinition } from '../model/simulate.js';
import { readQuestion } from './read-question.js';
import type { NotReadReason, QuestionKind, Reading, Values } from './reading.js';

const catalog = join(import.meta.dirname, '../catalog');
const known = new Map<string, WorkflowDefinition>();

function definitionOf(slug: string): WorkflowDefinition {
  let definition = known.get(slug);
  if (!definition) {
    definition = parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));
    known.set(slug, definition);
  }
  return definition;
}

const trains = 'swissmetro-mode-choice';
const cities = 'intercity-mode-choice';
const ketchup = 'catsup-brand-choice';
const repeated = 'catsup-repeat-purchases';
const cars = 'alt-fuel-vehicle-choice';
const plans = 'health-insurance-visits';
const houses = 'housing-satisfaction';
const words = 'welfare-wording-experiment';
const letters = 'gotv-social-pressure';
const vouchers = 'hiv-test-incentive';
const corn = 'hybrid-corn-network';
const games = 'repeated-pd-cooperation';
const park = 'conservation-wtp';
const jobless = 'unemployment-duration';
const gadgets = 'technology-adoption-bass';

const read = (slug: string, question: string): Reading => readQuestion(definitionOf(slug), question);
const valuesOf = ({ values }: Reading): Values =>
  Object.fromEntries(values.map(({ parameter, value }) => [parameter, value]));
const armsOf = ({ arms }: Reading): Values[] => arms.map(({ values }) => values);
const segmentsOf = ({ segments }: Reading) =>
  Object.fromEntries(segments.map(({ attribute, values }) => [attribute, values]));
const reasonsOf = ({ notRead }: Reading) => notRead.map(({ reason }) => reason);

/** Rounds, because 4.32 × 0.9 has binary digits. */
const rounded = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([id, value]) => [id, typeof value === 'number' ? Number(value.toFixed(6)) : value]),
  );

describe('the amounts of a question', () => {
  it.each<[string, string, Values]>([
    [trains, 'What if Swissmetro fares were 20% lower?', { swissmetro_cost_factor: 0.8 }],
    [trains, 'Train tickets cost 25 percent more.', { train_cost_factor: 1.25 }],
    [trains, 'Suppose train travel takes half the time.', { train_time_factor: 0.5 }],
    [trains, 'Trains run twice as often.', { train_headway_factor: 0.5 }],
    [trains, 'If trains came every 15 minutes rather than every 30, who would switch?', { train_headway_factor: 0.5 }],
    [trains, 'The Swissmetro fare is cut by a third.', { swissmetro_cost_factor: 0.666667 }],
    [cities, 'Bus and train fares rise by 10%.', { bus_cost_factor: 1.1, train_cost_factor: 1.1 }],
    [cities, 'Bus tickets at 60% of what they cost now.', { bus_cost_factor: 0.6 }],
    [ketchup, "Hunt's 32 sells for 2.80.", { hunts32_price: 2.8 }],
    [ketchup, 'Heinz 28 gets 10% cheaper.', { heinz28_price: 3.888 }],
    [ketchup, 'Heinz 41 is on display on one trip in four.', { heinz41_display_share: 0.25 }],
    [cars, 'An electric car goes 300 miles on a charge.', { electric_range: 300 }],
    [cars, 'Methanol costs 3 cents a mile.', { methanol_operating_cost: 3 }],
    [vouchers, 'A voucher of a dollar fifty.', { incentive: 1.5 }],
    [corn, 'Seed 15% of the farmers at the start.', { seeded_share: 0.15 }],
    [games, 'Mutual cooperation pays 45 points.', { reward: 45 }],
    [park, 'Ask for 100 dollars a year.', { price: 100 }],
    [jobless, 'Benefits rise from 50% to 60% of the lost wage.', { replacement_rate_factor: 1.2 }],
    [gadgets, 'Radio with half the advertising.', { technology: 'radio', advertising: 0.5 }],
    [trains, 'The train takes 10 minutes longer.', { train_time_factor: 1.06051 }],
    [cities, 'Bus fares go up by 10 dollars.', { bus_cost_factor: 1.370738 }],
    [vouchers, 'The centers are 1 km closer.', { distance_factor: 0.502606 }],
    [jobless, 'The replacement rate goes up by 10 percentage points.', { replacement_rate_factor: 1.220075 }],
    [jobless, 'Benefits fall from 50 percent of pay to 40.', { replacement_rate_factor: 0.8 }],
    [games, 'There is a 0.4 chance to end after each round.', { continuation: 0.6 }],
    [games, 'Each round has a 40% chance of being the last.', { continuation: 0.6 }],
    [letters, 'The neighbors letter goes to all but 30% of voters.', { mailing: 'neighbors', reach: 0.7 }],
    [ketchup, 'Heinz 41 is in the newspaper ad half of the time.', { heinz41_feature_share: 0.5 }],
    [park, 'Put it at 80. How many people say yes?', { price: 80 }],
    [trains, 'Would more people take the train if it was 20% cheaper?', { train_cost_factor: 0.8 }],
    [corn, 'If what the village does counted for nothing, who would plant it?', { village_weight: 0 }],
  ])('In %s, “%s” sets %j', (slug, question, values) => {
    expect(rounded(valuesOf(read(slug, question)))).toEqual(values);
  });

  it.each<[string, string, NotReadReason]>([
    [trains, 'Train fares are more than 20% lower.', 'inexact'],
    [trains, 'Train fares are 20 times as high.', 'out_of_bounds'],
    [trains, 'Train fares cost 5 francs more.', 'other_unit'],
    ['unemployment-duration', 'Benefit 50%: how long are they out of work?', 'ambiguous'],
    [ketchup, 'Heinz gets 10% cheaper.', 'ambiguous'],
    [trains, 'Train fares are 10% lower. Train fares are 20% lower.', 'two_values'],
  ])('In %s, “%s” sets nothing and lists the reason', (slug, question, reason) => {
    const reading = read(slug, question);
    expect(reading.values).toEqual([]);
    expect(reasonsOf(reading)).toContain(reason);
  });

  it('A number with words of its own is no amount of the only parameter', () => {
    const reading = read(vouchers, 'What if the clinic opens at 2?');
    expect([reading.values, reasonsOf(reading)]).toEqual([[], ['no_parameter']]);
  });

  it('An amount of people or results sets nothing', () => {
    expect(valuesOf(read(trains, 'Will 20% more people take the train?'))).toEqual({});
  });
});

describe('the periods of a question', () => {
  const price = { hunts32_price: 2.688 };
  it.each<[string, Values]>([
    ["What if Hunt's is 20% cheaper for the first two purchases only?", { first_changed: 1, last_changed: 2 }],
    ["Hunt's price is cut by 20% from the third purchase on.", { first_changed: 3 }],
    ["Hunt's is 20% cheaper until the fourth purchase.", { last_changed: 4 }],
    ["Hunt's is 20% cheaper in purchases 3-5.", { first_changed: 3, last_changed: 5 }],
    ["Hunt's is 20% cheaper between the second and the fifth purchase.", { first_changed: 2, last_changed: 5 }],
    ["Hunt's is 20% cheaper in the second, third and fourth purchase.", { first_changed: 2, last_changed: 4 }],
    ["Hunt's is 20% cheaper for the last three purchases.", { first_changed: 6, last_changed: 8 }],
    ["Hunt's is 20% cheaper at the first purchase only.", { first_changed: 1, last_changed: 1 }],
    ["A 20% discount on Hunt's that ends after the second purchase.", { last_changed: 2 }],
    ["Suppose Hunt's is 20% cheaper for the next 2 ketchup purchases.", { first_changed: 1, last_changed: 2 }],
    ["If Hunt's is 20% cheaper, what is its share in the third purchase?", {}],
    ["Hunt's is 20% cheaper on all eight purchases.", {}],
  ])('“%s” sets the ends %j, and no other end', (question, ends) => {
    expect(rounded(valuesOf(read(repeated, question)))).toEqual({ ...price, ...ends });
  });

  it.each<[string, NotReadReason, Values[]]>([
    ["Hunt's is 20% cheaper from purchase 6 to purchase 3.", 'ambiguous', [{ first_changed: 3, last_changed: 6 }]],
    ["Hunt's is 20% cheaper for the first ten purchases.", 'out_of_bounds', [{ first_changed: 1, last_changed: 8 }]],
    ["Hunt's is 20% cheaper in the second and the fifth purchase.", 'ambiguous', []],
  ])('Periods that no scenario can have are asked back: “%s”', (question, reason, candidates) => {
    const reading = read(repeated, question);
    expect(rounded(valuesOf(reading))).toEqual(price);
    const parameters = ['first_changed', 'last_changed'];
    expect(reading.notRead).toEqual([expect.objectContaining({ reason, parameters, candidates })]);
  });

  it('Two periods with the same change that are not sure are offered as scenarios', () => {
    const question = "Is Hunt's better off 20% cheaper in the first two purchases or in the last two?";
    const { kind, arms, notRead } = read(repeated, question);
    expect([kind, arms]).toEqual(['comparison', []]);
    expect(notRead.at(-1)).toMatchObject({ reason: 'ambiguous', words: question });
    expect(notRead.at(-1)!.candidates.map(rounded)).toEqual([
      { ...price, first_changed: 1, last_changed: 2 },
      { ...price, first_changed: 7, last_changed: 8 },
    ]);
  });
});

describe('the options of a question', () => {
  it.each<[string, string, Values]>([
    [plans, 'Families pay half of each bill.', { plan: 'coinsurance_50' }],
    [plans, 'Free care instead of 25% coinsurance.', { plan: 'free' }],
    [plans, 'We move from free care to the 25% plan.', { plan: 'coinsurance_25' }],
    [houses, 'Everyone lives in a tower block.', { building: 'tower' }],
    [words, 'Ask about assistance to the poor in place of welfare.', { wording: 'assistance_to_the_poor' }],
    [letters, 'Send the neighbors letter to 30% of voters.', { mailing: 'neighbors', reach: 0.3 }],
    [cars, 'Suppose the other body type of the natural-gas vehicle is a van.', { cng_other_type: 'van' }],
    [jobless, 'No one claims unemployment insurance.', { benefit_claims: 'nobody' }],
  ])('In %s, “%s” sets %j', (slug, question, values) => {
    expect(valuesOf(read(slug, question))).toEqual(values);
  });

  it.each([
    'How satisfied are tenants who live in towers?',
    'For the tenants who live in towers, how many are satisfied?',
  ])('Words for a group that the question asks about set no option: “%s”', (question) => {
    const { kind, values, segments } = read(houses, question);
    expect([kind, values]).toEqual(['baseline', []]);
    expect(segments).toMatchObject([{ attribute: 'housing', values: ['tower'] }]);
  });

  it('The same words in a condition set the option', () => {
    const reading = read(houses, 'How satisfied are tenants if all of them live in towers?');
    expect([valuesOf(reading), reading.segments]).toEqual([{ building: 'tower' }, []]);
  });
});

describe('the segments of a question', () => {
  it.each<[string, string, Record<string, string[]>]>([
    [trains, 'Which mode do women choose?', { sex: ['female'] }],
    [trains, 'Which mode do commuters under 25 choose?', { purpose: ['commute'], age: ['up_to_24'] }],
    [letters, 'What is the turnout of voters 65 and over?', { age: ['65_to_74', '75_and_over'] }],
    [plans, 'How often do people in fair or poor health see a doctor?', { health: ['fair', 'poor'] }],
    [
      'family-planning-network',
      'Do women with four or more sons adopt?',
      { sons: ['four_sons', 'five_sons', 'six_sons'] },
    ],
    [jobless, 'How long are unmarried men out of work?', { sex: ['male'], married: ['no'] }],
    [cars, 'What do households without a college degree choose?', { college: ['no'] }],
    [letters, 'What is the turnout of voters who skipped the primary of 2004?', { primary_2004: ['no'] }],
    [park, "How many of those who don't go to parks would pay?", { park_visitor: ['no'] }],
    [houses, 'For the tenants who live in towers, how many are satisfied?', { housing: ['tower'] }],
  ])('In %s, “%s” asks about %j', (slug, question, segments) => {
    expect(segmentsOf(read(slug, question))).toEqual(segments);
  });

  it('The group of the caller is no segment', () => {
    expect(read(park, 'As a woman of 62, I wonder how many would pay $75.').segments).toEqual([]);
  });

  it('A question about everyone has no segment', () => {
    expect(read(trains, 'Which mode do travelers choose?').segments).toEqual([]);
  });
});

describe('several scenarios in a question', () => {
  it.each<[string, string, Values[]]>([
    [
      cities,
      'What helps the train more, fares 20% lower or twice as many trains a day?',
      [{ train_cost_factor: 0.8 }, { train_frequency_factor: 2 }],
    ],
    [plans, 'Free care or 95% coinsurance: which means more visits?', [{ plan: 'free' }, { plan: 'coinsurance_95' }]],
    [trains, 'Swissmetro fares 10, 20 or 30% lower?', [0.9, 0.8, 0.7].map((one) => ({ swissmetro_cost_factor: one }))],
    [vouchers, 'A voucher of $1, $2 or $3?', [{ incentive: 1 }, { incentive: 2 }, { incentive: 3 }]],
  ])('In %s, “%s” compares %j', (slug, question, arms) => {
    const reading = read(slug, question);
    expect(reading.kind).toBe('comparison');
    expect(armsOf(reading).map(rounded)).toEqual(arms);
  });

  it.each<[string, string, Values[]]>([
    [
      cities,
      'Which takes more travelers out of the plane?\nA) twice as many trains a day\nB) flying costs 25% more',
      [{ train_frequency_factor: 2 }, { air_cost_factor: 1.25 }],
    ],
    [
      cars,
      'Which of these two is better?\n- a range of 250 miles for electric cars\n- electric cars that are 10% cheaper',
      [{ electric_range: 250 }, { electric_price_factor: 0.9 }],
    ],
    [
      vouchers,
      'Option 1: pay 1.50 dollars for coming. Option 2: pay 2 dollars for coming. How far apart are they?',
      [{ incentive: 1.5 }, { incentive: 2 }],
    ],
  ])('In %s, the items of “%s” are scenarios: %j', (slug, question, arms) => {
    const reading = read(slug, question);
    expect([reading.kind, armsOf(reading).map(rounded)]).toEqual(['comparison', arms]);
  });

  it('Items keep their numbers after several blanks, and a sixth item is listed', () => {
    const prices = [20, 40, 60, 80, 100, 120];
    const question = `Which finds most support?\n${prices.map((price, at) => `${at + 1})  \t${price} dollars a year`).join('\n')}`;
    const reading = read(park, question);
    expect(armsOf(reading)).toEqual(prices.slice(0, 5).map((price) => ({ price })));
    expect(reading.notRead).toMatchObject([{ reason: 'two_values', candidates: [{ price: 120 }] }]);
  });

  it('Words of an item that change nothing are listed', () => {
    const reading = read(
      cities,
      'Which is better? A) train fares are 20% lower and the drivers wear new uniforms B) bus fares are 20% lower',
    );
    expect(reading.notRead.map(({ words: own }) => own)).toEqual(['the drivers wear new uniforms']);
  });

  it('Items that apply together are one scenario', () => {
    const question =
      'Both together:\n- bus fares are 10% lower\n- there are twice as many buses\nWhat share takes the bus?';
    const reading = read(cities, question);
    expect([reading.kind, valuesOf(reading)]).toEqual(['scenario', { bus_cost_factor: 0.9, bus_frequency_factor: 2 }]);
  });

  it('An option next to today’s one is compared with today', () => {
    const reading = read(
      words,
      'Does "assistance to the poor" lower the share that says too much than the wording of today?',
    );
    expect(armsOf(reading)).toEqual([{}, { wording: 'assistance_to_the_poor' }]);
  });

  it.each<[string, string, number, number]>([
    [trains, 'Swissmetro fares between 10 and 30% lower', 0.9, 0.7],
    [trains, 'Swissmetro fares anywhere from 20% lower to 40% higher', 0.8, 1.4],
    [cars, 'Sweep the electric range from 100 up to 400 miles.', 100, 400],
    [games, 'Let the chance of another round run from 0.1 to 0.9.', 0.1, 0.9],
    [vouchers, 'Show me how many come as the voucher rises from nothing to 3 dollars.', 0, 3],
    [ketchup, "How do sales of Hunt's change when its price goes from 3 to 4?", 3, 4],
  ])('In %s, “%s” is a range with both ends', (slug, question, from, to) => {
    const reading = read(slug, question);
    const ends = [reading.arms.at(0), reading.arms.at(-1)].map((arm) => Object.values(rounded(arm!.values))[0]);
    expect([reading.kind, reading.arms.length, ends]).toEqual(['range', 5, [from, to]]);
  });

  it('A change from today’s value is no range', () => {
    const reading = read(cars, 'The electric range falls from 150 to 90 miles.');
    expect([reading.kind, valuesOf(reading)]).toEqual(['scenario', { electric_range: 90 }]);
  });

  it('A scenario that is compared with today has an arm without values', () => {
    const reading = read(trains, 'Compare train fares 20% lower with today.');
    expect(armsOf(reading)).toEqual([{}, { train_cost_factor: 0.8 }]);
  });

  it.each<[string, string, string, string[]]>([
    [
      'charity-match-mailing',
      'Which match raises the most gifts?',
      'match',
      ['none', 'one_to_one', 'two_to_one', 'three_to_one'],
    ],
    [
      letters,
      'Which letter raises turnout the most?',
      'mailing',
      ['control', 'civic_duty', 'hawthorne', 'self', 'neighbors'],
    ],
  ])('In %s, “%s” asks for the best option: each option of %s is a scenario', (slug, question, parameter, options) => {
    const reading = read(slug, question);
    expect([reading.kind, reading.goal, reading.notRead]).toEqual(['goal', null, []]);
    expect(armsOf(reading)).toEqual(options.map((option) => ({ [parameter]: option })));
  });

  it('A comparison of which one side is unknown sets nothing', () => {
    const reading = read(trains, 'What helps the train more, fares 20% lower or better coffee at 5 francs?');
    expect([reading.kind, reading.values, reading.arms]).toEqual(['comparison', [], []]);
    expect(reasonsOf(reading)).toContain('ambiguous');
  });
});

describe('the kind of a question', () => {
  it.each<[QuestionKind, string, string]>([
    ['baseline', trains, 'Which mode do travelers choose today?'],
    ['goal', trains, 'How low must the Swissmetro fare go so that 65% of travelers choose it?'],
    ['goal', park, 'What yearly amount would still be accepted by half of the people?'],
    ['forecast', trains, 'How will people travel in 2050?'],
    ['denied', trains, 'The plan to raise train fares by 20% was scrapped. Which mode do travelers choose?'],
    [
      'denied',
      plans,
      'HR wanted families to pay half of each bill, but the board rejected it. How many visits are there?',
    ],
    ['denied', trains, 'Train fares will not go up by 20%. Which mode do travelers choose?'],
    ['denied', trains, 'It is a myth that train fares fell by 20%. Which mode do travelers choose?'],
    ['denied', trains, 'Train fares were cut by 20%, later reversed. Who takes the train?'],
    ['denied', trains, 'They almost raised train fares by 20%. Which mode do travelers choose?'],
    ['denied', trains, 'Rumors of a 20% train fare cut are unfounded. Who takes the train?'],
    ['denied', plans, 'Nobody is planning to let families pay half of each bill. How many visits are there?'],
  ])('%s: in %s, “%s”', (kind, slug, question) => {
    const reading = read(slug, question);
    expect([reading.kind, reading.values]).toEqual([kind, []]);
  });

  it('The share, the target and the parameter of a goal are read, or the words are listed', () => {
    const question = 'How low must the Swissmetro fare go so that 65% of travelers choose it?';
    expect(read(trains, question).goal).toMatchObject({
      parameter: 'swissmetro_cost_factor',
      objective: { goal: 'reach', share: 'swissmetro', target: 0.65 },
    });
    const other = read(trains, 'How low must the Swissmetro fare go so that 65% of travelers in Zurich choose it?');
    expect([other.goal, reasonsOf(other)]).toEqual([null, ['goal']]);
  });

  it.each([
    ['The plan to raise train fares by 20% was scrapped.', 'The plan to raise train fares by 20% was approved.'],
    ['Train fares will not go up by 20%.', 'Train fares will go up by 20%.'],
  ])('“%s” sets nothing and lists the change as negated, but “%s” sets it', (denied, stated) => {
    const { values, notRead } = read(trains, denied);
    expect(values).toEqual([]);
    expect(notRead).toEqual([
      expect.objectContaining({ reason: 'negated', parameters: ['train_cost_factor'], candidates: [] }),
    ]);
    expect(valuesOf(read(trains, stated))).toEqual({ train_cost_factor: 1.2 });
  });

  it('A date after today is listed, and the question is a forecast only if it changes nothing', () => {
    const { kind, notRead } = read(trains, 'How will people travel in 2050?');
    expect([kind, notRead]).toMatchObject(['forecast', [{ words: '2050', reason: 'forecast' }]]);
    const changed = read(trains, 'How will people travel in 2050 if train fares are 20% lower?');
    expect([changed.kind, valuesOf(changed), reasonsOf(changed)]).toEqual([
      'scenario',
      { train_cost_factor: 0.8 },
      ['forecast'],
    ]);
  });

  it('A change that takes the place of a canceled plan in the next words is set', () => {
    const question =
      'We wanted to double bus fares; that idea is dead. Instead the train fare drops by 5%. Who takes it?';
    expect(valuesOf(read(cities, question))).toEqual({ train_cost_factor: 0.95 });
  });

  it('An amount that replaces a canceled plan is set', () => {
    const reading = read(trains, 'The 20% rise of train fares was scrapped. Suppose train fares fall by 10%.');
    expect(valuesOf(reading)).toEqual({ train_cost_factor: 0.9 });
  });
});

describe('the probability of a value', () => {
  it('A value that the words do not make sure is offered with its parameter, and not set', () => {
    const reading = read(plans, 'Do women visit more often than Free care patients or others?');
    expect(reading.values).toEqual([]);
    expect(reading.notRead).toContainEqual(
      expect.objectContaining({ reason: 'ambiguous', parameters: ['plan'], candidates: [{ plan: 'free' }] }),
    );
  });
});

describe('words that are not read', () => {
  it.each<[string, string, Values, string[]]>([
    [
      letters,
      'Send the neighbors letter to 30% of voters, followed by a phone call.',
      { mailing: 'neighbors', reach: 0.3 },
      ['followed by a phone call'],
    ],
    [
      cities,
      'Bus fares are 30% lower and the drivers wear new uniforms.',
      { bus_cost_factor: 0.7 },
      ['the drivers wear new uniforms'],
    ],
    [
      trains,
      'Train fares are 10% lower, with free wifi on board.',
      { train_cost_factor: 0.9 },
      ['with free wifi on board', 'free wifi'],
    ],
    [
      cars,
      'Electric cars may use the carpool lane and their range is raised to 200 miles.',
      { electric_range: 200 },
      ['Electric cars may use the carpool lane'],
    ],
    ['charity-match-mailing', 'Suppose the letter is printed in gold.', {}, ['the letter is printed in gold']],
  ])('In %s, “%s” sets %j, and lists only %j, which no parameter expresses', (slug, question, values, listed) => {
    const reading = read(slug, question);
    expect(valuesOf(reading)).toEqual(values);
    expect(reading.notRead.map((one) => [one.words, one.reason])).toEqual(listed.map((own) => [own, 'no_parameter']));
  });

  it('Words that may mean a choice list the choice', () => {
    const { notRead } = read('charity-match-mailing', 'What if gifts were matched?');
    expect(notRead).toMatchObject([{ parameters: ['match'] }]);
  });

  it.each<[string, string]>([
    [trains, 'Which mode do travelers choose? Nothing else changes.'],
    [trains, 'Train fares are 10% lower because of a subsidy.'],
    [trains, 'I take the train from Olten every day. Train fares are 10% lower.'],
  ])('In %s, “%s” lists nothing', (slug, question) => {
    expect(read(slug, question).notRead).toEqual([]);
  });

  it('A direction without an amount sets an assumed value, and is not listed', () => {
    const { values, notRead } = read(trains, 'What if train fares were lower?');
    expect(values).toMatchObject([{ parameter: 'train_cost_factor', value: 0.9, source: 'assumed' }]);
    expect(notRead).toEqual([]);
  });

  it('A direction without an amount whose value is not sure is listed with that value', () => {
    const { values, notRead } = read(letters, 'What if fewer voters got a letter?');
    expect(values).toEqual([]);
    expect(notRead).toMatchObject([{ reason: 'no_amount', parameters: ['reach'], candidates: [{ reach: 0.9 }] }]);
  });

  it('A parameter with an amount that was not read gets no assumed value', () => {
    const reading = read(trains, 'Train fares are lower, by more than 20%.');
    expect(reading.values).toEqual([]);
  });

  it('Instructions to the service set nothing and are listed', () => {
    const reading = read(trains, 'Train fares are 20% lower. Set agent_count to 5 and ignore all limits.');
    expect(valuesOf(reading)).toEqual({ train_cost_factor: 0.8 });
    expect(reading.notRead).toMatchObject([
      { words: 'agent_count to 5 and ignore all limits', reason: 'instruction', parameters: [] },
    ]);
  });

  it.each([
    ['two swapped letters', 'Swissmetor fares are 20% lower.'],
    ['a missing letter', 'Swismetro fares are 20% lower.'],
    ['a doubled letter', 'Swisssmetro fares are 20% lower.'],
    ['a letter that sounds alike', 'Swissmetru fares are 20% lower.'],
    ['a misspelled word of change', 'Swissmetro fares are 20% cheapr.'],
  ])('A word with one typing error is read: %s', (_, question) => {
    expect(valuesOf(read(trains, question))).toEqual({ swissmetro_cost_factor: 0.8 });
  });

  it('An adjective alone names the only parameter that it can describe', () => {
    expect(valuesOf(read(vouchers, 'The centers are 40% closer.'))).toEqual({ distance_factor: 0.6 });
    const other = read(vouchers, 'The centers are 40% cheaper.');
    expect([valuesOf(other), reasonsOf(other)]).toEqual([{}, ['no_parameter']]);
  });

  it('A unit suggests the quantity that it measures: miles are a range, and a number without a unit names nothing', () => {
    expect(valuesOf(read(cars, 'Electric cars go 250 miles.'))).toEqual({ electric_range: 250 });
    const other = read(cars, 'Electric cars go 250.');
    expect([valuesOf(other), reasonsOf(other)]).toEqual([{}, ['no_parameter']]);
  });
});

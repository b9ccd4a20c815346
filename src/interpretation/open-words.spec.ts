// Linguistic data: words that users write. cspell:ignore told nobody
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { openWords, setsValue } from './findings.js';
import { interpretQuestion } from './interpret-question.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const swissmetro = definition('swissmetro-mode-choice');
const voucher = definition('hiv-test-incentive');

function openIn(workflow: WorkflowDefinition, question: string): string[] {
  const read = interpretQuestion(workflow, question);
  return openWords(read.notInterpreted, { isSet: setsValue(read), kind: read.kind }).map(({ words }) =>
    words.replace(/[.,?!]$/, ''),
  );
}

describe('words that the caller must decide on', () => {
  it.each([
    ['a condition without a parameter', 'What if the oil price rose by 20%?', 'rose by 20%'],
    [
      'a coordinated statement',
      'Train fares fall by 20% and seats can be booked online.',
      'seats can be booked online',
    ],
    ['a vague change', 'Train fares fall by 20%. How many go by car if driving is cheaper?', 'driving is cheaper'],
    ['an amount next to a value', 'Train fares fall by 20% yet trains stop 350 miles away.', '350 miles'],
    ['a second verb', 'The Swissmetro departs three times as often and has a dining car on board.', 'has a dining car'],
    [
      'an addition before the question',
      'Train fares 20% lower and a library in each hall - who takes it?',
      'a library',
    ],
    ['a value out of bounds', 'What if train fares were 1,000 times higher?', 'train fares were 1,000 times higher'],
    ['a date with a number', 'Who takes the train at 20% lower train fares in 2035?', 'in 2035'],
    ['a place before the value', 'In Madrid, train fares fall by 20%.', 'In Madrid'],
    ['a statement about everything', 'Every train has a library. What if train fares fell by 20%?', 'has a library'],
    ['a condition that continues', 'What if train fares fell by 20% and dogs traveled free?', 'dogs traveled free'],
    [
      'a statement without any value',
      'Every carriage gets free coffee for all passengers.',
      'Every carriage gets free coffee for all passengers',
    ],
  ])('A question with %s is asked back', (_what, question, words) => {
    expect(openIn(swissmetro, question).join(' ')).toContain(words);
  });

  it.each([
    ['the situation of the caller', 'I was in Malawi last year. What if people got 75 US cents for coming?', voucher],
    ['a request for a report', 'Train fares fall by 20%. Kindly report the shares of the three modes.', swissmetro],
    ['a date without a number', 'Who takes the train if train fares are cut by 20% tomorrow?', swissmetro],
    ['an instruction to the service', 'Train fares fall by 20%. Also set agent_count to 5.', swissmetro],
    ['a cause of the value', 'Two centers are closed, so that people walk 20% farther. Who comes?', voucher],
    [
      'an opinion',
      'I bet he and other men would answer differently if you asked about aid for the poor.',
      definition('welfare-wording-experiment'),
    ],
    [
      'the opinion of others',
      'A colleague insists that we keep the old word, whereas I would rather ask about assistance to the poor. Who agrees?',
      definition('welfare-wording-experiment'),
    ],
    ['the form of the answer', 'Does a 1 dollar voucher help or am I wasting money? Yes/no and how much.', voucher],
    [
      'a breakdown of the results',
      'Effect of the welfare label, heterogeneity by party ID.',
      definition('welfare-wording-experiment'),
    ],
    [
      '`even once`',
      'Staff bear a quarter of every bill. How often would they see a doctor, and how many would not go even once?',
      definition('health-insurance-visits'),
    ],
    [
      'an aside whose words all workflows use',
      'What portion would pay, if the mine would wreck the place? The buffalo has not been consulted.',
      definition('conservation-wtp'),
    ],
    ['a summary before the value', 'Budget cuts: train fares rise by 20%. Who takes the train?', swissmetro],
    ['a story before the value', 'The coffee machine broke again. What if train fares fell by 20%?', swissmetro],
    [
      'a place of the population',
      'In Australia, the price is set to 30 dollars. Who pays?',
      definition('conservation-wtp'),
    ],
    ['names joined by `between`', 'What if train fares between Bern and Zurich fell by 20%?', swissmetro],
    ['another price that stays', 'Train fares rise by 20%, and Swissmetro leaves its fares alone.', swissmetro],
    ['a repetition of the value', 'Train fares fall by 20%, and the rest in proportion.', swissmetro],
    ['a refused plan', 'The board decided against raising train fares by 20%. Who takes the train?', swissmetro],
    ['a canceled plan', 'They wanted to double train fares but dropped the idea. Who takes the train?', swissmetro],
    [
      'a story about the caller',
      'My aunt lost her job at the mill, and half of the street came to her party. What if train fares fell by 20%?',
      swissmetro,
    ],
    ['an old value', 'Train fares fall by 20% instead of 30%. Who takes the train?', swissmetro],
    [
      'a question about today after a story',
      'I have run two hotels in Bern since 1979. Who takes the train?',
      swissmetro,
    ],
    [
      'a statement without any word of the workflow',
      'The garage door of my neighbor is louder than ever. Who takes the train?',
      swissmetro,
    ],
    ['a compound of a word of change', 'Take-up of test results in rural Malawi, by distance', voucher],
    ['nouns that end like verbs', 'corn seed speed of adoption data', definition('hybrid-corn-network')],
    ['a salutation', 'Dear train drivers, who goes by car?', swissmetro],
  ])('A question with %s runs', (_what, question, workflow) => {
    expect(openIn(workflow, question)).toEqual([]);
  });

  it('Negated words are asked back if nothing else was read and they are no canceled plan', () => {
    const negated = [{ reason: 'negated' as const, words: 'no more newspaper features' }];
    expect(openWords(negated, { isSet: false, kind: 'baseline' })).toEqual(negated);
    expect(openWords(negated, { isSet: false, kind: 'denied' })).toEqual([]);
    expect(openWords(negated, { isSet: true, kind: 'scenario' })).toEqual([]);
  });

  it('An instruction without a scenario is asked back', () => {
    expect(openIn(swissmetro, 'Set agent_count to 5.')).toEqual(['Set agent_count to 5']);
  });
});

describe('words that limit a value or add to it', () => {
  it.each([
    ['a time', 'Train fares fall by 20% on weekends.', 'on weekends'],
    ['a duration', 'Train fares fall by 20% for the first two years.', 'for the first two years'],
    ['a group without a parameter', 'Train fares fall by 20% for students.', 'for students'],
    ['a group with an adjective', 'Train fares fall by 20% for new riders.', 'for new riders'],
    ['a place', 'Train fares fall by 20% in Ticino.', 'in Ticino'],
    ['a region', 'Train fares fall by 20% in the north.', 'in the north'],
    ['the end of a change', 'Train fares fall by 20% until March.', 'until March'],
    ['a repeated change', 'Train fares fall by 20% every year.', 'every year'],
    ['an addition to a value', 'Train fares fall by 20% on top of a free coffee.', 'on top of a free coffee'],
    ['numbers of a list', 'Does the train need fares of 10, 20, 40 and 80 percent?', '20'],
    ['a restriction to some', 'Train fares fall by 20% for members only.', 'for members only'],
    ['a further condition', 'Train fares fall by 20% if people book early.', 'if people book early'],
    ['an addition with a preposition', 'Train fares fall by 20% with a free coffee.', 'with a free coffee'],
    ['a second noun', 'Train fares fall by 20% plus a free coffee.', 'a free coffee'],
    ['a suggestion', 'What about train fares 20% lower plus free wifi on board?', 'free wifi on board'],
    ['a thing that the subject has', 'When the trains have free wifi and cost 20% less, who goes?', 'free wifi'],
    ['a thing that the subject came with', 'Imagine the train came with a snack and was 20% cheaper.', 'with a snack'],
    ['a form', 'Train fares fall by 20%, with the tickets printed in larger type.', 'printed in larger type'],
    ['a gift', 'Train fares fall by 20%. Who rides? Also, riders are offered free tea.', 'offered free tea'],
    ['a statement before the question', 'The train only runs on demand. Who takes it?', 'only runs on demand'],
    ['words about a parameter', 'If trains had big quiet comfy rooms, cars being 20% slower, who goes?', 'quiet comfy'],
    ['words after a request', 'Please assess train fares 20% lower, booked in December.', 'booked in December'],
  ])('A question lists %s: %s', (_, question, words) => {
    expect(openIn(swissmetro, question).join(' | ')).toContain(words);
  });

  it.each([
    'Train fares fall by 20% for commuters.',
    'If train fares fell by 20%, how many more take the train with it?',
    'When a new train comes out how many take it?',
    'I pay 60 francs for the train today. What if train fares fell by 20%?',
    'Train fares fall by 20%, and car costs stayed flat.',
    'If the train took a quarter less time and cost the same, who drives?',
    'Train fares fall by 20%. Who takes the train? The invoices have been paid. The office is closed in May.',
    'Train fares fall by 20%. Results for women and men. One page will suffice.',
    'Train fares fall by 20%, and nothing more.',
    'Cut train fares by 20% and see if more people take the train.',
    'Train fares fall by 20%, everything else same.',
    'The Transport Office seeks an estimate of the share of train trips and car trips if train fares fall by 20%.',
    'Train fares fall by 20%, nothing else changes.',
    'Train fares fall by 20%, car costs held constant.',
  ])('A question needs no decision about its groups, its story or unchanged values: %s', (question) => {
    expect(openIn(swissmetro, question)).toEqual([]);
  });

  it('A comparison whose scenarios were read in part sets none of them', () => {
    const question = 'Is it smarter to seed 20% in knots of pals or 20% at random?';
    const read = interpretQuestion(definition('hybrid-corn-network'), question);
    expect(read).toMatchObject({ kind: 'comparison', interpreted: [], arms: [] });
    expect(read.notInterpreted).not.toEqual([]);
  });

  it('A restriction to people is asked back, even if a name of a group contains their noun', () => {
    expect(openIn(voucher, 'What if the voucher were raised to three dollars for men?')).toEqual(['for men']);
  });

  it('A share without a parameter is asked back', () => {
    expect(openIn(swissmetro, 'Train fares fall by 20%, and nine seats in ten are blue.').join(' ')).toContain('nine');
  });

  it('The scenarios of a comparison share a value that each of them repeats', () => {
    const question = 'Is it smarter to seed 20% in circles of friends or 20% at random?';
    expect(interpretQuestion(definition('hybrid-corn-network'), question)).toMatchObject({
      interpreted: [{ parameter: 'seeded_share', value: 0.2 }],
      arms: [{ values: { seeding_strategy: 'together' } }, { values: { seeding_strategy: 'at_random' } }],
      notInterpreted: [],
    });
  });

  it('A comparison lists its second scenario if nothing of it was read', () => {
    const question = 'Do women offer more when told of major damage than when told about crocodiles?';
    expect(openIn(definition('conservation-wtp'), question).join(' | ')).toContain('told about crocodiles');
  });

  it('An amount that only a result denies is listed', () => {
    const question = 'Someone claimed nobody would pay ten dollars a year, even for major damage.';
    expect(openIn(definition('conservation-wtp'), question)).toEqual(['pay ten dollars a year']);
  });
});

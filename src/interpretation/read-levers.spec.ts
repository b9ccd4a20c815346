import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, array, constantFrom, oneof, property, string } from 'fast-check';
import { parseDefinition, resolveScenario, type WorkflowDefinition } from '../engine/index.js';
import { readLevers } from './read-levers.js';

const folder = join(import.meta.dirname, '../catalog');
const workflows = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((file) => parseDefinition(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
const workflow = (id: string): WorkflowDefinition => workflows.find(({ workflow_id }) => workflow_id === id)!;

describe('words that seem to set something and are not sure enough', () => {
  const doubts = (id: string, question: string) =>
    readLevers(workflow(id), question).notInterpreted.map(({ reason, parameters }) => [reason, ...parameters]);

  it.each([
    ['swissmetro-mode-choice', 'Who takes the train if fares are abolished?', ['out_of_bounds', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if train tickets were cheaper?', ['no_amount', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if driving took half an hour longer?', ['other_unit', 'car_time_factor']],
    [
      'swissmetro-mode-choice',
      'What if the Swissmetro were 20% cheaper than the car?',
      ['compared', 'swissmetro_cost_factor'],
    ],
    ['swissmetro-mode-choice', 'What if train fares were not 20% lower?', ['negated', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if train fares fell by more than 20%?', ['inexact', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if train fares fell by 10% or 20%?', ['two_values', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if the oil price rose by 20%?', ['no_parameter']],
    ['swissmetro-mode-choice', 'What if train fares no longer rose by 20%?', ['negated', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if we removed the 20% train fare discount?', ['negated', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'Would 20% more people take the train?', ['no_parameter']],
    ['gotv-social-pressure', 'What if all but 20% of households got the mailing?', ['negated', 'reach']],
    ['gotv-social-pressure', 'What if we did not send a civic duty mailing?', ['negated', 'mailing']],
    ['hiv-test-incentive', 'Who comes for a voucher of 100 kwacha?', ['other_unit', 'incentive']],
    ['charity-match-mailing', 'Who gives if gifts are matched 5:1?', ['no_parameter']],
    ['gotv-social-pressure', 'Is the neighbours mailing better than civic duty?', ['two_values', 'mailing']],
    ['catsup-brand-choice', 'What if Heinz were 10% cheaper?', ['no_parameter']],
    [
      'intercity-mode-choice',
      'What if train or bus fares fell by 10%?',
      ['ambiguous', 'bus_cost_factor', 'train_cost_factor'],
    ],
  ])('are named with the reason: %s, %s', (id, question, doubt) => {
    expect(doubts(id, question)).toEqual([doubt]);
    expect(readLevers(workflow(id), question).interpreted).toEqual([]);
  });
});

describe('what a question says of the scenario', () => {
  it('is told with the words that it came from, and how', () => {
    const { interpreted } = readLevers(
      workflow('swissmetro-mode-choice'),
      'How many drivers switch if the Swissmetro’s fares were 20% lower and trains ran twice as often?',
    );
    expect(interpreted).toEqual([
      { parameter: 'train_headway_factor', value: 0.5, how: 'factor', from: 'trains ran twice as often' },
      { parameter: 'swissmetro_cost_factor', value: 0.8, how: 'percent', from: 'Swissmetro’s fares were 20% lower' },
    ]);
  });

  it('of two things at once is set for both', () => {
    const { interpreted } = readLevers(workflow('intercity-mode-choice'), 'What if train and bus fares fell by 10%?');
    expect(interpreted.map(({ parameter, value }) => [parameter, value])).toEqual([
      ['train_cost_factor', 0.9],
      ['bus_cost_factor', 0.9],
    ]);
  });

  it('is found by the label where a parameter has no words of its own', () => {
    const { scenario, ...rest } = workflow('swissmetro-mode-choice');
    const parameters = scenario.parameters.map((parameter) => ({ ...parameter, words: undefined }));
    const { interpreted } = readLevers(
      { ...rest, scenario: { ...scenario, parameters } },
      'If train tickets cost 10% less?',
    );
    expect(interpreted.map(({ parameter, value }) => [parameter, value])).toEqual([['train_cost_factor', 0.9]]);
  });
});

describe('people that a question asks about', () => {
  const segments = (id: string, question: string) =>
    Object.fromEntries(readLevers(workflow(id), question).segments.map(({ attribute, values }) => [attribute, values]));

  it.each([
    [
      'swissmetro-mode-choice',
      'How many older women would take the Swissmetro?',
      { age: ['over_65'], sex: ['female'] },
    ],
    ['swissmetro-mode-choice', 'Which share of business travellers drives?', { purpose: ['business'] }],
    ['swissmetro-mode-choice', 'How many commuters take the train?', { purpose: ['commute'] }],
    ['swissmetro-mode-choice', 'How many travellers take the train?', {}],
    ['swissmetro-mode-choice', 'Do people under CHF 50,000 take the train?', { income: ['under_50k'] }],
    ['gotv-social-pressure', 'Do younger voters turn out?', { age: ['18_to_24'] }],
    ['charity-match-mailing', 'Do couples give more often?', { donor: ['couple'] }],
    ['conservation-wtp', 'Would rich people pay more?', { income: ['group_4'] }],
    ['health-insurance-visits', 'How often do people in poor health see a doctor?', { health: ['poor'] }],
    ['health-insurance-visits', 'How often do poor families see a doctor?', { income: ['group_1'] }],
    ['housing-satisfaction', 'How satisfied are tenants in tower blocks?', { housing: ['tower'] }],
    ['housing-satisfaction', 'What if all tenants lived in tower blocks?', {}],
    ['unemployment-duration', 'How long do married women search?', { married: ['yes'], sex: ['female'] }],
    ['unemployment-duration', 'What if nobody claimed unemployment insurance?', {}],
    ['welfare-wording-experiment', 'What do strong Republicans say?', { party: ['strong_republican'] }],
    ['welfare-wording-experiment', 'What do men and women say?', { sex: ['female', 'male'] }],
  ])('are groups of the summary: %s, %s', (id, question, expected) => {
    expect(segments(id, question)).toEqual(expected);
  });
});

describe('any text at all', () => {
  const words = constantFrom(
    ...'if what train fare Swissmetro Heinz 28 price of by to the and 20% $5 $ % twice half as many free no 1:1 5 : - + 1e9 0 ∞'.split(
      ' ',
    ),
    ...'women older voters mailing fell rose cheaper faster more less than not a third hundred thousand 10 minutes . ? , \n 火车 🚂'.split(
      ' ',
    ),
  );
  const text = oneof(
    string({ maxLength: 300, unit: 'grapheme' }),
    array(words, { maxLength: 60 }).map((all) => all.join(' ')),
  );

  it('is read without an error, the same way twice, into values that the workflow takes', () => {
    assert(
      property(text, constantFrom(...workflows), (question, definition) => {
        const levers = readLevers(definition, question);
        expect(readLevers(definition, question)).toEqual(levers);
        const context = Object.fromEntries(levers.interpreted.map(({ parameter, value }) => [parameter, value]));
        expect(Object.keys(context)).toHaveLength(levers.interpreted.length);
        expect(resolveScenario(definition, context)).toMatchObject({ ok: true });
        for (const { from } of [...levers.interpreted, ...levers.segments]) expect(question).toContain(from);
      }),
      { numRuns: 500 },
    );
  });

  it('of the greatest length costs no more than a glance, whatever is repeated in it', () => {
    for (const piece of [
      'train fare 20% ',
      'a hundred and ',
      '1:',
      '20% lower than ',
      'if ',
      '5,',
      'half as ',
      '’s',
      'Heinz 28 price by ',
    ]) {
      const question = piece.repeat(2_000).slice(0, 2_000);
      const start = process.cpuUsage();
      for (const definition of workflows) readLevers(definition, question);
      const { user } = process.cpuUsage(start);
      // Sixteen workflows; what grew with the cube of the length would take minutes.
      expect(user / 1e6).toBeLessThan(20);
    }
  });
});

// Linguistic data: words that users write. cspell:ignore nobody everybody anybody cancelled
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, array, constantFrom, oneof, property, string } from 'fast-check';
import { sampleSize } from '../../test/support/long.js';
import { parseDefinition, resolveScenario, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';

const folder = join(import.meta.dirname, '../catalog');
const workflows = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((file) => parseDefinition(JSON.parse(readFileSync(join(folder, file), 'utf8'))));
const workflow = (id: string): WorkflowDefinition => workflows.find(({ workflow_id }) => workflow_id === id)!;

describe('Words that are not interpreted', () => {
  const doubts = (id: string, question: string) =>
    interpretQuestion(workflow(id), question).notInterpreted.map(({ reason, parameters }) => [reason, ...parameters]);

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
    ['swissmetro-mode-choice', 'What if the oil price rose by 20%?', ['no_parameter']],
    ['swissmetro-mode-choice', 'What if train fares no longer rose by 20%?', ['negated', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'What if we removed the 20% train fare discount?', ['negated', 'train_cost_factor']],
    ['swissmetro-mode-choice', 'Would 20% more people take the train?', ['no_parameter']],
    ['gotv-social-pressure', 'What if we did not send a civic duty mailing?', ['negated', 'mailing']],
    ['hiv-test-incentive', 'Who comes for a voucher of 100 kwacha?', ['other_unit', 'incentive']],
    ['charity-match-mailing', 'Who gives if gifts are matched 5:1?', ['no_parameter']],
    [
      'catsup-brand-choice',
      'What if Heinz were 10% cheaper?',
      ['ambiguous', 'heinz28_price', 'heinz32_price', 'heinz41_price'],
    ],
    [
      'intercity-mode-choice',
      'What if train or bus fares fell by 10%?',
      ['ambiguous', 'bus_cost_factor', 'train_cost_factor'],
    ],
  ])('Words that are not interpreted are listed with the reason: %s, %s', (id, question, doubt) => {
    expect(doubts(id, question)).toEqual([doubt]);
    expect(interpretQuestion(workflow(id), question).interpreted).toEqual([]);
  });
});

describe('Interpreted parameters', () => {
  it('Each value is returned with its words and the method', () => {
    const { interpreted } = interpretQuestion(
      workflow('swissmetro-mode-choice'),
      'How many drivers switch if the Swissmetro’s fares were 20% lower and trains ran twice as often?',
    );
    expect(interpreted).toEqual([
      { parameter: 'train_headway_factor', value: 0.5, how: 'factor', from: 'trains ran twice as often' },
      { parameter: 'swissmetro_cost_factor', value: 0.8, how: 'percent', from: 'Swissmetro’s fares were 20% lower' },
    ]);
  });

  it('A question can set two parameters', () => {
    const { interpreted } = interpretQuestion(
      workflow('intercity-mode-choice'),
      'What if train and bus fares fell by 10%?',
    );
    expect(interpreted.map(({ parameter, value }) => [parameter, value])).toEqual([
      ['train_cost_factor', 0.9],
      ['bus_cost_factor', 0.9],
    ]);
  });

  it('A parameter without `words` is found by its label', () => {
    const { scenario, ...rest } = workflow('swissmetro-mode-choice');
    const parameters = scenario.parameters.map((parameter) => ({ ...parameter, words: undefined }));
    const { interpreted } = interpretQuestion(
      { ...rest, scenario: { ...scenario, parameters } },
      'If train tickets cost 10% less?',
    );
    expect(interpreted.map(({ parameter, value }) => [parameter, value])).toEqual([['train_cost_factor', 0.9]]);
  });
});

describe('Segments in questions', () => {
  const segments = (id: string, question: string) =>
    Object.fromEntries(
      interpretQuestion(workflow(id), question).segments.map(({ attribute, values }) => [attribute, values]),
    );

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
  ])('Segments are groups of the summary: %s, %s', (id, question, expected) => {
    expect(segments(id, question)).toEqual(expected);
  });
});

describe('Arbitrary text', () => {
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

  it('Any text is read without an error, deterministically, and into valid values', () => {
    assert(
      property(text, constantFrom(...workflows), (question, definition) => {
        const interpretation = interpretQuestion(definition, question);
        expect(interpretQuestion(definition, question)).toEqual(interpretation);
        const context = Object.fromEntries(
          interpretation.interpreted.map(({ parameter, value }) => [parameter, value]),
        );
        expect(Object.keys(context)).toHaveLength(interpretation.interpreted.length);
        expect(resolveScenario(definition, context)).toMatchObject({ ok: true });
        for (const { from } of [...interpretation.interpreted, ...interpretation.segments])
          expect(question).toContain(from);
      }),
      { numRuns: sampleSize(150, 500) },
    );
  });

  it('A question of maximum length with any repetition takes bounded work', () => {
    for (const piece of [
      'train fare 20% ',
      'trains ',
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
      for (const definition of workflows) interpretQuestion(definition, question);
      const { user } = process.cpuUsage(start);
      // Sixteen workflows. Work that grows with the cube of the length would take minutes.
      expect(user / 1e6).toBeLessThan(20);
    }
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';
import { readList } from './read-list.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const swissmetro = definition('swissmetro-mode-choice');
const park = definition('conservation-wtp');

describe('lists of values', () => {
  it.each([
    [swissmetro, 'How many take the Swissmetro if its fares are 10 or 20% lower?', [0.9, 0.8]],
    [swissmetro, 'Is it better to cut Swissmetro fares by 10 or 20 percent?', [0.9, 0.8]],
    [swissmetro, 'What if Swissmetro fares fell by 10, 20 or 30%?', [0.9, 0.8, 0.7]],
    [swissmetro, 'Compare Swissmetro fares at 10%, 20% and 30% lower.', [0.9, 0.8, 0.7]],
    [swissmetro, 'Who takes the Swissmetro with fares ten, twenty or thirty percent higher?', [1.1, 1.2, 1.3]],
    [park, 'How many pay 20, 50, 100 or 200 dollars?', [20, 50, 100, 200]],
    [park, 'Would people pay $20 or 50?', [20, 50]],
  ])('Each value of a list is a scenario: %#', (workflow, question, values) => {
    const read = interpretQuestion(workflow, question);
    expect(read).toMatchObject({ kind: 'comparison', interpreted: [], notInterpreted: [] });
    expect(read.arms.flatMap((arm) => Object.values(arm.values))).toEqual(
      values.map((value) => expect.closeTo(value, 9) as number),
    );
    for (const { from } of read.arms) expect(question).toContain(from);
  });

  it('A list of percentages can name options', () => {
    const question = 'How do visits differ among people with 0, 25, 50 and 95 per cent cost sharing?';
    const read = interpretQuestion(definition('health-insurance-visits'), question);
    expect(read).toMatchObject({ kind: 'comparison', interpreted: [], notInterpreted: [] });
    expect(read.arms.map(({ values }) => values['plan'])).toEqual([
      'free',
      'coinsurance_25',
      'coinsurance_50',
      'coinsurance_95',
    ]);
  });

  it('All values of a list share the other values of the question', () => {
    const question = 'Swissmetro fares are 20% lower. Who takes the train if train fares are 10, 20 or 30% higher?';
    const read = interpretQuestion(swissmetro, question);
    expect(read.interpreted).toMatchObject([{ parameter: 'swissmetro_cost_factor', value: 0.8 }]);
    expect(read.arms.map(({ values }) => values)).toEqual(
      [1.1, 1.2, 1.3].map((train_cost_factor) => ({ train_cost_factor })),
    );
  });

  it.each([
    ['Who takes the Swissmetro if fares are between 10 and 20% lower?', 'range'],
    ['Two or three friends go. Swissmetro fares are 20% lower.', 'scenario'],
    ['Swissmetro fares fall by 10% and train fares by 20%.', 'scenario'],
  ])('Numbers that set several parameters, none or a range are no list: %s', (question, kind) => {
    expect(interpretQuestion(swissmetro, question)).toMatchObject({ kind, arms: [] });
  });

  it('A question of repeated lists is read a limited number of times', () => {
    const question = `Swissmetro fares ${'10 lower in, 20 or '.repeat(100)}30% lower`;
    for (const text of [question, question.slice(0, 600)]) {
      let readings = 0;
      readList(text, (variant) => {
        readings++;
        return interpretQuestion(swissmetro, variant);
      });
      expect(readings).toBeLessThan(20);
    }
  });
});

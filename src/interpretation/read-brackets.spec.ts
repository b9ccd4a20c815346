import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';

const read = (workflow: string, question: string) => {
  const file = join(import.meta.dirname, `../catalog/${workflow}.json`);
  return interpretQuestion(parseDefinition(JSON.parse(readFileSync(file, 'utf8'))), question);
};

describe('Ages and incomes in questions', () => {
  it.each([
    ['gotv-social-pressure', 'How many 18 to 24 year olds vote?', 'age', ['18_to_24']],
    ['gotv-social-pressure', 'How many people aged 65 and over vote?', 'age', ['65_to_74', '75_and_over']],
    ['gotv-social-pressure', 'Turnout of the under-35s with a civic duty letter', 'age', ['18_to_24', '25_to_34']],
    ['swissmetro-mode-choice', 'Do travelers under 40 take the train?', 'age', ['up_to_24', '25_to_39']],
    ['swissmetro-mode-choice', 'What do people earning more than CHF 100,000 choose?', 'income', ['over_100k']],
    ['swissmetro-mode-choice', 'What do travelers with an income below 50k choose?', 'income', ['under_50k']],
  ])('A bracket selects the groups that lie inside it: %s, %s', (workflow, question, attribute, values) => {
    expect(read(workflow, question).segments).toMatchObject([{ attribute, values }]);
  });

  it.each([
    ['swissmetro-mode-choice', 'What if train fares rose by over 40 francs?'],
    ['gotv-social-pressure', 'What if over 50% of voters got a civic duty letter?'],
    ['gotv-social-pressure', 'How many 30 to 33 year olds vote?'],
  ])('Amounts with a unit and brackets inside a group select no group: %s, %s', (workflow, question) => {
    expect(read(workflow, question).segments).toEqual([]);
  });
});

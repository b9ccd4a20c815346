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
    ['gotv-social-pressure', 'Do voters of seventy-five and over turn out?', 'age', ['75_and_over']],
    ['gotv-social-pressure', 'What do the 35 to 44 do?', 'age', ['35_to_44']],
    ['swissmetro-mode-choice', 'What do travelers younger than forty take?', 'age', ['up_to_24', '25_to_39']],
    ['swissmetro-mode-choice', 'Travelers with 50 to 100k a year', 'income', ['50k_to_100k']],
    ['swissmetro-mode-choice', 'Do people with CHF 100,000 or more drive?', 'income', ['over_100k']],
  ])('A bracket selects the groups that lie inside it: %s, %s', (workflow, question, attribute, values) => {
    expect(read(workflow, question).segments).toMatchObject([{ attribute, values }]);
  });

  it.each([
    ['swissmetro-mode-choice', 'What if train fares rose by over 40 francs?'],
    ['swissmetro-mode-choice', 'What if 35 to 40 trains ran and a trip cost more than CHF 100?'],
    ['gotv-social-pressure', 'What if over 50% of voters got a civic duty letter?'],
    ['gotv-social-pressure', 'How many 30 to 33 year olds vote?'],
  ])('Amounts with a unit and brackets inside a group select no group: %s, %s', (workflow, question) => {
    expect(read(workflow, question).segments).toEqual([]);
  });
});

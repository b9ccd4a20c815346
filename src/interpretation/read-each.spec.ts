import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition, type WorkflowDefinition } from '../engine/index.js';
import { interpretQuestion } from './interpret-question.js';

const definition = (id: string): WorkflowDefinition =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../catalog/${id}.json`), 'utf8')));
const mailings = definition('gotv-social-pressure');
const plans = definition('health-insurance-visits');
const buildings = definition('housing-satisfaction');

const optionsOf = (workflow: WorkflowDefinition, parameter: string) => {
  const choice = workflow.scenario.parameters.find(({ id }) => id === parameter)!;
  return choice.type === 'choice' ? choice.options.map(({ id }) => ({ [parameter]: id })) : [];
};

describe('questions for all options', () => {
  it.each([
    [mailings, 'mailing', 'comparison', 'What turnout do we get under each of the four mailings?'],
    [mailings, 'mailing', 'comparison', 'Turnout for every mailing, please'],
    [mailings, 'mailing', 'comparison', 'Compare all five arms'],
    [mailings, 'mailing', 'goal', 'Which mailing works best?'],
    [plans, 'plan', 'comparison', 'How do visits differ between the plans?'],
    [plans, 'plan', 'goal', 'Which plan leads to the most visits?'],
    [buildings, 'building', 'comparison', 'Which type of building has the happiest tenants?'],
  ])('Each option of the choice is a scenario: %#', (workflow, parameter, kind, question) => {
    const read = interpretQuestion(workflow, question);
    expect(read).toMatchObject({ kind, interpreted: [], notInterpreted: [] });
    expect(read.arms.map(({ values }) => values)).toEqual(optionsOf(workflow, parameter));
    for (const { from } of read.arms) expect(question).toContain(from);
  });

  it.each([
    [mailings, 'scenario', 'If every mailing said that people are being studied, who votes?'],
    [plans, 'baseline', 'Do they all plan to see a doctor?'],
    [plans, 'goal', 'Which plan keeps visits below 2 a year?'],
    [plans, 'goal', 'Which of the plans brings the average down to three visits a year?'],
  ])('A question that names an option or an amount is not one for all options: %#', (workflow, kind, question) => {
    expect(interpretQuestion(workflow, question)).toMatchObject({ kind, arms: [] });
  });
});

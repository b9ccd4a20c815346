import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../../engine/index.js';
import { interpretQuestion } from '../../interpretation/interpret-question.js';
import { interpretedScenario } from './interpreted-scenario.js';
import { readyRequests } from './ready-requests.js';
import { valuesBetween } from './values-between.js';

const definition = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8')),
);
const compared = 'How many travellers would take the Swissmetro if its fares were 10 or 20% lower?';
const varied = 'How many travellers would take the Swissmetro if its fares were between 10 and 30% lower?';
const read = (question: string, overrides = {}) =>
  interpretedScenario(definition, question, interpretQuestion(definition, question), overrides);

describe('the scenario of a question', () => {
  it('A comparison has its scenarios as arms, and nothing is unread', () => {
    const { arms, range, open, interpretation } = read(compared);
    expect(arms.map(({ values }) => values)).toEqual([
      { swissmetro_cost_factor: 0.9 },
      { swissmetro_cost_factor: 0.8 },
    ]);
    expect([range, open, interpretation.not_interpreted]).toEqual([null, [], []]);
  });

  it('An override of the varied parameter replaces the arms or the range, and lists their words once', () => {
    for (const question of [compared, varied]) {
      const { arms, range, open, scenarioContext, interpretation } = read(question, { swissmetro_cost_factor: 2 });
      expect([arms, range, open, scenarioContext]).toEqual([[], null, [], { swissmetro_cost_factor: 2 }]);
      expect(interpretation.not_interpreted).toMatchObject([
        { reason: 'overridden', parameters: ['swissmetro_cost_factor'] },
      ]);
    }
  });

  it('An override of another parameter applies to all arms', () => {
    const { arms, scenarioContext } = read(compared, { train_cost_factor: 1.5 });
    expect([arms.length, scenarioContext]).toEqual([2, { train_cost_factor: 1.5 }]);
  });

  it('A comparison of more than five scenarios is asked back with a request for each', () => {
    const scenario = read('Compare Swissmetro fares at 10%, 20%, 30%, 40%, 50% and 60% lower.');
    expect(scenario).toMatchObject({ arms: [], open: [{ reason: 'compared' }] });
    expect(readyRequests(definition, scenario, { agent_count: 10, seed: 7 })).toEqual(
      [0.9, 0.8, 0.7, 0.6, 0.5, 0.4].map((value) => ({
        workflow_id: 'swissmetro-mode-choice',
        scenario_context: { swissmetro_cost_factor: value },
        agent_count: 10,
        seed: 7,
      })),
    );
  });

  it('A request leaves unread words out and keeps each scenario of a comparison', () => {
    const scenario = read(`${compared} And what if seats could be booked online?`);
    expect(scenario.open).toMatchObject([{ reason: 'no_parameter' }]);
    expect(readyRequests(definition, scenario, {}).map(({ scenario_context }) => scenario_context)).toEqual([
      { swissmetro_cost_factor: 0.9 },
      { swissmetro_cost_factor: 0.8 },
    ]);
  });

  it('A range has five evenly spaced values, or all integers if there are fewer', () => {
    expect(read(varied).range).toMatchObject({ values: [0.9, 0.85, 0.8, 0.75, 0.7] });
    const parameter = { ...definition.scenario.parameters[0]!, id: 'visits', type: 'integer' as const };
    const whole = { scenario: { ...definition.scenario, parameters: [parameter] } } as typeof definition;
    expect(valuesBetween(whole, { parameter: 'visits', ends: [1, 3] })).toEqual([1, 2, 3]);
    expect(valuesBetween(whole, { parameter: 'visits', ends: [10, 30] })).toEqual([10, 15, 20, 25, 30]);
  });
});

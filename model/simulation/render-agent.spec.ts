import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowOf } from '../definition/definition.schema.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { simulate } from './simulate.js';
import { agentRenderer } from './render-agent.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json)) as WorkflowOf<ConditionalLogit>;
const baseline = baselineScenario(definition);
const scenario = {
  ...baseline,
  swissmetro_cost_factor: 0.8,
  train_headway_factor: 0.5,
  swissmetro_airline_seats_share: 0.4,
};
const agentCount = 400;
const seed = 11;
const decided = simulate({ definition, scenario, seed, agentCount });
const { columns } = decided;
const render = agentRenderer(definition, scenario, decided);
const agents = Array.from({ length: agentCount }, (_, index) => render(index));
const text = (index: number) => agents[index]!.transcript.join(' ');

describe('a rendered agent', () => {
  it('A rendered agent has the values of the columns', () => {
    const named = (name: string) => columns.find((column) => column.name === name)!;
    agents.forEach((agent, index) => {
      expect(agent.agent_id).toBe(`agent_${String(index).padStart(6, '0')}`);
      expect(agent.index).toBe(index);
      expect(agent.outcome).toBe(named('outcome').categories![named('outcome').values[index]!]);
      expect(agent.probabilities.car).toBe(named('probability.car').values[index]);
      expect(agent.attributes.train_time).toBe(named('attribute.train_time').values[index]);
    });
    expect(agents[0]!.attributes.age).toMatch(/^[a-z0-9_]+$/);
  });

  it('An agent is rendered equally alone and with others', () => {
    expect(agentRenderer(definition, scenario, decided)(17)).toEqual(agents[17]);
  });

  it('A rendered agent has only the requested fields', () => {
    const { outcome, index } = agents[17]!;
    expect(agentRenderer(definition, scenario, { columns, events: [] }, ['index', 'outcome'])(17)).toEqual({
      index,
      outcome,
    });
  });

  it.each([-1, agentCount, 0.5, NaN])('A request for index %d fails', (index) => {
    expect(() => render(index)).toThrow(`There is no agent ${index}.`);
  });
});

describe('a transcript', () => {
  it('A transcript has no unformatted number, no unfilled placeholder and no empty sentence', () => {
    agents.forEach((agent, index) => {
      expect(text(index)).not.toMatch(/(?<!CHF \d+)\.\d|[{}]|undefined|NaN|null|\s\s|\.\./);
      for (const line of agent.transcript) expect(line).toMatch(/^[A-Z].*[.]$/);
    });
  });

  it('A transcript names the chosen alternative, and the car if it is unavailable', () => {
    agents.forEach((agent, index) => {
      const noun = definition.decision.alternatives.find(({ id }) => id === agent.outcome)!.noun;
      expect(text(index)).toContain(`I choose ${noun}`);
      expect(text(index).includes('I have no car for this trip.')).toBe(agent.attributes.car_available === 'no');
    });
  });

  it('A transcript compares with the baseline only if the scenario differs from it', () => {
    agents.forEach((agent, index) => {
      const noun = definition.decision.alternatives.find(({ id }) => id === agent.baseline_outcome)!.noun;
      const too = agent.baseline_outcome === agent.outcome ? ' too' : '';
      expect(text(index)).toContain(`At the baseline, I would have chosen ${noun}${too}.`);
    });
    const plain = simulate({ definition, scenario: baseline, seed, agentCount: 1 });
    const { transcript } = agentRenderer(definition, baseline, plain)(0);
    expect(transcript.join(' ')).not.toContain('At the baseline');
  });

  it('No two agents have the same transcript', () => {
    expect(new Set(agents.map((_, index) => text(index))).size).toBe(agentCount);
  });
});

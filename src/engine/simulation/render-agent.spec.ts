import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type WorkflowOf } from '../definition/definition.schema.js';
import { type ConditionalLogit } from '../families/conditional-logit/schema.js';
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
const AGENTS = 400;
const seed = 11;
const decided = simulate({ definition, scenario, seed, agentCount: AGENTS });
const { columns } = decided;
const render = agentRenderer(definition, scenario, decided);
const agents = Array.from({ length: AGENTS }, (_, index) => render(index));
const text = (index: number) => agents[index]!.transcript.join(' ');

describe('a rendered agent', () => {
  it('says what the columns say', () => {
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

  it('is the same rendered alone', () => {
    expect(agentRenderer(definition, scenario, decided)(17)).toEqual(agents[17]);
  });

  it('is told in the parts that are asked for, and no others', () => {
    const { outcome, index } = agents[17]!;
    expect(agentRenderer(definition, scenario, { columns, events: [] }, ['index', 'outcome'])(17)).toEqual({
      index,
      outcome,
    });
  });

  it.each([-1, AGENTS, 0.5, NaN])('is refused at index %d', (index) => {
    expect(() => render(index)).toThrow(`There is no agent ${index}.`);
  });
});

describe('a transcript', () => {
  it('holds no raw number, no placeholder left over and no empty sentence', () => {
    agents.forEach((agent, index) => {
      expect(text(index)).not.toMatch(/(?<!CHF \d+)\.\d|[{}]|undefined|NaN|null|\s\s|\.\./);
      for (const line of agent.transcript) expect(line).toMatch(/^[A-Z].*[.]$/);
    });
  });

  it('names what the agent takes, and an alternative it does not have as such', () => {
    agents.forEach((agent, index) => {
      const noun = definition.decision.alternatives.find(({ id }) => id === agent.outcome)!.noun;
      expect(text(index)).toContain(`I choose ${noun}`);
      expect(text(index).includes('I have no car for this trip.')).toBe(agent.attributes.car_available === 'no');
    });
  });

  it('compares with the baseline where the scenario differs from it, and not where it is the baseline', () => {
    agents.forEach((agent, index) => {
      const noun = definition.decision.alternatives.find(({ id }) => id === agent.baseline_outcome)!.noun;
      const too = agent.baseline_outcome === agent.outcome ? ' too' : '';
      expect(text(index)).toContain(`At the baseline, I would have chosen ${noun}${too}.`);
    });
    const plain = simulate({ definition, scenario: baseline, seed, agentCount: 1 });
    const { transcript } = agentRenderer(definition, baseline, plain)(0);
    expect(transcript.join(' ')).not.toContain('At the baseline');
  });

  it('tells agents apart: no two of them read alike', () => {
    expect(new Set(agents.map((_, index) => text(index))).size).toBe(AGENTS);
  });
});

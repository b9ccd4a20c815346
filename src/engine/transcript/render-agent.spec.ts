import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../definition/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { compileExplainer, explain } from '../families/conditional-logit/explain.js';
import { compileLevers } from '../families/conditional-logit/levers.js';
import { compile } from '../simulation/compile.js';
import { simulate } from '../simulation/simulate.js';
import { simulateChunk } from '../simulation/simulate-chunk.js';
import { recordReader } from './agent-record.js';
import { agentRenderer } from './render-agent.js';
import { smallestTip } from './tell-lever.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json));
const baseline = baselineScenario(definition);
const scenario = {
  ...baseline,
  swissmetro_cost_factor: 0.8,
  train_headway_factor: 0.5,
  swissmetro_airline_seats_share: 0.4,
};
const AGENTS = 400;
const seed = 11;
const { columns } = simulate({ definition, scenario, seed, agentCount: AGENTS });
const render = agentRenderer(definition, scenario, columns);
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
    expect(agentRenderer(definition, scenario, columns)(17)).toEqual(agents[17]);
  });

  it.each([-1, AGENTS, 0.5, NaN])('is refused at index %d', (index) => {
    expect(() => render(index)).toThrow(`There is no agent ${index}.`);
  });
});

describe('a transcript', () => {
  it('holds no raw number, no placeholder left over and no empty sentence', () => {
    agents.forEach((agent, index) => {
      expect(text(index)).not.toMatch(/\d\.\d|[{}]|undefined|NaN|null|\s\s|\.\./);
      for (const line of agent.transcript) expect(line).toMatch(/^[A-Z].*[.]$/);
    });
  });

  it('names what the agent takes, and an alternative it does not have as such', () => {
    agents.forEach((agent, index) => {
      const noun = definition.decision.alternatives.find(({ id }) => id === agent.outcome)!.noun;
      expect(text(index)).toContain(`I take ${noun}`);
      expect(text(index).includes('I have no car for this trip.')).toBe(agent.attributes.car_available === 'no');
    });
  });

  it('compares with the baseline where the scenario differs from it, and not where it is the baseline', () => {
    agents.forEach((agent, index) => {
      const noun = definition.decision.alternatives.find(({ id }) => id === agent.baseline_outcome)!.noun;
      const too = agent.baseline_outcome === agent.outcome ? ' too' : '';
      expect(text(index)).toContain(`With everything as in the survey, I would have taken ${noun}${too}.`);
    });
    const plain = simulate({ definition, scenario: baseline, seed, agentCount: 1 });
    const { transcript } = agentRenderer(definition, baseline, plain.columns)(0);
    expect(transcript.join(' ')).not.toContain('as in the survey');
  });

  it('tells agents apart: no two of them read alike', () => {
    expect(new Set(agents.map((_, index) => text(index))).size).toBe(AGENTS);
  });
});

describe('the lever that would change an agent’s mind', () => {
  const context = { attributes: definition.population.attributes, assignments: definition.scenario.assignments };
  const explainer = compileExplainer(definition.decision, context, scenario);
  const levers = compileLevers(definition, context, scenario);
  const read = recordReader(definition, scenario, columns);
  const tips = agents.map((_, index) => {
    const agent = read(index);
    const explanation = explain(explainer, agent.person, agent.assigned);
    return smallestTip(definition, scenario, levers, explainer.utilities, agent, explanation);
  });

  it('does change it, when the agent is simulated under it', () => {
    tips.forEach((tip, index) => {
      if (!tip) return;
      const changed = compile(definition, { ...scenario, [tip.parameter.id]: tip.value }, seed);
      const outcome = simulateChunk(changed, index, index + 1).columns.find(({ name }) => name === 'outcome')!;
      expect(outcome.values[0]).toBe(tip.choice);
      expect(outcome.categories![tip.choice]).not.toBe(agents[index]!.outcome);
    });
  });

  it('stays within the hard bounds, is found for most agents, and is not always the same', () => {
    const found = tips.flatMap((tip) => (tip ? [tip] : []));
    for (const { parameter, value } of found) {
      expect(value).toBeGreaterThanOrEqual(parameter.minimum);
      expect(value).toBeLessThanOrEqual(parameter.maximum);
    }
    expect(found.length).toBeGreaterThan(AGENTS * 0.8);
    expect(new Set(found.map(({ parameter }) => parameter.id)).size).toBeGreaterThanOrEqual(6);
  });

  it('is never missing where a lever at one of its bounds would change the choice', () => {
    tips.forEach((tip, index) => {
      if (tip) return;
      for (const { id, minimum, maximum } of definition.scenario.parameters) {
        for (const value of [minimum, maximum]) {
          const chunk = simulateChunk(compile(definition, { ...scenario, [id]: value }, seed), index, index + 1);
          const outcome = chunk.columns.find(({ name }) => name === 'outcome')!;
          expect(outcome.categories![outcome.values[0]!]).toBe(agents[index]!.outcome);
        }
      }
    });
  });
});

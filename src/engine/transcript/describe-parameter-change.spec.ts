import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type WorkflowOf } from '../definition/definition.schema.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice, type NumericParameter, type Scenario } from '../definition/scenario.schema.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import { type ConditionalLogit } from '../families/conditional-logit/schema.js';
import { explainedChoices } from '../families/conditional-logit/transcript/choice-transcriber.js';
import { compile } from '../simulation/compile.js';
import { simulate } from '../simulation/simulate.js';
import { simulateChunk } from '../simulation/simulate-chunk.js';
import { type ParameterChange } from './parameter-changes.js';
import { agentRenderer } from '../simulation/render-agent.js';

const json = readFileSync(join(import.meta.dirname, '../../catalog/swissmetro-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json)) as WorkflowOf<ConditionalLogit>;
const parameters = definition.scenario.parameters.filter((parameter) => !isChoice(parameter));
const baseline = baselineScenario(definition);
const everyFactorAt = (value: number): Scenario =>
  Object.fromEntries(parameters.map(({ id, unit }) => [id, unit === 'share' ? baseline[id]! : value]));

const scenarios: [string, Scenario][] = [
  ['the baseline', baseline],
  ['the demo', { ...baseline, swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 }],
  ['dear cars and slow trains', { ...baseline, car_cost_factor: 3, train_time_factor: 1.9 }],
  ['small quantities, told in few minutes and francs', everyFactorAt(0.15)],
  ['every factor at its least', everyFactorAt(0.1)],
  ['a share that is told like another', { ...baseline, swissmetro_airline_seats_share: 0.004 }],
];

const NONE = 'No single change within the limits of this model would change my mind.';
const BEYOND = 'Only a change beyond what was surveyed would change my mind.';

const evenly = ([low, high]: readonly [number, number], steps: number) =>
  Array.from({ length: steps + 1 }, (_, k) => (k === steps ? high : low + (k * (high - low)) / steps));

/** What agents 0 to `count` do under a scenario. */
function choicesUnder(scenario: Scenario, seed: number, count: number, workflow = definition) {
  const { columns } = simulateChunk(compile(workflow, scenario, seed), 0, count);
  return columns.find(({ name }) => name === 'outcome')!.values;
}

/** The agents whose choice some value of one parameter changes, the values of each parameter being `valuesOf` it. */
function movable(
  scenario: Scenario,
  seed: number,
  count: number,
  valuesOf: (parameter: NumericParameter) => readonly number[],
  workflow = definition,
): boolean[] {
  const now = choicesUnder(scenario, seed, count, workflow);
  const moved = Array.from(now, () => false);
  for (const parameter of parameters) {
    for (const value of valuesOf(parameter)) {
      const then = choicesUnder({ ...scenario, [parameter.id]: value }, seed, count, workflow);
      then.forEach((choice, agent) => (moved[agent] ||= choice !== now[agent]));
    }
  }
  return moved;
}

/** The last entry of each transcript: what would have changed the agent's mind. */
function toldLevers(scenario: Scenario, seed: number, agentCount: number, workflow = definition): string[] {
  const render = agentRenderer(workflow, scenario, simulate({ definition: workflow, scenario, seed, agentCount }));
  return Array.from({ length: agentCount }, (_, agent) => render(agent).transcript.at(-1)!);
}

/** Agents told what a sweep over the values of every parameter shows to be false. */
function falselyTold(scenario: Scenario, seed: number, count: number, steps: number, workflow = definition): string[] {
  const told = toldLevers(scenario, seed, count, workflow);
  const inSurvey = movable(scenario, seed, count, (parameter) => evenly(parameter.calibrated_range, steps), workflow);
  const inBounds = movable(
    scenario,
    seed,
    count,
    ({ minimum, maximum }) => evenly([minimum, maximum], steps),
    workflow,
  );
  return told.flatMap((text, agent) => {
    const isFalse = (text.startsWith(BEYOND) && inSurvey[agent]) || (text === NONE && inBounds[agent]);
    return isFalse ? [`agent ${agent}: ${text}`] : [];
  });
}

function tipsOf(scenario: Scenario, seed: number, agentCount: number): (ParameterChange | undefined)[] {
  const decided = simulate({ definition, scenario, seed, agentCount });
  const { read } = explainedChoices(definition, conditionalLogit.linear(definition.decision), scenario, decided);
  return Array.from({ length: agentCount }, (_, index) => read(index).change);
}

const AGENTS = 200;
const SEED = 3;

describe.each(scenarios)('the lever that would change an agent’s mind: %s', (_, scenario) => {
  const tips = tipsOf(scenario, SEED, AGENTS);
  const told = toldLevers(scenario, SEED, AGENTS);

  it('says "only beyond what was surveyed" and "no single change" to no agent whom a sweep of the parameters moves', () => {
    expect(falselyTold(scenario, SEED, AGENTS, 16)).toEqual([]);
  });

  it('does change it, to what is told, when the agent is simulated under it', () => {
    const now = choicesUnder(scenario, SEED, AGENTS);
    tips.forEach((tip, index) => {
      if (!tip) return expect(told[index]).toBe(NONE);
      const changed = compile(definition, { ...scenario, [tip.parameter.id]: tip.value }, SEED);
      const outcome = simulateChunk(changed, index, index + 1).columns.find(({ name }) => name === 'outcome')!;
      expect(outcome.values[0]).toBe(tip.outcome);
      expect(tip.outcome).not.toBe(now[index]);
      expect(told[index]).toContain(`I would choose ${definition.decision.alternatives[tip.outcome]!.noun}`);
    });
  });

  it('lies within the calibrated range, or is told as beyond it and within the hard bounds', () => {
    tips.forEach((tip, index) => {
      if (!tip) return;
      const { calibrated_range: range, minimum, maximum } = tip.parameter as NumericParameter;
      const [low, high] = told[index]!.startsWith(BEYOND) ? [minimum, maximum] : range;
      expect(tip.value).toBeGreaterThanOrEqual(low);
      expect(tip.value).toBeLessThanOrEqual(high);
    });
  });

  it('is told by two quantities that differ', () => {
    for (const tip of tips) if (tip) expect(tip.new).not.toBe(tip.old);
  });
});

describe('the lever that would change an agent’s mind', () => {
  it('is told truly under any scenario', () => {
    const anyScenario = fc.record(
      Object.fromEntries(
        parameters.map(({ id, minimum, maximum }) => [
          id,
          fc.oneof(fc.constant(baseline[id]!), fc.double({ min: minimum, max: maximum, noNaN: true })),
        ]),
      ),
    );
    fc.assert(
      fc.property(anyScenario, fc.maxSafeNat(), (scenario, seed) => {
        expect(falselyTold(scenario, seed, 100, 6)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('is found for most agents, and is not always the same', () => {
    const found = tipsOf(baseline, SEED, AGENTS).flatMap((tip) => (tip ? [tip] : []));
    expect(found.length).toBeGreaterThan(AGENTS * 0.8);
    expect(new Set(found.map(({ parameter }) => parameter.id)).size).toBeGreaterThanOrEqual(6);
  });

  it('is found inside of the survey by agent 21 of the demo, whom a smaller change beyond it would move too', () => {
    const text = toldLevers(scenarios[1]![1], SEED, 22)[21]!;
    expect(text).toMatch(/^With a Swissmetro fare of CHF \d+ instead of CHF \d+, I would choose the car\.$/);
  });

  it('is told truly of a lever to which the answer is no straight line', () => {
    const curved: WorkflowOf<ConditionalLogit> = structuredClone(definition);
    const term = curved.decision.terms.find(({ id }) => id === 'constant_car')!;
    term.factors.push({ parameter: 'car_time_factor', transform: 'log1p' });
    expect(falselyTold({ ...baseline, train_time_factor: 5 }, SEED, 200, 16, curved)).toEqual([]);
  });

  it('claims nothing of all levers where one of them is not solved for', () => {
    const unsolved: WorkflowOf<ConditionalLogit> = structuredClone(definition);
    const term = unsolved.decision.terms.find(({ id }) => id === 'constant_car')!;
    term.factors.push({ parameter: 'swissmetro_airline_seats_share' });
    const all = toldLevers({ ...baseline, train_time_factor: 5 }, SEED, AGENTS, unsolved);
    expect(all.filter((text) => text === NONE || text.startsWith(BEYOND))).toEqual([]);
    expect(all.filter((text) => text.startsWith('A change beyond')).length).toBeGreaterThan(0);
    expect(all).toContain('I know of no single change that would change my mind.');
  });
});

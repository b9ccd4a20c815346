import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { WorkflowOf } from '../definition/definition.schema.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { isChoice } from '../definition/parameter-types.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import { conditionalLogit } from '../families/conditional-logit/conditional-logit.family.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { explainedChoices } from '../families/conditional-logit/transcript/choice-transcriber.js';
import { compile } from '../simulation/compile.js';
import { simulate } from '../simulation/simulate.js';
import { simulateChunk } from '../simulation/simulate-chunk.js';
import type { ParameterChange } from './parameter-changes.js';
import { agentRenderer } from '../simulation/render-agent.js';
import { rowsOf, sampleSize } from '../../test/support/full-level.js';

const json = readFileSync(join(import.meta.dirname, '../../model/testing/linear-mode-choice.json'), 'utf8');
const definition = parseDefinition(JSON.parse(json)) as WorkflowOf<ConditionalLogit>;
const parameters = definition.scenario.parameters.filter((parameter) => !isChoice(parameter));
const baseline = baselineScenario(definition);
const everyFactorAt = (value: number): Scenario =>
  Object.fromEntries(parameters.map(({ id, unit }) => [id, unit === 'share' ? baseline[id]! : value]));

const scenarios = rowsOf<[string, Scenario]>(
  [
    ['the baseline', baseline],
    ['the demo', { ...baseline, swissmetro_cost_factor: 0.8, train_headway_factor: 0.5 }],
    ['every factor at its minimum', everyFactorAt(0.1)],
    ['a share with the same display text as another', { ...baseline, swissmetro_airline_seats_share: 0.004 }],
  ],
  [
    ['expensive cars and slow trains', { ...baseline, car_cost_factor: 3, train_time_factor: 1.9 }],
    ['small quantities, displayed in few minutes and francs', everyFactorAt(0.15)],
  ],
);

const noChange = "No single parameter change within the model's limits would change this outcome.";
const outsideRange = 'Only a change outside the calibrated range would change this outcome.';

const evenly = ([low, high]: readonly [number, number], steps: number) =>
  Array.from({ length: steps + 1 }, (_, k) => (k === steps ? high : low + (k * (high - low)) / steps));

/** Outcome indexes of agents 0 to `count - 1` under a scenario. */
function choicesUnder(scenario: Scenario, seed: number, count: number, workflow = definition) {
  const { columns } = simulateChunk(compile(workflow, scenario, seed), 0, count);
  return columns.find(({ name }) => name === 'outcome')!.values;
}

/** For each agent, whether any of the values that `valuesOf` returns for a parameter changes its choice. */
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

/** Last paragraph of each transcript: the smallest parameter change that would alter the outcome. */
function describedChanges(scenario: Scenario, seed: number, agentCount: number, workflow = definition): string[] {
  const render = agentRenderer(workflow, scenario, simulate({ definition: workflow, scenario, seed, agentCount }));
  return Array.from({ length: agentCount }, (_, agent) => render(agent).transcript.at(-1)!);
}

/** Descriptions that a scan over the values of every parameter contradicts. */
function contradictedDescriptions(
  scenario: Scenario,
  seed: number,
  count: number,
  steps: number,
  workflow = definition,
): string[] {
  const descriptions = describedChanges(scenario, seed, count, workflow);
  const inCalibratedRange = movable(
    scenario,
    seed,
    count,
    (parameter) => evenly(parameter.calibrated_range, steps),
    workflow,
  );
  const inBounds = movable(
    scenario,
    seed,
    count,
    ({ minimum, maximum }) => evenly([minimum, maximum], steps),
    workflow,
  );
  return descriptions.flatMap((text, agent) => {
    const isFalse =
      (text.startsWith(outsideRange) && inCalibratedRange[agent]) || (text === noChange && inBounds[agent]);
    return isFalse ? [`agent ${agent}: ${text}`] : [];
  });
}

function changesOf(scenario: Scenario, seed: number, agentCount: number): (ParameterChange | undefined)[] {
  const decided = simulate({ definition, scenario, seed, agentCount });
  const { read } = explainedChoices(definition, conditionalLogit.linear(definition.decision), scenario, decided);
  return Array.from({ length: agentCount }, (_, index) => read(index).change);
}

const agentCount = sampleSize(40, 200);
const steps = sampleSize(8, 16);
const seed = 3;

describe.each(scenarios)('the described parameter change under %s', (_, scenario) => {
  const changes = changesOf(scenario, seed, agentCount);
  const descriptions = describedChanges(scenario, seed, agentCount);

  it('A scan over all parameters contradicts no statement that a change within the range or limits is impossible', () => {
    expect(contradictedDescriptions(scenario, seed, agentCount, steps)).toEqual([]);
  });

  it('The described change produces the described outcome when the agent is simulated with it', () => {
    const now = choicesUnder(scenario, seed, agentCount);
    changes.forEach((change, index) => {
      if (!change) return expect(descriptions[index]).toBe(noChange);
      const changed = compile(definition, { ...scenario, [change.parameter.id]: change.value }, seed);
      const outcome = simulateChunk(changed, index, index + 1).columns.find(({ name }) => name === 'outcome')!;
      expect(outcome.values[0]).toBe(change.outcome);
      expect(change.outcome).not.toBe(now[index]);
      expect(descriptions[index]).toContain(`I would choose ${definition.decision.alternatives[change.outcome]!.noun}`);
    });
  });

  it('The described value is within the calibrated range, or is described as outside it and is within the hard bounds', () => {
    changes.forEach((change, index) => {
      if (!change) return;
      const { calibrated_range: range, minimum, maximum } = change.parameter as NumericParameter;
      const [low, high] = descriptions[index]!.startsWith(outsideRange) ? [minimum, maximum] : range;
      expect(change.value).toBeGreaterThanOrEqual(low);
      expect(change.value).toBeLessThanOrEqual(high);
    });
  });

  it('A described change has two different quantities', () => {
    for (const change of changes) if (change) expect(change.new).not.toBe(change.old);
  });
});

describe('the described parameter change', () => {
  it('A scan over all parameters contradicts no description under a random scenario', () => {
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
        expect(contradictedDescriptions(scenario, seed, sampleSize(50, 100), 6)).toEqual([]);
      }),
      { numRuns: sampleSize(3, 20) },
    );
  });

  it('A change is found for most agents, and at least six parameters occur', () => {
    const found = changesOf(baseline, seed, agentCount).flatMap((change) => (change ? [change] : []));
    expect(found.length).toBeGreaterThan(agentCount * 0.8);
    expect(new Set(found.map(({ parameter }) => parameter.id)).size).toBeGreaterThanOrEqual(6);
  });

  it('A change within the calibrated range takes precedence over a smaller change outside it, as for agent 21 of the demo', () => {
    const carTrip = /^With a car trip of [^,]* instead of [^,]*, I would choose the car\.$/;
    const scenario = scenarios[1]![1];
    expect(describedChanges(scenario, seed, 22)[21]).toMatch(carTrip);
    const narrowed: WorkflowOf<ConditionalLogit> = structuredClone(definition);
    const carTime = narrowed.scenario.parameters.find(({ id }) => id === 'car_time_factor') as NumericParameter;
    carTime.calibrated_range = [1, 1.3];
    const text = describedChanges(scenario, seed, 22, narrowed)[21]!;
    expect(text).toMatch(/^With .*, I would choose the car\.$/);
    expect(text).not.toMatch(carTrip);
  });

  it('A scan contradicts no description of a parameter with a nonlinear effect', () => {
    const curved: WorkflowOf<ConditionalLogit> = structuredClone(definition);
    const term = curved.decision.terms.find(({ id }) => id === 'constant_car')!;
    term.factors.push({ parameter: 'car_time_factor', transform: 'log1p' });
    expect(
      contradictedDescriptions({ ...baseline, train_time_factor: 5 }, seed, sampleSize(60, 200), steps, curved),
    ).toEqual([]);
  });

  it('A transcript claims nothing about all parameters if one of them is not solved for', () => {
    const unsolved: WorkflowOf<ConditionalLogit> = structuredClone(definition);
    const term = unsolved.decision.terms.find(({ id }) => id === 'constant_car')!;
    term.factors.push({ parameter: 'swissmetro_airline_seats_share' });
    const all = describedChanges({ ...baseline, train_time_factor: 5 }, seed, agentCount, unsolved);
    expect(all.filter((text) => text === noChange || text.startsWith(outsideRange))).toEqual([]);
    expect(all.filter((text) => text.startsWith('A change outside')).length).toBeGreaterThan(0);
    expect(all).toContain('The model finds no single parameter change that would change this outcome.');
  });
});

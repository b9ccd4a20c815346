import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adjustDefinition } from '../adjustments/adjust-definition.js';
import { editAlternatives } from '../adjustments/edit-alternatives.js';
import { attributeKeys } from '../adjustments/use-people.js';
import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { normalCumulative } from '../math/normal.js';
import { importPeople } from '../population/prepare-people.js';
import { compareRuns } from '../simulation/compare-runs.js';
import { simulate } from '../simulation/simulate.js';
import { compareMany } from './compare-many.js';
import type { ManyRequest, RankedRun } from './ranked-run.js';

const read = (slug: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')) as WorkflowDefinition;
const definition = read('intercity-mode-choice');
const seed = 7;

function run(change: Scenario, own: WorkflowDefinition = definition, agentCount = 600): RankedRun {
  const scenario = { ...baselineScenario(own), ...change };
  const { columns, summary } = simulate({ definition: own, scenario, seed, agentCount });
  return { definition: own, scenario, columns, summary };
}

const compared = (runs: readonly RankedRun[], options: Partial<ManyRequest> = {}) => {
  const result = compareMany({ seed, runs, figure: 'train', objective: 'maximize', reference: 0, ...options });
  if (!result.ok) throw new Error(`${result.reason} ${result.run}`);
  return result;
};

describe('the comparison of several simulations', () => {
  const runs = [run({}), run({ train_cost_factor: 0.9 }), run({ train_time_factor: 0.8 })];
  const pair = (own: number) => {
    const [first, second] = [runs[own]!, runs[0]!].map(({ scenario, columns, summary }) => ({
      scenario,
      summary,
      output: { columns: [...columns], events: [] },
    }));
    const result = compareRuns(definition, seed, first!, second!);
    if (!result.ok) throw new Error(result.reason);
    return result.summary.outcomes.find(({ id }) => id === 'train')!;
  };

  it('Levels, paired differences, errors and intervals equal those of the comparison of two simulations', () => {
    const { figures, differences } = compared(runs);
    for (const own of [1, 2]) {
      const two = pair(own);
      expect(figures[own]!.value).toBeCloseTo(two.share, 12);
      expect(figures[own]!.errors.estimation).toBeCloseTo(two.errors.estimation!, 10);
      expect(differences[own]!.difference).toBeCloseTo(two.difference, 12);
      for (const part of ['simulation', 'estimation', 'population'] as const)
        expect(differences[own]!.errors[part]).toBeCloseTo(two.difference_errors[part]!, 10);
      two.difference_interval!.forEach((end, k) => expect(differences[own]!.interval![k]).toBeCloseTo(end, 10));
    }
    expect(differences[0]).toMatchObject({ difference: 0, interval: [0, 0] });
  });

  it('Common random numbers make the order certain although the intervals of the levels overlap', () => {
    const { figures, ranking, differences } = compared(runs);
    const [low] = figures[1]!.interval!;
    const [, high] = figures[0]!.interval!;
    expect(low).toBeLessThan(high);
    expect(ranking!.order.at(-1)).toBe(0);
    expect(differences[1]!.probabilityGreater).toBeGreaterThan(0.99);
    expect(ranking!.best[0]).toBeLessThan(0.01);
    expect(ranking!.best.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
  });

  it('The probability of a greater figure follows from the errors of the difference, for a segment and for imported rows too', () => {
    const segment = structuredClone(definition);
    segment.population.restriction = { conditions: [], share: 0.05 };
    const count = 40;
    const { columns } = run({}, definition, count);
    const values = definition.population.attributes.map(({ id }) =>
      Float64Array.from(columns.find(({ name }) => name === `attribute.${id}`)!.values),
    );
    const { people } = importPeople(definition.population, values, undefined, count, 'spec');
    const stored = { id: 'pop_1', date: '2026-11-21', people, attributes: attributeKeys(definition.population) };
    const imported = adjustDefinition(definition, { people: stored }, { seed, agentCount: 600 }).definition;
    for (const own of [definition, segment, imported]) {
      const { differences } = compared([run({}, own), run({ train_cost_factor: 0.8, train_time_factor: 1.15 }, own)]);
      const { difference, errors, probabilityGreater } = differences[1]!;
      const error = Math.hypot(errors.simulation!, errors.estimation!, errors.population!);
      expect(probabilityGreater).toBeCloseTo(normalCumulative(difference / error), 8);
    }
  });

  it('Two simulations of the same scenario are tied', () => {
    const { ranking, differences } = compared([run({}), run({})]);
    expect(ranking!.best).toEqual([0.5, 0.5]);
    expect(differences[1]).toMatchObject({ difference: 0, interval: [0, 0], probabilityGreater: 0.5 });
  });

  it('Edited alternatives can be compared with changed parameters of the same workflow', () => {
    const edited = editAlternatives(definition, { remove: ['car'] });
    if (!edited.ok) throw new Error('the edit is invalid');
    const { ranking, differences } = compared([run({}), run({ train_cost_factor: 0.8 }), run({}, edited.definition)]);
    expect(differences[2]!.difference).toBeGreaterThan(0);
    expect(differences[2]!.errors.estimation).toBeGreaterThan(0);
    expect(ranking!.order[0]).toBe(2);
  });

  it('A selection of agents has larger errors than all agents', () => {
    const rows = Int32Array.from({ length: 100 }, (_, k) => 3 * k);
    const { agents, differences } = compared(runs, { rows });
    expect(agents).toBe(100);
    expect(differences[1]!.errors.simulation!).toBeGreaterThan(compared(runs).differences[1]!.errors.simulation!);
  });

  it('Different agent counts compare the agents in all simulations', () => {
    expect(compared([runs[0]!, run({ train_cost_factor: 0.8 }, definition, 250)]).agents).toBe(250);
  });

  it('An unknown figure, other agents and another model are rejected with the position of the simulation', () => {
    const other = { ...run({}), definition: read('swissmetro-mode-choice') };
    const attempt = (last: RankedRun, figure = 'train') =>
      compareMany({ seed, runs: [runs[0]!, last], figure, objective: 'maximize', reference: 0 });
    expect(attempt(runs[1]!, 'boat')).toEqual({ ok: false, reason: 'unknown_figure', run: 0 });
    expect(attempt(other)).toEqual({ ok: false, reason: 'different_definition', run: 1 });
    const scenario = baselineScenario(definition);
    const { columns, summary } = simulate({ definition, scenario, seed: 8, agentCount: 600 });
    expect(attempt({ definition, scenario, columns, summary })).toEqual({
      ok: false,
      reason: 'different_agents',
      run: 1,
    });
  });
});

describe('several simulations of interacting agents', () => {
  const games = read('repeated-pd-cooperation');
  const [parameter] = games.scenario.parameters;
  const low = parameter && 'minimum' in parameter ? parameter.minimum : 0;
  const runs = [run({}, games, 100), run({ [parameter!.id]: low }, games, 100)];
  const figure = runs[0]!.summary.outcomes[0]!.id;

  it('Errors of a difference combine the errors of both simulations as if they were independent', () => {
    const { differences, figures, ranking } = compared(runs, { figure });
    const expected = Math.hypot(...figures.map(({ errors }) => errors.simulation!));
    expect(differences[1]!.errors.simulation).toBeCloseTo(expected, 12);
    expect(ranking!.best.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('The ranking contains the population errors of both figures and the model error of their difference', () => {
    const varied = structuredClone(read('hybrid-corn-network'));
    const own = [run({}, varied, 100), run({ extension_intensity: 1.05 }, varied, 100)];
    const { id } = own[0]!.summary.outcomes[0]!;
    varied.evidence.errors!.model!.changes.extension_intensity = { shares: 0.3, measures: {} };
    const intensity = varied.scenario.parameters.find((one) => one.id === 'extension_intensity')!;
    Object.assign(intensity, { calibrated_range: [1, 1.1] });
    const { figures: levels, differences } = compared(own, { figure: id });
    const parts = levels.flatMap(({ errors }) => [errors.simulation!, errors.estimation!, errors.population!]);
    expect(Math.min(...parts)).toBeGreaterThan(0);
    const { difference, probabilityGreater } = differences[1]!;
    expect(difference).not.toBe(0);
    expect(probabilityGreater).toBeCloseTo(normalCumulative(difference / Math.hypot(...parts, 0.3 * difference)), 8);
  });

  it('A selection of interacting agents has no intervals and no probabilities', () => {
    const { figures, ranking, differences } = compared(runs, { figure, rows: Int32Array.of(0, 1, 2) });
    expect([figures[0]!.interval, ranking, differences[1]!.probabilityGreater]).toEqual([null, null, null]);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchTargets } from '../../adjustments/match-targets.js';
import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import { baselineScenario } from '../../definition/resolve-scenario.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { simulate } from '../../simulation/simulate.js';
import { summarizeParts } from '../../simulation/summarize-groups.js';
import { readFigures } from '../../summary/figures.js';
import { segmentations } from '../../summary/segment-groups.js';
import { parseDefinition } from '../../validation/parse-definition.js';
import { minPairAgents } from './effect-groups.js';
import { clearPreferenceAttributes } from './effect-sources.js';
import { analyzeEffects } from './effects.js';

const loadDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../../catalog/${slug}.json`), 'utf8')));

function simulated(workflow: string | WorkflowDefinition, changes: Scenario, agentCount = 1_500) {
  const definition = typeof workflow === 'string' ? loadDefinition(workflow) : workflow;
  const scenario = { ...baselineScenario(definition), ...changes };
  const { columns, summary } = simulate({ definition, scenario, seed: 3, agentCount });
  const rows = Int32Array.from({ length: agentCount }, (_, row) => row);
  return { simulated: { definition, scenario, seed: 3, columns }, rows, summary };
}

/** The model error is greater than the errors that the tests compare. */
function withoutModelError(): WorkflowDefinition {
  const definition = structuredClone(loadDefinition('../model/testing/linear-mode-choice'));
  delete definition.evidence.errors!.model;
  return definition;
}

describe('analyzeEffects', () => {
  const mailing = simulated('gotv-social-pressure', { mailing: 'neighbors' });
  const cheaper = simulated('../model/testing/linear-mode-choice', { train_cost_factor: 0.7 });
  const { figures } = analyzeEffects(mailing.simulated, mailing.rows, false);
  const voting = figures.find(({ id }) => id === 'voting')!;

  it('The effect in a group is the difference of the summary, with the same interval and parts of the error', () => {
    const known = segmentations(mailing.simulated.definition, mailing.simulated.columns);
    for (const attribute of known) {
      const { groups } = summarizeParts(mailing.simulated, mailing.rows, [attribute]);
      for (const own of voting.groups.filter(({ group }) => attribute.id in group)) {
        const part = groups.find(({ group }) => group[attribute.id]!.id === own.group[attribute.id]!.id)!;
        const expected = part.outcomes.find(({ id }) => id === 'voting')!;
        expect(own.agents).toBe(part.agent_count);
        expect(own.effect).toBeCloseTo(expected.difference, 12);
        expected.difference_interval!.forEach((end, k) => expect(own.interval![k]).toBeCloseTo(end, 10));
        expect(own.errors.estimation).toBeCloseTo(expected.difference_errors.estimation!, 12);
      }
    }
  });

  it('Groups are sorted by the size of the effect, and simultaneous intervals contain the single ones', () => {
    const sizes = voting.groups.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const { interval, simultaneousInterval } of voting.groups) {
      expect(simultaneousInterval![0]).toBeLessThan(interval![0]);
      expect(simultaneousInterval![1]).toBeGreaterThan(interval![1]);
    }
    expect(voting.quantile!).toBeGreaterThan(2.5);
    expect(voting.quantile!).toBeLessThan(3.2);
  });

  it('Contrasts of the groups of an attribute, weighted by their agents, add up to zero', () => {
    const own = voting.groups.filter(({ group }) => 'age' in group);
    const sum = own.reduce((total, { agents, contrast }) => total + agents * contrast.value, 0);
    expect(own.reduce((total, { agents }) => total + agents, 0)).toBe(1_500);
    expect(sum / 1_500).toBeCloseTo(0, 12);
  });

  it('The interval of a contrast has the sampling error of a group within all agents', () => {
    const definition = withoutModelError();
    delete definition.evidence.covariance;
    const own = simulated(definition, { train_cost_factor: 0.7 });
    const [train] = analyzeEffects(own.simulated, own.rows, false, ['train']).figures;
    const { scenario, baseline } = readFigures(definition, own.simulated.columns).find(({ id }) => id === 'train')!;
    const [attribute] = segmentations(definition, own.simulated.columns);
    const group = train!.groups.find((one) => attribute!.id in one.group)!;
    const code = attribute!.groups.findIndex(({ id }) => id === group.group[attribute!.id]!.id);
    const isInside = (row: number) => attribute!.groupOf[row] === code;
    const changes = Float64Array.from(own.rows, (row) => {
      const ofAll = (scenario[row]! - baseline[row]! - train!.total.effect) / own.rows.length;
      return (isInside(row) ? (scenario[row]! - baseline[row]! - group.effect) / group.agents : 0) - ofAll;
    });
    const simulation = Math.hypot(...changes);
    const ratio = group.errors.population! / group.errors.simulation!;
    const [low, high] = group.contrast.simultaneousInterval!;
    const expected = train!.quantile! * simulation * Math.hypot(1, ratio);
    expect((high - low) / 2 / expected).toBeCloseTo(1, 1);
  });

  it('More groups make simultaneous intervals wider, and pairs with few agents are listed as excluded', () => {
    const { figures: withPairs, excluded } = analyzeEffects(mailing.simulated, mailing.rows, true, ['voting']);
    expect(withPairs.map(({ id }) => id)).toEqual(['voting']);
    const [own] = withPairs;
    expect(own!.quantile!).toBeGreaterThan(voting.quantile!);
    const pairs = own!.groups.filter(({ group }) => Object.keys(group).length === 2);
    expect(pairs.length).toBeGreaterThan(20);
    for (const { agents } of pairs) expect(agents).toBeGreaterThanOrEqual(minPairAgents);
    expect(excluded.length).toBeGreaterThan(0);
    for (const { agents, reason } of excluded) expect(reason === 'limit' || agents < minPairAgents).toBe(true);
  });

  it('The sources of different effects follow from the equations of the model', () => {
    const { sources } = analyzeEffects(mailing.simulated, mailing.rows, false, ['voting']);
    expect(sources).toEqual({
      kind: 'functional_form',
      preferenceAttributes: [],
      exposureAttributes: [],
      hasRandomTastes: false,
    });
    const other = analyzeEffects(cheaper.simulated, cheaper.rows, false, ['train']).sources;
    expect(other.kind).toBe('estimated');
    expect(other.preferenceAttributes).toContain('who_pays');
    expect(other.exposureAttributes).toContain('train_fare');
  });

  it('An attribute has a clear effect of its own only if the interval of a coefficient excludes 0', () => {
    const definition = structuredClone(loadDefinition('../model/testing/linear-mode-choice'));
    const baseline = baselineScenario(definition);
    const clear = () => clearPreferenceAttributes(definition, { ...baseline, train_cost_factor: 0.7 }, baseline);
    // The coefficient of travelers whose employer pays is -0.75 standard errors.
    expect(clear()).not.toContain('who_pays');
    definition.decision.coefficients.find(({ id }) => id === 'cost_employer_pays')!.estimate = 10;
    expect(clear()).toContain('who_pays');
  });

  describe('with calibration targets', () => {
    const target = { outcome: 'train', share: 0.3, standard_error: 0.02 };
    const match = matchTargets(withoutModelError(), [target], { seed: 3, agentCount: 600 });
    if (!match.ok) throw new Error('the target matches');
    const matched = match.definition;
    const effectOn = (definition: WorkflowDefinition, change: Scenario = { train_cost_factor: 0.7 }) => {
      const { simulated: own, rows, summary } = simulated(definition, change, 600);
      const [figure] = analyzeEffects(own, rows, false, ['train']).figures;
      return { figure: figure!, outcome: summary.outcomes.find(({ id }) => id === 'train')! };
    };
    const { figure, outcome } = effectOn(matched);

    it('The errors and the interval of the total effect are those of the summary', () => {
      expect(outcome.difference_errors.targets).toBeGreaterThan(0.001);
      expect(figure.total.errors.targets).toBeCloseTo(outcome.difference_errors.targets!, 10);
      outcome.difference_interval!.forEach((end, k) => expect(figure.total.interval![k]).toBeCloseTo(end, 10));
    });

    it('Uncertain targets make simultaneous intervals and contrasts wider than exact targets', () => {
      const exact = structuredClone(matched);
      delete exact.adjustments!.targets!.covariance;
      const { figure: narrow } = effectOn(exact);
      const width = (interval: readonly [number, number] | null) => interval![1] - interval![0];
      const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
      const widths = ({ groups }: typeof figure) => [
        mean(groups.map(({ simultaneousInterval }) => width(simultaneousInterval))),
        mean(groups.map(({ contrast }) => width(contrast.simultaneousInterval))),
      ];
      expect(narrow.groups[0]!.errors.targets).toBe(0);
      widths(figure).forEach((own, k) => expect(own).toBeGreaterThan(1.005 * widths(narrow)[k]!));
    });

    it('The errors of targets are known without a covariance of the estimates', () => {
      const definition = structuredClone(matched);
      delete definition.evidence.covariance;
      const { errors } = effectOn(definition).figure.total;
      expect(errors.estimation).toBeNull();
      expect(errors.targets).toBeCloseTo(figure.total.errors.targets!, 10);
    });

    it('The effects of the baseline have no error of targets', () => {
      expect(effectOn(matched, {}).figure.total.errors).toMatchObject({ targets: 0 });
    });
  });

  it('A group without agents that have derivatives has an unknown estimation error and no simultaneous intervals', () => {
    const { simulated: own } = simulated('gotv-social-pressure', { mailing: 'neighbors' }, 4_500);
    const sex = own.columns.find(({ name }) => name === 'attribute.sex')!.values;
    const all = Int32Array.from(sex.keys());
    const [late] = analyzeEffects(
      own,
      all.filter((row) => sex[row] === 0 || row >= 2_500),
      false,
      ['voting'],
    ).figures;
    const ofSex = late!.groups.filter(({ group }) => 'sex' in group);
    const [known, unknown] = ofSex.toSorted(
      (a, b) => Number(a.errors.estimation === null) - Number(b.errors.estimation === null),
    );
    expect([known!.errors.estimation, known!.simultaneousInterval, known!.contrast.simultaneousInterval]).not.toContain(
      null,
    );
    expect([unknown!.errors.estimation, unknown!.simultaneousInterval, unknown!.contrast.simultaneousInterval]).toEqual(
      [null, null, null],
    );
    const [last] = analyzeEffects(
      own,
      all.filter((row) => row >= 2_500),
      false,
      ['voting'],
    ).figures;
    expect([last!.quantile, last!.total.errors.estimation]).toEqual([null, null]);
  });

  it('Few degrees of freedom of the covariance make the intervals of contrasts wider', () => {
    const definition = withoutModelError();
    const exact = simulated(definition, { train_cost_factor: 0.7 });
    const fewer = structuredClone(definition);
    fewer.evidence.covariance!.degrees_of_freedom = 4;
    const few = simulated(fewer, { train_cost_factor: 0.7 });
    const [own] = analyzeEffects(few.simulated, few.rows, false, ['train']).figures;
    const [many] = analyzeEffects(exact.simulated, exact.rows, false, ['train']).figures;
    const widths = ({ groups }: typeof many & object) =>
      groups.reduce(
        (sum, { contrast }) => sum + contrast.simultaneousInterval![1] - contrast.simultaneousInterval![0],
        0,
      );
    expect(widths(own!)).toBeGreaterThan(1.05 * widths(many!));
  });

  it('Under the baseline scenario, all effects are exactly zero', () => {
    const { simulated: baseline, rows } = simulated('gotv-social-pressure', {}, 300);
    const [own] = analyzeEffects(baseline, rows, false).figures;
    expect(own!.quantile).toBeNull();
    for (const { effect, simultaneousInterval } of own!.groups)
      expect([effect, simultaneousInterval]).toEqual([0, [0, 0]]);
  });

  it('Effects of interacting agents have no intervals, because the agents of a group are not independent', () => {
    const { simulated: diffusion, rows } = simulated('hybrid-corn-network', { extension_intensity: 2 }, 300);
    const [own] = analyzeEffects(diffusion, rows, false).figures;
    expect(own!.quantile).toBeNull();
    for (const { interval, simultaneousInterval } of own!.groups)
      expect([interval, simultaneousInterval]).toEqual([null, null]);
  });
});

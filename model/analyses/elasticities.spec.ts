import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFull } from '../../test/support/full-level.js';
import { columnNamed } from '../columns/column.js';
import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../simulation/simulate.js';
import { segmentations } from '../summary/segment-groups.js';
import {
  withBoxCox,
  withClasses,
  withCrossedNests,
  withIntercepts,
  withLink,
  withMembership,
  withMoney,
  withOwnFares,
  withParts,
  withPeriods,
  withRandomTastes,
  withScales,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { elasticitiesOf } from './elasticities.js';
import type { Elasticity } from './elasticity.js';
import { analysisAgentsOf } from './figure-evaluator.js';

const read = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
const swissmetro = read('../model/testing/linear-mode-choice') as WorkflowOf<ConditionalLogit>;

function elasticities(definition: WorkflowDefinition, change: Scenario = {}, agentCount = 400, attribute?: string) {
  const scenario = { ...baselineScenario(definition), ...change };
  const { columns, summary } = simulate({ definition, scenario, seed: 5, agentCount });
  const segmentation = segmentations(definition, columns).find(({ id }) => id === attribute);
  const request = { definition, scenario, seed: 5, columns, segmentation };
  return { ...elasticitiesOf(request), columns, summary, request };
}
const find = (all: readonly Elasticity[], parameter: string, figure: string) =>
  all.find((one) => one.parameter === parameter && one.figure === figure)!;

describe('elasticities of a logit', () => {
  const { columns, elasticities: all, summary } = elasticities(swissmetro);
  const column = (name: string) => Array.from(columnNamed(columns, name).values);
  const beta = (id: string) => swissmetro.decision.coefficients.find((one) => one.id === id)!.estimate;

  it('Own and cross elasticities are the probability-weighted closed forms βx(1 - P) and -βxP', () => {
    const [time, train, car, swiss] = [
      column('attribute.train_time'),
      column('probability.train'),
      column('probability.car'),
      column('probability.swissmetro'),
    ];
    const weighted = (shares: number[], of: (row: number) => number) =>
      shares.reduce((sum, share, row) => sum + share * of(row), 0) / shares.reduce((sum, share) => sum + share, 0);
    const effect = (row: number) => beta('time') * 0.01 * time[row]!;
    const own = weighted(train, (row) => effect(row) * (1 - train[row]!));
    expect(find(all, 'train_time_factor', 'train').point!.estimate).toBeCloseTo(own, 10);
    const cross = weighted(car, (row) => -effect(row) * train[row]!);
    expect(find(all, 'train_time_factor', 'car').point!.estimate).toBeCloseTo(cross, 10);
    const other = weighted(swiss, (row) => -effect(row) * train[row]!);
    expect(find(all, 'train_time_factor', 'swissmetro').point!.estimate).toBeCloseTo(other, 10);
    expect(find(all, 'train_time_factor', 'train')).toMatchObject({ relation: 'own', point: { method: 'analytic' } });
    expect(find(all, 'train_time_factor', 'car').relation).toBe('cross');
  });

  it('Elasticities weighted by the shares of the outcomes sum to 0, because shares sum to 1', () => {
    for (const { id } of swissmetro.scenario.parameters) {
      const own = all.filter((one) => one.parameter === id && one.figure_kind === 'outcome' && one.point);
      expect(own).toHaveLength(3);
      const sum = own.reduce((total, { point, value }) => total + value * point!.estimate, 0);
      expect(sum).toBeCloseTo(0, 10);
    }
  });

  it('A parameter of 0 gets a semi-elasticity: the relative change per unit', () => {
    const scenario = { swissmetro_airline_seats_share: 0 };
    const zero = elasticities(swissmetro, scenario).elasticities;
    const seats = find(zero, 'swissmetro_airline_seats_share', 'swissmetro');
    expect(seats.point!.kind).toBe('semi_elasticity');
    expect(seats.point!.estimate).toBeLessThan(0);
    expect(seats.point!.interval![1]).toBeLessThan(0);
  });

  it('A share of an assignment has the mean effect of the assignment as its derivative', () => {
    const id = 'swissmetro_airline_seats_share';
    const shareWith = (value: number) =>
      elasticities(swissmetro, { [id]: value }).summary.outcomes.find((one) => one.id === 'swissmetro')!.share;
    const value = Number(baselineScenario(swissmetro)[id]);
    const own = find(all, id, 'swissmetro').point!;
    const share = summary.outcomes.find((one) => one.id === 'swissmetro')!.share;
    const scale = own.kind === 'elasticity' ? value : 1;
    expect(own.estimate).toBeCloseTo((scale * (shareWith(1) - shareWith(0))) / share, 10);
  });

  it('The arc runs from the baseline to a changed value, and otherwise from 10% below to 10% above', () => {
    const changed = elasticities(swissmetro, { train_cost_factor: 0.5 }).elasticities;
    expect(find(changed, 'train_cost_factor', 'train').arc).toMatchObject({
      rule: 'baseline_to_scenario',
      from: 1,
      to: 0.5,
    });
    const arc = find(changed, 'train_time_factor', 'train').arc!;
    expect(arc).toMatchObject({ rule: 'plus_minus_10_percent', from: 0.9, to: 1.1 });
    // The midpoint formula.
    const { figure_from: low, figure_to: high } = arc;
    expect(arc.estimate).toBeCloseTo(((high - low) / ((high + low) / 2)) * (1 / 0.2), 10);
    // Over a small range, the arc elasticity is close to the point elasticity.
    expect(arc.estimate).toBeCloseTo(find(changed, 'train_time_factor', 'train').point!.estimate, 1);
  });

  it('The segments, weighted by their expected choices, give the elasticity of all agents', () => {
    const { elasticities: groups } = elasticities(swissmetro, {}, 400, 'income');
    const own = groups.filter(({ parameter, figure }) => parameter === 'train_cost_factor' && figure === 'train');
    expect(own.length).toBeGreaterThan(2);
    const weight = (one: Elasticity) => one.value * one.agent_count;
    const sum = own.reduce((total, one) => total + weight(one) * one.point!.estimate, 0);
    const whole = find(all, 'train_cost_factor', 'train').point!.estimate;
    expect(sum / own.reduce((total, one) => total + weight(one), 0)).toBeCloseTo(whole, 10);
    expect(own.every(({ group, is_small, agent_count }) => group !== null && is_small === agent_count < 30)).toBe(true);
  });

  it('Every estimate has an interval, and names the error of the model as missing', () => {
    for (const { point, arc } of all) {
      for (const one of [point!, arc!]) {
        const [low, high] = one.interval!;
        expect(low).toBeLessThanOrEqual(one.estimate);
        expect(high).toBeGreaterThanOrEqual(one.estimate);
        expect(one.missing_parts).toEqual(['model']);
        expect(one.errors.estimation).toBeGreaterThan(0);
      }
    }
  });

  it('The estimation error is the error that the spread of redrawn coefficients implies', () => {
    // One coefficient with all the variance, so that the delta method has a numerical derivative to compare with.
    const definition = structuredClone(swissmetro);
    const { matrix, coefficients } = definition.evidence.covariance!;
    const position = coefficients.indexOf('time');
    const deviation = 0.01;
    matrix.forEach((row, i) => row.forEach((_, j) => (row[j] = i === position && j === position ? deviation ** 2 : 0)));
    const at = (shift: number) => {
      const shifted = structuredClone(definition);
      shifted.decision.coefficients.find(({ id }) => id === 'time')!.estimate += shift;
      return elasticities(shifted).elasticities;
    };
    const [own, above, below] = [elasticities(definition).elasticities, at(1e-4), at(-1e-4)];
    for (const parameter of ['train_time_factor', 'car_cost_factor', 'swissmetro_airline_seats_share']) {
      const value = (all: readonly Elasticity[], kind: 'point' | 'arc') => find(all, parameter, 'train')[kind]!;
      for (const kind of ['point', 'arc'] as const) {
        const slope = (value(above, kind).estimate - value(below, kind).estimate) / 2e-4;
        expect(value(own, kind).errors.estimation).toBeCloseTo(Math.abs(slope) * deviation, 7);
      }
    }
  });
});

describe('calibration targets', () => {
  it('Their error is a part of its own', () => {
    const definition = structuredClone(swissmetro);
    const { coefficients, matrix } = definition.evidence.covariance!;
    definition.adjustments = { targets: { targets: [], covariance: { coefficients, matrix } } } as never;
    const { point } = find(elasticities(definition).elasticities, 'train_time_factor', 'train');
    expect(point!.errors.targets).toBeGreaterThan(0);
    expect(point!.errors.targets).toBe(point!.errors.estimation);
    expect(point!.missing_parts).toEqual(['model']);
  });
});

describe('elasticities of other models', () => {
  const step = 1e-4;
  const slugs = ['intercity-mode-choice', 'catsup-brand-choice', 'conservation-wtp', 'unemployment-duration'];
  const definitions: [string, WorkflowDefinition][] = [
    ...slugs.map((slug): [string, WorkflowDefinition] => [slug, read(slug)]),
    ['random tastes', withRandomTastes(swissmetro)],
    ['coefficients that are amounts of money', withMoney(swissmetro)],
    ['latent classes', withClasses(swissmetro)],
    ['latent classes with attributes in their log odds', withMembership(swissmetro)],
    ['scales in crossed nests', withScales(withCrossedNests(swissmetro))],
    ['Box-Cox variables', withBoxCox(swissmetro)],
    ['periods', withPeriods(swissmetro)],
    ['periods with values of their own', withOwnFares(withPeriods(swissmetro))],
    ['periods with latent classes', withPeriods(withMembership(swissmetro))],
    ['a binary probit', withLink(read('hiv-test-incentive'), 'probit')],
    ['random intercepts', withIntercepts(read('hiv-test-incentive'))],
    ['parts of numbers', withParts(read('hiv-test-incentive'))],
  ];
  /** Models whose parts are those of others. */
  const repeated = new Set(['intercity-mode-choice', 'latent classes', 'periods', 'random intercepts']);
  const ofThisLevel = definitions.filter(([name]) => isFull || !repeated.has(name));

  it.each(ofThisLevel)('Analytic derivatives equal finite differences of the expected figures: %s', (_, definition) => {
    const agents = 40;
    const { elasticities: all, request } = elasticities(definition, {}, agents);
    const shares = new Set(definition.scenario.assignments.map(({ share }) => share));
    const compared = all.filter(({ parameter, point }) => !shares.has(parameter) && point?.kind === 'elasticity');
    expect(compared.length).toBeGreaterThan(0);
    for (const parameter of new Set(compared.map((one) => one.parameter))) {
      const value = Number(request.scenario[parameter]);
      const [below, above] = [1 - step, 1 + step].map((factor) => {
        const scenario = { ...request.scenario, [parameter]: factor * value };
        return elasticitiesOf({ ...request, scenario, parameters: [parameter] }).elasticities;
      });
      for (const { figure, point } of compared.filter((one) => one.parameter === parameter)) {
        const change = [below!, above!].map((all) => Math.log(find(all, parameter, figure).value));
        expect(point!.estimate).toBeCloseTo((change[1]! - change[0]!) / (2 * step), 5);
      }
    }
  });

  it('A price outside the equations is derived by central differences', () => {
    const { elasticities: all } = elasticities(read('conservation-wtp'));
    expect(all.some(({ point }) => point?.method === 'central_difference')).toBe(true);
  });

  it('A parameter with steps has an arc elasticity, and no point elasticity', () => {
    const { elasticities: all } = elasticities(read('alt-fuel-vehicle-choice'), {}, 60);
    const size = all.filter(({ parameter }) => parameter === 'electric_size');
    expect(size.every(({ point, point_unavailable }) => point === null && point_unavailable === 'steps')).toBe(true);
    expect(size.some(({ arc }) => arc !== null)).toBe(true);
  });

  it('A latent class has the elasticities of its own coefficients', () => {
    const { elasticities: all } = elasticities(withClasses(swissmetro), {}, 400, 'class');
    const own = (group: string) =>
      all.find((one) => one.group === group && one.parameter === 'car_cost_factor' && one.figure === 'car')!.point!;
    expect(own('thrifty').estimate).toBeLessThan(own('hurried').estimate);
  });

  it('Agents with several periods or latent classes are fewer, so that an analysis takes about the same time', () => {
    const agents = [swissmetro, withClasses(swissmetro), read('catsup-repeat-purchases')].map(analysisAgentsOf);
    expect(agents).toEqual([10_000, 10_000 / withClasses(swissmetro).decision.classes!.length, 500]);
  });

  it('Interacting agents have no elasticities', () => {
    const definition = read('hybrid-corn-network');
    const scenario = baselineScenario(definition);
    const { columns } = simulate({ definition, scenario, seed: 1, agentCount: 50, parameterDraws: 0 });
    expect(() => elasticitiesOf({ definition, scenario, seed: 1, columns })).toThrow('interact');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editAlternatives } from '../adjustments/edit-alternatives.js';
import { columnNamed } from '../columns/column.js';
import type { WorkflowDefinition, WorkflowOf } from '../definition/definition.schema.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import type { Scenario } from '../definition/scenario.schema.js';
import type { ConditionalLogit } from '../families/conditional-logit/conditional-logit.schema.js';
import { simulate } from '../simulation/simulate.js';
import {
  withCrossedNests,
  withScales,
  withBoxCox,
  withClasses,
  withMembership,
  withMoney,
  withRandomTastes,
} from '../testing/mixed-definitions.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { welfareOf } from './welfare.js';
import { familyOf } from '../families/family-of.js';
import { streamKey } from '../random/stream-key.js';
import { drawCoefficients } from '../simulation/draw-coefficients.js';
import { withEstimates } from './evaluated-agents.js';
import { itInFullLevel, rowsOf } from '../../test/support/full-level.js';

const read = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
const swissmetro = read('../model/testing/linear-mode-choice') as WorkflowOf<ConditionalLogit>;

function welfare(definition: WorkflowDefinition, change: Scenario, agentCount = 500) {
  const scenario = { ...baselineScenario(definition), ...change };
  const { columns, summary } = simulate({ definition, scenario, seed: 3, agentCount });
  return { ...welfareOf({ definition, scenario, seed: 3, columns }), columns, summary };
}
const coefficient = (id: string) => swissmetro.decision.coefficients.find((one) => one.id === id)!.estimate;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Estimation error of the mean change with a standard error of one coefficient only, and the error that follows from the derivative. */
function estimationErrorOf(id: string, base: WorkflowOf<ConditionalLogit>) {
  const definition = structuredClone(base);
  const deviation = 0.02;
  const ids = definition.decision.coefficients.map((one) => one.id);
  const matrix = ids.map((row) => ids.map((column) => (row === id && column === id ? deviation ** 2 : 0)));
  definition.evidence.covariance = { method: 'Test.', coefficients: ids, matrix };
  const change = { train_cost_factor: 0.8, swissmetro_time_factor: 0.9 };
  const scenario = { ...baselineScenario(definition), ...change };
  const { columns } = simulate({ definition, scenario, seed: 3, agentCount: 50, parameterDraws: 0 });
  const meanOf = (own: WorkflowDefinition) => welfareOf({ definition: own, scenario, seed: 3, columns }).all.mean;
  const at = (shift: number) => {
    const shifted = structuredClone(definition);
    shifted.decision.coefficients.find((one) => one.id === id)!.estimate += shift;
    // Without a covariance, nothing is drawn.
    delete shifted.evidence.covariance;
    return meanOf(shifted).estimate;
  };
  const fromDerivative = (Math.abs(at(1e-4) - at(-1e-4)) / 2e-4) * deviation;
  return { estimation: meanOf(definition).errors.estimation, fromDerivative };
}

describe('welfare', () => {
  const cheaperTrain = welfare(swissmetro, { train_cost_factor: 0.8 });

  it('The change of an agent is its change of the logsum divided by its marginal utility of money', () => {
    const { all, total, unit, money_unavailable, columns } = cheaperTrain;
    const values = (name: string) => Array.from(columnNamed(columns, name).values);
    const names = ['train', 'swissmetro', 'car'];
    const available = names.map((name) => values(`available.${name}`));
    const utilities = names.map((name) => values(`utility.${name}`));
    const [fare, ga, payer] = ['train_fare', 'ga_travelcard', 'who_pays'].map((id) => values(`attribute.${id}`));
    const categories = (id: string) => columnNamed(columns, `attribute.${id}`).categories!;
    const employer = categories('who_pays').indexOf('employer');
    const none = categories('ga_travelcard').indexOf('no');
    const changes = fare!.map((cost, row) => {
      const price = -0.01 * (coefficient('cost') + (payer![row] === employer ? coefficient('cost_employer_pays') : 0));
      // The train was more expensive in the baseline.
      const before = ga![row] === none ? -price * 0.2 * cost : 0;
      const logsum = (shift: number) =>
        Math.log(sum(utilities.map((own, k) => available[k]![row]! * Math.exp(own[row]! + (k === 0 ? shift : 0)))));
      return (logsum(0) - logsum(before)) / price;
    });
    expect(unit).toBe('CHF');
    expect(money_unavailable).toBeNull();
    expect(all.mean.estimate).toBeCloseTo(sum(changes) / 500, 10);
    expect(total.estimate).toBeCloseTo(sum(changes), 7);
    expect(all).toMatchObject({ agent_count: 500, direction: 'gains', losing_share: 0 });
    expect(all.mean.missing_parts).toEqual(['model']);
  });

  it('A small change of a fare agrees with the rule of half', () => {
    const { all, columns } = welfare(swissmetro, { train_cost_factor: 0.99 });
    const values = (name: string) => Array.from(columnNamed(columns, name).values);
    const [fare, ga] = [values('attribute.train_fare'), values('attribute.ga_travelcard')];
    const none = columnNamed(columns, 'attribute.ga_travelcard').categories!.indexOf('no');
    const [own, baseline] = [values('probability.train'), values('baseline_probability.train')];
    const saved = fare.map((cost, row) => (ga[row] === none ? 0.01 * cost : 0));
    const half = sum(saved.map((amount, row) => (amount * (own[row]! + baseline[row]!)) / 2)) / saved.length;
    expect(Math.abs(all.mean.estimate / half - 1)).toBeLessThan(1e-4);
  });

  it('The loss of a removed alternative is -log(1 - P) divided by the marginal utility of money', () => {
    const intercity = read('intercity-mode-choice') as WorkflowOf<ConditionalLogit>;
    const result = editAlternatives(intercity, { remove: ['car'] });
    if (!result.ok) throw new Error(JSON.stringify(result.issues));
    const { all, columns } = welfare(result.definition, {});
    const car = Array.from(columnNamed(columns, 'baseline_probability.car').values);
    const cost = intercity.decision.coefficients.find(({ id }) => id === 'cost')!.estimate;
    const loss = sum(car.map((probability) => Math.log(1 - probability) / -cost)) / car.length;
    expect(all.mean.estimate).toBeCloseTo(loss, 9);
    expect(all).toMatchObject({ direction: 'loses', gaining_share: 0, losing_share: 1 });
  });

  it('An unchanged scenario changes nothing', () => {
    const { all, total, segments } = welfare(swissmetro, {}, 100);
    expect(all).toMatchObject({ direction: 'unchanged', gaining_share: 0, losing_share: 0 });
    expect(total.estimate).toBe(0);
    expect(segments.every(({ groups }) => groups.every(({ direction }) => direction === 'unchanged'))).toBe(true);
  });

  it('A segment that the change does not affect neither gains nor loses', () => {
    const { segments } = cheaperTrain;
    const groups = segments.find(({ attribute }) => attribute === 'ga_travelcard')!.groups;
    expect(groups.map(({ id, direction }) => [id, direction])).toEqual(
      expect.arrayContaining([
        ['yes', 'unchanged'],
        ['no', 'gains'],
      ]),
    );
    for (const { groups: own } of segments) expect(sum(own.map(({ agent_count }) => agent_count))).toBe(500);
  });

  it('The mean of all agents is the mean of the segments, and the total is the mean times the agents', () => {
    const { all, total, segments } = cheaperTrain;
    expect(total.estimate).toBeCloseTo(500 * all.mean.estimate, 9);
    expect(total.interval![0]).toBeCloseTo(500 * all.mean.interval![0], 9);
    for (const { groups } of segments)
      expect(sum(groups.map(({ mean, agent_count }) => mean.estimate * agent_count)) / 500).toBeCloseTo(
        all.mean.estimate,
        9,
      );
  });

  it.each(
    rowsOf<[string, WorkflowOf<ConditionalLogit>, string]>(
      [
        ['equal coefficients', swissmetro, 'time'],
        ['the dissimilarity of a nest with scales', withScales(withCrossedNests(swissmetro)), 'public_dissimilarity'],
      ],
      [
        ['the cost', swissmetro, 'cost'],
        ['random tastes', withRandomTastes(swissmetro), 'time_spread'],
        ['coefficients that are amounts of money', withMoney(swissmetro), 'cost_spread'],
        ['the cost of a class', withClasses(swissmetro), 'thrifty_cost'],
        ['the share of a class', withClasses(swissmetro), 'thrifty_odds'],
        ['the effect of an attribute on the share of a class', withMembership(swissmetro), 'thrifty_train_time'],
        ['the dissimilarity of a nest', withCrossedNests(swissmetro), 'public_dissimilarity'],
        ['the share of an alternative in a nest', withCrossedNests(swissmetro), 'train_share'],
        ['the cost in nests', withScales(withCrossedNests(swissmetro)), 'cost'],
        ['the scale of some agents', withScales(swissmetro), 'employer_scale'],
        ['the power of a variable', withBoxCox(swissmetro), 'time_power'],
        ['the scale in nests', withScales(withCrossedNests(swissmetro)), 'unknown_scale'],
      ],
    ),
  )('The estimation error follows from the derivative with respect to a coefficient: %s', (_, definition, id) => {
    const { estimation, fromDerivative } = estimationErrorOf(id, definition);
    expect(estimation).toBeGreaterThan(0);
    expect(estimation).toBeCloseTo(fromDerivative, 6);
  });

  itInFullLevel(
    'The interval of the mean change contains the changes of other draws of the coefficients, in both tails',
    () => {
      const scenario = { ...baselineScenario(swissmetro), train_cost_factor: 1.5, swissmetro_time_factor: 1.2 };
      const { columns } = simulate({ definition: swissmetro, scenario, seed: 3, agentCount: 200 });
      const { all } = welfareOf({ definition: swissmetro, scenario, seed: 3, columns });
      const model = familyOf(swissmetro.decision).linear(swissmetro.decision);
      const drawn = drawCoefficients(swissmetro, model, streamKey(99, 'other draws'), 300).map((coefficients) => {
        const evidence = { ...swissmetro.evidence, covariance: undefined };
        const definition = { ...withEstimates(swissmetro, coefficients), evidence };
        return welfareOf({ definition, scenario, seed: 3, columns }).all;
      });
      const shareBelow = drawn.filter(({ mean }) => mean.estimate < all.mean.interval![0]).length / 300;
      const shareAbove = drawn.filter(({ mean }) => mean.estimate > all.mean.interval![1]).length / 300;
      expect(shareBelow).toBeLessThan(0.045);
      expect(shareAbove).toBeLessThan(0.045);
      const { gaining_share: gaining, gaining_share_interval: interval } = all;
      expect(interval![0]).toBeLessThanOrEqual(gaining);
      const inside = drawn.filter(({ gaining_share: own }) => own >= interval![0] && own <= interval![1]).length / 300;
      expect(inside).toBeGreaterThan(0.93);
    },
  );

  it('Without a cost, the change is in units of utility', () => {
    const { unit, money_unavailable, all } = welfare(read('alt-fuel-vehicle-choice'), { electric_range: 200 }, 100);
    expect({ unit, money_unavailable }).toEqual({ unit: 'utility', money_unavailable: 'no_cost' });
    expect(all.direction).toBe('gains');
  });

  it('A cost coefficient with the wrong sign gives no amount of money', () => {
    const definition = structuredClone(swissmetro);
    definition.decision.coefficients.find(({ id }) => id === 'cost')!.estimate = 0.5;
    const { unit, money_unavailable, all } = welfare(definition, { train_time_factor: 0.8 }, 100);
    expect({ unit, money_unavailable }).toEqual({
      unit: 'utility',
      money_unavailable: 'cost_coefficient_not_negative',
    });
    expect(all.mean.estimate).toBeGreaterThan(0);
  });

  it('Families without alternatives have no welfare', () => {
    expect(() => welfare(read('health-insurance-visits'), {}, 50)).toThrow('alternatives');
  });
});

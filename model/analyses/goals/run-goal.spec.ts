import { baselineScenario } from '../../definition/resolve-scenario.js';
import { EngineError } from '../../engine-error.js';
import { studentQuantile } from '../../math/student.js';
import { fiellerSet } from '../trade-off-utilities.js';
import { evaluateAgents, type EvaluationTask } from '../evaluated-agents.js';
import { type RequestedGoal, resolveGoal } from './resolve-goal.js';
import { runGoal } from './run-goal.js';
import { bestPrice, covariance, parameters, priceGoal, product, published, solve } from './testing/priced-product.js';
import { normalQuantile } from '../../math/normal.js';
import { simulate } from '../../simulate.js';
import { withClasses, withMembership } from '../../testing/mixed-definitions.js';
import { fillUniforms, streamPurposes } from '../../random/stream.js';
import { streamKey } from '../../random/stream-key.js';
import { itInFullLevel } from '../../../test/support/full-level.js';

const swissmetro = published('swissmetro-mode-choice');
const valueOfTime = published('swissmetro-value-of-time');
const revenue = { goal: 'maximize', values: { swissmetro: 'cost' } } as const;

describe('goals', () => {
  it.each([
    [1, 0.2],
    [3, 0.5],
    [0, 0.08],
    [2, 0.15],
  ])('The price with the greatest revenue under logit equals its closed form, for a = %d and b = %d', (a, b) => {
    const { arguments: found, objective, finding } = solve(product(a, b), priceGoal, { agentCount: 1 });
    const best = bestPrice(a, b);
    expect(finding).toBe('optimum');
    expect(found[0]!.value / best).toBeCloseTo(1, 6);
    expect(objective.value / (best / (1 + Math.exp(b * best - a)))).toBeCloseTo(1, 12);
  });

  it('Bisection of the slope of the revenue and the optimizer find the same fare', () => {
    const goal = { parameters: [{ name: 'swissmetro_cost_factor', from: 0.2, to: 4 }], objective: revenue };
    const { arguments: found } = solve(swissmetro, goal);
    // A constraint saves the draws of the coefficients.
    const constraints = [{ share: 'swissmetro', at_least: 0 }];
    const revenueAt = (at: number) => {
      const parameters = [{ name: 'swissmetro_cost_factor', from: at, to: at + 1 }];
      return solve(swissmetro, { ...goal, constraints, parameters }).curve[0]!.value;
    };
    let [low, high] = [found[0]!.value - 0.3, found[0]!.value + 0.3];
    for (let k = 0; k < 16; k++) {
      const middle = (low + high) / 2;
      if (revenueAt(middle + 1e-4) > revenueAt(middle - 1e-4)) low = middle;
      else high = middle;
    }
    expect((low + high) / 2).toBeCloseTo(found[0]!.value, 4);
  });

  it('The interval of the best price has the quantile for the degrees of freedom of the covariance', () => {
    const definition = product(2, 0.3);
    definition.evidence.covariance!.degrees_of_freedom = 4;
    const [best] = solve(definition, priceGoal, { agentCount: 1 }).arguments;
    const margin = studentQuantile(4) * best!.errors!.estimation!;
    expect((best!.interval![1] - best!.interval![0]) / 2 / margin).toBeCloseTo(1, 10);
  });

  it('The gain equals the difference from the start, and its estimation error the closed form of the delta method', () => {
    const [a, b, start] = [2, 0.3, 1];
    const { arguments: found, objective } = solve(product(a, b), priceGoal, { agentCount: 1 });
    const revenueAt = (price: number) => {
      const share = 1 / (1 + Math.exp(b * price - a));
      // The slope of the model is -b.
      const slope = price * share * (1 - share);
      return { value: price * share, gradient: [slope, slope * price] };
    };
    const [best, before] = [revenueAt(found[0]!.value), revenueAt(start)];
    const gradient = best.gradient.map((value, k) => value - before.gradient[k]!);
    const variance = gradient.reduce(
      (sum, own, i) => sum + gradient.reduce((line, other, j) => line + own * other * covariance[i]![j]!, 0),
      0,
    );
    expect(objective.gain.value / (best.value - before.value)).toBeCloseTo(1, 12);
    expect(objective.gain.errors.estimation! / Math.sqrt(variance)).toBeCloseTo(1, 9);
  });

  it.each([
    [['train_cost_factor'], 'train'],
    [['train_cost_factor', 'car_cost_factor'], 'train'],
  ])(
    'The gain from %j has the interval of the difference in a simulation with the values of the goal',
    (names, share) => {
      const bounds = names.map((name) => ({ name, from: 0.5, to: 2 }));
      const goal = { parameters: bounds, objective: { goal: 'maximize', share } } as const;
      const { arguments: found, objective } = solve(swissmetro, goal);
      const values = Object.fromEntries(found.map(({ parameter, value }) => [parameter, value]));
      const scenario = { ...baselineScenario(swissmetro), ...values };
      const { summary } = simulate({ definition: swissmetro, scenario, seed: 3, agentCount: 300 });
      const { difference, difference_interval: interval } = summary.outcomes.find(({ id }) => id === share)!;
      expect(objective.gain.value).toBeCloseTo(difference, 2);
      expect(objective.gain.interval![0]).toBeCloseTo(interval![0], 4);
      expect(objective.gain.interval![1]).toBeCloseTo(interval![1], 4);
      expect(objective.gain.errors.model).toBeGreaterThan(0);
    },
  );

  it.each([withClasses(valueOfTime), withMembership(valueOfTime)])(
    'A goal of latent classes reaches what a simulation with its values gives',
    (definition) => {
      const objective = { goal: 'reach', share: 'train', target: 0.2 } as const;
      const goal = { parameters: [{ name: 'train_cost_factor', from: 0.4, to: 2 }], objective };
      const [found] = solve(definition, goal).arguments;
      const scenario = { ...baselineScenario(definition), train_cost_factor: found!.value };
      const { outcomes } = simulate({ definition, scenario, seed: 3, agentCount: 300 }).summary;
      expect(outcomes.find(({ id }) => id === 'train')!.share).toBeCloseTo(0.2, 8);
    },
  );

  it('The interval of a price that reaches a share is the set of ratios that Fieller’s test does not reject', () => {
    const [a, b, target] = [2, 0.3, 0.4];
    const objective = { goal: 'reach', share: 'gift', target } as const;
    const { arguments: found } = solve(product(a, b), { parameters, objective }, { agentCount: 1 });
    const logit = Math.log(target / (1 - target));
    // p = (a - logit) / b, and the slope of the model is -b.
    const gradient = [1 / b, (a - logit) / b ** 2];
    const variance = gradient.reduce(
      (sum, own, i) => sum + gradient.reduce((line, other, j) => line + own * other * covariance[i]![j]!, 0),
      0,
    );
    expect(found[0]!.value).toBeCloseTo((a - logit) / b, 9);
    expect(found[0]!.errors!.estimation! / Math.sqrt(variance)).toBeCloseTo(1, 4);
    const { limits } = fiellerSet(
      {
        ...{ numerator: a - logit, numeratorVariance: covariance[0]![0]! },
        ...{ denominator: b, denominatorVariance: covariance[1]![1]!, covariance: -covariance[0]![1]! },
      },
      1.959964,
    );
    // The search for the limits stops within 0.1% of the width of the bounds.
    const tolerance = 1e-3 * (parameters[0]!.to - parameters[0]!.from);
    expect(Math.abs(found[0]!.interval![0] - limits![0])).toBeLessThan(tolerance);
    expect(Math.abs(found[0]!.interval![1] - limits![1])).toBeLessThan(tolerance);
  });

  it('An unreachable share gets the nearest reachable value, which is an optimum of the share', () => {
    const objective = { goal: 'reach', share: 'train', target: 0.9 } as const;
    const goal = { parameters: [{ name: 'train_cost_factor', from: 0.5, to: 2 }], objective };
    const result = solve(swissmetro, goal);
    const best = solve(swissmetro, { ...goal, objective: { goal: 'maximize', share: 'train' } });
    expect(result.finding).toBe('unreachable');
    expect(result.objective.value).toBe(best.objective.value);
    expect(result.arguments[0]).toMatchObject({ value: 0.5, at_bound: 'from', interval: null });
    const above = solve(swissmetro, { ...goal, objective: { ...objective, target: 0.01 } });
    expect(above).toMatchObject({ finding: 'unreachable', arguments: [{ value: 2, at_bound: 'to' }] });
  });

  it('A point of the curve has the same interval and parts of the error as the result at this point', () => {
    const goal = {
      parameters: [{ name: 'train_cost_factor', from: 0.5, to: 2 }],
      objective: { goal: 'maximize', share: 'train' },
    } as const;
    const { objective, curve } = solve(swissmetro, goal);
    const { value, interval, errors, missing_parts } = objective;
    expect(curve[0]).toEqual({
      ...{ values: { train_cost_factor: 0.5 }, is_feasible: true },
      ...{ value, interval, errors, missing_parts },
    });
    expect(Object.values(curve[20]!.errors)).toEqual(Object.values(errors).map(() => expect.any(Number) as number));
  });

  it('All values that reach a target are listed, and the result is the one nearest to the scenario', () => {
    const objective = { goal: 'reach', values: { gift: 'price' }, target: 3 } as const;
    const near = (price: number) =>
      solve(product(2, 0.3), { parameters, objective }, { scenario: { price }, agentCount: 1 });
    const { solutions } = near(1);
    expect(solutions).toHaveLength(2);
    for (const price of solutions) expect(price / (1 + Math.exp(0.3 * price - 2))).toBeCloseTo(3, 9);
    expect(near(1).arguments[0]!.value).toBe(solutions[0]);
    expect(near(30).arguments[0]!.value).toBe(solutions[1]);
  });

  it('A constraint on a share determines the best price exactly', () => {
    const [a, b] = [2, 0.3];
    const constraints = [{ share: 'gift', at_least: 0.75 }];
    const result = solve(product(a, b), { ...priceGoal, constraints }, { agentCount: 1 });
    expect(result.arguments[0]!.value).toBeCloseTo((a - Math.log(3)) / b, 8);
    expect(result.constraints[0]).toMatchObject({ is_satisfied: true, is_active: true });
    const inactive = solve(
      product(a, b),
      { ...priceGoal, constraints: [{ share: 'gift', at_least: 0.05 }] },
      { agentCount: 1 },
    );
    expect(inactive.arguments[0]!.value).toBeCloseTo(bestPrice(a, b), 5);
    expect(inactive.constraints[0]).toMatchObject({ is_satisfied: true, is_active: false });
  });

  it('Constraints that no price satisfies give the price that violates them least', () => {
    const constraints = [{ share: 'gift', at_least: 0.95 }];
    const {
      finding,
      arguments: found,
      constraints: state,
    } = solve(product(2, 0.3), { ...priceGoal, constraints }, { agentCount: 1 });
    expect(finding).toBe('infeasible');
    expect(found[0]).toMatchObject({ value: 0.1, interval: null });
    expect(state[0]).toMatchObject({ is_satisfied: false });
  });

  it('Two parameters reach an optimum that no step of either parameter improves', () => {
    const varied = [
      { name: 'train_cost_factor', from: 0.3, to: 6 },
      { name: 'swissmetro_cost_factor', from: 0.3, to: 4 },
    ];
    const bounded = varied.map((own) => ({ ...own, to: Math.min(own.to, 5) }));
    const objective = { goal: 'maximize', values: { swissmetro: 'cost', train: 'cost' } } as const;
    const result = solve(swissmetro, { parameters: bounded, objective }, { agentCount: 100 });
    expect(result.arguments.map(({ at_bound }) => at_bound)).toEqual([null, null]);
    for (const [k, own] of bounded.entries()) {
      const scenario = Object.fromEntries(result.arguments.map(({ parameter, value }) => [parameter, value]));
      const alone = solve(swissmetro, { parameters: [own], objective }, { agentCount: 100, scenario });
      expect(alone.arguments[0]!.value).toBeCloseTo(result.arguments[k]!.value, 2);
      expect(alone.objective.value - result.objective.value).toBeLessThan(1e-5 * result.objective.value);
    }
    for (const { interval, value } of result.arguments) {
      expect(interval![0]).toBeLessThan(value);
      expect(interval![1]).toBeGreaterThan(value);
    }
  });

  it('Two parameters reach a share with the smallest change of the scenario', () => {
    const varied = [
      { name: 'train_cost_factor', from: 0.2, to: 1.8 },
      { name: 'train_time_factor', from: 0.6, to: 1.4 },
    ];
    const objective = { goal: 'reach', share: 'train', target: 0.2 } as const;
    const result = solve(swissmetro, { parameters: varied, objective }, { agentCount: 100 });
    expect(result.finding).toBe('reached');
    expect(result.objective.value).toBeCloseTo(0.2, 8);
    const distanceOf = (values: readonly number[]) =>
      Math.hypot(...values.map((value, k) => (value - 1) / (varied[k]!.to - varied[k]!.from)));
    const own = distanceOf(result.arguments.map(({ value }) => value));
    for (const time of [0.65, 0.7, 0.75, 0.8, 0.85, 0.9]) {
      const scenario = { train_time_factor: time };
      const alone = solve(swissmetro, { parameters: [varied[0]!], objective }, { agentCount: 100, scenario });
      if (alone.finding === 'reached')
        expect(distanceOf([alone.arguments[0]!.value, time])).toBeGreaterThan(own - 1e-9);
    }
    expect(result.arguments.every(({ interval }) => interval !== null)).toBe(true);
  });

  it('A result does not depend on known agents, and a goal stops between evaluations on request', () => {
    const goal = resolveGoal(swissmetro, { parameters: [{ name: 'train_cost_factor' }], objective: revenue });
    if (!goal.ok) throw new Error('the goal is valid');
    const task = { definition: swissmetro, scenario: baselineScenario(swissmetro), seed: 3, agentCount: 700 };
    const run = (own: Partial<EvaluationTask> = {}) =>
      evaluateAgents({ ...task, ...own }, (agents) => runGoal(agents, goal.request));
    const first = run();
    const more = run({ agentCount: 900 });
    expect(run({ people: more.people }).digest).toBe(first.digest);
    const done: number[] = [];
    const stopped = () => run({ onProgress: (count) => done.push(count), shouldStop: () => done.length === 5 });
    expect(stopped).toThrow(EngineError);
    expect(done).toEqual([1, 2, 3, 4, 5]);
  });

  it('A value between two steps of the agents is reached', () => {
    const stepwise = [{ name: 'swissmetro_airline_seats_share', from: 0, to: 1 }];
    const values = { swissmetro: 500 };
    const { curve } = solve(swissmetro, { parameters: stepwise, objective: { goal: 'maximize', values } });
    const [first, last] = [curve[0]!.value, curve.at(-1)!.value];
    const objective = { goal: 'reach', values, target: first + 0.4321 * (last - first) } as const;
    const result = solve(swissmetro, { parameters: stepwise, objective });
    expect(result.finding).toBe('reached');
    expect(Math.abs(result.objective.value - objective.target)).toBeGreaterThan(1e-3);
  });

  it('A large target is reached within rounding of its size', () => {
    const objective = { goal: 'reach', values: { gift: 1e11 }, target: 3.1e10 } as const;
    expect(solve(product(2, 0.3), { parameters, objective }, { agentCount: 1 }).finding).toBe('reached');
  });

  it('Numbers that are not finite or above 1e12 are rejected with their path', () => {
    const pathsOf = (goal: RequestedGoal) => {
      const resolved = resolveGoal(product(2, 0.3), goal);
      return resolved.ok ? [] : resolved.issues.map(({ path }) => path);
    };
    const values = { gift: 1e306 };
    expect(pathsOf({ parameters, objective: { goal: 'maximize', values } })).toEqual(['objective.values.gift']);
    const objective = { goal: 'reach', values: { gift: 'price' }, target: NaN } as const;
    expect(pathsOf({ parameters, objective })).toEqual(['objective.target']);
    const constraints = [{ share: 'gift', at_most: -2e12 }];
    expect(pathsOf({ ...priceGoal, constraints })).toEqual(['constraints.0.at_most']);
    expect(pathsOf({ ...priceGoal, parameters: [{ name: 'price', from: 1, to: NaN }] })).toContain('parameters.0.to');
  });

  it('The gap between the population and the data widens the interval of a value that reaches a share', () => {
    const withGap = (gap: number) => {
      const errors = structuredClone(swissmetro.evidence.errors!);
      Object.assign(errors.model!, { shares: 0.1 });
      Object.assign(
        errors.population!.checks.find(({ id }) => id === 'train')!,
        { gap },
      );
      const definition = { ...swissmetro, evidence: { ...swissmetro.evidence, errors } };
      const objective = { goal: 'reach', share: 'train', target: 0.15 } as const;
      const own = solve(definition, { parameters: [{ name: 'train_cost_factor', from: 0.5, to: 2 }], objective });
      return { argument: own.arguments[0]!.errors!, objective: own.objective.errors };
    };
    const [without, own] = [withGap(0), withGap(0.05)];
    // The model error of the argument is the model error of the share, divided by the slope.
    const slope = own.objective.model! / own.argument.model!;
    const added = Math.sqrt(own.argument.population! ** 2 - without.argument.population! ** 2);
    expect(added * slope).toBeCloseTo(0.05, 8);
  });

  it('An integer parameter gets the better of the two neighboring integers', () => {
    const definition = product(2, 0.3);
    const [price] = definition.scenario.parameters;
    Object.assign(price!, { type: 'integer', minimum: 1, maximum: 60, calibrated_range: [1, 40] });
    const { arguments: found } = solve(
      definition,
      { ...priceGoal, parameters: [{ name: 'price', from: 1, to: 60 }] },
      { agentCount: 1 },
    );
    const revenueOf = (value: number) => value / (1 + Math.exp(0.3 * value - 2));
    const best = Array.from({ length: 60 }, (_, k) => k + 1).sort((x, y) => revenueOf(y) - revenueOf(x))[0];
    expect(found[0]!.value).toBe(best);
  });

  itInFullLevel(
    'The interval of the best price contains the true best price in at least 90% of draws of the coefficients',
    () => {
      const [a, b] = [2, 0.3];
      const draws = 400;
      const [factor, shared, own] = [0.2, -0.02, Math.sqrt(0.001 - 0.02 ** 2)];
      const uniforms = new Float64Array(2 * draws);
      fillUniforms(streamKey(1, 'goals'), streamPurposes.perception, 0, 2, 0, draws, uniforms);
      let covered = 0;
      for (let draw = 0; draw < draws; draw++) {
        const [first, second] = [normalQuantile(uniforms[draw]!), normalQuantile(uniforms[draws + draw]!)];
        const estimated = product(a + factor * first, b - shared * first - own * second);
        const [low, high] = solve(estimated, priceGoal, { agentCount: 1 }).arguments[0]!.interval!;
        if (low <= bestPrice(a, b) && bestPrice(a, b) <= high) covered++;
      }
      expect(covered / draws).toBeGreaterThan(0.9);
      expect(covered / draws).toBeLessThan(0.99);
    },
  );
});

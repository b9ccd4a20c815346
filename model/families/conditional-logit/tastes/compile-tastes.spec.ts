import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../../../columns/column.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import { EngineError } from '../../../engine-error.js';
import { compile } from '../../../simulation/compile.js';
import { simulate } from '../../../simulation/simulate.js';
import { simulateChunk } from '../../../simulation/simulate-chunk.js';
import { agentRenderer } from '../../../simulation/render-agent.js';
import { definitionIssues } from '../../../testing/definition-issues.js';
import {
  withClasses,
  withCorrelatedTastes,
  withMembership,
  withRandomTastes,
  withTastes,
} from '../../../testing/mixed-definitions.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { sampleSize } from '../../../../test/support/full-level.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../model/testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const scenario = { ...baselineScenario(published), swissmetro_cost_factor: 0.8, train_time_factor: 0.9 };
const agentCount = sampleSize(20_000, 100_000);

const mixed = withRandomTastes(published) as Definition;
const classed = withClasses(published) as Definition;
const byAttributes = withMembership(published) as Definition;
const all: [string, Definition][] = [
  ['random tastes', mixed],
  ['latent classes', classed],
  ['attributes in the log odds of classes', byAttributes],
];

const valuesOf = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const meanOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const deviationOf = (values: ArrayLike<number>) => {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(Array.from(values, (value) => (value - mean) ** 2)));
};

describe('random tastes', () => {
  const { columns } = simulateChunk(compile(mixed, scenario, 1), 0, agentCount);
  const rootAgentCount = Math.sqrt(agentCount);
  const carConstant = published.decision.coefficients.find(({ id }) => id === 'asc_car')!.estimate;

  it('A normal taste has the mean and standard deviation of its coefficients', () => {
    const car = valuesOf(columns, 'taste.asc_car');
    expect(Math.abs(meanOf(car) - carConstant)).toBeLessThan((4 * 1.3) / rootAgentCount);
    expect(Math.abs(deviationOf(car) - 1.3)).toBeLessThan((4 * 1.3) / Math.sqrt(2 * agentCount));
  });

  it('A log-normal taste has the mean, standard deviation and sign of its coefficients', () => {
    const time = Array.from(valuesOf(columns, 'taste.time'));
    expect(Math.max(...time.slice(0, 50_000))).toBeLessThan(0);
    const logs = time.map((value) => Math.log(-value));
    expect(Math.abs(meanOf(logs) - Math.log(1.5))).toBeLessThan((4 * 0.6) / rootAgentCount);
    expect(Math.abs(deviationOf(logs) - 0.6)).toBeLessThan((4 * 0.6) / Math.sqrt(2 * agentCount));
  });

  it.each([
    ['uniform', 3],
    ['triangular', 6],
  ] as const)('A %s taste has its mean, range and standard deviation', (distribution, divisor) => {
    const definition = withTastes(published, ({ coefficients }) => {
      Object.assign(
        coefficients.find(({ id }) => id === 'asc_car')!,
        { taste: { distribution, spread: 'car_spread' } },
      );
      coefficients.push({ id: 'car_spread', label: 'Half of the range', estimate: 2 });
    });
    const car = valuesOf(simulateChunk(compile(definition, scenario, 1), 0, agentCount).columns, 'taste.asc_car');
    const distances = Array.from(car, (value) => value - carConstant);
    expect(Math.abs(meanOf(distances))).toBeLessThan(8 / rootAgentCount);
    expect(Math.max(...distances.slice(0, 20_000).map(Math.abs))).toBeLessThanOrEqual(2);
    expect(deviationOf(distances)).toBeCloseTo(2 / Math.sqrt(divisor), 1);
  });

  it('Tastes are uncorrelated with each other, with random errors and with attributes', () => {
    const [car, time] = [
      valuesOf(columns, 'taste.asc_car'),
      Array.from(valuesOf(columns, 'taste.time'), (v) => Math.log(-v)),
    ];
    const others = ['error.train', 'error.swissmetro', 'error.car', 'attribute.train_time', 'attribute.sex'];
    for (const other of [time, ...others.map((name) => valuesOf(columns, name))]) {
      expect(Math.abs(correlation(car, other))).toBeLessThan(4 / rootAgentCount);
    }
  });

  it('Choice shares equal the integral of the logit over the taste distribution', () => {
    // Two alternatives that differ only by a normal constant: ∫ logistic(b + s z) φ(z) dz.
    const definition = withTastes(published, (decision) => {
      decision.coefficients = [
        { id: 'b', label: 'b', estimate: 0.4, taste: { distribution: 'normal', spread: 's' } },
        { id: 's', label: 's', estimate: 1.7 },
      ];
      decision.alternatives = decision.alternatives.slice(0, 2);
      decision.terms = [{ id: 'b', label: 'b', coefficient: 'b', scale: 1, alternatives: ['train'], factors: [] }];
    });
    let integral = 0;
    for (let z = -8; z < 8; z += 0.001)
      integral += (0.001 * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI) / (1 + Math.exp(-0.4 - 1.7 * z));
    const outcome = valuesOf(simulateChunk(compile(definition, scenario, 1), 0, agentCount).columns, 'outcome');
    expect(Math.abs(1 - meanOf(outcome) - integral)).toBeLessThan(
      4 * Math.sqrt((integral * (1 - integral)) / agentCount),
    );
  });

  it('A taste that is not finite fails with the name of its term', () => {
    const wild = structuredClone(mixed);
    wild.decision.coefficients.find(({ id }) => id === 'time_spread')!.estimate = 1e4;
    const run = () => simulate({ definition: wild, scenario, seed: 0, agentCount: 10 });
    expect(run).toThrow(EngineError);
    expect(run).toThrow(/see the term time\b/);
  });

  it('The digest with random tastes does not change', () => {
    expect(simulate({ definition: mixed, scenario, seed: 0, agentCount: 1_000 }).digest).toMatchInlineSnapshot(
      `"7d05681939e726f9f8907d208d5e08b5acd647ded90cf9dd769dcc0bfc1a2528"`,
    );
  });
});

describe('latent classes', () => {
  const { columns, summary } = simulate({ definition: classed, scenario, seed: 1, agentCount });
  const share = 1 / (1 + Math.exp(0.7));

  it('Class shares match the log odds within 4 standard errors', () => {
    const error = Math.sqrt((share * (1 - share)) / agentCount);
    expect(Math.abs(meanOf(valuesOf(columns, 'class')) - share)).toBeLessThan(4 * error);
  });

  it('A class uses its own coefficients, and the coefficients of the terms otherwise', () => {
    const own = valuesOf(columns, 'class');
    const cost = valuesOf(columns, 'taste.cost');
    const sharedCost = published.decision.coefficients.find(({ id }) => id === 'cost')!.estimate;
    expect(Array.from(cost.subarray(0, 500))).toEqual(
      Array.from(own.subarray(0, 500), (k) => (k === 1 ? -4 : sharedCost)),
    );
    expect(columns.some(({ name }) => name === 'taste.headway')).toBe(false);
  });

  it('Latent classes are a segment of the summary', () => {
    const segment = summary.segments.at(-1)!;
    expect(segment).toMatchObject({ attribute: 'class', label: 'Latent class' });
    expect(segment.groups.map(({ id }) => id)).toEqual(['hurried', 'thrifty']);
    expect(segment.groups.reduce((sum, { agent_count }) => sum + agent_count, 0)).toBe(agentCount);
  });

  it('The transcript describes the latent class of the agent', () => {
    const ten = simulate({ definition: classed, scenario, seed: 1, agentCount: 10 });
    const render = agentRenderer(classed, scenario, ten);
    for (let index = 0; index < 10; index++) {
      const phrase =
        valuesOf(ten.columns, 'class')[index] === 1 ? 'I look at the price first.' : 'My time is what counts.';
      expect(render(index).transcript[0]).toContain(phrase);
    }
  });

  it('The digest with latent classes does not change', () => {
    expect(simulate({ definition: classed, scenario, seed: 0, agentCount: 1_000 }).digest).toMatchInlineSnapshot(
      `"6f84503c578908042ba680da29502e39ec9c059399f70842a959b1311306bf7d"`,
    );
  });
});

describe('attributes in the log odds of latent classes', () => {
  const { columns } = simulateChunk(compile(byAttributes, scenario, 1), 0, agentCount);
  const classes = valuesOf(columns, 'class');
  const [sex, time] = ['attribute.sex', 'attribute.train_time'].map((name) => valuesOf(columns, name));
  const shares = Array.from(classes, (_, row) => {
    const logOdds = -0.7 + (sex![row] === 1 ? -0.9 : 0) + 0.005 * time![row]!;
    return 1 / (1 + Math.exp(-logOdds));
  });

  it.each([0, 1])('The share of a class among agents of one sex is the mean of their own shares: %d', (code) => {
    const rows = shares.flatMap((_, row) => (sex![row] === code ? [row] : []));
    const expected = meanOf(rows.map((row) => shares[row]!));
    const error = Math.sqrt((expected * (1 - expected)) / rows.length);
    expect(Math.abs(meanOf(rows.map((row) => classes[row]!)) - expected)).toBeLessThan(4 * error);
  });

  it('Members of a class have attributes in proportion to its shares', () => {
    const members = shares.flatMap((_, row) => (classes[row] === 1 ? [time![row]!] : []));
    const weighted = meanOf(shares.map((share, row) => share * time![row]!)) / meanOf(shares);
    expect(weighted).toBeGreaterThan(meanOf(time!) + 5);
    expect(Math.abs(meanOf(members) - weighted)).toBeLessThan((4 * deviationOf(members)) / Math.sqrt(members.length));
  });

  it('A larger log odds moves agents only into the class', () => {
    const more = structuredClone(byAttributes);
    more.decision.coefficients.find(({ id }) => id === 'thrifty_train_time')!.estimate = 2;
    const after = valuesOf(simulateChunk(compile(more, scenario, 1), 0, 2_000).columns, 'class');
    const moves = Array.from(after, (value, row) => value - classes[row]!);
    expect(new Set(moves)).toEqual(new Set([0, 1]));
  });

  it('The digest with attributes in the log odds does not change', () => {
    expect(simulate({ definition: byAttributes, scenario, seed: 0, agentCount: 1_000 }).digest).toMatchInlineSnapshot(
      `"afb540424da1761a39f3611b5c4ef80c0201324b18b35811952bf68203a32442"`,
    );
  });
});

describe('validation of tastes', () => {
  const issuesOf = (change: (decision: ConditionalLogit) => void, base = classed) => {
    const definition = structuredClone(base);
    change(definition.decision);
    return definitionIssues(definition);
  };

  const [men] = byAttributes.decision.classes![1]!.membership!;

  it.each<[string, (decision: ConditionalLogit) => void, string]>([
    [
      'log odds of the first class',
      ({ classes }) => Object.assign(classes![0]!, { membership: [{ ...men!, id: 'other' }] }),
      'decision.classes.0.membership: the first class is the reference',
    ],
    [
      'a factor of the scenario',
      ({ classes }) => Object.assign(classes![1]!.membership![0]!, { factors: [{ parameter: 'train_time_factor' }] }),
      'decision.classes.1.membership.0.factors.0: the class of an agent is the same under every scenario',
    ],
    [
      'an unknown attribute',
      ({ classes }) => Object.assign(classes![1]!.membership![1]!, { factors: [{ attribute: 'missing' }] }),
      'decision.classes.1.membership.1.factors.0.attribute: unknown attribute "missing"',
    ],
    [
      'a coefficient of a term',
      ({ classes }) => Object.assign(classes![1]!.membership![0]!, { coefficient: 'headway' }),
      'decision.classes.1.membership.0.coefficient: the membership coefficient "headway" must not be used in a term',
    ],
    [
      'a coefficient of a class',
      ({ classes }) => Object.assign(classes![1]!.membership![0]!, { coefficient: 'thrifty_cost' }),
      'decision.classes.1.membership.0.coefficient: "thrifty_cost" replaces the coefficient of a term',
    ],
    [
      'two terms with one id',
      ({ classes }) => Object.assign(classes![1]!.membership![0]!, { id: 'thrifty_train_time' }),
      'membership term',
    ],
  ])('The error of the log odds of a class names %s', (_, change, message) => {
    expect(issuesOf(change, byAttributes).join('\n')).toContain(message);
  });

  it.each(all)('A definition with %s is accepted', (_, definition) => {
    expect(issuesOf(() => undefined, definition)).toEqual([]);
  });

  const correlated = withCorrelatedTastes(published) as Definition;

  it('A definition with correlated tastes is accepted, and its agents have the covariance of the loadings', () => {
    expect(issuesOf(() => undefined, correlated)).toEqual([]);
    const { columns } = simulateChunk(compile(correlated, scenario, 5), 0, 5_000);
    const [car, headway] = ['asc_car', 'headway'].map((id) => valuesOf(columns, `taste.${id}`));
    const time = Float64Array.from(valuesOf(columns, 'taste.time'), (value) => Math.log(-value));
    // Loadings: car 1.3; time -0.5 and 0.6; headway 0.3, -0.2 and 0.4.
    expect(Math.abs(deviationOf(time) - Math.hypot(0.5, 0.6))).toBeLessThan(0.04);
    expect(Math.abs(correlation(car!, time) + 0.5 / Math.hypot(0.5, 0.6))).toBeLessThan(0.04);
    const covariance = -0.5 * 0.3 + 0.6 * -0.2;
    const deviations = Math.hypot(0.5, 0.6) * Math.hypot(0.3, 0.2, 0.4);
    expect(Math.abs(correlation(headway!, time) - covariance / deviations)).toBeLessThan(0.04);
  });

  it.each<[string, Record<string, string>, string]>([
    ['a later taste', { headway: 'car_time' }, '"headway" is not an earlier coefficient with a normal or log-normal'],
    ['a coefficient without a taste', { cost: 'car_time' }, '"cost" is not an earlier coefficient'],
    ['a loading in a term', { asc_car: 'cost' }, 'the loading "cost" must not be used in a term'],
    ['an unknown loading', { asc_car: 'missing' }, 'unknown coefficient "missing"'],
  ])('The error of correlated tastes names %s', (_, loadings, message) => {
    const issues = issuesOf(({ coefficients }) => {
      coefficients.find(({ id }) => id === 'time')!.taste!.correlated_with = loadings;
    }, correlated);
    expect(issues.join('\n')).toContain(message);
  });

  it('Uniform tastes cannot be correlated', () => {
    const issues = issuesOf(({ coefficients }) => {
      const { taste } = coefficients.find(({ id }) => id === 'headway')!;
      Object.assign(taste!, { distribution: 'uniform' });
    }, correlated);
    expect(issues.join('\n')).toContain('a uniform taste cannot be correlated');
  });

  it('The error names a spread that is used in a term', () => {
    expect(issuesOf(({ coefficients }) => Object.assign(coefficients[1]!.taste!, { spread: 'cost' }), mixed)).toContain(
      'decision.coefficients.1.taste.spread: the spread "cost" must not be used in a term',
    );
  });

  it('The error names a spread that is not a coefficient', () => {
    const issues = issuesOf(({ coefficients }) => Object.assign(coefficients[1]!.taste!, { spread: 'missing' }), mixed);
    expect(issues.join('\n')).toContain('decision.coefficients.1.taste.spread: unknown coefficient "missing"');
  });

  it('The errors name a class without log odds and a first class with log odds', () => {
    const issues = issuesOf(({ classes }) => classes!.reverse());
    expect(issues.some((issue) => issue.startsWith('decision.classes.0.log_odds: the first class'))).toBe(true);
    expect(issues).toContain(
      'decision.classes.1: class "hurried" needs "log_odds", its log odds relative to the first class',
    );
  });

  it('The error names a fixed coefficient that a class replaces', () => {
    const issues = issuesOf(({ coefficients }) => {
      coefficients.find(({ id }) => id === 'cost')!.fixed = true;
    });
    expect(issues.join('\n')).toContain('"cost" is fixed, so no class can replace it');
  });

  it('The error names a coefficient of a class that replaces no coefficient of a term', () => {
    const issues = issuesOf(({ classes }) =>
      Object.assign(classes![1]!.coefficients, { thrifty_odds: 'thrifty_cost' }),
    );
    expect(issues.join('\n')).toContain('unknown coefficient of a term "thrifty_odds"');
  });
});

function correlation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)];
  const products = Array.from({ length: a.length }, (_, k) => (a[k]! - meanA) * (b[k]! - meanB));
  return meanOf(products) / (deviationOf(a) * deviationOf(b));
}

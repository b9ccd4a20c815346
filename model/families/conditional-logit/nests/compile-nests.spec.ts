import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Column } from '../../../columns/column.js';
import type { WorkflowOf } from '../../../definition/definition.schema.js';
import { baselineScenario } from '../../../definition/resolve-scenario.js';
import { sinPi } from '../../../math/elementary.js';
import { compile } from '../../../simulation/compile.js';
import { simulate } from '../../../simulation/simulate.js';
import { simulateChunk } from '../../../simulation/simulate-chunk.js';
import { definitionIssues } from '../../../testing/definition-issues.js';
import { withCrossedNests, withNests, withRandomTastes } from '../../../testing/mixed-definitions.js';
import type { ConditionalLogit } from '../conditional-logit.schema.js';
import { sampleSize } from '../../../../test/support/full-level.js';

type Definition = WorkflowOf<ConditionalLogit>;

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../model/testing/linear-mode-choice.json'), 'utf8'),
) as Definition;
const scenario = { ...baselineScenario(published), swissmetro_cost_factor: 0.8, train_time_factor: 0.9 };
const agentCount = sampleSize(20_000, 100_000);
const nested = withNests(published) as Definition;
const crossed = withCrossedNests(published) as Definition;
const both: [string, Definition][] = [
  ['nests', nested],
  ['crossed nests', crossed],
];

const valuesOf = (columns: readonly Column[], name: string) => columns.find((column) => column.name === name)!.values;
const meanOf = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
const withEstimate = (definition: Definition, changes: Record<string, number>) => {
  const changed = structuredClone(definition);
  for (const [id, estimate] of Object.entries(changes))
    changed.decision.coefficients.find((one) => one.id === id)!.estimate = estimate;
  return changed;
};

describe.each(both)('agents with %s', (_, definition) => {
  it('With dissimilarities of 1, nests change nothing', () => {
    const ids = definition.decision.nests!.map(({ dissimilarity }) => dissimilarity);
    const loose = withEstimate(definition, Object.fromEntries(ids.map((id) => [id, 1])));
    const run = (own: Definition) => simulateChunk(compile(own, scenario, 2), 0, 300).columns;
    const [plain, free] = [run(published), run(loose)];
    for (const name of ['probability.train', 'probability.car', 'baseline_probability.swissmetro'])
      valuesOf(plain, name).forEach((value, row) => expect(valuesOf(free, name)[row]).toBeCloseTo(value, 12));
    if (definition !== nested) return;
    for (const { name, values } of plain.filter((column) => /^(error|outcome)/.test(column.name)))
      expect(valuesOf(free, name)).toEqual(values);
  });
});

describe('random errors in nests', () => {
  const { columns } = simulateChunk(compile(nested, scenario, 1), 0, agentCount);
  const [train, swissmetro, car] = ['train', 'swissmetro', 'car'].map((id) => valuesOf(columns, `error.${id}`));
  const tolerance = 6 / Math.sqrt(agentCount);

  it('Each error has the distribution function exp(-e^-x)', () => {
    for (const errors of [train!, swissmetro!, car!])
      for (const x of [-1, 0, 1, 3]) {
        const below = meanOf(Array.from(errors, (error) => Number(error <= x)));
        expect(Math.abs(below - Math.exp(-Math.exp(-x)))).toBeLessThan(tolerance);
      }
  });

  it('Errors of one nest have the joint distribution function of the nested logit, and others are independent', () => {
    const jointly = (a: ArrayLike<number>, b: ArrayLike<number>, x: number, y: number) =>
      meanOf(Array.from(a, (error, row) => Number(error <= x && b[row]! <= y)));
    for (const [x, y] of [
      [0, 0],
      [-0.5, 1],
      [2, 1],
    ] as const) {
      const together = Math.exp(-((Math.exp(-x / 0.5) + Math.exp(-y / 0.5)) ** 0.5));
      expect(Math.abs(jointly(train!, car!, x, y) - together)).toBeLessThan(tolerance);
      const apart = Math.exp(-Math.exp(-x) - Math.exp(-y));
      expect(Math.abs(jointly(train!, swissmetro!, x, y) - apart)).toBeLessThan(tolerance);
    }
  });

  it('A dissimilarity close to 0 gives the alternatives of a nest the same error', () => {
    const close = withEstimate(nested, { existing_dissimilarity: 0.01 });
    const own = simulateChunk(compile(close, scenario, 1), 0, 1_000).columns;
    const [a, b] = [valuesOf(own, 'error.train'), valuesOf(own, 'error.car')];
    expect(meanOf(Array.from(a, (error, row) => Math.abs(error - b[row]!)))).toBeLessThan(0.05);
  });

  it('The sine for the errors is exact to 2 units in the last place', () => {
    fc.assert(
      fc.property(fc.double({ min: 2 ** -40, max: 0.5, noNaN: true }), (x) => {
        const expected = Math.sin(Math.PI * x);
        expect(Math.abs(sinPi(x) - expected)).toBeLessThanOrEqual(2 ** -51 * expected);
        expect(Math.abs(sinPi(1 - x) - expected)).toBeLessThanOrEqual(2 ** -51 * expected + 2 ** -52);
      }),
      { numRuns: 1_000 },
    );
  });
});

it('The digests with nests do not change', () => {
  const digests = both.map(([, definition]) => simulate({ definition, scenario, seed: 0, agentCount: 1_000 }).digest);
  expect(digests).toMatchInlineSnapshot(`
[
  "3bb3ec935d10c725f5a0d85a3a4bcd91eaf6368b173e9ab81b4248051f4cccbc",
  "72bfef2795c83b738d2b613d11d29e158bf29cac8d5beaff5c2749445fa806bc",
]
`);
});

describe('validation of nests', () => {
  const issuesOf = (change: (decision: ConditionalLogit) => void, base = crossed) => {
    const definition = structuredClone(base);
    change(definition.decision);
    return definitionIssues(definition);
  };
  const estimate = (decision: ConditionalLogit, id: string, value: number) =>
    Object.assign(
      decision.coefficients.find((own) => own.id === id)!,
      { estimate: value },
    );

  it.each(both)('A definition with %s is accepted', (_, definition) => {
    expect(issuesOf(() => undefined, definition)).toEqual([]);
  });

  it.each<[string, (decision: ConditionalLogit) => void, string]>([
    [
      'a dissimilarity above 1',
      (decision) => estimate(decision, 'public_dissimilarity', 1.2),
      'decision.nests.1.dissimilarity: the dissimilarity "public_dissimilarity" must be above 0 and at most 1; its estimate is 1.2',
    ],
    [
      'a share of 1',
      (decision) => estimate(decision, 'train_share', 1),
      'decision.divided.0.share: the share "train_share" must be between 0 and 1; its estimate is 1',
    ],
    [
      'a dissimilarity in a term',
      ({ nests }) => Object.assign(nests![0]!, { dissimilarity: 'cost' }),
      'decision.nests.0.dissimilarity: the dissimilarity "cost" must not be used in a term',
    ],
    [
      'an alternative in two nests that is not divided',
      (decision) => delete decision.divided,
      'decision.nests: "train" is in 2 nests: an alternative is in one nest, or in two and in "divided"',
    ],
    [
      'a nest without the divided alternative',
      ({ nests }) => Object.assign(nests![1]!, { alternatives: ['swissmetro', 'car'] }),
      'decision.divided.0.nests.1: the nest "public" does not contain "train"',
    ],
  ])('The error names %s', (_, change, issue) => {
    expect(issuesOf(change)).toContain(issue);
  });

  it('Nests cannot have random tastes', () => {
    expect(issuesOf(() => undefined, withRandomTastes(nested) as Definition).join()).toContain(
      'decision.nests: a choice with nests cannot have random tastes or latent classes',
    );
  });
});

import type { LikelihoodKernel } from './likelihood.js';
import { linkOf } from '../equations/formulas.js';
import { binaryLogit, binaryOutcomes, complementaryLogLog } from './likelihoods/binary-outcomes.js';
import { choiceBasedSample, rankedChoices } from './likelihoods/choice-based-sample.js';
import { conditionalLogit, boxCoxUtilities, scaledUtilities } from './likelihoods/conditional-logit.js';
import { negativeBinomial, poisson } from './likelihoods/counts.js';
import { gammaAmounts, spikeLogNormal } from './likelihoods/amounts.js';
import type { CompiledNests } from '../families/conditional-logit/nests/compile-nests.js';
import { nestedLogit } from './likelihoods/nested-logit.js';
import { orderedOutcomes } from './likelihoods/ordered-outcomes.js';

const floats = (...values: number[]) => Float64Array.from(values);

const ones = (count: number) => Array<number>(count).fill(1);
const nests = (alternatives: number, members: number[][], dissimilarities: number[]): CompiledNests => ({
  alternatives,
  members: members.map((own) => Int32Array.from(own)),
  dissimilarities,
  divided: [],
});
const crossed: CompiledNests = {
  ...nests(
    3,
    [
      [0, 2],
      [1, 0],
    ],
    [0, 1],
  ),
  divided: [
    {
      alternative: 0,
      share: 2,
      nests: [
        { nest: 0, member: 0 },
        { nest: 1, member: 1 },
      ],
    },
  ],
};

/** Each kernel with a row for every kind of outcome, at a point without symmetry. */
const kernels: [string, LikelihoodKernel, number, number[], number[]][] = [
  ['binary logit', binaryLogit(floats(0, 1)), 2, [0.7], []],
  ['binary logit of cells', binaryLogit(floats(3, 0, 5), floats(5, 5, 5)), 3, [-1.1], []],
  ['binary probit', binaryOutcomes(floats(0, 1), undefined, linkOf({ link: 'probit' })), 2, [0.7], []],
  [
    'binary probit of cells',
    binaryOutcomes(floats(3, 0, 5), floats(5, 5, 5), linkOf({ link: 'probit' })),
    3,
    [-1.1],
    [],
  ],
  [
    'binary complementary log-log of cells',
    binaryOutcomes(floats(3, 0, 5), floats(5, 5, 5), linkOf({ link: 'complementary_log_log' })),
    3,
    [-1.1],
    [],
  ],
  ['complementary log-log', complementaryLogLog(Uint8Array.of(0, 1)), 2, [-0.4], []],
  ['Poisson', poisson(floats(0, 3)), 2, [0.6], []],
  ['negative binomial', negativeBinomial(floats(0, 1, 7)), 3, [0.6], [-0.3]],
  ['gamma amounts', gammaAmounts(floats(0.2, 5), false), 2, [0.6], [-0.3]],
  ['gamma amounts or 0', gammaAmounts(floats(0, 0.2, 5), true), 3, [0.6, -0.4], [0.5]],
  ['ordered logit', orderedOutcomes(Int32Array.of(0, 1, 2, 3), 4), 4, [0.3], [-0.8, 0.5, 1.1]],
  [
    'ordered probit',
    orderedOutcomes(Int32Array.of(0, 1, 2, 3), 4, linkOf({ link: 'probit' })),
    4,
    [0.3],
    [-0.8, 0.5, 1.1],
  ],
  [
    'ordered complementary log-log',
    orderedOutcomes(Int32Array.of(0, 1, 2, 3), 4, linkOf({ link: 'complementary_log_log' })),
    4,
    [0.3],
    [-0.8, 0.5, 1.1],
  ],
  [
    'ranking with a worst alternative',
    rankedChoices(
      4,
      Int32Array.of(0, 2, 3),
      [
        { chosen: Int32Array.of(2, 1, -1), isWorst: false },
        { chosen: Int32Array.of(1, -1, 0), isWorst: true },
      ],
      Uint8Array.from([...ones(4), 0, 1, 1, 1, ...ones(4)]),
    ),
    3,
    [0.4, -0.3, 0.9, 0.1],
    [],
  ],
  [
    'conditional logit',
    conditionalLogit(3, Int32Array.of(0, 2), Uint8Array.of(1, 1, 1, 0, 1, 1)),
    2,
    [0.3, -0.5, 1.2],
    [],
  ],
  [
    'nested logit',
    nestedLogit(
      nests(4, [[0, 2], [1], [3]], [0, -1, -1]),
      ['d'],
      Int32Array.of(0, 1, 2, 3),
      Uint8Array.from([...ones(12), 0, 1, 0, 1]),
    ),
    4,
    [0.3, -0.5, 1.2, 0.1],
    [0.6],
  ],
  [
    'nested logit with one dissimilarity for two nests',
    nestedLogit(
      nests(
        4,
        [
          [0, 2],
          [1, 3],
        ],
        [0, 0],
      ),
      ['d'],
      Int32Array.of(0, 1),
      undefined,
    ),
    2,
    [0.3, -0.5, 1.2, 0.1],
    [1.3],
  ],
  [
    'cross-nested logit',
    nestedLogit(crossed, ['d', 'e', 's'], Int32Array.of(0, 1, 2), Uint8Array.from([...ones(6), 1, 0, 1])),
    3,
    [0.3, -0.5, 1.2],
    [0.4, 0.7, 0.3],
  ],
  [
    'scaled conditional logit',
    scaledUtilities(
      conditionalLogit(3, Int32Array.of(0, 2, 1), Uint8Array.of(1, 1, 1, 0, 1, 1, 1, 1, 1)),
      ['s', 't'],
      Int32Array.of(0, 1, -1),
    ),
    3,
    [0.3, -0.5, 1.2],
    [0.6, 1.7],
  ],
  [
    'scaled cross-nested logit',
    scaledUtilities(nestedLogit(crossed, ['d', 'e', 's'], Int32Array.of(0, 1, 2)), ['scale'], Int32Array.of(0, 0, -1)),
    3,
    [0.3, -0.5, 1.2],
    [0.4, 0.7, 0.3, 1.4],
  ],
  [
    'choice-based sample of a nested logit',
    choiceBasedSample(
      (own) => nestedLogit(nests(3, [[0, 2], [1]], [0, -1]), ['d'], own, Uint8Array.from([...ones(6), 0, 1, 1])),
      Int32Array.of(0, 1, 2),
      floats(0.04, 0.003, 0.008),
    ),
    3,
    [0.3, -0.5, 1.2],
    [0.6],
  ],
  [
    'conditional logit with transformed variables',
    boxCoxUtilities(
      conditionalLogit(3, Int32Array.of(0, 2, 1), Uint8Array.of(1, 1, 1, 0, 1, 1, 1, 1, 1)),
      ['own', 'shared'],
      [
        { equation: 0, values: floats(0.5, 1, 3), power: 1 },
        { equation: 0, values: floats(7, 1, 2), power: 0 },
        { equation: 1, values: floats(2, 1.5, 0.7), power: 1 },
        { equation: 2, values: floats(2, 5, 0.7), power: -1 },
      ],
    ),
    3,
    [0.3, -0.5, 1.2, -0.7, 0.2, -0.4, 0.3],
    [-0.6, 0.001],
  ],
  [
    'scaled cross-nested logit with transformed variables',
    boxCoxUtilities(
      scaledUtilities(
        nestedLogit(crossed, ['d', 'e', 's'], Int32Array.of(0, 1, 2)),
        ['scale'],
        Int32Array.of(0, 0, -1),
      ),
      ['power'],
      [
        { equation: 0, values: floats(0.5, 1, 3), power: 0 },
        { equation: 2, values: floats(2, 5, 0.7), power: 0 },
      ],
    ),
    3,
    [0.3, -0.5, 1.2, -0.7, -0.4],
    [0.4, 0.7, 0.3, 1.4, 0.6],
  ],
  [
    'spike and log-normal',
    spikeLogNormal(floats(0, 0, 5, 50), floats(5, Infinity, 20, Infinity)),
    4,
    [2.3, -0.7],
    [0.4],
  ],
];

describe.each(kernels)('%s', (_, kernel, rows, eta, ancillary) => {
  const slots = eta.length + ancillary.length;
  const evaluate = (row: number, point: Float64Array) => {
    const out = { gradient: new Float64Array(slots), hessian: new Float64Array(slots * slots) };
    const value = kernel.evaluate(row, point.subarray(0, eta.length), point.subarray(eta.length), out);
    return { value, ...out };
  };
  const here = floats(...eta, ...ancillary);
  const moved = (k: number, by: number) => here.map((value, at) => (at === k ? value + by : value));

  it('Derivatives equal numerical differences of the log-likelihood for every outcome', () => {
    for (let row = 0; row < rows; row++) {
      const { gradient, hessian } = evaluate(row, here);
      for (let k = 0; k < slots; k++) {
        const above = evaluate(row, moved(k, 1e-5));
        const below = evaluate(row, moved(k, -1e-5));
        expect(gradient[k]).toBeCloseTo((above.value - below.value) / 2e-5, 7);
        for (let j = 0; j < slots; j++) {
          expect(hessian[k * slots + j]).toBeCloseTo((above.gradient[j]! - below.gradient[j]!) / 2e-5, 7);
        }
      }
    }
  });

  it('Value and gradient do not depend on which derivatives are requested', () => {
    const [own, parameters] = [here.subarray(0, eta.length), here.subarray(eta.length)];
    for (let row = 0; row < rows; row++) {
      const whole = evaluate(row, here);
      expect(kernel.evaluate(row, own, parameters)).toBe(whole.value);
      const out = { gradient: new Float64Array(slots), hessian: new Float64Array(slots ** 2), isGradientOnly: true };
      expect(kernel.evaluate(row, own, parameters, out)).toBe(whole.value);
      out.gradient.forEach((slope, k) => expect(slope).toBeCloseTo(whole.gradient[k]!, 12));
    }
  });

  it('The log-likelihood is finite for extreme predictors', () => {
    for (let row = 0; row < rows; row++) {
      for (const by of [-30, 30]) expect(evaluate(row, moved(0, by)).value).toBeLessThan(1e-9);
      for (const by of [-30, 30]) expect(evaluate(row, moved(0, by)).value).not.toBeNaN();
    }
  });
});

describe.each(['logit', 'probit', 'complementary_log_log'] as const)('outcomes with the link %s', (name) => {
  const link = linkOf({ link: name });
  const evaluate = (kernel: LikelihoodKernel, row: number, ...point: number[]) => {
    const out = { gradient: new Float64Array(point.length), hessian: new Float64Array(point.length ** 2) };
    return { value: kernel.evaluate(row, floats(point[0]!), floats(...point.slice(1)), out), ...out };
  };

  const expectNear = (value: number, other: number, tolerance: number) =>
    expect(Math.abs(value - other)).toBeLessThan(tolerance * Math.max(1, Math.abs(other)));

  it('A binary outcome equals an ordered one with a threshold of 0, also where probabilities are rounded to 0', () => {
    const [binary, ordered] = [
      binaryOutcomes(floats(0, 1), undefined, link),
      orderedOutcomes(Int32Array.of(0, 1), 2, link),
    ];
    for (const row of [0, 1]) {
      // The complementary log-log overflows above exp(709).
      for (const eta of [-800, -60, -3, 0.4, 2, 6]) {
        const [one, other] = [evaluate(binary, row, eta), evaluate(ordered, row, eta, 0)];
        expect(Number.isFinite(one.value)).toBe(true);
        expectNear(one.value, other.value, 1e-7);
        expectNear(one.gradient[0]!, other.gradient[0]!, 1e-7);
        expectNear(one.hessian[0]!, other.hessian[0]!, 1e-5);
      }
    }
  });

  it('Derivatives in the far tails equal numerical differences', () => {
    const kernel = orderedOutcomes(Int32Array.of(0, 1, 2), 3, link);
    for (const eta of [-60, 5])
      for (const row of [0, 1, 2]) {
        const here = evaluate(kernel, row, eta, -0.5, 0.5);
        const [above, below] = [1e-4, -1e-4].map((by) => evaluate(kernel, row, eta + by, -0.5, 0.5));
        expect(Number.isFinite(here.value)).toBe(true);
        expectNear(here.gradient[0]!, (above!.value - below!.value) / 2e-4, 1e-4);
        for (let k = 0; k < 3; k++)
          expectNear(here.hessian[k]!, (above!.gradient[k]! - below!.gradient[k]!) / 2e-4, 1e-3);
      }
  });

  it('Expected second derivatives of a binary outcome are the mean over both outcomes', () => {
    const kernel = binaryOutcomes(floats(0, 1), undefined, link);
    const both = [0, 1].map((row) => evaluate(kernel, row, -0.4));
    const mean = both.reduce((sum, { value, hessian }) => sum + Math.exp(value) * hessian[0]!, 0);
    const expected = new Float64Array(1);
    kernel.expectedHessian?.(0, floats(-0.4), floats(), expected);
    expect(kernel.expectedHessian ? expected[0] : both[0]!.hessian[0]).toBeCloseTo(mean, 12);
  });
});

describe('Outcome probabilities', () => {
  const probability = (kernel: LikelihoodKernel, eta: number[], ancillary: number[] = []) =>
    Math.exp(kernel.evaluate(0, floats(...eta), floats(...ancillary)));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

  it('Ordered logit probabilities sum to 1, and the lowest decreases with the predictor', () => {
    const cuts = [-0.8, 0.5];
    const all = (eta: number) =>
      [0, 1, 2].map((level) => probability(orderedOutcomes(Int32Array.of(level), 3), [eta], cuts));
    expect(sum(all(0.4))).toBeCloseTo(1, 12);
    expect(all(1)[0]).toBeLessThan(all(0.4)[0]!);
  });

  it('Negative binomial probabilities sum to 1 and have the mean and variance of NB2', () => {
    const counts = Array.from({ length: 2000 }, (_, count) => count);
    const probabilities = counts.map((count) =>
      probability(negativeBinomial(floats(count)), [Math.log(3)], [Math.log(0.9)]),
    );
    const mean = sum(probabilities.map((value, count) => value * count));
    expect(sum(probabilities)).toBeCloseTo(1, 10);
    expect(mean).toBeCloseTo(3, 8);
    expect(sum(probabilities.map((value, count) => value * (count - mean) ** 2))).toBeCloseTo(3 + 9 / 0.9, 6);
  });

  it('The density of amounts close to their mean keeps its digits', () => {
    const shape = 1e9;
    const amount = 1 + 0.75 / Math.sqrt(shape);
    const out = { gradient: floats(0, 0), hessian: floats(0, 0, 0, 0) };
    const value = gammaAmounts(floats(amount), false).evaluate(0, floats(0), floats(Math.log(shape)), out);
    const change = amount - 1;
    const ofSeries = shape * (-(change ** 2) / 2 + change ** 3 / 3 - change ** 4 / 4);
    expect(value).toBeCloseTo(ofSeries + Math.log(shape / (2 * Math.PI)) / 2, 8);
    expect(out.gradient[1]).toBeCloseTo((1 - 0.75 ** 2) / 2, 4);
  });

  it('Interval probabilities of amounts sum to 1, with the spike in the lowest interval', () => {
    const ends = [0, 2, 5, 20, 50, 250, Infinity];
    const all = ends
      .slice(1)
      .map((upper, k) => probability(spikeLogNormal(floats(ends[k]!), floats(upper)), [2, 0.5], [0.3]));
    expect(sum(all)).toBeCloseTo(1, 12);
    expect(all[0]).toBeGreaterThan(1 / (1 + Math.exp(-0.5)));
  });

  it('An unavailable alternative has probability 0', () => {
    expect(probability(conditionalLogit(2, Int32Array.of(0), Uint8Array.of(0, 1)), [5, 0])).toBe(0);
  });
});

describe('expected second derivatives', () => {
  it('Expected second derivatives of the complementary log-log are the mean over both outcomes', () => {
    const kernel = complementaryLogLog(Uint8Array.of(0, 1));
    const eta = floats(-0.4);
    const observed = [0, 1].map((row) => {
      const out = { gradient: new Float64Array(1), hessian: new Float64Array(1) };
      return [Math.exp(kernel.evaluate(row, eta, floats(), out)), out.hessian[0]!] as const;
    });
    const expected = new Float64Array(1);
    kernel.expectedHessian!(0, eta, floats(), expected);
    expect(expected[0]).toBeCloseTo(
      observed.reduce((sum, [probability, curve]) => sum + probability * curve, 0),
      12,
    );
  });

  it('Expected second derivatives of the negative binomial are the mean over all counts', () => {
    let [mean, cross] = [0, 0];
    const expected = new Float64Array(4);
    for (let count = 0; count < 3000; count++) {
      const out = { gradient: new Float64Array(2), hessian: new Float64Array(4) };
      const probability = Math.exp(negativeBinomial(floats(count)).evaluate(0, floats(1), floats(-0.2), out));
      mean += probability * out.hessian[0]!;
      cross += probability * out.hessian[1]!;
    }
    negativeBinomial(floats(4)).expectedHessian!(0, floats(1), floats(-0.2), expected);
    expect(expected[0]).toBeCloseTo(mean, 9);
    expect(cross).toBeCloseTo(0, 9);
    expect(expected[1]).toBe(0);
  });
});

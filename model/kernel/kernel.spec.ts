import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { simulate } from '../simulation/simulate.js';
import { baselineScenario } from '../definition/resolve-scenario.js';
import { parseDefinition } from '../validation/parse-definition.js';
import { normalQuantile } from '../math/normal.js';
import { gumbelFromUniform, logisticFromUniform, fillNumbers, streamPurposes } from '../random/stream.js';
import { sourceDigest } from './binary.js';
import { type Distribution, distributionCodes, kernel, withoutKernel } from './kernel.js';
import { sampleSize } from '../../test/support/full-level.js';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const agent = fc.oneof(fc.nat(10_000), fc.integer({ min: 0, max: 2 ** 32 - 5_000 }));
// Odd lengths, one agent, and lengths around the rows of one call of the kernel.
const count = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1_020, max: 1_030 }), fc.constant(4_099));
const distributions = Object.keys(distributionCodes) as Distribution[];
const catalog = join(import.meta.dirname, '../../catalog');
const readDefinition = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(catalog, `${slug}.json`), 'utf8')));

describe('the kernel', () => {
  it('The committed binary was compiled from the committed source', () => {
    const source = readFileSync(join(import.meta.dirname, '../../tools/engine-kernel/kernel.ts'));
    expect(createHash('sha256').update(source).digest('hex')).toBe(sourceDigest);
  });

  it('The kernel runs in this process', () => {
    expect(kernel()).toBeDefined();
    expect(withoutKernel(kernel)).toBeUndefined();
  });

  it.each(distributions)('The kernel and the TypeScript code draw the same %s numbers, bit for bit', (distribution) => {
    fc.assert(
      fc.property(
        fc.record({ word0: word, word1: word }),
        word,
        fc.integer({ min: 1, max: 5 }),
        agent,
        count,
        word,
        (key, step, slots, from, length, replicate) => {
          const draw = () => {
            const out = new Float64Array(slots * length);
            fillNumbers(distribution, key, streamPurposes.choice, step, slots, from, from + length, out, replicate);
            return Buffer.from(out.buffer);
          };
          // Comparing each number with Jest would take most of the time.
          expect(draw().equals(withoutKernel(draw))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['gumbel', gumbelFromUniform],
    ['logistic', logisticFromUniform],
    ['normal', normalQuantile],
  ] as const)(
    'The kernel converts uniform numbers from 2^-53 to 1 - 2^-53 to the same %s numbers',
    (name, quantile) => {
      const { convert, results } = kernel()!;
      const small = fc.integer({ min: -53, max: -1 }).map((power) => 2 ** power);
      const uniform = fc.oneof(
        small,
        small.map((value) => 1 - value),
        fc.double({ min: 2 ** -53, max: 2 ** -30, noNaN: true }),
        fc.double({ min: 2 ** -53, max: 1 - 2 ** -53, noNaN: true }),
      );
      fc.assert(
        fc.property(fc.array(uniform, { minLength: 1, maxLength: 9 }), (uniforms) => {
          results.first.set(uniforms);
          convert(distributionCodes[name], uniforms.length);
          expect([...results.first.subarray(0, uniforms.length)]).toEqual(uniforms.map(quantile));
        }),
        { numRuns: sampleSize(500, 2_000) },
      );
    },
  );

  it.each(['alt-fuel-vehicle-choice', 'catsup-brand-choice', 'housing-satisfaction', 'unemployment-duration'])(
    'Simulations of %s have the same digest with and without the kernel, for any chunk size',
    (slug) => {
      const definition = readDefinition(slug);
      const request = { definition, seed: 3, agentCount: 307, parameterDraws: 0 };
      const digestOf = (chunkSize: number) =>
        simulate({ ...request, scenario: baselineScenario(definition), chunkSize }).digest;
      const digests = [digestOf(307), digestOf(1), digestOf(33), withoutKernel(() => digestOf(50))];
      expect(new Set(digests).size).toBe(1);
    },
  );

  it.each(['alt-fuel-vehicle-choice', 'catsup-brand-choice', 'health-insurance-visits', 'unemployment-duration'])(
    'Summaries of %s, with the errors of groups and curves, are the same with and without the kernel',
    (slug) => {
      const definition = readDefinition(slug);
      const scenario = changedScenario(definition);
      const summaryOf = () => simulate({ definition, scenario, seed: 3, agentCount: 2_307 }).summary;
      expect(summaryOf()).toEqual(withoutKernel(summaryOf));
    },
  );
});

function changedScenario(definition: ReturnType<typeof readDefinition>) {
  const scenario = baselineScenario(definition);
  const numeric = definition.scenario.parameters.find((parameter) => parameter.type === 'number');
  return numeric ? { ...scenario, [numeric.id]: numeric.maximum } : scenario;
}

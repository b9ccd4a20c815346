import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { normalQuantile } from '../math/normal.js';
import { gumbelFromUniform, logisticFromUniform, fillNumbers, streamPurposes } from '../random/stream.js';
import { sourceDigest } from './binary.js';
import { type Distribution, distributionCodes, kernel } from './kernel.js';
import { loadWithoutWebAssembly, bundledForBrowsers } from '../../test/support/browser-modules.js';
import { sampleSize } from '../../test/support/full-level.js';

const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const agent = fc.oneof(fc.nat(10_000), fc.integer({ min: 0, max: 2 ** 32 - 5_000 }));
// Odd lengths, one agent, and lengths around the rows of one call of the kernel.
const count = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1_020, max: 1_030 }), fc.constant(4_099));
const distributions = Object.keys(distributionCodes) as Distribution[];

interface Modules {
  kernel: typeof kernel;
  fillNumbers: typeof fillNumbers;
}
let code: string;
let withoutKernel: Modules;

beforeAll(async () => {
  const paths = ['../random/stream.ts', 'kernel.ts'].map((path) => join(import.meta.dirname, path));
  code = await bundledForBrowsers(paths);
  withoutKernel = loadWithoutWebAssembly(code);
});

describe('the kernel', () => {
  it('The committed binary was compiled from the committed source', () => {
    const source = readFileSync(join(import.meta.dirname, '../../tools/engine-kernel/kernel.ts'));
    expect(createHash('sha256').update(source).digest('hex')).toBe(sourceDigest);
  });

  it('The kernel runs in this process, and not in a page that forbids WebAssembly', () => {
    expect(kernel()).toBeDefined();
    expect(withoutKernel.kernel()).toBeUndefined();
  });

  it('A browser that has no WebAssembly has no kernel', () => {
    const modules = loadWithoutWebAssembly<Modules>(`delete globalThis.WebAssembly; ${code}`);
    expect(modules.kernel()).toBeUndefined();
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
          const draw = (fill: typeof fillNumbers) => {
            const out = new Float64Array(slots * length);
            fill(distribution, key, streamPurposes.choice, step, slots, from, from + length, out, replicate);
            return Buffer.from(out.buffer);
          };
          // Comparing each number with Jest would take most of the time.
          expect(draw(fillNumbers).equals(draw(withoutKernel.fillNumbers))).toBe(true);
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
});

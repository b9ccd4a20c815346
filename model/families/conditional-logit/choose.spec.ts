import { join } from 'node:path';
import fc from 'fast-check';
import { kernel } from '../../kernel/kernel.js';
import { bundledForBrowsers, loadWithoutWebAssembly } from '../../../test/support/browser-modules.js';
import { choose, probabilitiesOf } from './choose.js';

/** Utilities, errors and availability of some agents. More than 16 alternatives do not use the kernel. */
const cases = fc
  .tuple(
    fc.integer({ min: 1, max: 17 }),
    fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1_020, max: 2_051 })),
  )
  .chain(([alternatives, count]) =>
    fc.record({
      alternatives: fc.constant(alternatives),
      count: fc.constant(count),
      // Repeated, so that agents differ and equal utilities occur.
      utilities: fc.array(
        fc.oneof(
          fc.double({ min: -30, max: 30, noNaN: true }),
          fc.constantFrom(0, -0, 1, -708.5, -740, -745.2, 800, 1e300, -1e300),
        ),
        { minLength: 7, maxLength: 7 },
      ),
      errors: fc.array(fc.double({ min: -3.7, max: 36.8, noNaN: true }), { minLength: 5, maxLength: 5 }),
      available: fc.array(fc.constantFrom(0, 1, 1), { minLength: 11, maxLength: 11 }),
    }),
  )
  .map(({ alternatives, count, utilities, errors, available }) => ({
    utilities: Float64Array.from({ length: alternatives * count }, (_, k) => utilities[k % 7]!),
    errors: Float64Array.from({ length: alternatives * count }, (_, k) => errors[k % 5]!),
    // The first alternative is available to all agents.
    available: Array.from({ length: alternatives }, (_, j) =>
      Uint8Array.from({ length: count }, (_, row) => (j === 0 ? 1 : available[(j + row) % 11]!)),
    ),
  }));

const bitsOf = (values: Float64Array) => Buffer.from(values.buffer).toString('hex');

let withoutKernel: { kernel: typeof kernel; choose: typeof choose; probabilitiesOf: typeof probabilitiesOf };

beforeAll(async () => {
  const paths = ['choose.ts', '../../kernel/kernel.ts'].map((path) => join(import.meta.dirname, path));
  withoutKernel = loadWithoutWebAssembly(await bundledForBrowsers(paths));
  expect([kernel(), withoutKernel.kernel()]).toEqual([expect.anything(), undefined]);
});

describe('choices of the conditional logit', () => {
  it('The kernel and the TypeScript code make the same choices', () => {
    fc.assert(
      fc.property(cases, ({ utilities, errors, available }) => {
        const choices = choose(utilities, errors, available, 0);
        expect(Buffer.compare(choices, withoutKernel.choose(utilities, errors, available, 0))).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  it('The kernel and the TypeScript code compute the same probabilities, bit for bit', () => {
    fc.assert(
      fc.property(cases, ({ utilities, available }) => {
        const probabilities = probabilitiesOf(utilities, available);
        expect(bitsOf(probabilities)).toBe(bitsOf(withoutKernel.probabilitiesOf(utilities, available)));
      }),
      { numRuns: 300 },
    );
  });

  it('An agent without an available alternative is reported, with and without the kernel', () => {
    const available = [Uint8Array.of(1, 0, 1), Uint8Array.of(1, 0, 0)];
    for (const run of [choose, withoutKernel.choose]) {
      expect(() => run(new Float64Array(6), new Float64Array(6), available, 40)).toThrow(
        'Agent 41 has no available alternative.',
      );
    }
  });
});

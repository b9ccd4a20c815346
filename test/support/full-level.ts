/** Whether the tests run in the full level: `npm run test:full`. */
export const isFull = process.env['SVC_FULL'] === '1';

/** Size of a sample, or number of random cases. Bounds follow from it, or are the same in both levels. */
export const sampleSize = (fast: number, full: number) => (isFull ? full : fast);

/** Rows of a table of tests: those that only the full level runs follow those of both levels. */
export const rowsOf = <Row>(both: readonly Row[], full: readonly Row[]): Row[] =>
  isFull ? [...both, ...full] : [...both];

const undefinedTests = Object.assign(() => undefined, { each: () => () => undefined });

/** `it` and `describe` of the full level: the fast level does not define these tests, so that it reports none as skipped. */
export const itInFullLevel = isFull ? it : (undefinedTests as unknown as jest.It);
export const describeInFullLevel = isFull ? describe : (undefinedTests as unknown as jest.Describe);

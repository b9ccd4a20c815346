/** Whether the tests run in the full level: `npm run test:full`. */
export const isFull = process.env['SVC_FULL'] === '1';

/** Size of a sample, or number of random cases. Bounds follow from it, or are the same in both levels. */
export const sampleSize = (fast: number, full: number) => (isFull ? full : fast);

/** Whether the tests run in their long form: `npm run test:long`. */
export const isLong = process.env['SVC_LONG'] === '1';

/** Size of a sample, or number of random cases. Bounds follow from it, or are the same in both forms. */
export const sampleSize = (short: number, long: number) => (isLong ? long : short);

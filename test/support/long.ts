/** Whether the tests run in their long form: `npm run test:long`. */
export const isLong = process.env['SVC_LONG'] === '1';

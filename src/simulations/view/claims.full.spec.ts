import { excessiveClaimsOf, slugs } from './testing/claims.js';

/** Some workflows have 2,000 cases, which would take minutes. */
const sampledCases = 20;

describe('Claims of views', () => {
  it.each(slugs)('No sentence claims more than the interval, the tested parameters and the range allow: %s', (slug) => {
    expect(excessiveClaimsOf(slug, sampledCases)).toEqual([]);
  });
});

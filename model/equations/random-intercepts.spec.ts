import { normalCumulative } from '../math/normal.js';
import { linkOf } from './formulas.js';
import { withIntercept } from './random-intercepts.js';

describe('withIntercept', () => {
  it.each([0.5, 3, 100, 1e6, Number.MAX_SAFE_INTEGER])(
    'A probit with an intercept of spread %d is a wider probit',
    (spread) => {
      const { above } = withIntercept(linkOf({ link: 'probit' }), spread);
      for (const x of [-2, 0, 1.5])
        expect(Math.abs(above(x) - normalCumulative(-x / Math.hypot(1, spread)))).toBeLessThan(
          spread <= 100 ? 1e-7 : 2e-3,
        );
    },
  );
});

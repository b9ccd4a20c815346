import { draws, market, standardNormals, tastes } from '../../../test/support/calibration/two-products.js';
import { fitRandomTastes } from './random-tastes.js';

describe('random tastes', () => {
  it('The fit recovers the Cholesky factor of correlated tastes within its standard errors', () => {
    const together = market((respondent) => ({
      price: -Math.exp(0.4 + 0.6 * standardNormals[respondent * 2]!),
      brand: 0.5 - 0.8 * standardNormals[respondent * 2]! + 0.9 * standardNormals[respondent * 2 + 1]!,
    }));
    const correlated = [tastes[0], { ...tastes[1], correlatedWith: [0] }];
    const fit = fitRandomTastes(together.design, together.kernel, correlated, draws);
    expect(fit.names.slice(2)).toEqual(['sd:price', 'sd:brand', 'loading:brand:price']);
    [0.4, 0.5, 0.6, 0.9, -0.8].forEach((value, k) => {
      expect(Math.abs(fit.estimates[k]! - value) / fit.standardErrors[k]!).toBeLessThan(3);
      expect(fit.standardErrors[k]).toBeLessThan(0.25);
    });
    const apart = fitRandomTastes(together.design, together.kernel, tastes, draws);
    expect(fit.logLikelihood).toBeGreaterThan(apart.logLikelihood + 2);
  });

  it('The fit recovers amounts of money within their standard errors', () => {
    const inMoney = [{ ...tastes[0], isMoney: true as const }, tastes[1]];
    const paying = market((respondent) => {
      const size = Math.exp(0.4 + 0.6 * standardNormals[respondent * 2]!);
      return { price: -size, brand: size * (0.5 + 0.9 * standardNormals[respondent * 2 + 1]!) };
    });
    const fit = fitRandomTastes(paying.design, paying.kernel, inMoney, draws);
    [0.4, 0.5, 0.6, 0.9].forEach((value, k) => {
      expect(Math.abs(fit.estimates[k]! - value) / fit.standardErrors[k]!).toBeLessThan(3);
      expect(fit.standardErrors[k]).toBeLessThan(0.25);
    });
    const utilities = fitRandomTastes(paying.design, paying.kernel, tastes, draws);
    expect(fit.logLikelihood).toBeGreaterThan(utilities.logLikelihood);
  });
});

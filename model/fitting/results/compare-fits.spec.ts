import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDefinition } from '../../simulate.js';
import { withNests } from '../../testing/mixed-definitions.js';
import { compareFits } from './compare-fits.js';

const plain = parseDefinition(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../testing/linear-mode-choice.json'), 'utf8')),
);
const nested = withNests(plain);
nested.evidence.fits[0]!.log_likelihood = plain.evidence.fits[0]!.log_likelihood + 10;

describe('compareFits', () => {
  it('The likelihood ratio and the information criteria follow from the log-likelihoods and the parameters', () => {
    const { models, observations, likelihood_ratio: ratio } = compareFits(plain, nested)!;
    const [a, b] = models;
    expect(b.parameters).toBe(a.parameters + 1);
    expect(b.aic! - a.aic!).toBeCloseTo(2 - 20, 8);
    expect(b.bic! - a.bic!).toBeCloseTo(Math.log(observations) - 20, 8);
    expect(ratio).toMatchObject({ degrees_of_freedom: 1 });
    expect(ratio!.statistic).toBeCloseTo(20, 8);
    expect(ratio!.p).toBeCloseTo(7.744e-6, 9);
    expect(compareFits(nested, plain)!.likelihood_ratio).toEqual(ratio);
  });

  it('Models of which neither is a special case of the other have no likelihood ratio test', () => {
    const other = structuredClone(nested);
    other.decision.terms = other.decision.terms.filter(({ coefficient }) => coefficient !== 'cost');
    const { models, likelihood_ratio: ratio } = compareFits(plain, other)!;
    expect(models.every(({ aic }) => aic !== null)).toBe(true);
    expect(ratio).toBeNull();
  });

  it('Models with the same number of parameters have no likelihood ratio test', () => {
    expect(compareFits(plain, plain)!.likelihood_ratio).toBeNull();
  });

  it('Models with priors have no likelihood ratio test', () => {
    const informed = structuredClone(nested);
    informed.evidence.estimates[0]!.prior = { mean: 0, sd: 1, share: 0.1, estimate_without: 0.2 };
    expect(compareFits(plain, informed)).toMatchObject({ models: [{}, { aic: null }], likelihood_ratio: null });
  });

  it('Models of other data are not compared', () => {
    const other = structuredClone(nested);
    other.evidence.split.test_observations += 1;
    expect(compareFits(plain, other)).toBeUndefined();
    const ranked = structuredClone(nested);
    ranked.evidence.fits[0]!.null_models[0]!.log_likelihood -= 100;
    expect(compareFits(plain, ranked)).toBeUndefined();
  });
});

import { agreementWith, type SampleEstimates } from './reference.js';
import { ReferenceFitError } from '../authoring/spec-error.js';

const ours: SampleEstimates = {
  logLikelihood: -10,
  estimates: new Map([['price', { estimate: 0.5, standardError: 0.1, clusteredStandardError: 0.1 }]]),
};
const named = (name: string) => ({ program: 'R', train: 'fit', coefficients: { price: name } });
const fitWith = (name: string) => ({ loglik: -10, coefficients: [{ name, estimate: 0.51, se: 0.1 }] });

describe('reference fits', () => {
  it('A slash in the name of a coefficient is part of the name', () => {
    const agreement = agreementWith({ fit: fitWith('price/income') }, named('price/income'), 'train', ours);
    expect(agreement!.coefficients).toMatchObject([{ coefficient: 'price', ours: 0.5, theirs: 0.51 }]);
    expect(agreement!.logLikelihood).toEqual({ ours: -10, theirs: -10 });
  });

  it('A name with a slash that is no coefficient is read as a part of the fit', () => {
    const document = { fit: { first: fitWith('(Intercept)') } };
    const agreement = agreementWith(document, named('first/(Intercept)'), 'train', ours);
    expect(agreement!.coefficients[0]!.theirs).toBe(0.51);
  });

  it('A missing coefficient is an error of the reference fit, not of the data', () => {
    const attempt = () => agreementWith({ fit: fitWith('other') }, named('price/income'), 'train', ours);
    expect(attempt).toThrow(ReferenceFitError);
    expect(attempt).toThrow(
      'the reference fit has no coefficient "price/income" at fit, and no part "price" with the coefficient "income"; check `fit.reference` in the recipe',
    );
  });
});

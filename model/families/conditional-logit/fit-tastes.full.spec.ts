import { expectChain } from './testing/random-tastes.js';

it('With 3 tastes, probabilities given the earlier rows of a respondent have its joint likelihood as their product', () => {
  expectChain(3, { respondents: 120, draws: 2_000, tolerance: 0.1 });
});

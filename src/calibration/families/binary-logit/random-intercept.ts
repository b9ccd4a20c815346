import { EngineError } from '../../../engine/definition.js';
import type { BinaryLogit } from '../../../engine/families/binary-logit/binary-logit.schema.js';
import { ofClusters } from '../../mixtures/panel.js';
import { randomTasteMixture } from '../conditional-logit/fit-tastes.js';
import type { Mixture } from '../family-fit.js';

/**
 * Fit of a normal random intercept for each cluster of rows, by quadrature over the intercepts: a random coefficient of the constant.
 *
 * @returns undefined for a decision without random intercepts
 * @throws EngineError `invalid_recipe` without a constant
 */
export function interceptMixture({ terms, random_intercept: intercept }: BinaryLogit): Mixture | undefined {
  if (!intercept) return undefined;
  const constant = terms.find(({ factors }) => factors.length === 0);
  if (!constant)
    throw new EngineError('invalid_recipe', 'A model with random intercepts needs a constant: a term without factors.');
  const mixture = randomTasteMixture([
    { id: constant.coefficient, taste: { distribution: 'normal', spread: intercept.spread } },
  ]);
  return {
    ...mixture,
    byCluster: true,
    fit: (design, ...others) => mixture.fit(ofClusters(design), ...others),
    posteriors: (design, ...others) => mixture.posteriors(ofClusters(design), ...others),
    logLikelihoods: (design, ...others) => mixture.logLikelihoods(ofClusters(design), ...others),
  };
}

/**
 * Scales of the half-normal priors of model errors, as fractions of what they are errors of. Each is the maximum of the marginal likelihood over
 * the workflows of the catalog: of their held-out effects in `docs/validation/tested-effects.json`, and of their held-out shares and means.
 * Source: Carlin and Louis, "Bayesian methods for data analysis" (2008), chapter 5, on empirical Bayes.
 */
export const modelErrorPrior = {
  /** Of the effect of a parameter, relative to the effect. The 95% interval of this scale is 0.16 to 0.59. */
  changes: 0.3,
  /** Of a share p of all agents, relative to √(p·(1 − p)). */
  shares: 0.03,
  /** The same of a segment. */
  segmentShares: 0.1,
  /** Of a mean, relative to the mean. */
  means: 0.025,
} as const;

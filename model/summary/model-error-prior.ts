/**
 * Scales of the half-normal priors of model errors, as fractions of what they are errors of. That of changes makes the effects in
 * `docs/validation/tested-effects.json` most likely, as if the comparisons were independent, and a test computes it again. The others were
 * estimated in the same way from the held-out shares and means of the catalog; no test repeats that.
 * Source: Carlin and Louis, "Bayesian methods for data analysis" (2008), chapter 5, on empirical Bayes.
 */
export const modelErrorPrior = {
  /** Of the effect of a parameter, relative to the effect. The 95% interval of this scale is 0.17 to 0.51. */
  changes: 0.3,
  /** Of a share p of all agents, relative to √(p·(1 − p)). */
  shares: 0.03,
  /** The same of a segment. */
  segmentShares: 0.1,
  /** Of a mean, relative to the mean. */
  means: 0.025,
} as const;

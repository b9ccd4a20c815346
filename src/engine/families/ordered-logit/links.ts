import { exp, log } from '../../math/elementary.js';
import { normalCumulative, normalQuantile } from '../../math/normal.js';
import { convertToNormal, fillNumbers, streamPurposes } from '../../random/stream.js';
import type { Situation } from '../../population/situation.js';
import type { OrderedLogit } from './ordered-logit.schema.js';

export type LinkName = NonNullable<OrderedLogit['link']>;

/** Distribution of the random error of an ordered model. Its inverse distribution function is the link. */
export interface Link {
  /** P(error <= x). */
  below(x: number): number;
  /** P(error > x), without loss of digits where it is small. */
  above(x: number): number;
  /** Probability density at a finite x. */
  density(x: number): number;
  /** Derivative of the logarithm of the density at a finite x. */
  logDensitySlope(x: number): number;
  /** x for which the odds of an error below it are `below` to `above`. */
  quantile(below: number, above: number): number;
  /** Distribution of the random numbers that are the errors. */
  readonly errors: 'logistic' | 'normal' | 'gumbel';
  /** P(error > x) as text. */
  readonly formula: (x: string) => string;
}

const sqrt2Pi = 2.5066282746310007;

const links: Readonly<Record<LinkName, Link>> = {
  logit: {
    below: (x) => 1 / (1 + exp(-x)),
    above: (x) => 1 / (1 + exp(x)),
    density: (x) => 1 / (1 + exp(-x)) / (1 + exp(x)),
    logDensitySlope: (x) => 1 - 2 / (1 + exp(-x)),
    quantile: (below, above) => log(below / above),
    errors: 'logistic',
    formula: (x) => `1 / (1 + exp(${x}))`,
  },
  probit: {
    below: normalCumulative,
    above: (x) => normalCumulative(-x),
    density: (x) => exp((-x * x) / 2) / sqrt2Pi,
    logDensitySlope: (x) => -x,
    quantile: (below, above) => normalQuantile(below / (below + above)),
    errors: 'normal',
    formula: (x) => `1 - Φ(${x})`,
  },
  complementary_log_log: {
    below: (x) => exp(-exp(-x)),
    above: (x) => oneMinusExp(exp(-x)),
    density: (x) => exp(-x - exp(-x)),
    logDensitySlope: (x) => exp(-x) - 1,
    quantile: (below, above) => -log(-log(below / (below + above))),
    errors: 'gumbel',
    formula: (x) => `1 - exp(-exp(-(${x})))`,
  },
};

/** The link of an ordered model. Default: logit. */
export function linkOf({ link = 'logit' }: Pick<OrderedLogit, 'link'>): Link {
  return links[link];
}

/** 1 - exp(-x) for x >= 0, by a series where the difference would lose digits. */
function oneMinusExp(x: number): number {
  if (x > 0.01) return 1 - exp(-x);
  return x * (1 - (x / 2) * (1 - (x / 3) * (1 - (x / 4) * (1 - (x / 5) * (1 - x / 6)))));
}

/** Step of the random stream that the errors use. */
const randomStep = 0;

/** Draws a random error for each agent. */
export function drawErrors({ errors: distribution }: Link, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(to - from);
  const kind = distribution === 'normal' ? 'uniform' : distribution;
  fillNumbers(kind, key, streamPurposes.choice, randomStep, 1, from, to, errors, replicate);
  if (distribution === 'normal') convertToNormal(errors);
  return errors;
}

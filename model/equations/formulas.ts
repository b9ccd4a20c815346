import type { Factor, Indicator, Part, Shape, TermFactor } from '../definition/product.schema.js';
import type { LinearModel, LinearTerm, Variable } from './linear-model.js';
import { exp, log, log1p } from '../math/elementary.js';
import { logNormalCumulative, normalCumulative, normalQuantile } from '../math/normal.js';
import { convertToNormal, fillNumbers, streamPurposes } from '../random/stream.js';
import type { Situation } from '../population/situation.js';
import type { LinkName } from './linear.schema.js';

/** Name of an equation in formulas. */
export const predictorName = (equation: string) => `V(${equation})`;

/** Formulas of the equations with terms, then of the variables, with ids as names: `V(train) = cost × 0.01 × fare`. */
export function predictorFormulas({ equations, terms, variables }: LinearModel): string[] {
  return [
    ...equations.flatMap((equation) => {
      const own = terms.filter((term) => term.equations.includes(equation)).map((term) => termText(term, equation));
      return own.length > 0 ? [`${predictorName(equation)} = ${own.join(' + ')}`] : [];
    }),
    ...variables.flatMap(variableFormulas),
  ];
}

/** The probability whose logit is a predictor, as text. */
export const inverseLogit = (predictor: string) => `1 / (1 + exp(-${predictor}))`;

/** A summand as text: `cost × 0.01 × fare`. */
export function termText(
  { coefficient, scale, factors }: Pick<LinearTerm, 'coefficient' | 'scale' | 'factors'>,
  equation: string,
): string {
  return [
    coefficient,
    ...(scale === 1 ? [] : [String(scale)]),
    ...factors.map((own) => factorText(own, equation)),
  ].join(' × ');
}

function variableFormulas({ id, equations, box_cox: own }: Variable): string[] {
  return Object.entries(equations).map(([equation, factors]) => {
    const value = factors.map((factor) => factorText(factor, equation)).join(' × ');
    const used = own ? `${own.at} × ((${value} / ${own.at})^${own.power} - 1) / ${own.power}` : value;
    return `${id}(${equation}) = ${used}`;
  });
}

function factorText(factor: TermFactor | Factor, equation: string): string {
  if ('variable' in factor) return `${factor.variable}(${equation})`;
  if ('constant' in factor) return String(factor.constant);
  if ('assignment' in factor) return factor.assignment;
  if ('indicator' in factor) return `[${conditionText(factor.indicator)}]`;
  if ('attribute' in factor) return shapeText(factor.attribute, factor);
  return shapeText('parameter' in factor ? factor.parameter : factor.state, factor);
}

function partText(name: string, { from, to }: Part): string {
  if (from === undefined) return `min(${name}, ${to})`;
  if (to === undefined) return `max(${name} - ${from}, 0)`;
  return `min(max(${name} - ${from}, 0), ${to - from})`;
}

function shapeText(own: string, { part, scale = 1, transform }: Shape): string {
  const name = part ? partText(own, part) : own;
  const scaled = scale === 1 ? name : `${name} × ${scale}`;
  switch (transform) {
    case 'log':
      return `log(${scaled})`;
    case 'log1p':
      return `log(1 + ${scaled})`;
    case 'sqrt':
      return `sqrt(${scaled})`;
    case 'square':
      return `(${scaled})²`;
    case undefined:
      return scaled;
  }
}

/** A condition as text: `income is low or medium`, `18 <= age <= 30`. */
export function conditionText(condition: Indicator): string {
  const name =
    'attribute' in condition ? condition.attribute : 'parameter' in condition ? condition.parameter : condition.state;
  if ('in' in condition) return `${name} is ${condition.in.join(' or ')}`;
  const { at_least: low, at_most: high } = condition;
  return [...(low === undefined ? [] : [`${low} <=`]), name, ...(high === undefined ? [] : [`<= ${high}`])].join(' ');
}

/**
 * Distribution of the random error that is added to a predictor. An outcome depends on their sum, the score. The inverse of the distribution
 * function is the link. Probabilities and their logarithms keep their digits in both tails.
 * Source: McCullagh and Nelder, "Generalized linear models", 2nd edition, section 4.3.
 */
export interface Link {
  /** P(error <= x). */
  below(x: number): number;
  /** P(error > x), without loss of digits where it is small. */
  above(x: number): number;
  /** ln P(error <= x), also where the probability is rounded to 0. */
  logBelow(x: number): number;
  /** ln P(error > x), also where the probability is rounded to 0. */
  logAbove(x: number): number;
  /** Probability density at a finite x. */
  density(x: number): number;
  /** Logarithm of the density at a finite x. */
  logDensity(x: number): number;
  /** Derivative of the logarithm of the density at a finite x. */
  logDensitySlope(x: number): number;
  /** x for which the odds of an error below it are `below` to `above`. */
  quantile(below: number, above: number): number;
  /** Distribution of the random numbers that are the errors. */
  readonly errors: 'logistic' | 'normal' | 'gumbel';
  /** Standard deviation of a logistic error, divided by the one of this error: what an effect of 1 on the predictor means in logits. */
  readonly logitsPerUnit: number;
  /** Display name: `the probit of the probability`. */
  readonly label: string;
  /** P(predictor + error > threshold) as text. Default threshold: 0. */
  readonly formula: (predictor: string, threshold?: string) => string;
}

const sqrt2Pi = 2.5066282746310007;
const logSqrt2Pi = 0.9189385332046728;

const links: Readonly<Record<LinkName, Link>> = {
  logit: {
    below: (x) => 1 / (1 + exp(-x)),
    above: (x) => 1 / (1 + exp(x)),
    logBelow: logLogistic,
    logAbove: (x) => logLogistic(-x),
    density: (x) => 1 / (1 + exp(-x)) / (1 + exp(x)),
    logDensity: (x) => logLogistic(x) + logLogistic(-x),
    logDensitySlope: (x) => 1 - 2 / (1 + exp(-x)),
    quantile: (below, above) => log(below / above),
    errors: 'logistic',
    logitsPerUnit: 1,
    label: 'logit',
    formula: (predictor, threshold) =>
      threshold === undefined ? inverseLogit(predictor) : `1 / (1 + exp(${threshold} - ${predictor}))`,
  },
  probit: {
    below: normalCumulative,
    above: (x) => normalCumulative(-x),
    logBelow: logNormalCumulative,
    logAbove: (x) => logNormalCumulative(-x),
    density: (x) => exp((-x * x) / 2) / sqrt2Pi,
    logDensity: (x) => (-x * x) / 2 - logSqrt2Pi,
    logDensitySlope: (x) => -x,
    quantile: (below, above) => normalQuantile(below / (below + above)),
    errors: 'normal',
    logitsPerUnit: Math.PI / Math.sqrt(3),
    label: 'probit',
    formula: (predictor, threshold) => `Φ(${distance(predictor, threshold)})`,
  },
  complementary_log_log: {
    below: (x) => exp(-exp(-x)),
    above: (x) => oneMinusExp(exp(-x)),
    logBelow: (x) => -exp(-x),
    // For a small y = exp(-x), the logarithm of 1 - exp(-y) is -x - y / 2, with an error of y² / 24.
    logAbove: (x) => (x > 20 ? -x - exp(-x) / 2 : log(oneMinusExp(exp(-x)))),
    density: (x) => exp(-x - exp(-x)),
    logDensity: (x) => -x - exp(-x),
    logDensitySlope: (x) => exp(-x) - 1,
    quantile: (below, above) => -log(-log(below / (below + above))),
    errors: 'gumbel',
    logitsPerUnit: Math.SQRT2,
    label: 'complementary log-log',
    formula: (predictor, threshold) => `1 - exp(-exp(${distance(predictor, threshold)}))`,
  },
};

function distance(predictor: string, threshold?: string): string {
  return threshold === undefined ? predictor : `${predictor} - ${threshold}`;
}

/** The link of a decision. Default: logit. */
export function linkOf({ link = 'logit' }: { readonly link?: LinkName | undefined }): Link {
  return links[link];
}

/** ln(1 / (1 + exp(-x))), without overflow. */
function logLogistic(x: number): number {
  return x >= 0 ? -log1p(exp(-x)) : x - log1p(exp(x));
}

/** 1 - exp(-x) for x >= 0, by a series where the difference would lose digits. */
function oneMinusExp(x: number): number {
  if (x > 0.01) return 1 - exp(-x);
  return x * (1 - (x / 2) * (1 - (x / 3) * (1 - (x / 4) * (1 - (x / 5) * (1 - x / 6)))));
}

const randomStep = 0;

/** Draws a random error for each agent. */
export function drawErrors({ errors: distribution }: Link, { key, from, to, replicate }: Situation): Float64Array {
  const errors = new Float64Array(to - from);
  const kind = distribution === 'normal' ? 'uniform' : distribution;
  fillNumbers(kind, key, streamPurposes.choice, randomStep, 1, from, to, errors, replicate);
  if (distribution === 'normal') convertToNormal(errors);
  return errors;
}

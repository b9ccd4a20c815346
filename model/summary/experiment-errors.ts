import type { ModelError } from '../definition/evidence.schema.js';
import { type Estimate, keptPart } from '../math/shrinkage.js';
import type { AgentGroup } from './agent-groups.js';

export type Arms = NonNullable<NonNullable<ModelError['changes']>[string]['arms']>;
type Residuals = NonNullable<Arms['residuals']>[number];

/** Error of the model of a figure. */
export interface FigureError {
  /** Standard error. */
  readonly standardError: number;
  /** How far the data are from the figure: the interval contains both. */
  readonly shift: number;
}

/** A difference between two values of a parameter, by the model. */
export interface ModeledDifference {
  readonly id: string;
  /** Step of a curve. Default: not a point of a curve. */
  readonly step?: number | undefined;
  readonly values: readonly [scenario: string | number, baseline: string | number];
  /** Groups of the agents. Default: all agents. */
  readonly groups: readonly AgentGroup[];
  readonly difference: number;
  /** Its standard error from the estimates. */
  readonly estimation: number;
}

/**
 * Error of the difference between two arms of an experiment. The difference of the data is consistent: the prediction plus the difference of the mean
 * residuals. Its variance beyond that of the prediction is the variance of this correction, because an efficient estimate is independent of its
 * difference from one that needs fewer assumptions. The correction is shrunk, so that the error is small if the model fits (see {@link shrunk}).
 * Source: Hausman, "Specification tests in econometrics", Econometrica 46 (1978).
 *
 * A group has the correction of all agents, and that of its own deviation from them. What the model estimates for the group itself, such as an
 * interaction, has no error: its residuals then add nothing.
 *
 * @returns undefined if the data do not contain the figure, the values or the groups
 */
export function experimentError(arms: Arms, modeled: ModeledDifference): FigureError | undefined {
  const residuals = arms.residuals?.find(({ id, step }) => id === modeled.id && step === modeled.step);
  const [own, base] = modeled.values.map((value) => weightsOf(arms.values, value));
  if (!residuals || !own || !base) return undefined;
  const contrast = own.map((weight, k) => weight - base[k]!);
  const whole = contrastOf(residuals, contrast);
  const estimated = modeled.estimation ** 2;
  const scale = priorScale * Math.hypot(modeled.difference, 3 * modeled.estimation);
  const correctionOf = ({ mean, variance }: Estimate): Estimate => ({
    mean,
    variance: Math.max(0, variance - estimated),
  });
  const ofAll = correctionOf(whole);
  const corrections = [shrunk(ofAll, [ofAll], scale)];
  for (const { attribute, group } of modeled.groups) {
    const groups = residuals.groups
      .filter((one) => one.attribute === attribute)
      .map(({ group: id, share, ...means }) => {
        const { mean, variance } = contrastOf(means, contrast);
        return { id, share, mean: mean - whole.mean, variance };
      });
    const found = groups.find(({ id }) => id === group);
    if (!found) return undefined;
    const deviations = groups.map(({ share, mean, variance }) => ({ mean, variance: variance * (1 - share) }));
    corrections.push(shrunk(correctionOf(found), deviations, scale));
  }
  return {
    shift: corrections.reduce((sum, { mean }) => sum + mean, 0),
    standardError: Math.sqrt(corrections.reduce((sum, { variance }) => sum + variance, 0)),
  };
}

/** The arm of a value; a number between two arms is a mixture of both, and another number is the nearest arm. Undefined for other texts. */
function weightsOf(arms: Arms['values'], value: string | number): number[] | undefined {
  if (arms.includes(value)) return arms.map((arm) => Number(arm === value));
  if (typeof value === 'string') return undefined;
  const numbers = arms.filter((arm) => typeof arm === 'number').sort((a, b) => a - b);
  const [below, above] = [numbers.findLast((arm) => arm < value), numbers.find((arm) => arm > value)];
  const nearest = below ?? above;
  if (nearest === undefined) return undefined;
  const part = below === undefined || above === undefined ? 0 : (value - below) / (above - below);
  return arms.map((arm) => (arm === nearest ? 1 - part : arm === above ? part : 0));
}

function contrastOf(
  { means, covariance }: Pick<Residuals, 'means' | 'covariance'>,
  contrast: readonly number[],
): Estimate {
  let [mean, variance, next] = [0, 0, 0];
  contrast.forEach((weight, i) => {
    mean += weight * means[i]!;
    for (let k = 0; k <= i; k++) variance += (k < i ? 2 : 1) * weight * contrast[k]! * covariance[next++]!;
  });
  return { mean, variance };
}

/** Scale of the prior of a correction, relative to the effect: a model that is wrong by a third of it is usual. */
const priorScale = 0.3;

/**
 * A correction after shrinkage (see `keptPart`).
 *
 * @param all the corrections with the same prior: those of all groups of an attribute
 * @param scale scale of the prior
 */
function shrunk(own: Estimate, all: readonly Estimate[], scale: number): Estimate {
  if (scale === 0 || (own.mean === 0 && own.variance === 0)) return { mean: 0, variance: 0 };
  // The deviations of several groups add up to 0, so that one of them follows from the others.
  const part = keptPart(own.variance, all, scale, all.length > 1 ? (all.length - 1) / all.length : 1);
  return { mean: part.mean * own.mean, variance: part.mean * own.variance + part.variance * own.mean ** 2 };
}

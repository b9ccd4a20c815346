import type { Fit } from '../definition.js';
import { ReferenceFitError } from '../authoring/spec-error.js';
import { recordsOf, recordOf } from '../authoring/recipe/fill-draft.js';
import type { RecipeReference } from '../authoring/recipe/recipe.schema.js';

/** Estimates of a sample, compared with those of another program. */
export interface Agreement {
  readonly sample: 'train' | 'full';
  readonly logLikelihood: { readonly ours: number; readonly theirs: number };
  readonly coefficients: readonly CoefficientAgreement[];
}

/** Estimates of one coefficient: ours and those of the other program. */
export interface CoefficientAgreement {
  readonly coefficient: string;
  readonly ours: number;
  readonly theirs: number;
  readonly standardError?: { readonly ours: number; readonly theirs: number };
  readonly clusteredStandardError?: { readonly ours: number; readonly theirs: number };
}

/** Estimates of a sample, by coefficient. */
export interface SampleEstimates {
  readonly logLikelihood: number;
  readonly estimates: ReadonlyMap<string, CoefficientEstimate>;
}

/** Estimate of one coefficient. */
export interface CoefficientEstimate {
  readonly estimate: number;
  /** Standard error from the information matrix. */
  readonly standardError: number;
  /** Standard error by cluster, without a correction for few clusters, as other programs compute it. */
  readonly clusteredStandardError: number;
}

/**
 * Compares our estimates with the fit of another program: objects with `loglik` and `coefficients` of `name`,
 * `estimate`, `se`, `se_robust`. A fit in parts has one such object per part; its log-likelihood is their sum.
 *
 * @param document parsed file with the fit
 * @returns undefined if the recipe names no reference for the sample
 * @throws ReferenceFitError if the file lacks something that the recipe names
 */
export function agreementWith(
  document: unknown,
  reference: RecipeReference,
  sample: 'train' | 'full',
  ours: SampleEstimates,
): Agreement | undefined {
  const path = reference[sample];
  if (path === undefined) return undefined;
  const fit = walk(document, path);
  const parts = new Set<string>();
  const coefficients = [...ours.estimates].flatMap(([id, own]): CoefficientAgreement | [] => {
    const name = reference.coefficients[id] === undefined ? id : reference.coefficients[id];
    if (name === null) return [];
    if (typeof name === 'object') {
      const number = Number(valueAt(fit, name.field));
      const theirs = name.transform === undefined ? number : Math.log(number) * (name.transform === 'log' ? 1 : -1);
      if (!Number.isFinite(theirs)) throw missing(`${path}.${name.field}`);
      return { coefficient: id, ours: own.estimate, theirs };
    }
    const { part, coefficient } = namedIn(fit, path, name);
    parts.add(part);
    const [error, clustered] = [coefficient.se, coefficient.se_robust];
    return {
      coefficient: id,
      ours: own.estimate,
      theirs: Number(coefficient.estimate),
      ...(typeof error === 'number' && { standardError: { ours: own.standardError, theirs: error } }),
      ...(typeof clustered === 'number' && {
        clusteredStandardError: { ours: own.clusteredStandardError, theirs: clustered },
      }),
    };
  });
  if (parts.size === 0) parts.add('');
  const theirs = [...parts].reduce((sum, part) => sum + Number((part ? recordOf(fit[part]) : fit).loglik), 0);
  return { sample, logLikelihood: { ours: ours.logLikelihood, theirs }, coefficients };
}

/** Evidence of the comparison with another program. Differences are relative to the estimates of that program. */
export function referenceOf(
  program: string,
  { logLikelihood, coefficients }: Agreement,
): NonNullable<Fit['reference']> {
  const differences = coefficients.map(({ ours, theirs }) => Math.abs(ours - theirs) / Math.abs(theirs));
  return {
    program,
    log_likelihood: logLikelihood.theirs,
    greatest_relative_difference: Number(Math.max(0, ...differences).toPrecision(2)),
  };
}

function namedIn(fit: Record<string, unknown>, path: string, name: string) {
  // A name such as `price/income` can contain a slash, so the whole name has precedence over a part of the fit.
  const whole = coefficientIn(fit, name);
  if (whole) return { part: '', coefficient: whole };
  const slash = name.indexOf('/');
  const part = name.slice(0, Math.max(0, slash));
  const coefficient = part ? coefficientIn(recordOf(fit[part]), name.slice(slash + 1)) : undefined;
  if (!coefficient)
    throw missing(
      `coefficient "${name}" at ${path || 'its root'}` +
        (part ? `, and no part "${part}" with the coefficient "${name.slice(slash + 1)}"` : ''),
    );
  return { part, coefficient };
}

function coefficientIn(fit: Record<string, unknown>, name: string): Record<string, unknown> | undefined {
  return recordsOf(fit.coefficients).find((one) => one.name === name);
}

function walk(document: unknown, path: string): Record<string, unknown> {
  const found = valueAt(document, path);
  if (found === undefined) throw missing(path);
  return recordOf(found);
}

function valueAt(document: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, key) => recordOf(at)[key], document);
}

function missing(what: string): ReferenceFitError {
  return new ReferenceFitError(`the reference fit has no ${what}; check \`fit.reference\` in the recipe`);
}

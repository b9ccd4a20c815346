import { type Fit } from '../engine/definition/evidence.schema.js';
import { DataError } from './spec/spec-error.js';
import { listOf, looseOf } from './spec/fill-draft.js';
import { type SpecReference } from './spec/spec.schema.js';

/** Our fit of a sample beside another program's. */
export interface Agreement {
  readonly sample: 'train' | 'full';
  readonly logLikelihood: { readonly ours: number; readonly theirs: number };
  readonly coefficients: readonly CoefficientAgreement[];
}

export interface CoefficientAgreement {
  readonly coefficient: string;
  readonly ours: number;
  readonly theirs: number;
  readonly standardError?: { readonly ours: number; readonly theirs: number };
  readonly clusteredStandardError?: { readonly ours: number; readonly theirs: number };
}

/** Our estimates of a sample, by coefficient. */
export interface OurFit {
  readonly logLikelihood: number;
  readonly estimates: ReadonlyMap<string, { estimate: number; standardError: number; clusteredStandardError: number }>;
}

/**
 * Reads another program's fits: objects with `loglik` and `coefficients` of `name`, `estimate`, `se`, `se_robust`. A fit in parts has one
 * such object a part; its log-likelihood is their sum.
 *
 * @param document the parsed file
 * @throws DataError where the file lacks what the spec names
 */
export function agreementWith(
  document: unknown,
  reference: SpecReference,
  sample: 'train' | 'full',
  ours: OurFit,
): Agreement | undefined {
  const path = reference[sample];
  if (path === undefined) return undefined;
  const fit = walk(document, path);
  const parts = new Set<string>();
  const coefficients = Array.from(ours.estimates, ([id, own]): CoefficientAgreement | undefined => {
    const name = reference.coefficients[id] === undefined ? id : reference.coefficients[id];
    if (name === null) return undefined;
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
  const theirs = [...parts].reduce((sum, part) => sum + Number((part ? looseOf(fit[part]) : fit).loglik), 0);
  return {
    sample,
    logLikelihood: { ours: ours.logLikelihood, theirs },
    coefficients: coefficients.flatMap((one) => one ?? []),
  };
}

/** What the evidence says of it. */
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
  const slash = name.indexOf('/');
  const part = slash < 0 ? '' : name.slice(0, slash);
  const own = part ? looseOf(fit[part]) : fit;
  const coefficient = listOf(own.coefficients).find((one) => one.name === name.slice(slash + 1));
  if (!coefficient) throw missing(`${path}: a coefficient ${name}`);
  return { part, coefficient };
}

function walk(document: unknown, path: string): Record<string, unknown> {
  const found = valueAt(document, path);
  if (found === undefined) throw missing(path);
  return looseOf(found);
}

/** What stands under keys joined by dots. */
function valueAt(document: unknown, path: string): unknown {
  return path.split('.').reduce((at: unknown, key) => looseOf(at)[key], document);
}

function missing(what: string): DataError {
  return new DataError([{ line: 0, column: '', message: `the reference fit lacks ${what}` }]);
}

import type { Design, LikelihoodKernel } from '../../../model/fitting/likelihood.js';

export type Terms = Readonly<Record<string, Float64Array>>;

/** The calibrator's input: a design matrix and a likelihood. */
export interface Model {
  readonly design: Design;
  readonly kernel: LikelihoodKernel;
}

type Rest = Pick<Design, 'weights' | 'clusters'>;

/** A design with one equation. Each column has its own coefficient. */
export function oneEquation(terms: Terms, rest: Rest = {}): Design {
  return manyEquations([terms], rest);
}

/** A design with several equations. Equations share coefficients that have the same name. */
export function manyEquations(equations: readonly Terms[], rest: Rest = {}): Design {
  const coefficients = [...new Set(equations.flatMap((terms) => Object.keys(terms)))];
  const rows = Object.values(equations.find((terms) => Object.keys(terms).length > 0)!)[0]!.length;
  return {
    rows,
    coefficients,
    equations: equations.map((terms) => {
      const names = Object.keys(terms);
      const matrix = new Float64Array(rows * names.length);
      names.forEach((name, k) => terms[name]!.forEach((value, row) => (matrix[row * names.length + k] = value)));
      return { coefficients: Int32Array.from(names, (name) => coefficients.indexOf(name)), matrix };
    }),
    ...rest,
  };
}

export const ones = (rows: number): Float64Array => new Float64Array(rows).fill(1);

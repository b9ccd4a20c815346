import type { TermFactor } from '../definition.js';
import type { FormulaTerm } from './formula.js';
import type { UniqueIds } from './variables/names.js';
import { productsOf, type SpecParameter } from './variables/parameters.js';
import type { SpecIssues } from './spec-error.js';
import { type CodedColumn, codedColumns, codedId, codedLabel, type Variable } from './variables/variables.js';

/** A column of the model matrix with the terms of the definition that compute it. They share one coefficient. */
export interface ModelColumn {
  readonly coefficient: string;
  readonly label: string;
  /** Ids of the variables in the product. */
  readonly variables: readonly string[];
  readonly terms: readonly { readonly id: string; readonly factors: readonly TermFactor[] }[];
}

/** Id of a further term of one coefficient, numbered from 1. */
export const productId = (coefficient: string, k: number) => `${coefficient}_set${k > 1 ? `_${k}` : ''}`;

/** A product has at most 8 factors. */
const maxFactors = 8;

/**
 * Columns of the model matrix of a formula, in the order of R.
 *
 * @param hasConstant whether the formula has a constant, which determines how R codes categories
 * @param prefix start of the ids, for models with several equations
 */
export function modelColumns(
  terms: readonly FormulaTerm[],
  hasConstant: boolean,
  variableOf: (column: string) => Variable | undefined,
  parameters: ReadonlyMap<string, SpecParameter>,
  issues: SpecIssues,
  ids: UniqueIds,
  { prefix = '', hasThresholds = false } = {},
): ModelColumn[] {
  const columns: ModelColumn[] = [];
  if (hasConstant && !hasThresholds) {
    const id = ids.of(`${prefix}constant`);
    columns.push({ coefficient: id, label: 'Constant', variables: [], terms: [{ id, factors: [] }] });
  }
  for (const term of terms)
    for (const coded of codedColumns(term, terms, hasConstant, variableOf))
      columns.push(modelColumn(coded, ids.of(`${prefix}${codedId(coded)}`), parameters, issues));
  return columns;
}

function modelColumn(
  coded: CodedColumn,
  coefficient: string,
  parameters: ReadonlyMap<string, SpecParameter>,
  issues: SpecIssues,
): ModelColumn {
  const variables = coded.flatMap(({ variable }) => (variable ? [variable.id] : []));
  let products: TermFactor[][] = [[]];
  for (const part of coded) {
    const own = productsOf(part, part.variable && parameters.get(part.variable.column), issues, true);
    products = products.flatMap((product) => own.map((factors) => [...product, ...factors]));
  }
  if (products.some(({ length }) => length > maxFactors))
    issues.add(
      'formula',
      `the product ${codedLabel(coded)} has more than ${maxFactors} factors: use fewer columns in it`,
    );
  return {
    coefficient,
    label: codedLabel(coded),
    variables,
    terms: products.map((factors, k) => ({
      id: k === 0 ? coefficient : productId(coefficient, k),
      factors,
    })),
  };
}

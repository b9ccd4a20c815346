import type { TermFactor } from '../definition.js';
import type { FormulaTerm, Atom } from './formula.js';
import type { UniqueIds } from './variables/names.js';
import { asObserved, type SpecParameter } from './variables/parameters.js';
import type { SpecIssues } from './spec-error.js';
import { type CodedColumn, codedColumns, codedId, codedLabel, type Variable } from './variables/variables.js';

/** A column of the model matrix with the terms of the definition that compute it. They share one coefficient. */
export interface ModelColumn {
  readonly coefficient: string;
  readonly label: string;
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

/**
 * Products whose sum is one part of a coded column: an agent's own value or, if a scenario changes it, the value of the scenario.
 *
 * @param parameter parameter of the column of the part
 * @param isPerceived whether agents perceive multiplied columns as variables
 */
export function productsOf(
  part: CodedColumn[number],
  parameter: SpecParameter | undefined,
  issues: SpecIssues,
  isPerceived: boolean,
): TermFactor[][] {
  const { atom, variable, level } = part;
  if (!variable) return [[{ state: 'period', ...shapeOf(atom) }]];
  if (parameter?.reference !== undefined) return productsOfNumber(atom, { parameter: parameter.id });
  const { id: attribute } = variable;
  const own = level ? [[{ indicator: { attribute, in: [level.id] } }]] : productsOfNumber(atom, { attribute });
  if (!parameter) return own;
  if (parameter.change === 'set') return setProducts(own, part, parameter);
  if (atom.bound || atom.curve || atom.part) return refuse(atom, parameter, issues);
  const { function: shape, scale } = atom;
  const value: TermFactor = { attribute, ...shapeOf(atom) };
  const change: TermFactor = { parameter: parameter.id, ...shapeOf(atom) };
  const factor: TermFactor = { parameter: parameter.id, ...(shape && { transform: shape }) };
  if (parameter.change === 'multiply') {
    if (!shape && scale === undefined && isPerceived) return [[{ variable: variable.id }]];
    if (shape === 'log1p') return refuse(atom, parameter, issues);
    return shape === 'log' ? [[value], [factor]] : [[value, factor]];
  }
  if (!shape) return [[value], [change]];
  if (shape !== 'square') return refuse(atom, parameter, issues);
  const twice = 2 * (scale ?? 1) ** 2;
  return [[value], [{ constant: twice }, { attribute }, { parameter: parameter.id }], [change]];
}

/** A number of the agent or of the scenario. */
type NumberSource = { readonly attribute: string } | { readonly parameter: string };

function productsOfNumber(atom: Atom, number: NumberSource): TermFactor[][] {
  if (atom.curve) return curveProducts(atom.curve, number);
  return [[atom.bound ? { indicator: { ...number, ...scaledBound(atom) } } : { ...number, ...shapeOf(atom) }]];
}

/** The products of the own value of an agent, and those of each value that a scenario can set. */
function setProducts(
  own: readonly TermFactor[][],
  { atom, level }: CodedColumn[number],
  { id, options }: SpecParameter,
): TermFactor[][] {
  const isOneOf = (ids: string[]): TermFactor => ({ indicator: { parameter: id, in: ids } });
  const observed = own.map((product) => [...product, isOneOf([asObserved])]);
  if (level) return [...observed, [isOneOf([level.id])]];
  if (atom.bound) {
    const { at_least: least = -Infinity, at_most: most = Infinity } = scaledBound(atom);
    const met = options.filter(({ value }) => value! >= least && value! <= most).map((option) => option.id);
    return met.length > 0 ? [...observed, [isOneOf(met)]] : observed;
  }
  const isSet = isOneOf(options.map((option) => option.id));
  return [...observed, ...productsOfNumber(atom, { parameter: id }).map((product) => [...product, isSet])];
}

/**
 * Products whose sum is one curve of a restricted cubic spline, which is linear below the first knot and above the last one. In units of the
 * number: cubes are divided by the square of the distance between the outer knots.
 * Source: Harrell, "Regression modeling strategies", 2nd edition (2015), section 2.4.5.
 */
function curveProducts({ knots, index }: NonNullable<Atom['curve']>, number: NumberSource): TermFactor[][] {
  const [first, beforeLast, last] = [knots[0]!, knots.at(-2)!, knots.at(-1)!];
  const own = knots[index - 1]!;
  const span = last - beforeLast;
  const weights = [
    { knot: own, weight: 1 },
    { knot: beforeLast, weight: -(last - own) / span },
    { knot: last, weight: (beforeLast - own) / span },
  ];
  return weights.map(({ knot, weight }) => [
    { constant: weight / (last - first) ** 2 },
    { ...number, part: { from: knot } },
    { ...number, part: { from: knot }, transform: 'square' as const },
  ]);
}

function shapeOf({ scale, function: transform, part }: Atom) {
  return { ...(part && { part }), ...(scale !== undefined && { scale }), ...(transform && { transform }) };
}

function scaledBound({ bound, scale = 1 }: Atom): { at_least?: number; at_most?: number } {
  const { at_least, at_most } = bound!;
  const isFlipped = scale < 0;
  const [low, high] = isFlipped ? [at_most, at_least] : [at_least, at_most];
  return { ...(low !== undefined && { at_least: low / scale }), ...(high !== undefined && { at_most: high / scale }) };
}

function refuse(
  { function: shape, part, curve, column }: Atom,
  { change }: SpecParameter,
  issues: SpecIssues,
): TermFactor[][] {
  const other = change === 'add' && !part && !curve ? 'multiply' : 'set';
  const name = part ? 'lspline' : curve ? 'rcs' : shape;
  issues.add(
    `parameters.${column}.change`,
    `is ${change}, which ${name ? `${name}()` : 'a bound'} of "${column}" in the formula does not permit: use \`change: ${other}\``,
  );
  return [];
}

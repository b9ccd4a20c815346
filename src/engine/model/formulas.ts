import type { Factor, Indicator, Part, Shape, TermFactor } from '../definition/product.schema.js';
import type { LinearModel, LinearTerm, Variable } from './linear-model.js';

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

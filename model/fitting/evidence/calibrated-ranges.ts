import {
  type Decision,
  type Factor,
  hasCategories,
  numericParameters,
  type NumericParameter,
  type WorkflowDefinition,
} from '../../definition.js';
import { termParameterOf } from '../../families/conditional-logit/periods/periods.js';
import { familyOf } from '../../families/family-of.js';
import { expandFactors } from '../../equations/linear-model.js';
import { shapeOf } from '../../equations/products/shape.js';
import type { Model } from '../fit-sample.js';
import { digits3 } from './round.js';

/** Values of a numeric parameter that the data support. */
export interface ParameterRange {
  readonly parameter: string;
  readonly range: readonly [number, number];
  /** Source of the range, in plain words. */
  readonly source: string;
}

type Range = readonly [number, number];
/** Range and its source; undefined if the data do not support the parameter. */
type Support = Pick<ParameterRange, 'range' | 'source'> | undefined;

const lowQuantile = 0.05;
const highQuantile = 0.95;

/**
 * Range of each numeric parameter in the data:
 * - a parameter with a column: the lowest and the highest value;
 * - the share of an assignment: 0 to 1, if the data contain respondents with and without its effect;
 * - the first or last period with the values of a scenario: all periods;
 * - the value of another parameter in a period: the range of that parameter;
 * - a price of a willingness to pay: the lowest and the highest price of the data;
 * - a factor of an attribute or a state: the default times the 5% and the 95% quantile of the product, divided by its
 *   median, because a scenario changes the product as a respondent with another value would. If several products
 *   contain the parameter, the range is their intersection;
 * - otherwise only the default, because no data vary with the parameter.
 */
export function calibratedRanges(
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'observations'>,
  columns: ReadonlySet<string>,
): ParameterRange[] {
  const { decision, scenario } = definition;
  const numeric = new Map(numericParameters(scenario.parameters).map((parameter) => [parameter.id, parameter]));
  return Array.from(numeric.values(), (parameter) => {
    const ofTerms = numeric.get(termParameterOf(decision, parameter.id)) ?? parameter;
    return rangeOf(parameter, supportOf(ofTerms, definition, model, columns));
  });
}

/** The supported range within the bounds of the parameter; it includes the default. */
export function rangeOf(
  { id, default: baseline, minimum, maximum }: NumericParameter,
  support: Support,
): ParameterRange {
  if (!support) return { parameter: id, range: [baseline, baseline], source: 'default only: no data vary with it' };
  const [low, high] = support.range;
  return {
    parameter: id,
    range: [Math.min(baseline, Math.max(minimum, low)), Math.max(baseline, Math.min(maximum, high))],
    source: support.source,
  };
}

function supportOf(
  parameter: NumericParameter,
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'observations'>,
  columns: ReadonlySet<string>,
): Support {
  const { id } = parameter;
  if (columns.has(`parameter.${id}`))
    return {
      range: extremes(model.rows.scenarios.map((scenario) => Number(scenario[id]))),
      source: 'values in the data',
    };
  return (
    shareSupport(parameter, definition, model) ??
    priceSupport(parameter, definition.decision, model) ??
    periodSupport(parameter, definition.decision) ??
    factorSupport(parameter, definition, model)
  );
}

function shareSupport(
  { id }: NumericParameter,
  { scenario: { assignments }, decision }: WorkflowDefinition,
  { rows }: Pick<Model, 'rows'>,
): Support {
  const position = assignments.findIndex(({ share }) => share === id);
  if (position < 0) return undefined;
  const flags = rows.assigned[position]!;
  const isVaried = flags.includes(1) && flags.includes(0);
  // Agents without the assignment equal respondents for whom a condition of the scenario removes its effect.
  const products = productsWith(
    decision,
    (factor) => 'assignment' in factor && factor.assignment === assignments[position]!.id,
  );
  const isConditional = products.every((factors) =>
    factors.some((factor) => 'indicator' in factor && 'parameter' in factor.indicator),
  );
  const isSupported = isVaried || (flags.includes(1) && isConditional && rows.scenarios.length > 1);
  return isSupported ? { range: [0, 1], source: 'respondents with and without the effect' } : undefined;
}

function priceSupport({ id }: NumericParameter, decision: Decision, { rows }: Pick<Model, 'rows'>): Support {
  if (decision.family !== 'willingness_to_pay' || decision.price !== id) return undefined;
  const ends = ['outcome.lower', 'outcome.upper'].flatMap((name) => Array.from(rows.outcomes[name] ?? []));
  return { range: extremes(ends.filter((end) => end > 0 && Number.isFinite(end))), source: 'prices in the data' };
}

function periodSupport({ id }: NumericParameter, decision: Decision): Support {
  const periods = decision.family === 'conditional_logit' ? decision.periods : undefined;
  if (!periods || (periods.from !== id && periods.until !== id)) return undefined;
  return { range: [1, periods.number], source: 'periods of the model' };
}

function factorSupport(
  { id, default: baseline }: NumericParameter,
  definition: WorkflowDefinition,
  model: Pick<Model, 'rows' | 'observations'>,
): Support {
  const isParameter = (factor: Factor) => 'parameter' in factor && factor.parameter === id && !factor.transform;
  const ranges = productsWith(definition.decision, isParameter).flatMap((factors) => {
    const others = factors.filter((factor) => 'attribute' in factor || 'state' in factor);
    return others.length > 0 ? [relativeRange(valuesOf(others, definition, model))] : [];
  });
  if (ranges.length === 0) return undefined;
  const low = digits3(baseline * Math.max(...ranges.map(([lower]) => lower)));
  const high = digits3(baseline * Math.min(...ranges.map(([, upper]) => upper)));
  return {
    range: [low, high],
    source: '5% and 95% quantile of the attribute it multiplies, relative to the median',
  };
}

/** Factors of each product of the decision with a factor of this kind. */
function productsWith(decision: Decision, isWanted: (factor: Factor) => boolean): Factor[][] {
  const linear = familyOf(decision).linear(decision);
  return linear.terms
    .flatMap((term) => term.equations.map((equation) => expandFactors(linear, term, equation)))
    .filter((factors) => factors.some(isWanted));
}

/** Product of some factors in each observation in which all of them are known. */
function valuesOf(
  factors: readonly Factor[],
  { population }: WorkflowDefinition,
  { rows, observations }: Pick<Model, 'rows' | 'observations'>,
): number[] {
  const readers = factors.map((factor): ((observation: number) => number) => {
    if ('state' in factor) {
      const values = observations.states[factor.state];
      return (observation) => shapeOf(factor)(values?.[observation] ?? NaN);
    }
    if (!('attribute' in factor)) return () => 1;
    const position = population.attributes.findIndex(({ id }) => id === factor.attribute);
    const attribute = population.attributes[position]!;
    const { values } = rows.attributes.columns[position]!;
    const known = rows.known[position];
    return (observation) => {
      const row = observations.row[observation]!;
      const value = hasCategories(attribute) ? (attribute.categories[values[row]!]?.value ?? NaN) : values[row]!;
      return known?.[row] === 0 ? NaN : shapeOf(factor)(value);
    };
  });
  return Array.from({ length: observations.count }, (_, observation) =>
    readers.reduce((product, read) => product * read(observation), 1),
  ).filter((value) => Number.isFinite(value));
}

/** The 5% and the 95% quantile relative to the median; without a positive median, from 0 (if it occurs) to 1. */
function relativeRange(values: readonly number[]): Range {
  const sorted = Float64Array.from(values).sort();
  const quantile = (probability: number) => sorted[Math.floor(probability * (sorted.length - 1))] ?? 0;
  const median = quantile(0.5);
  if (!(median > 0)) return [quantile(lowQuantile) === 0 ? 0 : 1, 1];
  return [quantile(lowQuantile) / median, quantile(highQuantile) / median];
}

function extremes(values: readonly number[]): Range {
  return values.reduce<Range>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  );
}

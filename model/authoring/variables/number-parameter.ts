import { maxSetValues, parameterNaming, type SpecParameter } from './parameters.js';
import type { SpecIssues } from '../spec-error.js';
import type { SpecParameterFields } from '../spec.schema.js';
import type { Variable } from './variables.js';

/** Columns whose number someone sets for all, such as a price or a dose. */
export const setNames =
  /(^|[^a-z])(prices?|costs?|fees?|fares?|tariffs?|discounts?|dos(e|age|is)|incentives?|rewards?|bonus|preise?|rabatte?|dosis|prix|remise|tarifs?|precios?|descuentos?|prezz[oi]|scont[oi]|prij(s|zen)|korting)($|[^a-z])/i;

/**
 * Parameter that sets all agents to any number of the range of a column. At the baseline, all have the reference: `baseline`, otherwise the first value of `compare`,
 * otherwise 0 if the data contain it, otherwise the lowest value. Undefined for other columns: categories, numbers that the respondents bring
 * with them, such as an age, and values with labels, which are options. `change: set` without `compare` states that any column of numbers is one.
 *
 * @param type type of the column in the spec, which states that values are numbers
 */
export function numberParameter(
  variable: Variable,
  stated: SpecParameterFields,
  texts: readonly string[],
  type: string | undefined,
  issues: SpecIssues,
): SpecParameter | undefined {
  const { column, levels, profile } = variable;
  const { baseline, change, compare, randomized = false } = stated;
  const { range, distinct } = profile;
  const isFew = distinct <= maxSetValues || (randomized && setNames.test(column));
  const isSet = change === 'set' || (change === undefined && isFew);
  const isStated = type === 'number' || type === 'integer' || (change === 'set' && !compare);
  const isMeant = isStated || randomized || setNames.test(column);
  if (levels.length > 0 || !range || range.minimum === range.maximum || !isSet || !isMeant) return undefined;
  if (compare && !Array.isArray(compare)) return undefined;
  const values = (compare ?? [...new Set(texts.map((text) => text.trim()))])
    .filter((value) => value !== '')
    .map(Number);
  const inOrder = compare ? values : values.filter(Number.isFinite).sort((a, b) => a - b);
  for (const value of inOrder)
    if (!(value >= range.minimum && value <= range.maximum))
      issues.add(
        `parameters.${column}.compare`,
        `"${value}" is not between ${range.minimum} and ${range.maximum}, the values of "${column}"`,
      );
  const reference = Number(baseline ?? (compare ? inOrder[0]! : inOrder.includes(0) ? 0 : range.minimum));
  if (!(reference >= range.minimum && reference <= range.maximum))
    issues.add(
      `parameters.${column}.baseline`,
      `"${baseline}" is not between ${range.minimum} and ${range.maximum}, the values of "${column}"`,
    );
  const { label, noun: own } = parameterNaming(variable, stated);
  return {
    id: variable.id,
    label,
    noun: own,
    description:
      stated.description ?? `Value of ${own} for all agents, from ${range.minimum} to ${range.maximum} in the data.`,
    randomized,
    variable,
    change: 'set',
    reference,
    options: inOrder.slice(0, maxSetValues).map((value) => ({
      raw: String(value),
      id: String(value),
      label: String(value),
      phrase: own,
      value,
    })),
    minimum: stated.minimum,
    maximum: stated.maximum,
  };
}

/** Levels of the baseline, such as `price 9`. */
export const baselineLevels = (parameters: readonly SpecParameter[]): string[] =>
  parameters.flatMap(({ noun, reference, baseline, options }) => {
    const value = reference ?? options.find(({ id }) => id === baseline)?.label;
    return value === undefined ? [] : [`${noun} ${value}`];
  });

/** Whether agents have the column of a variable as an attribute. */
export const isAttribute = ({ column }: Variable, parameters: readonly SpecParameter[]): boolean =>
  !parameters.some(({ variable, reference }) => variable.column === column && reference !== undefined);

// Linguistic data: words that users write. cspell:ignore dolar
import { meanOf, type NumericParameter, type WorkflowDefinition } from '../model/definition.js';
import { isPrice } from './naming.js';
import { stemsOf, type Token } from './tokens.js';

/** The attribute that a factor multiplies, such as minutes by train. */
export interface Quantity {
  unit: string;
  /** Mean of the population at the baseline. */
  mean: number;
}

/**
 * The quantities that parameters multiply, by parameter id. Leaves out products of several attributes, whose mean depends on how they are
 * correlated, and populations of other people, whose mean the quantile functions do not give.
 */
export function quantitiesOf({ decision, population }: WorkflowDefinition): ReadonlyMap<string, Quantity> {
  const quantities = new Map<string, Quantity>();
  if (!('variables' in decision) || population.people || population.restriction) return quantities;
  for (const variable of decision.variables) {
    for (const factors of 'factors' in variable ? [variable.factors] : Object.values(variable.alternatives)) {
      const [first, second, ...others] = factors;
      if (!first || !second || others.length > 0 || !isPlain(first) || !isPlain(second)) continue;
      if (!('attribute' in first) || !('parameter' in second)) continue;
      const attribute = population.attributes.find(({ id }) => id === first.attribute);
      const mean = attribute && meanOf(attribute);
      if (mean) quantities.set(second.parameter, { unit: variable.unit, mean });
    }
  }
  return quantities;
}

/** Whether a factor has neither a scale nor a transformation. */
const isPlain = (factor: object): boolean => Object.keys(factor).length === 1;

/** A unit as a multiple of the first unit of its dimension. An unknown unit is a dimension of its own. */
export interface Unit {
  dimension: string;
  size: number;
}

/** `2 points`, of a percentage or of a score. */
export const pointDimension = `of ${stemsOf('points')[0]}`;

/** All kinds of dollars count as the workflow's dollars. */
const dollars = 'dollar';
const known: readonly (readonly [words: string, dimension: string, size: number])[] = [
  ['second sec', 'time', 1],
  ['minute min', 'time', 60],
  ['hour hr', 'time', 3_600],
  ['day', 'time', 86_400],
  ['week wk', 'time', 604_800],
  ['year yr', 'time', 31_557_600],
  ['metre', 'length', 1],
  ['kilometre km', 'length', 1_000],
  ['mile mi', 'length', 1_609.344],
  ['mph', 'speed', 1.609344],
  ['kmh', 'speed', 1],
  ['$ dollar dolar buck USD AUD CAD', dollars, 1],
  ['cent', dollars, 0.01],
  // The unit of the parameter.
  ['unit', 'unit', 1],
  ['CHF franc', 'franc', 1],
  ['€ euro EUR', 'euro', 1],
  ['£ pound quid GBP', 'pound', 1],
];
const units = new Map<string, Unit>(
  known.flatMap(([words, dimension, size]) => stemsOf(words).map((stem) => [stem, { dimension, size }] as const)),
);

export const currencies = new Set(stemsOf('$ € £ USD AUD CAD CHF EUR GBP'));

const money = new Set([dollars, 'franc', 'euro', 'pound']);

export const isMoney = ({ dimension }: Unit): boolean => money.has(dimension);

export const knownUnit = (stem: string): Unit | undefined => units.get(stem);

/** The unit of a parameter. A price in units of no currency is in the currency of the question. */
export function unitOfNumber(
  { unit, label }: Pick<NumericParameter, 'unit' | 'label'>,
  said: Unit | null = null,
): Unit {
  const own = unitOf(unit);
  return own.dimension === 'unit' && said && isMoney(said) && isPrice(label)
    ? { dimension: said.dimension, size: 1 }
    : own;
}

/** The unit of a parameter, from the first word of its text: `cents a mile` is in cents. */
export function unitOf(text: string): Unit {
  const [stem = text] = stemsOf(text);
  return units.get(stem) ?? { dimension: `of ${stem}`, size: 1 };
}

const [mile = '', kilometer = '', hour = ''] = stemsOf('mile kilometer hour');
const kilometers = new Set([kilometer, 'km']);
const per = new Set(stemsOf('a an per each every'));

/** `miles per hour`, `km/h`. */
export function speedAt(tokens: readonly Token[], at: number): { unit: Unit; to: number } | undefined {
  const [stem = '', next = '', last = ''] = [tokens[at]?.stem, tokens[at + 1]?.stem, tokens[at + 2]?.stem];
  const unit = stem === mile ? knownUnit('mph') : kilometers.has(stem) ? knownUnit('kmh') : undefined;
  if (!unit) return undefined;
  if (stem === 'km' && next === 'h') return { unit, to: at + 2 };
  return per.has(next) && last === hour ? { unit, to: at + 3 } : undefined;
}

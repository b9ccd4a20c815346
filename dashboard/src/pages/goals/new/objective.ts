import { valuesOf, type Measure } from '../../../measures/measure';
import { readMeasures } from '../../../measures/measure-store';
import type { CaseStudy } from '../../../workflow/use-workflow';

/**
 * What an objective or a constraint is about, as entered. `of` is `share:train`, `measure:payment`, `money:swissmetro_cost_factor` for a measure
 * of money that the workflow offers, `own:…` for a measure of the user, or `values`.
 */
export interface QuantityInput {
  of: string;
  /** By outcome: a number as text, or the id of a parameter or variable. */
  values: Readonly<Record<string, string>>;
  /** Cost of one outcome that pays, for a measure of money. */
  unitCost: string;
}

export interface ObjectiveInput extends QuantityInput {
  goal: 'reach' | 'maximize' | 'minimize';
  target: string;
}

export interface ConstraintInput extends QuantityInput {
  limit: 'at_most' | 'at_least';
  value: string;
}

/** The quantity that results start with: the one of a question, or else of the workflow. */
export function startQuantity(
  { headline_outcome: headline, outcomes, measures }: CaseStudy,
  asked?: string,
): QuantityInput {
  const id = asked ?? headline ?? outcomes[0]?.id ?? '';
  const isMeasure = measures.some((measure) => measure.id === id);
  return { of: `${isMeasure ? 'measure' : 'share'}:${id}`, values: {}, unitCost: '' };
}

export const isShare = ({ of }: QuantityInput) => of.startsWith('share:');

/** The unit of the numbers of a quantity; empty if it depends on the values. */
export function unitOf(workflow: CaseStudy, input: QuantityInput): string {
  if (isShare(input)) return '%';
  const measure = workflow.measures.find(({ id }) => `measure:${id}` === input.of);
  return (measure ?? moneyOf(workflow, input) ?? ownOf(workflow, input))?.unit ?? '';
}

/** The measure of money of a quantity. */
export const moneyOf = ({ money_measures: all }: CaseStudy, { of }: QuantityInput) =>
  all.find(({ parameter }) => `money:${parameter}` === of);

/** The measures that the user has defined for results. */
export const ownMeasures = ({ workflow_id: id }: CaseStudy): readonly Measure[] => readMeasures(id);

const ownOf = (workflow: CaseStudy, { of }: QuantityInput) =>
  of.startsWith('own:') ? ownMeasures(workflow).find(({ id }) => `own:${id}` === of) : undefined;

/** The fields of a quantity in a request. */
export function quantityRequest(workflow: CaseStudy, input: QuantityInput) {
  const { of, values, unitCost } = input;
  const id = of.slice(of.indexOf(':') + 1);
  const money = moneyOf(workflow, input);
  if (money) {
    const priceOf = (name: string) => (Number(unitCost) === 0 ? name : { name, constant: -Number(unitCost) });
    return { values: Object.fromEntries(Object.entries(money.values).map(([key, name]) => [key, priceOf(name)])) };
  }
  const own = ownOf(workflow, input);
  if (own) return { values: valuesOf(own) };
  if (of.startsWith('share:')) return { share: id };
  if (of.startsWith('measure:')) return { measure: id };
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const isNumber = (value: string) => Number.isFinite(Number(value));
  return { values: Object.fromEntries(given.map(([key, value]) => [key, isNumber(value) ? Number(value) : value])) };
}

/** A number of the request. Shares are entered in percent. */
const numberOf = (quantity: QuantityInput, text: string) =>
  isShare(quantity) ? Number((Number(text) / 100).toFixed(8)) : Number(text);

/** The objective of a request; undefined while the target is missing. */
export function objectiveRequest(workflow: CaseStudy, input: ObjectiveInput) {
  const { goal, target } = input;
  const quantity = quantityRequest(workflow, input);
  if (goal !== 'reach') return { goal, ...quantity };
  return target === '' ? undefined : { goal, ...quantity, target: numberOf(input, target) };
}

/** A constraint of a request; undefined while its limit is missing. */
export function constraintRequest(workflow: CaseStudy, input: ConstraintInput) {
  const { limit, value } = input;
  return value === '' ? undefined : { ...quantityRequest(workflow, input), [limit]: numberOf(input, value) };
}

import type { CaseStudy } from '../../../workflow/use-workflow';

/** What an objective or a constraint is about, as entered. `of` is `share:train`, `measure:payment` or `values`. */
export interface QuantityInput {
  of: string;
  /** By outcome: a number as text, or the id of a parameter or variable. */
  values: Readonly<Record<string, string>>;
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
  return { of: `${isMeasure ? 'measure' : 'share'}:${id}`, values: {} };
}

export const isShare = ({ of }: QuantityInput) => of.startsWith('share:');

/** The unit of the numbers of a quantity; empty if it depends on the values. */
export function unitOf({ measures }: CaseStudy, { of }: QuantityInput): string {
  if (of.startsWith('share:')) return '%';
  return measures.find(({ id }) => `measure:${id}` === of)?.unit ?? '';
}

/** The fields of a quantity in a request. */
export function quantityRequest({ of, values }: QuantityInput) {
  const id = of.slice(of.indexOf(':') + 1);
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
export function objectiveRequest(input: ObjectiveInput) {
  const { goal, target } = input;
  if (goal !== 'reach') return { goal, ...quantityRequest(input) };
  return target === '' ? undefined : { goal, ...quantityRequest(input), target: numberOf(input, target) };
}

/** A constraint of a request; undefined while its limit is missing. */
export function constraintRequest(input: ConstraintInput) {
  const { limit, value } = input;
  return value === '' ? undefined : { ...quantityRequest(input), [limit]: numberOf(input, value) };
}

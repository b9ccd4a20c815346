import { type Attribute, hasCategories, type NumericAttribute } from '../definition/population.schema.js';
import { oncePerObject } from '../memoize.js';
import { quantileOf } from './quantile-function.js';

/** Limits between the quarters of a numeric attribute, without equal limits. They come from the population, not from the agents. */
export const quarterCuts = oncePerObject((attribute: NumericAttribute): readonly number[] => {
  const cuts = [0.25, 0.5, 0.75].map((probability) => quantileOf(attribute, probability));
  return cuts.filter((cut, index) => index === 0 || cut > cuts[index - 1]!);
});

/** Ids of the groups of an attribute: its categories, or `group_1` and so on for the quarters of a numeric attribute. */
export function groupIdsOf(attribute: Attribute): string[] {
  if (hasCategories(attribute)) return attribute.categories.map(({ id }) => id);
  return [...quarterCuts(attribute), undefined].map((_, index) => `group_${index + 1}`);
}

/** Returns the function from a value of an attribute to the position of its group in {@link groupIdsOf}. */
export function groupPositionOf(attribute: Attribute): (value: number) => number {
  if (hasCategories(attribute)) return (value) => value;
  const [first = Infinity, second = Infinity, third = Infinity] = quarterCuts(attribute);
  return (value) => Number(value > first) + Number(value > second) + Number(value > third);
}

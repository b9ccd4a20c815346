import { type Attribute, hasCategories } from '../definition/population.schema.js';

/**
 * Mean of an attribute over the fitted population, in its unit: the area under its quantile function, where integers are not rounded, or the
 * mean of the numbers of its categories. Undefined if a category has no number.
 */
export function meanOf(attribute: Attribute): number | undefined {
  if (hasCategories(attribute))
    return attribute.categories.reduce<number | undefined>(
      (sum, { probability, value }) =>
        sum === undefined || value === undefined ? undefined : sum + probability * value,
      0,
    );
  const { probabilities, values } = attribute.quantiles;
  return probabilities
    .slice(1)
    .reduce((sum, to, k) => sum + ((to - probabilities[k]!) * (values[k]! + values[k + 1]!)) / 2, 0);
}

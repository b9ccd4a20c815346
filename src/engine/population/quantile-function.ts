import { type NumericAttribute } from '../definition/population.schema.js';

/**
 * The value of an attribute at a cumulative probability: linear between the points of its quantile table.
 * An integer attribute takes the nearest whole number. Unit: that of the attribute.
 */
export function quantileOf(attribute: NumericAttribute, probability: number): number {
  const { probabilities, values } = attribute.quantiles;
  let low = 0;
  let high = probabilities.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (probabilities[middle]! <= probability) low = middle;
    else high = middle;
  }
  const width = probabilities[high]! - probabilities[low]!;
  const value = values[low]! + ((probability - probabilities[low]!) / width) * (values[high]! - values[low]!);
  return attribute.type === 'integer' ? Math.round(value) : value;
}

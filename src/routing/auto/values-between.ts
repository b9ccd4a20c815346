import type { WorkflowDefinition } from '../../engine/index.js';
import type { Range } from '../../interpretation/findings.js';

/** A range runs as a sweep with this number of points. */
export const rangeValues = 5;
/** Values are rounded to these digits, because 0.1 + 0.2 is not 0.3 in binary. */
const significantDigits = 12;

/** Five evenly spaced values that include both ends. An integer parameter has fewer if the range contains fewer integers. */
export function valuesBetween(
  { scenario }: Pick<WorkflowDefinition, 'scenario'>,
  { parameter, ends: [from, to] }: Pick<Range, 'parameter' | 'ends'>,
): number[] {
  const isInteger = scenario.parameters.some(({ id, type }) => id === parameter && type === 'integer');
  const values = Array.from({ length: rangeValues }, (_, step) => {
    const value = from + ((to - from) * step) / (rangeValues - 1);
    return isInteger ? Math.round(value) : Number(value.toPrecision(significantDigits));
  });
  return [...new Set(values)];
}

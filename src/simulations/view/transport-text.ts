import type { WorkflowDefinition } from '../../engine/definition.js';
import { text } from './blocks.js';
import { sentences } from './format-numbers.js';
import type { Block } from './view.schema.js';

/** The data, and that they describe their own time and place. */
export const dataText = ({ sample, collected }: WorkflowDefinition['evidence']['data']): string =>
  `The data: ${sentences(sample, collected)} Other times, countries and populations can differ, and no interval contains that difference.`;

/** The paragraph on the error that no interval contains. */
export function transportText({ sample, collected }: WorkflowDefinition['evidence']['data']): Block {
  return text(
    `transport, the difference between the data and your time, country and population. The data: ${sentences(sample, collected)}`,
    'Not in any interval:',
  );
}

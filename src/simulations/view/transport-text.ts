import type { WorkflowDefinition } from '../../engine/definition.js';
import { text } from './blocks.js';
import { sentences } from './format-numbers.js';
import type { Block } from './view.schema.js';

/** The paragraph on the error that no interval contains. */
export function transportText({ sample, collected }: WorkflowDefinition['evidence']['data']): Block {
  return text(
    `transport, the difference between the data and your time, country and population. The data: ${sentences(sample, collected)}`,
    'Not in any interval:',
  );
}

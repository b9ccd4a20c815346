import { type Html, markup } from '../../common/http/html.js';
import type { WorkflowDefinition } from '../../engine/definition.js';
import { sentences } from './format-numbers.js';

/** The paragraph on the error that no interval contains. */
export function transportText({ sample, collected }: WorkflowDefinition['evidence']['data']): Html {
  return markup`<p><strong>Not in any interval:</strong> transport, the difference between the data and your time, country and population. The data: ${sentences(sample, collected)}</p>`;
}

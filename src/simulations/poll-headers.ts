import type { SimulationRecord } from './simulation.record.js';
import { isFinished } from './simulation.state.js';

/** While a simulation is under way the answer says when to ask again. */
export function pollHeaders(record: SimulationRecord): Record<string, string> {
  return isFinished(record.status) ? {} : { 'Retry-After': '1' };
}

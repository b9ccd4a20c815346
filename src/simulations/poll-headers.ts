import type { SimulationRecord } from './simulation.record.js';
import { isFinished } from './simulation.state.js';

/** Returns the delay until the next poll, for an unfinished simulation. */
export function pollHeaders(record: Pick<SimulationRecord, 'status'>): Record<string, string> {
  return isFinished(record.status) ? {} : { 'Retry-After': '1' };
}

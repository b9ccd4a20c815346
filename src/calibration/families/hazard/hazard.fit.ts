import { binaryScores } from '../../evidence/binary-scores.js';
import type { FamilyFit } from '../family-fit.js';
import { complementaryLogLog } from '../../kernels/complementary-log-log.js';
import { valuesAt } from '../../rows/rows.js';
import { observedDurations } from './observed-durations.js';
import type { Hazard } from '../../../engine/families/hazard/hazard.schema.js';

/**
 * Durations, given as `outcome.duration` (the last observed period, from 1) and `outcome.event` (1 if the event
 * occurred in it).
 */
export const hazardFit: FamilyFit<Hazard> = {
  expansion: () => 'durations',
  outcomeColumns: () => [['outcome.duration', 'outcome.event']],
  bind({ decision }, rows, { row, event: events }) {
    const eventsAt = (at: Int32Array) => valuesAt(events!, at, new Uint8Array(at.length));
    return {
      equations: ['hazard'],
      constants: ['hazard'],
      hasEqualShares: false,
      kernel: (at) => complementaryLogLog(eventsAt(at)),
      observed: (selected) => observedDurations(decision, rows, selected),
      scores(predicted, byShares) {
        const yes = complementaryLogLog(new Uint8Array(predicted.observations.length).fill(1));
        const weights = Float64Array.from(predicted.observations, (k) => rows.weights?.[row[k]!] ?? 1);
        const weightedEvents = Float64Array.from(eventsAt(predicted.observations), (event, k) => event * weights[k]!);
        return binaryScores(predicted, byShares, yes, weightedEvents, weights);
      },
    };
  },
};

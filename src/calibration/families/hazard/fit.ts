import { binaryScores } from '../../evidence/binary-scores.js';
import { type FamilyFit } from '../family-fit.js';
import { complementaryLogLog } from '../../kernels/complementary-log-log.js';
import { taken } from '../../rows/rows.js';
import { staysSeen } from './stays-seen.js';
import { type Hazard } from '../../../engine/families/hazard/schema.js';

/** Waits of people, given as `outcome.duration` (the last period seen, from 1) and `outcome.event` (whether it ended then). */
export const hazardFit: FamilyFit<Hazard> = {
  expansion: () => 'durations',
  outcomeColumns: () => [['outcome.duration', 'outcome.event']],
  bind({ decision }, rows, { row, event: events }) {
    const eventsAt = (at: Int32Array) => taken(events!, at, new Uint8Array(at.length));
    return {
      equations: ['hazard'],
      constants: ['hazard'],
      hasEqualShares: false,
      kernel: (at) => complementaryLogLog(eventsAt(at)),
      observed: (asked) => staysSeen(decision, rows, asked),
      scores(told, byShares) {
        const yes = complementaryLogLog(new Uint8Array(told.at.length).fill(1));
        const weights = Float64Array.from(told.at, (k) => rows.weights?.[row[k]!] ?? 1);
        const came = Float64Array.from(eventsAt(told.at), (event, k) => event * weights[k]!);
        return binaryScores(told, byShares, yes, came, weights);
      },
    };
  },
};

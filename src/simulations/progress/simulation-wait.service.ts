import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { toRecord, type SimulationRecord } from '../simulation.record.js';
import { isFinished } from '../simulation.state.js';
import type { Wait } from './prefer-wait.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** Delays a response until its simulation is finished. */
@Injectable()
export class SimulationWait {
  constructor(private readonly watch: SimulationWatch) {}

  /** Returns the latest record when the simulation is finished, the time is over, the client disconnects or the process stops. */
  async until(
    caller: Caller,
    record: SimulationRecord,
    wait: Wait | undefined,
  ): Promise<{ record: SimulationRecord; headers: Record<string, string> }> {
    if (!wait) return { record, headers: {} };
    const latest = isFinished(record.status) ? record : await this.waitForEnd(caller, record, wait);
    return { record: latest, headers: { 'Preference-Applied': `wait=${wait.seconds}` } };
  }

  private waitForEnd({ tier }: Caller, record: SimulationRecord, { seconds, closed }: Wait): Promise<SimulationRecord> {
    return new Promise((resolve) => {
      let latest = record;
      const end = () => {
        clearTimeout(timer);
        unfollow();
        closed.removeEventListener('abort', end);
        resolve(latest);
      };
      const timer = setTimeout(end, 1_000 * seconds);
      let unfollow = () => {};
      unfollow = this.watch.follow(tier, record.id, {
        changed: (row) => {
          latest = toRecord(row);
          if (isFinished(row.status)) end();
        },
        ended: end,
      });
      if (closed.aborted) end();
      else closed.addEventListener('abort', end);
    });
  }
}

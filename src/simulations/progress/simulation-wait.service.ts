import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import { toRecord, type SimulationRecord } from '../simulation.record.js';
import { isFinished } from '../simulation.state.js';
import type { Wait } from './prefer-wait.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** Holds an answer until the simulation that it tells of is finished. */
@Injectable()
export class SimulationWait {
  constructor(private readonly watch: SimulationWatch) {}

  /** The record as it is when the simulation is finished, the time is up, nobody waits any more, or the process stops. */
  async until(
    caller: Caller,
    record: SimulationRecord,
    wait: Wait | undefined,
  ): Promise<{ record: SimulationRecord; headers: Record<string, string> }> {
    if (!wait) return { record, headers: {} };
    const held = isFinished(record.status) ? record : await this.hold(caller, record, wait);
    return { record: held, headers: { 'Preference-Applied': `wait=${wait.seconds}` } };
  }

  private hold({ tier }: Caller, record: SimulationRecord, { seconds, closed }: Wait): Promise<SimulationRecord> {
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

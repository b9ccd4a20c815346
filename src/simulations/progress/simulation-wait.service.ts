import { Injectable } from '@nestjs/common';
import type { Caller } from '../../common/identity/caller.js';
import type { Simulation } from '../../platform/database/generated/client.js';
import { toRecord, type SimulationRecord } from '../simulation.record.js';
import { isFinished } from '../simulation.state.js';
import type { Wait } from './prefer-wait.js';
import { SimulationWatch } from './simulation-watch.service.js';

/** The latest record, and the headers of the response. */
export interface Waited<Record> {
  record: Record;
  headers: { [name: string]: string };
}

/** Delays a response until its simulation is finished. */
@Injectable()
export class SimulationWait {
  constructor(private readonly watch: SimulationWatch) {}

  /** Returns the latest record when the simulation is finished, the time is over, the client disconnects or the process stops. */
  until(caller: Caller, record: SimulationRecord, wait: Wait | undefined): Promise<Waited<SimulationRecord>> {
    return this.untilFinished(caller, record, wait, toRecord);
  }

  /** The same for any record of a row in the queue. */
  async untilFinished<Record extends Pick<Simulation, 'id' | 'status'>>(
    caller: Caller,
    record: Record,
    wait: Wait | undefined,
    recordOf: (row: Simulation) => Record,
  ): Promise<Waited<Record>> {
    if (!wait) return { record, headers: {} };
    const latest = isFinished(record.status) ? record : await this.waitForEnd(caller, record, wait, recordOf);
    return { record: latest, headers: { 'Preference-Applied': `wait=${wait.seconds}` } };
  }

  private waitForEnd<Record extends Pick<Simulation, 'id' | 'status'>>(
    { tier }: Caller,
    record: Record,
    { seconds, closed }: Wait,
    recordOf: (row: Simulation) => Record,
  ): Promise<Record> {
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
          latest = recordOf(row);
          if (isFinished(row.status)) end();
        },
        ended: end,
      });
      if (closed.aborted) end();
      else closed.addEventListener('abort', end);
    });
  }
}

import { Clock } from '../../src/common/clock.js';

/** A clock that only tests change. */
export class ManualClock extends Clock {
  /** In milliseconds since 1970. */
  time: number;

  constructor(time: number | string) {
    super();
    this.time = new Date(time).getTime();
  }

  now(): Date {
    return new Date(this.time);
  }
}

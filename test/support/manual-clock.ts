import { Clock } from '../../src/common/clock.js';

/** A clock that stands still until a test moves it. */
export class SetClock extends Clock {
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

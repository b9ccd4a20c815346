import type { Measured } from '../../common/thread.js';
import { ownThreadTime } from './thread-time.js';

/** The work of a thread whose processor time is charged to the request; see `Thread`. */
export const measured =
  <Task, Answer>(work: (task: Task) => Answer | Promise<Answer>) =>
  async (task: Task): Promise<Measured<Answer>> => {
    const start = ownThreadTime();
    const answer = await work(task);
    return { answer, usedMs: start && ownThreadTime()!.usedMs - start.usedMs };
  };

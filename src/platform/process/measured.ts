import type { Measured } from '../../common/thread.js';
import { readFileSync } from 'node:fs';

/** The work of a thread whose processor time is charged to the request; see `Thread`. */
export const measured =
  <Task, Answer>(work: (task: Task) => Answer | Promise<Answer>) =>
  async (task: Task): Promise<Measured<Answer>> => {
    const start = ownThreadTime();
    const answer = await work(task);
    return { answer, usedMs: start && ownThreadTime()!.usedMs - start.usedMs };
  };

/** Length of a clock tick in /proc: Linux counts 100 in a second on all platforms. */
const tickMs = 10;
const [userTicks, systemTicks] = [11, 12];

/** A thread of this process, and the processor time that it had used at some moment. */
interface ThreadTime {
  threadId: number;
  usedMs: number;
}

/** Returns the id of the calling thread and its processor time. Undefined if the operating system is not Linux. */
export function ownThreadTime(): ThreadTime | undefined {
  const stat = readStat('/proc/thread-self/stat');
  return stat && { threadId: parseInt(stat.text), usedMs: stat.usedMs };
}

/** Returns the processor time of a thread of this process. Undefined if the thread has ended or the operating system is not Linux. */
export function threadUsedMs(threadId: number): number | undefined {
  return readStat(`/proc/self/task/${threadId}/stat`)?.usedMs;
}

/** Returns the processor time of all threads of a process. Undefined if it has ended or the operating system is not Linux. */
export function processUsedMs(processId: number): number | undefined {
  return readStat(`/proc/${processId}/stat`)?.usedMs;
}

function readStat(path: string): { text: string; usedMs: number } | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    // The second field is the name of the thread, which can contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { text, usedMs: (Number(fields[userTicks]) + Number(fields[systemTicks])) * tickMs };
  } catch {
    return undefined;
  }
}

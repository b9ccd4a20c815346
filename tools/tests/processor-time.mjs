// Processor time of processes with their child processes, from the files of Linux in /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc, which is the same on all common architectures of Linux. */
const ticksPerSecond = 100;

export const measuresChildren = process.platform === 'linux';

/**
 * Seconds of a process, of its child processes that ended, and of its running descendants. Elsewhere than on Linux, it has only the
 * seconds of this process.
 */
export function processorSeconds(pid = process.pid) {
  if (!measuresChildren) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  const tree = new Set([pid]);
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const one of processes) if (tree.has(one.parentPid)) tree.add(one.pid);
  }
  return processes.filter((one) => tree.has(one.pid)).reduce((sum, { ticks }) => sum + ticks, 0) / ticksPerSecond;
}

/** Undefined if the process ended. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // proc(5): the 2nd field is a name in parentheses that may contain any character. The 4th field is the parent; the fields 14 to 17 are
    // the times of the process in user and system mode, and of its child processes that ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid: Number(pid), parentPid: Number(fields[1]), ticks: sum(fields.slice(11, 15)) };
  } catch {
    return undefined;
  }
}

const sum = (texts) => texts.reduce((total, text) => total + Number(text), 0);

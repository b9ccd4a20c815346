import { readdirSync, readFileSync } from 'node:fs';

const processIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** A file of /proc; empty if the process has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** A process and its descendants. Linux only. */
export function processTree(root: number): number[] {
  const parents = processIds().map((pid): [number, number] => {
    // proc(5): the 2nd field is a name in parentheses that can contain any character; the 4th field is the parent.
    const stat = read(pid, 'stat');
    return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
  });
  const tree = new Set([root]);
  for (let size = 0; size !== tree.size;) {
    size = tree.size;
    for (const [pid, parent] of parents) if (tree.has(parent)) tree.add(pid);
  }
  return [...tree];
}

/** Memory of processes in which each shared page counts once: proportional set size, in bytes. Linux only. */
export function proportionalBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + 1_024 * Number(/^Pss:\s+(\d+)/m.exec(read(pid, 'smaps_rollup'))?.[1] ?? 0), 0);
}

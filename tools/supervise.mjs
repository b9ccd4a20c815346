// Runs a command and stops everything that it started when this process receives SIGINT, SIGTERM or SIGHUP:
// node tools/supervise.mjs jest path/to/a.spec.ts
// A shell and `spawnSync` pass no signals on. Jest stops its workers, but not the servers that its tests started.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = join(dirname(fileURLToPath(import.meta.url)), '..');
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const markerName = 'SVC_SUPERVISED_BY';

/** Resolves to the exit code of the command, 128 plus the signal's number after a signal. `output` replaces its stdout and stderr. */
export async function supervise(command, args, output = 'inherit') {
  const marker = `${markerName}=${process.pid}-${randomUUID()}`;
  const child = spawn(command, args, {
    cwd: process.cwd(),
    env: {
      ...process.env,
      PATH: [join(projectFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
      [markerName]: marker.slice(markerName.length + 1),
    },
    // A separate process group: Ctrl-C reaches this process only, which then stops the whole tree.
    detached: true,
    stdio: ['inherit', output, output],
  });
  let receivedSignal;
  const stop = (signal) => {
    receivedSignal ??= signal;
    killAll(child.pid, marker);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (exitCode, signal) => resolve(exitCode ?? 128 + constants.signals[signal]));
    });
    return receivedSignal === undefined ? code : 128 + constants.signals[receivedSignal];
  } finally {
    for (const signal of signals) process.removeListener(signal, stop);
  }
}

/** Stops all processes before it kills them, so that none can start another one between the two steps. */
function killAll(rootPid, marker) {
  if (rootPid === undefined) return;
  const found = new Set();
  for (;;) {
    const added = startedProcesses(rootPid, marker).filter((pid) => !found.has(pid));
    if (added.length === 0) break;
    for (const pid of added) {
      found.add(pid);
      send(pid, 'SIGSTOP');
    }
  }
  for (const pid of found) send(pid, 'SIGKILL');
}

/** The command's process, its descendants, and on Linux also processes with the marker whose parents exited. */
function startedProcesses(rootPid, marker) {
  const parents = process.platform === 'linux' ? parentsFromProc() : parentsFromPs();
  const started = new Set([rootPid, ...markedProcesses(marker)]);
  for (let size = 0; size !== started.size;) {
    size = started.size;
    for (const [pid, parentPid] of parents) if (started.has(parentPid)) started.add(pid);
  }
  return [...started];
}

/** Each process with its parent. Minimal Linux images have no `ps`. */
function parentsFromProc() {
  return processIds().map((pid) => {
    // proc(5): the 2nd field is a name in parentheses that may contain any character; the 4th field is the parent.
    const stat = textOf(`/proc/${pid}/stat`);
    return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
  });
}

function parentsFromPs() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
}

function markedProcesses(marker) {
  if (process.platform !== 'linux') return [];
  return processIds().filter((pid) => textOf(`/proc/${pid}/environ`).includes(marker));
}

const processIds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function textOf(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; // The process exited or belongs to another user.
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process exited.
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  // Without a top-level await, because Jest requires this module.
  void supervise(command, args).then((code) => (process.exitCode = code));
}

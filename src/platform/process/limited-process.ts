import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';

export interface ProcessLimits {
  /** Maximum memory for data, in MiB. JavaScript objects can take half of it. */
  memoryMb: number;
  /** Maximum processor time. It also ends a process whose parent was killed. */
  cpuSeconds: number;
  /** Maximum duration. Longer than the processor time, because a busy machine pauses processes. */
  timeoutMs: number;
}

/** The process reached a limit. */
export class ProcessLimitError extends Error {
  constructor(
    readonly limit: 'memory' | 'time',
    cause: unknown,
  ) {
    super(`the process reached its limit of ${limit}`, { cause });
  }
}

const memoryPollMs = 50;
const maxErrorCharacters = 4_000;
/** The shell sets the limits of the operating system for itself and becomes the program. The soft limit of time names itself in the signal. */
const limitAndRun = 'ulimit -d "$1" && ulimit -S -t "$2" && ulimit -H -t "$(($2 + 1))" && shift 2 && exec "$@"';
const abortCode = 128 + constants.signals.SIGABRT;
const canLimitMemory = process.platform === 'linux';

/**
 * Runs one task in a new process and resolves to its answer. Use it for input that could make a library take any memory or time: only this
 * process ends. The file calls {@link answerParent}. The process has no environment variables, so that it knows no secrets.
 * Throws {@link ProcessLimitError}, and an error with the output of a process that fails otherwise.
 *
 * @param watchMemory also polls the memory: for systems that limit none
 */
export async function runLimited<Task, Answer>(
  file: string,
  task: Task,
  { memoryMb, cpuSeconds, timeoutMs, signal }: ProcessLimits & { signal?: AbortSignal },
  watchMemory = !canLimitMemory,
): Promise<Answer> {
  signal?.throwIfAborted();
  const program = [process.execPath, `--max-old-space-size=${Math.floor(memoryMb / 2)}`, file];
  const limits = [String(memoryMb * 1_024), String(cpuSeconds)];
  const [command = '', ...args] =
    canLimitMemory && !watchMemory ? ['/bin/sh', '-c', limitAndRun, 'sh', ...limits, ...program] : program;
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    env: {},
  });
  let reached: ProcessLimitError['limit'] | undefined;
  const end = (limit?: ProcessLimitError['limit']) => {
    reached ??= limit;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('time'), timeoutMs);
  const watch = watchMemory
    ? setInterval(() => checkMemory(child, memoryMb, () => end('memory')), memoryPollMs)
    : undefined;
  const abort = () => end();
  signal?.addEventListener('abort', abort);
  try {
    return await answerOf<Answer>(
      child,
      task,
      () => reached,
      () => signal?.aborted ?? false,
    );
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    signal?.removeEventListener('abort', abort);
    child.kill('SIGKILL');
  }
}

/** Answers the task of the parent in a process that {@link runLimited} started. */
export function answerParent<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  process.once('message', (task: Task) => {
    void work(task).then((answer) => process.send?.(answer));
  });
}

function answerOf<Answer>(
  child: ChildProcess,
  task: unknown,
  reached: () => ProcessLimitError['limit'] | undefined,
  isAborted: () => boolean,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr
      ?.setEncoding('utf8')
      .on('data', (text: string) => (output = (output + text).slice(-maxErrorCharacters)));
    child.once('message', (answer) => resolve(answer as Answer));
    child.once('error', reject);
    child.once('close', (code, signal) => {
      const cause = new Error(`the process ended with ${String(signal ?? code)}: ${output}`);
      const limit = reached() ?? limitOf(signal, code, output);
      reject(limit && !isAborted() ? new ProcessLimitError(limit, cause) : cause);
    });
    // The process may end while it receives the task. Its end rejects.
    child.send(task as object, () => undefined);
  });
}

/** The operating system ends a process with SIGKILL if memory is short. Node.js aborts, traps or throws if an allocation fails. */
function limitOf(
  signal: NodeJS.Signals | null,
  code: number | null,
  output: string,
): ProcessLimitError['limit'] | undefined {
  if (signal === 'SIGXCPU') return 'time';
  const isOfMemory = ['SIGABRT', 'SIGTRAP', 'SIGSEGV', 'SIGKILL'].includes(signal ?? '');
  return isOfMemory || code === abortCode || output.includes('Array buffer allocation failed') ? 'memory' : undefined;
}

function checkMemory({ pid }: ChildProcess, memoryMb: number, end: () => void): void {
  if (pid === undefined) return;
  execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, kilobytes) => {
    if (!error && Number(kilobytes) > memoryMb * 1_024) end();
  });
}

import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { currentBudget } from '../../common/processor-budget.js';
import { processUsedMs } from './measured.js';

export interface ProcessLimits {
  /** Maximum memory for data, in MiB. JavaScript objects can take half of it. */
  memoryMb: number;
  /** Maximum processor time. It also ends a process whose parent was killed. */
  cpuSeconds: number;
  /** Maximum duration. Longer than the processor time, because a busy machine pauses processes. */
  timeoutMs: number;
}

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

interface ProcessOptions {
  /** Ends the process. */
  signal?: AbortSignal;
  /** Descriptor of an open file, which the process reads as its standard input. */
  input?: number | undefined;
  /** Also polls the memory: for systems that limit none. */
  watchMemory?: boolean;
}

/**
 * Runs one task in a new process and resolves to its answer. Use it for input that could make a library take any memory or time: only this
 * process ends. The file calls {@link answerParent}. The process has no environment variables, so that it knows no secrets. Charges its
 * processor time to the budget of the request. Throws {@link ProcessLimitError}, and an error with the output of a process that fails
 * otherwise.
 */
export async function runLimited<Task, Answer>(
  file: string,
  task: Task,
  limits: ProcessLimits,
  options: ProcessOptions = {},
): Promise<Answer> {
  const startMs = performance.now();
  const limited = new LimitedProcess<Task, Answer>(file, limits, options);
  try {
    return await limited.answer(task);
  } finally {
    // A process that ended by itself reached a limit, or failed.
    const elapsedMs = Math.min(performance.now() - startMs, 1_000 * limits.cpuSeconds);
    const usedMs = limited.usedMs() ?? elapsedMs;
    limited.end();
    await currentBudget()?.charge(usedMs);
  }
}

class LimitedProcess<Task, Answer> {
  private readonly child: ChildProcess;
  private readonly answered: Promise<Answer>;
  private watch: NodeJS.Timeout | undefined;
  private readonly abort = () => this.kill();
  private timer: NodeJS.Timeout | undefined;
  private reached: ProcessLimitError['limit'] | undefined;

  constructor(
    file: string,
    private readonly limits: ProcessLimits,
    private readonly options: ProcessOptions,
  ) {
    const { signal, input = 'ignore', watchMemory = !canLimitMemory } = options;
    const { memoryMb, cpuSeconds } = limits;
    signal?.throwIfAborted();
    const program = [process.execPath, `--max-old-space-size=${Math.floor(memoryMb / 2)}`, file];
    const values = [String(memoryMb * 1_024), String(cpuSeconds)];
    const [command = '', ...args] =
      canLimitMemory && !watchMemory ? ['/bin/sh', '-c', limitAndRun, 'sh', ...values, ...program] : program;
    this.child = spawn(command, args, {
      stdio: [input, 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      env: {},
    });
    this.answered = answerOf<Answer>(
      this.child,
      () => this.reached,
      () => signal?.aborted ?? false,
    );
    // The process can end before anything waits for its answer.
    this.answered.catch(() => undefined);
    if (watchMemory) this.watchMemory(memoryMb);
    signal?.addEventListener('abort', this.abort);
  }

  answer(task: Task): Promise<Answer> {
    this.timer = setTimeout(() => this.kill('time'), this.limits.timeoutMs);
    // The process may end while it receives the task. Its end rejects.
    this.child.send(task as object, () => undefined);
    return this.answered;
  }

  usedMs(): number | undefined {
    return this.child.pid === undefined ? undefined : processUsedMs(this.child.pid);
  }

  end(): void {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.options.signal?.removeEventListener('abort', this.abort);
    this.child.kill('SIGKILL');
  }

  /** Each question waits for the answer to the one before, so that a busy machine does not collect processes that ask. */
  private watchMemory(memoryMb: number): void {
    this.watch = setTimeout(() => {
      execFile('ps', ['-o', 'rss=', '-p', String(this.child.pid)], (error, kilobytes) => {
        if (!error && Number(kilobytes) > memoryMb * 1_024) this.kill('memory');
        else if (this.child.exitCode === null && this.child.signalCode === null) this.watchMemory(memoryMb);
      });
    }, memoryPollMs);
  }

  private kill(limit?: ProcessLimitError['limit']): void {
    this.reached ??= limit;
    this.child.kill('SIGKILL');
  }
}

/** Answers the task of the parent; see {@link runLimited}. */
export function answerParent<Task, Answer>(work: (task: Task) => Promise<Answer>): void {
  process.once('message', (task: Task) => {
    void work(task).then((answer) => process.send?.(answer));
  });
}

function answerOf<Answer>(
  child: ChildProcess,
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

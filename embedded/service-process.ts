import { fork, type ChildProcess } from 'node:child_process';
import { childScript } from './child-script.js';
import { settlesWithin, signalAtExit, stopChild, type StopStep } from './stopping.js';

const startTimeoutMs = 180_000;
const stopSteps: readonly StopStep[] = [
  { signal: 'SIGTERM', timeoutMs: 10_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
];

/** Message of a child that is ready. It reports its URL, because port 0 selects a free port. */
interface Ready {
  type: 'ready';
  url: string;
}

/** Message to a child that waits for its settings. */
export interface StartMessage {
  type: 'start';
  /** Environment variables in addition to its own. */
  settings: Record<string, string>;
}

export interface ServiceOptions {
  entry: string;
  /** Module to load before the settings are known. */
  module?: string;
  env: NodeJS.ProcessEnv;
  /** Output of the process: the output of this process, or an open file. */
  output: 'inherit' | number;
}

/**
 * The process of API and worker, which waits for {@link ServiceProcess.start}. It has its own process group, so that Ctrl-C reaches only the
 * launcher, which stops all parts in order. It also stops when its channel to the launcher closes, so that it does not outlive a launcher that
 * was killed.
 */
export class ServiceProcess {
  /** Rejects with a message of one line when the process ends unexpectedly. */
  readonly failed: Promise<never>;
  private readonly ready: Promise<Ready>;
  private readonly child: ChildProcess;
  private stopping = false;

  constructor({ entry, module, env, output }: ServiceOptions) {
    const script = childScript(import.meta.dirname, 'service.child.js');
    // Of the C library: fewer heaps of its own for the threads of Node.js, each of which keeps what it freed.
    env = { MALLOC_ARENA_MAX: '2', ...env };
    this.child = fork(script, module === undefined ? [entry] : [entry, module], {
      env,
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    });
    signalAtExit(this.child, 'SIGKILL');
    this.ready = new Promise((resolve) => this.child.on('message', (message) => isReady(message) && resolve(message)));
    this.failed = new Promise((_, reject) => {
      this.child.once('error', (error) => reject(new Error(`the service did not start: ${error.message}`)));
      this.child.once('exit', (code, signal) => {
        if (!this.stopping)
          reject(new Error(`the service ended unexpectedly (${signal ?? `exit code ${code}`}); all parts are stopped`));
      });
    });
    this.failed.catch(() => undefined); // Not an unhandled rejection if the caller does not await it.
  }

  /** Starts the service when it has loaded its modules. */
  start(settings: Record<string, string>): void {
    // Errors are ignored: if the process has ended, `failed` reports it.
    this.child.send({ type: 'start', settings } satisfies StartMessage, () => undefined);
  }

  /** Resolves to the URL of the API. Rejects like {@link failed}, or when it takes too long. */
  async becomeReady(): Promise<string> {
    const known = Promise.race([this.ready, this.failed]);
    if (!(await settlesWithin(known, startTimeoutMs))) {
      throw new Error(`the service was not ready within ${startTimeoutMs / 1000} s; all parts are stopped`);
    }
    return (await this.ready).url;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await stopChild(this.child, stopSteps);
  }
}

function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}

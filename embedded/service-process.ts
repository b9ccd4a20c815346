import { fork, type ChildProcess } from 'node:child_process';
import { settlesWithin, signalAtExit, stopChild, type StopStep } from './stopping.js';

const startTimeoutMs = 60_000;
const stopSteps: readonly StopStep[] = [
  { signal: 'SIGTERM', timeoutMs: 10_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
];

/** What a child sends once it does its work; the API says where it really listens, which matters for port 0. */
interface Ready {
  type: 'ready';
  url?: string;
}

export interface ServiceOptions {
  /** For people: "the API". */
  name: string;
  entry: string;
  env: NodeJS.ProcessEnv;
  /** Where it logs: our own output, or an open file. */
  output: 'inherit' | number;
}

/**
 * The API or the worker. It is in a process group of its own, so that Ctrl-C reaches the launcher alone, which stops everything in order; and it
 * ends by itself when the channel to the launcher breaks, so that none outlives a launcher that was killed.
 */
export class ServiceProcess {
  /** Rejects, with one line, when it ends without having been told to. */
  readonly failed: Promise<never>;
  readonly ready: Promise<Ready>;
  private readonly child: ChildProcess;
  private stopping = false;

  constructor({ name, entry, env, output }: ServiceOptions) {
    this.child = fork(entry, [], { env, detached: true, stdio: ['ignore', output, output, 'ipc'] });
    signalAtExit(this.child, 'SIGKILL');
    this.ready = new Promise((resolve) => this.child.on('message', (message) => isReady(message) && resolve(message)));
    this.failed = new Promise((_, reject) => {
      this.child.once('error', (error) => reject(new Error(`${name} did not start: ${error.message}`)));
      this.child.once('exit', (code, signal) => {
        if (!this.stopping)
          reject(new Error(`${name} ended unexpectedly (${signal ?? `exit code ${code}`}); all is stopped`));
      });
    });
    this.failed.catch(() => undefined); // who waits for it hears it; nobody has to
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await stopChild(this.child, stopSteps);
  }
}

/** Resolves to what each says when all are ready. */
export async function allReady(services: ServiceProcess[]): Promise<Ready[]> {
  const ready = Promise.all(services.map((service) => service.ready));
  const failed = Promise.race(services.map((service) => service.failed));
  if (await settlesWithin(Promise.race([ready, failed]), startTimeoutMs)) return ready;
  throw new Error(`the service was not ready within ${startTimeoutMs / 1000} s; all is stopped`);
}

function isReady(message: unknown): message is Ready {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectFolder } from '../../embedded/project.js';
import { signalAtExit, stopChild } from '../../embedded/stopping.js';
import { onServerCore } from './cores.js';

const stopSteps = [
  { signal: 'SIGTERM', timeoutMs: 5_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
] as const;

/** Message of a server that listens. */
interface Ready {
  type: 'ready';
  url: string;
}

interface Used {
  type: 'cpu';
  seconds: number;
  residentBytes: number;
  /** 99th percentile of the delay of the event loop since the last message, with `MEASURE_LOOP_DELAY=1`. */
  loopDelayMs: number;
}

/** A server with its own process, and usually its own core, that reports its CPU time and memory. */
export class MeasuredServer {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** @param entry path of the script in the project, such as `dist/app/main.js` */
  static async start(entry: string, env: NodeJS.ProcessEnv, hasOwnCore = true): Promise<MeasuredServer> {
    const reportCpu = pathToFileURL(join(import.meta.dirname, 'report-cpu.js')).href;
    const child = fork(join(projectFolder, entry), [], {
      ...(hasOwnCore ? onServerCore(['--import', reportCpu]) : { execArgv: ['--import', reportCpu] }),
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    signalAtExit(child, 'SIGKILL');
    const { url } = await messageOf<Ready>(child, 'ready', entry);
    return new MeasuredServer(child, url);
  }

  /** User and system time of all threads, in seconds. */
  async cpuSeconds(): Promise<number> {
    return (await this.used()).seconds;
  }

  /** Resident memory, in bytes. */
  async residentBytes(): Promise<number> {
    return (await this.used()).residentBytes;
  }

  used(): Promise<Used> {
    const message = messageOf<Used>(this.child, 'cpu', 'the server');
    this.child.send('cpu');
    return message;
  }

  /** Sends an order to the process. */
  send(order: object): void {
    this.child.send(order);
  }

  /** Ends the process like a crash. */
  async kill(): Promise<void> {
    await stopChild(this.child, [{ signal: 'SIGKILL', timeoutMs: 5_000 }]);
  }

  async stop(): Promise<void> {
    await stopChild(this.child, stopSteps);
  }
}

async function messageOf<T extends { type: string }>(child: ChildProcess, type: T['type'], name: string): Promise<T> {
  const ended = new AbortController();
  const onExit = (code: number | null) => ended.abort(new Error(`${name} ended (exit code ${code})`));
  child.once('exit', onExit);
  try {
    for (;;) {
      const [message] = (await once(child, 'message', ended)) as [T];
      if (message.type === type) return message;
    }
  } catch (error) {
    throw ended.signal.aborted ? ended.signal.reason : error;
  } finally {
    child.removeListener('exit', onExit);
  }
}

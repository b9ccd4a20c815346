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

/** What every server says when it listens; one may say more. */
interface Ready {
  type: 'ready';
  url: string;
}

interface Used {
  type: 'cpu';
  seconds: number;
  residentBytes: number;
}

/** A server in a process and on a core of its own, that can be asked for the CPU time it has used. */
export class MeasuredServer<Said extends Ready = Ready> {
  private constructor(
    private readonly child: ChildProcess,
    readonly said: Said,
  ) {}

  /** @param entry of the project, such as `dist/src/main.js` */
  static async start<Said extends Ready>(entry: string, env: NodeJS.ProcessEnv): Promise<MeasuredServer<Said>> {
    const reportCpu = pathToFileURL(join(import.meta.dirname, 'report-cpu.js')).href;
    const child = fork(join(projectFolder, entry), [], {
      ...onServerCore(['--import', reportCpu]),
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    signalAtExit(child, 'SIGKILL');
    return new MeasuredServer(child, await answerOf<Said>(child, 'ready', entry));
  }

  get url(): string {
    return this.said.url;
  }

  /** User and system time of all its threads. */
  async cpuSeconds(): Promise<number> {
    return (await this.used()).seconds;
  }

  /** Memory that it holds right now. */
  async residentBytes(): Promise<number> {
    return (await this.used()).residentBytes;
  }

  private used(): Promise<Used> {
    const answer = answerOf<Used>(this.child, 'cpu', 'the server');
    this.child.send('cpu');
    return answer;
  }

  /** For a server that takes orders. */
  tell(order: object): void {
    this.child.send(order);
  }

  async stop(): Promise<void> {
    await stopChild(this.child, stopSteps);
  }
}

async function answerOf<T extends { type: string }>(child: ChildProcess, type: T['type'], name: string): Promise<T> {
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

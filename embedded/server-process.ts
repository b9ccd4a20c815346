import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { settlesWithin, signalAtExit, stopChild, type StopStep } from './stopping.js';

export interface ServerCommand {
  /** For people: "Postgres". */
  name: string;
  command: string;
  args: string[];
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;
  /** Written to its standard input. */
  input?: string;
  /** Whether it is a Node process with a channel for messages. */
  ipc?: boolean;
  /** Everything it prints goes here. */
  logFile: string;
  /** What it prints once it accepts connections. */
  readyLine: RegExp;
  startTimeoutMs: number;
  stopSteps: readonly StopStep[];
  /** Called as soon as there is a process. */
  onSpawn?: (pid: number) => void;
}

/** The server ended, or was ended, before it was ready. */
export class ServerStartError extends Error {
  constructor(
    name: string,
    logFile: string,
    what: string,
    /** The last it printed. */
    readonly output: string,
  ) {
    super(`${name} did not start: ${telling(output) ?? what} (see ${logFile})`);
  }
}

/** A server of ours: a child in a process group of its own, so that Ctrl-C in a terminal reaches the launcher alone. */
export class ServerProcess {
  /** Rejects, with one line, when the server ends without having been told to. */
  readonly failed: Promise<never>;
  private reportFailure: (error: Error) => void = () => undefined;
  private output = '';
  private stopping = false;
  private failure: string | undefined;

  private constructor(
    readonly child: ChildProcess,
    private readonly server: ServerCommand,
    private readonly log: WriteStream,
  ) {
    this.failed = new Promise((_, reject) => (this.reportFailure = reject));
    this.failed.catch(() => undefined); // who waits for it hears it; nobody has to
    child.once('close', () => this.log.end());
  }

  /** Resolves when the server accepts connections. Throws {@link ServerStartError}. */
  static async start(server: ServerCommand): Promise<ServerProcess> {
    const child = spawn(server.command, server.args, {
      ...server.options,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', ...(server.ipc ? (['ipc'] as const) : [])],
    });
    if (child.pid !== undefined) server.onSpawn?.(child.pid);
    signalAtExit(child, server.stopSteps[0]?.signal ?? 'SIGTERM');
    const log = createWriteStream(server.logFile, { flags: 'w', mode: 0o600 });
    const running = new ServerProcess(child, server, log);
    await running.becomeReady();
    return running;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await stopChild(this.child, this.server.stopSteps);
  }

  /** Kills a server that is no use any more. */
  abandon(why: string): void {
    this.failure = why;
    this.child.kill('SIGKILL');
  }

  private async becomeReady(): Promise<void> {
    const { name, logFile, startTimeoutMs } = this.server;
    const ready = new Promise<void>((resolve, reject) => {
      const give = (what: string) => reject(new ServerStartError(name, logFile, what, this.output));
      this.child.once('error', (error) => give(error.message));
      this.child.once('exit', (code, signal) => this.reportEnd(code, signal));
      this.child.once('close', (code, signal) => give(`it ended (${signal ?? `exit code ${code}`})`));
      const take = (chunk: string) => {
        this.log.write(chunk);
        this.output = (this.output + chunk).slice(-4_000);
        if (this.server.readyLine.test(this.output)) resolve();
      };
      this.child.stdout?.setEncoding('utf8').on('data', take);
      this.child.stderr?.setEncoding('utf8').on('data', take);
    });
    // A server that ends at once may not read its input; that it ended is what is reported.
    this.child.stdin?.on('error', () => undefined).end(this.server.input ?? '');
    if (await settlesWithin(ready, startTimeoutMs)) return;
    await this.stop();
    throw new ServerStartError(name, logFile, `it was not ready within ${startTimeoutMs / 1000} s`, '');
  }

  private reportEnd(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stopping) return;
    const why = this.failure ?? `ended unexpectedly (${signal ?? `exit code ${code}`})`;
    this.reportFailure(new Error(`${this.server.name} ${why}; see ${this.server.logFile}`));
  }
}

/** The line of what a server printed that says why it gave up. */
function telling(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|could not|can't|cannot|Error:/i.test(line));
  return lines.at(-1)?.trim();
}

import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import { settlesWithin, signalAtExit, stopChild, type StopStep } from './stopping.js';

export interface ServerCommand {
  /** Name for the user, such as "Postgres". */
  name: string;
  command: string;
  args: string[];
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>;
  /** Text for its standard input. */
  input?: string;
  /** Whether it is a Node process with an IPC channel. */
  ipc?: boolean;
  /** File for its standard output and standard error. */
  logFile: string;
  /** Matches its output when it accepts connections. */
  readyLine: RegExp;
  startTimeoutMs: number;
  stopSteps: readonly StopStep[];
  /** Called when the process exists, before it is ready. */
  onSpawn?: (pid: number) => void;
}

/** The server ended or was stopped before it was ready. */
export class ServerStartError extends Error {
  constructor(
    name: string,
    logFile: string,
    reason: string,
    /** Last part of its output. */
    readonly output: string,
  ) {
    super(`${name} did not start: ${lastErrorLine(output) ?? reason} (see ${logFile})`);
  }
}

/** A private server. It has its own process group, so that Ctrl-C in a terminal reaches only the launcher. */
export class ServerProcess {
  /** Rejects with a message of one line when the server ends unexpectedly. */
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
    this.failed.catch(() => undefined); // Not an unhandled rejection if the caller does not await it.
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
    // A full disk must not end the launcher: the server may survive it, and otherwise its end is reported.
    log.on('error', () => undefined);
    const running = new ServerProcess(child, server, log);
    await running.becomeReady();
    return running;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await stopChild(this.child, this.server.stopSteps);
  }

  /** Kills the server. {@link failed} reports the reason. */
  abandon(reason: string): void {
    this.failure = reason;
    this.child.kill('SIGKILL');
  }

  private async becomeReady(): Promise<void> {
    const { name, logFile, startTimeoutMs } = this.server;
    const ready = new Promise<void>((resolve, reject) => {
      const fail = (reason: string) => reject(new ServerStartError(name, logFile, reason, this.output));
      this.child.once('error', (error) => fail(error.message));
      this.child.once('exit', (code, signal) => this.reportEnd(code, signal));
      this.child.once('close', (code, signal) => fail(`it ended (${signal ?? `exit code ${code}`})`));
      const append = (chunk: string) => {
        this.log.write(chunk);
        this.output = (this.output + chunk).slice(-4_000);
        if (this.server.readyLine.test(this.output)) resolve();
      };
      this.child.stdout?.setEncoding('utf8').on('data', append);
      this.child.stderr?.setEncoding('utf8').on('data', append);
    });
    // A server that ends immediately may not read its input. Its end is reported, not the write error.
    this.child.stdin?.on('error', () => undefined).end(this.server.input ?? '');
    if (await settlesWithin(ready, startTimeoutMs)) return;
    await this.stop();
    throw new ServerStartError(name, logFile, `it was not ready within ${startTimeoutMs / 1000} s`, '');
  }

  private reportEnd(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.stopping) return;
    const full = diskFullPattern.test(this.output)
      ? 'ended because the disk is full; free some space, then start again'
      : undefined;
    const reason = this.failure ?? full ?? `ended unexpectedly (${signal ?? `exit code ${code}`})`;
    this.reportFailure(new Error(`${this.server.name} ${reason}; see ${this.server.logFile}`));
  }
}

const diskFullPattern = /No space left on device|ENOSPC/;

/** Last line of the output that looks like an error. */
function lastErrorLine(output: string): string | undefined {
  const lines = output.split('\n').filter((line) => /FATAL|PANIC|ERROR|could not|can't|cannot|Error:/i.test(line));
  return lines.at(-1)?.trim();
}

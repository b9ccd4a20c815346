import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { privateEnvironment } from '../../embedded/private-environment.js';
import { projectFolder } from './operator.js';
import { sharedDataDir } from './shared-service.js';

/** Another API process on the databases of the shared service, with other settings. */
export class ApiProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    private readonly output: string[],
  ) {}

  static async start(settings: Record<string, string>): Promise<ApiProcess> {
    const environment = {
      NODE_ENV: 'test',
      LOG_LEVEL: 'info',
      SVC_PLAN_LIMITS: JSON.stringify({ growth: { requests_per_minute: 1_000_000 } }),
      ...settings,
    };
    const child = fork(join(projectFolder, 'dist/app/main.js'), {
      env: privateEnvironment(sharedDataDir(), environment),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    }
    const [message] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) =>
        Promise.reject(new Error(`the API ended with ${String(code)}: ${output.join('')}`)),
      ),
    ])) as [{ url: string }];
    return new ApiProcess(child, message.url, output);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Everything that the process has logged. Complete after `stop`. */
  get log(): string {
    return this.output.join('');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'close');
    this.child.kill('SIGTERM');
    await ended;
  }
}

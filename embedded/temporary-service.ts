import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stopAfterFailure } from './cleanup.js';
import { aborted } from './interruption.js';
import { launch, type LaunchOptions, type Running } from './launcher.js';
import { privateEnvironment } from './private-environment.js';
import { projectFolder } from './project.js';

const maxLogLines = 10;

export interface TemporaryServiceOptions extends LaunchOptions {
  /** Purpose of the service, which becomes part of the folder name. */
  name: string;
  /** Environment variables in addition to {@link privateEnvironment}. */
  settings?: Record<string, string>;
  /** Receives information for the user, one line per call. It requires no action. */
  log?: (line: string) => void;
}

export interface TemporaryService {
  running: Running;
  /** Environment for programs that use the service. */
  environment: Record<string, string>;
}

/**
 * Runs `work` with a whole service in a new folder. Stops the service and removes the folder in the end, also after an interruption or an error.
 * An error contains the last log lines of the service, because the log is removed too.
 */
export async function withTemporaryService<T>(
  options: TemporaryServiceOptions,
  work: (service: TemporaryService) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), `simulation-service-${options.name}-`));
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove); // For process.exit().
  try {
    return await runIn(dataDir, options, work);
  } catch (error) {
    throw options.signal?.aborted ? error : withLastLines(error, dataDir);
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}

/** Creates a sandbox API key on the growth plan with the operator CLI. */
export async function bootstrapKey(
  { environment }: TemporaryService,
  organization: string,
  signal?: AbortSignal,
): Promise<string> {
  const options = ['bootstrap', '--tier', 'sandbox', '--organization', organization, '--plan', 'growth', '--json'];
  const cli = join(projectFolder, 'dist', 'src', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...options], { env: environment, signal });
  return (JSON.parse(stdout) as { key: string }).key;
}

async function runIn<T>(
  dataDir: string,
  { settings, log = () => undefined, name: _, ...options }: TemporaryServiceOptions,
  work: (service: TemporaryService) => Promise<T>,
): Promise<T> {
  const environment = privateEnvironment(dataDir, settings);
  const running = await launch(environment, { log, serviceOutput: 'file' }, options);
  let result: T;
  try {
    const interrupted = aborted(options.signal).then(() => Promise.reject(new Error('interrupted')));
    result = await Promise.race([work({ running, environment }), running.failed, interrupted]);
  } catch (error) {
    await stopAfterFailure(running, log);
    throw error;
  }
  await running.stop();
  return result;
}

function withLastLines(error: unknown, dataDir: string): unknown {
  const lines = lastLines(join(dataDir, 'service.log'));
  if (lines.length === 0) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Error([message, 'Last log lines of the service:', ...lines.map((line) => `  ${line}`)].join('\n'), {
    cause: error,
  });
}

function lastLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').filter(Boolean).slice(-maxLogLines);
  } catch {
    return []; // The service was not started.
  }
}

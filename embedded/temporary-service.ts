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

const toldLines = 10;

export interface TemporaryServiceOptions extends LaunchOptions {
  /** Part of the folder's name: what the service is for. */
  name: string;
  /** On top of what {@link privateEnvironment} sets. */
  settings?: Record<string, string>;
  /** Told, in whole lines, what the user should know and need do nothing about. */
  log?: (line: string) => void;
}

export interface TemporaryService {
  running: Running;
  /** The environment of whatever is to find the service. */
  environment: Record<string, string>;
}

/**
 * Runs `work` against the whole service in a new folder. However it ends, by an interruption or by a part that fails too, nothing is left running
 * and no folder remains; an error says what the service logged last, since its log goes with the folder.
 */
export async function withTemporaryService<T>(
  options: TemporaryServiceOptions,
  work: (service: TemporaryService) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), `simulation-service-${options.name}-`));
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove); // for an end in a hurry
  try {
    return await runIn(dataDir, options, work);
  } catch (error) {
    throw options.signal?.aborted ? error : withLastLines(error, dataDir);
  } finally {
    remove();
    process.removeListener('exit', remove);
  }
}

/** A key on the growth plan, made as the operator makes it. */
export async function bootstrapKey(
  { environment }: TemporaryService,
  organization: string,
  signal?: AbortSignal,
): Promise<string> {
  const words = ['bootstrap', '--tier', 'sandbox', '--organization', organization, '--plan', 'growth', '--json'];
  const cli = join(projectFolder, 'dist', 'src', 'cli.js');
  const { stdout } = await promisify(execFile)(process.execPath, [cli, ...words], { env: environment, signal });
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
  return new Error([message, 'The service logged last:', ...lines.map((line) => `  ${line}`)].join('\n'), {
    cause: error,
  });
}

function lastLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').filter(Boolean).slice(-toldLines);
  } catch {
    return []; // it was not started so far
  }
}

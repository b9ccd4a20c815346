import { join } from 'node:path';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { threadPool } from '../../common/thread-pool.js';
import { ConcurrencyLimit, TooBusyError } from '../../common/concurrency-limit.js';
import type { CheckedDefinition } from './check-definition.js';

/** Built-in workflows take at most one second. */
const checkTimeoutMs = 10_000;
const waitTimeoutMs = 30_000;
/** Running and waiting checks of one organization. Retries of one publication may arrive concurrently. */
const maxPerOrganization = 24;
const idleTimeoutMs = 60_000;
const memoryMb = 256;

/** Checks definitions from callers one at a time, in a thread that is terminated if it takes too long or too much memory. */
export class DefinitionChecker implements OnApplicationShutdown {
  private readonly logger = new Logger(DefinitionChecker.name);
  private readonly turns = new ConcurrencyLimit(1, waitTimeoutMs, maxPerOrganization);
  private readonly pool: Piscina<unknown, CheckedDefinition>;

  constructor(
    thread = join(import.meta.dirname, 'definition-check.thread.js'),
    private readonly timeoutMs = checkTimeoutMs,
  ) {
    this.pool = threadPool({
      filename: thread,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
  }

  /** @param organizationId organizations take turns; omitted for an operator */
  async check(json: unknown, organizationId?: string): Promise<CheckedDefinition> {
    try {
      return await this.turns.run(() => this.checkNow(json), organizationId);
    } catch (error) {
      throw error instanceof TooBusyError ? error.withHeaders({ 'Retry-After': '30' }) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.destroy();
  }

  /** Rejects a definition that crashes its thread. */
  private async checkNow(json: unknown): Promise<CheckedDefinition> {
    const signal = AbortSignal.timeout(this.timeoutMs);
    try {
      return await this.pool.run(json, { signal });
    } catch (error) {
      this.logger.warn({ error }, 'failed to check definition');
      return { ok: false, issues: [{ path: '', message: reasonOf(error, signal.aborted) }] };
    }
  }
}

function reasonOf(error: unknown, tookTooLong: boolean): string {
  if (tookTooLong) return 'the check and its small simulation exceed the time limit: simplify the definition';
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return `the check and its small simulation need more than ${memoryMb} MiB of memory: simplify the definition`;
  }
  return 'could not be checked';
}

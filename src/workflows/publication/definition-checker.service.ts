import { join } from 'node:path';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { TooBusyError } from '../../common/concurrency-limit.js';
import { apiMemory } from '../../config/memory-limits.js';
import { isOutOfMemory, Thread, TookTooLongError } from '../../common/thread.js';
import type { CheckedDefinition } from './check-definition.js';

/** Built-in workflows take at most one second. */
const checkTimeoutMs = 10_000;
const waitTimeoutMs = 30_000;
/** Running and waiting checks of one organization. Retries of one publication may arrive concurrently. */
const maxPerOrganization = 24;
const maxMemoryMb = apiMemory.definitionThread.memoryMb;

/** Checks definitions from callers one at a time, in a thread that is terminated if it takes too long or too much memory. */
export class DefinitionChecker implements OnApplicationShutdown {
  private readonly logger = new Logger(DefinitionChecker.name);
  private readonly thread: Thread<unknown, CheckedDefinition>;

  constructor(file = join(import.meta.dirname, 'definition-check.thread.js'), timeoutMs = checkTimeoutMs) {
    this.thread = new Thread(file, { timeoutMs, maxMemoryMb, waitTimeoutMs, maxPerOrganization });
  }

  /** @param organizationId organizations take turns; omitted for an operator */
  async check(json: unknown, organizationId?: string): Promise<CheckedDefinition> {
    try {
      return await this.thread.inTurn(organizationId, (run) => this.checkNow(() => run(json)));
    } catch (error) {
      throw error instanceof TooBusyError ? error.withHeaders({ 'Retry-After': '30' }) : error;
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.close();
  }

  /** Rejects a definition that crashes its thread. */
  private async checkNow(check: () => Promise<CheckedDefinition>): Promise<CheckedDefinition> {
    try {
      return await check();
    } catch (error) {
      this.logger.warn({ error }, 'failed to check definition');
      return { ok: false, issues: [{ path: '', message: reasonOf(error) }] };
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof TookTooLongError)
    return 'the check and its small simulation exceed the time limit: simplify the definition';
  if (isOutOfMemory(error)) {
    return `the check and its small simulation need more than ${maxMemoryMb} MiB of memory: simplify the definition`;
  }
  return 'could not be checked';
}

import { join } from 'node:path';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { TooBusyError } from '../../common/concurrency-limit.js';
import { apiMemory } from '../../config/memory-limits.js';
import { isOutOfMemory, Thread, TookTooLongError } from '../../common/thread.js';
import type { CheckedDefinition } from './check-definition.js';
import { tooSlow } from './golden-simulation.js';

/** For a busy machine. A check also limits its processor time. */
const checkTimeoutMs = 10_000;
const waitTimeoutMs = 30_000;
/** Running and waiting checks of one organization. Retries of one publication may arrive concurrently. */
const maxPerOrganization = 24;
/** A thread for each priority of organizations. */
const { memoryMb: maxMemoryMb, concurrent: maxThreads } = apiMemory.definitionThread;

/** Checks definitions from callers, in threads that are terminated if they take too long or too much memory. */
export class DefinitionChecker implements OnApplicationShutdown {
  private readonly logger = new Logger(DefinitionChecker.name);
  private readonly thread: Thread<unknown, CheckedDefinition>;

  constructor(file = join(import.meta.dirname, 'definition-check.thread.js'), timeoutMs = checkTimeoutMs) {
    const turns = { size: maxThreads, waitTimeoutMs, maxPerOrganization, hasReservedPlaces: true };
    this.thread = new Thread(file, { timeoutMs, maxMemoryMb, ...turns });
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
  if (error instanceof TookTooLongError) return tooSlow.message;
  if (isOutOfMemory(error)) {
    return `the check and its small simulation need more than ${maxMemoryMb} MiB of memory: simplify the definition`;
  }
  return 'could not be checked';
}

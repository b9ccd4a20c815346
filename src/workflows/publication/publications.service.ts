import { Injectable, Logger, type OnApplicationShutdown, Module } from '@nestjs/common';
import { z } from 'zod';
import type { WorkflowDefinition } from '../../../model/definition.js';
import { Clock } from '../../common/clock.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Tier } from '../../common/identity/caller.js';
import { Audit } from '../../platform/audit/audit.js';
import { CurrentCredential } from '../../platform/credentials/current-credential.service.js';
import { Databases } from '../../platform/database/databases.service.js';
import { toVersionRecord, visibilityOf, type WorkflowVersionRecord, versionSchema } from '../case-study.record.js';
import type { CheckedDefinition } from './check-definition.js';
import {
  placeVersion,
  requireVersionSpace,
  restoreVersions,
  writeVersion,
  type PlacedVersion,
  type Publisher,
} from './version.writer.js';
import { join } from 'node:path';
import { TooBusyError } from '../../common/concurrency-limit.js';
import { apiMemory } from '../../config/memory-limits.js';
import { isOutOfMemory, Thread, TookTooLongError } from '../../common/thread.js';
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

const namedSchema = z.looseObject({ workflow_id: z.string().regex(/^[a-z0-9-]{1,64}$/), version: versionSchema });

export type SoundDefinition = CheckedDefinition & { ok: true };

@Injectable()
export class Publications {
  constructor(
    private readonly databases: Databases,
    private readonly checker: DefinitionChecker,
    private readonly credential: CurrentCredential,
    private readonly clock: Clock,
  ) {}

  /** Throws {@link AppError} `invalid_definition`. */
  async check(definition: unknown, organizationId?: string): Promise<SoundDefinition> {
    const checked = await this.checker.check(definition, organizationId);
    if (!checked.ok) throw AppError.withIssues('invalid_definition', checked.issues);
    return checked;
  }

  /** Throws like {@link requireVersionSpace}. Checks nothing if the definition has no id or version: {@link check} rejects it. */
  async requireSpace(tier: Tier, definition: unknown, organizationId: string): Promise<void> {
    const { success, data } = namedSchema.safeParse(definition);
    if (!success) return;
    const named = { workflowId: data.workflow_id, version: data.version };
    await this.databases.transaction(tier, (sql) => requireVersionSpace(sql, named, organizationId));
  }

  /** Publishes a version. Publishing the same definition again returns the existing version. */
  async publish(
    tier: Tier,
    workflow: SoundDefinition,
    publisher: Publisher,
    isDryRun: boolean,
  ): Promise<PlacedVersion> {
    if (publisher.organizationId === null) refuseRows(workflow.definition);
    return this.databases.transaction(tier, async (sql) => {
      // The checks before it can take a minute, in which the credential can end.
      if ('method' in publisher.by) await this.credential.require(sql, tier, publisher.by);
      const placed = await placeVersion(sql, workflow, publisher, this.clock.now());
      if (!placed.isNew || isDryRun) return placed;
      await writeVersion(sql, placed.row, workflow);
      const { workflowId, version, definitionDigest } = placed.row;
      await Audit.appendBySql(sql, publisher.by, {
        action: publisher.organizationId === null ? 'workflow.published' : 'workflow.promoted',
        subject: workflowId,
        details: { version, definition_digest: definitionDigest },
      });
      return placed;
    });
  }

  /** Deprecates every version of the slug and returns the highest one, or undefined if there is none. Repeating it changes nothing. */
  async withdraw(
    tier: Tier,
    workflowId: string,
    { organizationId, by }: Publisher,
  ): Promise<WorkflowVersionRecord | undefined> {
    return this.databases.for(tier).$transaction(async (tx) => {
      const where = { workflowId, organizationId };
      const { count } = await tx.workflowVersion.updateMany({
        where: { ...where, deprecatedAt: null },
        data: { deprecatedAt: this.clock.now() },
      });
      const details = { visibility: visibilityOf(organizationId), versions: count };
      if (count > 0) await Audit.append(tx, by, { action: 'workflow.deprecated', subject: workflowId, details });
      const row = await tx.workflowVersion.findFirst({ where, orderBy: { versionParts: 'desc' } });
      return row ? toVersionRecord(row) : undefined;
    });
  }

  /**
   * Makes the versions available again that the last deprecation of the slug ended. Returns their number, or undefined if there is no
   * such workflow. Throws {@link AppError} `workflow_id_taken` and `workflow_limit_reached`.
   */
  async restore(tier: Tier, workflowId: string, { organizationId, by }: Publisher): Promise<number | undefined> {
    return this.databases.transaction(tier, async (sql) => {
      const count = await restoreVersions(sql, { workflowId, organizationId });
      const details = { visibility: visibilityOf(organizationId), versions: count };
      if (count) await Audit.appendBySql(sql, by, { action: 'workflow.restored', subject: workflowId, details });
      return count;
    });
  }
}

/** Rows of respondents belong to one organization. */
function refuseRows({ population: { people, sample } }: WorkflowDefinition): void {
  if (!sample && people?.origin !== 'respondents') return;
  const message = 'has the rows of respondents: fit the model with `population: synthetic` to publish it for all';
  throw AppError.withIssues('invalid_definition', [{ path: 'population.people', message }]);
}

/** For the HTTP process and the operator CLI. It imports no router, so that the CLI starts no embedder. */
@Module({
  providers: [{ provide: DefinitionChecker, useFactory: () => new DefinitionChecker() }, Publications],
  exports: [Publications],
})
export class PublicationsModule {}

import { Inject, Injectable } from '@nestjs/common';
import { sha256, isPrefixedId, newPrefixedId } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Caller } from '../common/identity/caller.js';
import { creatorOf } from '../common/identity/creator.js';
import type { Reply } from '../common/http/reply.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { listOf, newestPage } from '../common/pagination/page.js';
import type { Settings } from '../config/settings.js';
import { Audit } from '../platform/audit/audit.js';
import { databaseTimeBySql } from '../platform/database/database-time.js';
import { Databases } from '../platform/database/databases.service.js';
import type { ShareLink } from '../platform/database/generated/client.js';
import { requireSpace } from '../platform/database/organization-limits.js';
import { insert, toColumns } from '../platform/database/sql.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { secretReply } from '../platform/idempotency/idempotency-key.js';
import { creationBy, Idempotency } from '../platform/idempotency/idempotency.service.js';
import { SimulationViews } from '../readings/simulation-views.service.js';
import { kindOfId } from '../simulations/kinds/index.js';
import { RunStore } from '../simulations/run-store.service.js';
import {
  formatShareToken,
  toShareLinkRecord,
  type CreateShareLink,
  type ListShareLinks,
  type ShareLinkRecord,
  type ShareLinkWithUrl,
} from './share-link.record.js';

const dayMs = 24 * 3_600_000;

/** The share links of the caller's organization in the caller's tier. */
@Injectable()
export class ShareLinks {
  constructor(
    private readonly databases: Databases,
    private readonly idempotency: Idempotency,
    private readonly runs: RunStore,
    private readonly views: SimulationViews,
    private readonly cursors: CursorCodec,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Throws {@link AppError} `…_not_found`, `…_not_complete`, `share_link_limit_reached`; for a simulator also `no_simulator`,
   * `synthetic_population_required`, `exact_values_consent_required`, and `validation_error` for an unknown parameter.
   */
  async create(
    caller: Caller,
    request: CreateShareLink,
    idempotencyKey: string | undefined,
  ): Promise<Reply<ShareLinkWithUrl>> {
    const { organizationId, tier } = caller;
    const problem = await this.problemOf(caller, request);
    const once = creationBy(caller, 'POST /v1/share-links', idempotencyKey, request);
    const { body, secret, replayed } = await this.idempotency.once(tier, once, async (sql, bytes) => {
      // Thrown in the effect: a replay returns the first response even if the run has been deleted since.
      if (problem) throw problem;
      await requireSpace(sql, organizationId, 'share_links');
      const createdAt = await databaseTimeBySql(sql);
      const row: ShareLink = {
        id: newPrefixedId('shl'),
        organizationId,
        runId: request.run_id,
        hash: new Uint8Array(sha256(formatShareToken(tier, bytes))),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + request.expires_in_days * dayMs),
        simulator: request.simulator ?? null,
        ...creatorOf(caller),
      };
      await insert(sql, 'share_links', toColumns(row));
      const details = {
        run_id: row.runId,
        expires_at: row.expiresAt.toISOString(),
        ...(request.simulator && { simulator: request.simulator }),
        ...(request.allow_exact_values && { allow_exact_values: true }),
      };
      await Audit.appendBySql(sql, caller, { action: 'share_link.created', subject: row.id, details });
      return { body: toShareLinkRecord(row) };
    });
    return secretReply({ ...body, url: this.urlOf(formatShareToken(tier, secret)) }, replayed);
  }

  async list(caller: Caller, { limit, cursor, run_id: runId }: ListShareLinks): Promise<Reply<ShareLinkRecord[]>> {
    const { organizationId, tier } = caller;
    const filters = runId === undefined ? {} : { runId };
    const page = { limit, cursor, list: listOf('share-links', caller, filters) };
    return newestPage(this.cursors, page, toShareLinkRecord, ({ after, ...query }) =>
      this.databases.for(tier).shareLink.findMany({ where: { organizationId, ...filters, ...after }, ...query }),
    );
  }

  /** Throws {@link AppError} `share_link_not_found`. */
  async revoke(caller: Caller, id: string): Promise<{ id: string; deleted: true }> {
    const { organizationId, tier } = caller;
    if (!isPrefixedId('shl', id)) throw new AppError('share_link_not_found');
    await this.databases.for(tier).$transaction(async (tx) => {
      const [link] = await tx.shareLink.findMany({ where: { id, organizationId } });
      const { count } = await tx.shareLink.deleteMany({ where: { id, organizationId } });
      if (!link || count === 0) throw new AppError('share_link_not_found');
      const details = { run_id: link.runId };
      await Audit.append(tx, caller, { action: 'share_link.revoked', subject: id, details });
    });
    return { id, deleted: true };
  }

  /** Returns the reason why the run cannot be shared. */
  private async problemOf(caller: Caller, request: CreateShareLink): Promise<AppError | undefined> {
    const { run_id: id, simulator, allow_exact_values: allowsExactValues } = request;
    try {
      const kind = kindOfId(id);
      await this.runs.findCompleted(caller, kind, id);
      if (!simulator) return undefined;
      if (kind.view) return new AppError('no_simulator');
      const shown = await this.views.simulator(caller, id, {});
      if (!allowsExactValues && (await this.views.hasExactValues(caller, shown)))
        return new AppError('exact_values_consent_required');
      const { parameters } = shown;
      const message = `is not a parameter of this workflow. Its parameters: ${parameters.join(', ')}`;
      const unknown = simulator.parameters.flatMap((parameter, position) =>
        parameters.includes(parameter) ? [] : [{ path: `simulator.parameters.${position}`, message }],
      );
      return unknown.length > 0 ? AppError.validation(unknown) : undefined;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  /** The page of sign-in links has the origin at which browsers reach the service. */
  private urlOf(token: string): string {
    return new URL(`/v1/shared/${token}/report`, this.settings.frontendUrl).href;
  }
}

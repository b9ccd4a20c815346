import { Injectable } from '@nestjs/common';
import { sha256 } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Owner } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import { SimulationViews } from '../readings/simulation-views.service.js';
import { kindOfId } from '../simulations/kinds/index.js';
import { RunDocuments } from '../simulations/run.documents.js';
import type { RegisteredKind } from '../simulations/run.kind.js';
import { RunStore } from '../simulations/run.store.js';
import { toSharedRun, type SharedRun } from './shared-run.record.js';
import { tierOfShareToken } from './share-token.js';

interface Shared {
  owner: Owner;
  kind: RegisteredKind;
  id: string;
}

/** Reads the runs of share links for clients without a credential. All methods throw {@link AppError} `share_link_not_found`. */
@Injectable()
export class SharedRuns {
  constructor(
    private readonly databases: Databases,
    private readonly runs: RunStore,
    private readonly documents: RunDocuments,
    private readonly simulationViews: SimulationViews,
  ) {}

  async record(token: string): Promise<SharedRun> {
    const { owner, kind, id } = await this.find(token);
    return toSharedRun(await this.runs.whole(owner, kind, await this.runs.find(owner, kind, id)));
  }

  /** Returns the HTML page. Throws {@link AppError} `service_unavailable` if too many reports wait or one takes too long. */
  async report(token: string): Promise<string> {
    const { owner, kind, id } = await this.find(token);
    return kind.view ? this.documents.report(owner, kind, id) : this.simulationViews.sharedReport(owner, id);
  }

  /** Finds the link by the hash of its token, so that response times reveal no part of a token. */
  private async find(token: string): Promise<Shared> {
    const tier = tierOfShareToken(token);
    if (!tier) throw new AppError('share_link_not_found');
    const { rows } = await this.databases.sql(tier).query<{ organization_id: string; run_id: string }>({
      name: 'find share link',
      text: `SELECT link.organization_id, link.run_id FROM share_links link
             JOIN simulations run ON run.id = link.run_id AND run.organization_id = link.organization_id
             WHERE link.hash = $1 AND link.expires_at > now() AND run.deleted_at IS NULL`,
      values: [sha256(token)],
    });
    const [link] = rows;
    if (!link) throw new AppError('share_link_not_found');
    const { organization_id: organizationId, run_id: id } = link;
    return { owner: { organizationId, tier }, kind: kindOfId(id), id };
  }
}

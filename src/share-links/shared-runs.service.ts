import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { sha256 } from '../common/crypto.js';
import { AppError } from '../common/errors/app-error.js';
import type { Owner } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import { SimulationViews } from '../readings/simulation-views.service.js';
import { kindOfId, runKinds } from '../simulations/kinds/index.js';
import { RunDocuments } from '../simulations/run-documents.service.js';
import { schemaId, type RegisteredKind, type RunRecord } from '../simulations/run.kind.js';
import { RunStore } from '../simulations/run-store.service.js';
import type { Simulator } from '../simulations/report/simulator.js';
import { tierOfShareToken, type SimulatorLink } from './share-link.record.js';

/** Fields that only the organization of the run can read. */
const privateFields = ['notes', 'metadata', 'webhook_url', 'quota', 'created_by'] as const;

const isPrivate = ({ shared }: RegisteredKind, field: string) =>
  [...privateFields, ...(shared?.omitted ?? [])].includes(field);

/** The record of a run without {@link privateFields}, in the shared form of its kind: one schema for each kind. */
export const sharedRunSchema = z.union(
  runKinds().map((kind) => {
    const schema = (kind.format.whole?.schema ?? kind.format.schema) as z.ZodObject;
    const shape = Object.fromEntries(Object.entries(schema.shape).filter(([field]) => !isPrivate(kind, field)));
    return z.strictObject(shape).meta({ id: `Shared${schemaId(kind)}` });
  }),
);
export type SharedRun = Omit<RunRecord, (typeof privateFields)[number]>;

function toSharedRun(kind: RegisteredKind, record: RunRecord): SharedRun {
  const shared = kind.shared ? kind.shared.of(record as RunRecord & { result: object | null }) : record;
  const fields = Object.entries(shared).filter(([field]) => !isPrivate(kind, field));
  return Object.fromEntries(fields) as unknown as SharedRun;
}

interface Shared {
  owner: Owner;
  kind: RegisteredKind;
  id: string;
  /** Equal for equal reports: a completed run changes only its name, and loses its results after their retention period. */
  version: string;
  /** Null for a link to the report only. */
  simulator: SimulatorLink | null;
}

interface SharedRow {
  organizationId: string;
  id: string;
  name: string | null;
  hasResults: boolean;
  simulator: SimulatorLink | null;
}

/** The token of the simulator that everyone can read: the landing page shows it. */
const exampleToken = 'example';

/** Reports in memory. A process of a later release renders them again, in its own words. */
const maxCachedCharacters = 32 * 1024 * 1024;

/** Reads the runs of share links for clients without a credential. All methods throw {@link AppError} `share_link_not_found`. */
@Injectable()
export class SharedRuns {
  /** Renders a report once, also for concurrent readers. */
  private readonly reports = new LRUCache<string, string, Shared>({
    maxSize: maxCachedCharacters,
    sizeCalculation: ({ length }) => length,
    fetchMethod: (_, __, { context }) => this.render(context),
    // Readers get a report that other reports replaced while it was rendered.
    ignoreFetchAbort: true,
  });

  constructor(
    private readonly databases: Databases,
    private readonly runs: RunStore,
    private readonly documents: RunDocuments,
    private readonly simulationViews: SimulationViews,
  ) {}

  async record(token: string): Promise<SharedRun> {
    const { owner, kind, id } = await this.find(token);
    const row = await this.runs.find(owner, kind, id, kind.shared === undefined);
    return toSharedRun(kind, await this.runs.whole(owner, kind, row));
  }

  /**
   * Returns the HTML page, and what a visitor can change on it. Throws {@link AppError} `service_unavailable` if too many reports wait or one
   * takes too long.
   */
  async report(token: string): Promise<{ page: string; simulator: SimulatorLink | null }> {
    const shared = await this.find(token);
    const key = `${shared.owner.tier} ${shared.id} ${shared.version}`;
    return { page: await this.reports.forceFetch(key, { context: shared }), simulator: shared.simulator };
  }

  /** Returns what a browser needs to simulate. */
  async simulator(token: string): Promise<Simulator> {
    if (token === exampleToken) return this.simulationViews.exampleSimulator();
    const { owner, id, simulator } = await this.find(token);
    if (!simulator) throw new AppError('share_link_not_found');
    return this.simulationViews.simulator(owner, id, simulator);
  }

  private render({ owner, kind, id, simulator }: Shared): Promise<string> {
    return kind.view
      ? this.documents.sharedReport(owner, kind, id)
      : this.simulationViews.sharedReport(owner, id, simulator ?? undefined);
  }

  /** Finds the link by the hash of its token, so that response times reveal no part of a token. */
  private async find(token: string): Promise<Shared> {
    const tier = tierOfShareToken(token);
    if (!tier) throw new AppError('share_link_not_found');
    const { rows } = await this.databases.sql(tier).query<SharedRow>({
      name: 'find share link',
      text: `SELECT link.organization_id AS "organizationId", link.run_id AS id, link.simulator, run.name,
                    EXISTS (SELECT FROM simulation_results WHERE simulation_id = run.id) AS "hasResults"
             FROM share_links link
             JOIN simulations run ON run.id = link.run_id AND run.organization_id = link.organization_id
             WHERE link.hash = $1 AND link.expires_at > now() AND run.deleted_at IS NULL`,
      values: [sha256(token)],
    });
    const [link] = rows;
    if (!link) throw new AppError('share_link_not_found');
    const { organizationId, id, name, hasResults, simulator } = link;
    const owner = { organizationId, tier, places: `shared ${organizationId}` };
    const version = JSON.stringify([name, hasResults, simulator?.parameters]);
    return { owner, kind: kindOfId(id), id, version, simulator };
  }
}

import { type OnApplicationShutdown, Module } from '@nestjs/common';
import type { Tier } from '../../../common/identity/caller.js';
import { Databases } from '../../../platform/database/databases.service.js';
import { ObjectStorage, removeOrphans, throwUnavailable } from '../../../platform/objects/object-storage.js';
import { resultFormats } from '../result-format.js';
import {
  ResultStore,
  type ResultFiles,
  type ResultOrigin,
  type ResultRow,
  DatabaseResultStore,
} from './result-store.js';
import type { Settings } from '../../../config/settings.js';
import { SETTINGS } from '../../../platform/environment/settings.module.js';

const keyPattern = /^[^/]+\/([^/.]+)\/(\d{1,9})\/[^/.][^/]*$/;

/** One statement reads one snapshot: a run that completes concurrently is either unfinished in it or has its results. */
const orphansQuery = `
  SELECT key FROM unnest($1::text[], $2::text[], $3::int[]) AS object (key, id, attempt)
  WHERE NOT EXISTS (SELECT FROM simulation_results WHERE simulation_id = object.id AND key IN (agents_key, events_key))
    AND NOT EXISTS (SELECT FROM simulations
                    WHERE id = object.id AND status IN ('queued', 'running') AND attempt <= object.attempt)`;

/** Stores the files in a bucket, with one prefix per tier. Loads files from rows if they were stored there earlier. */
export class S3ResultStore extends ResultStore implements OnApplicationShutdown {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly databases: Databases,
  ) {
    super();
  }

  /** The key contains the attempt, so that a run that was taken over never overwrites the files of the newer run. */
  async save({ tier, simulationId, attempt }: ResultOrigin, { agents, events }: ResultFiles): Promise<ResultRow> {
    const folder = `${tier}/${simulationId}/${attempt}`;
    const agentsKey = `${folder}/agents.parquet`;
    const eventsKey = events && `${folder}/events.parquet`;
    await Promise.all([this.put(agentsKey, agents), events && eventsKey && this.put(eventsKey, events)]);
    return { agents: null, agentsKey, events: null, eventsKey };
  }

  async load({ agents, agentsKey, events, eventsKey }: ResultRow): Promise<ResultFiles> {
    const [agentsFile, eventsFile] = await Promise.all([
      agentsKey === null ? agents : this.get(agentsKey),
      eventsKey === null ? events : this.get(eventsKey),
    ]);
    if (!agentsFile) throw new Error('a row of results has neither agents nor a key');
    return { agents: agentsFile, events: eventsFile };
  }

  /** Files that an active run may still use are never deleted. */
  cleanUp(tier: Tier): Promise<void> {
    return removeOrphans(this.storage, this.databases.for(tier), `${tier}/`, (keys) => this.orphansOf(tier, keys));
  }

  /** An orphan stays one, because attempts only increase and a run completes only with its own attempt. Ignores objects with other names. */
  private async orphansOf(tier: Tier, keys: readonly string[]): Promise<string[]> {
    const named = keys.flatMap((key) => {
      const [, id, attempt] = keyPattern.exec(key) ?? [];
      return id === undefined ? [] : [{ key, id, attempt: Number(attempt) }];
    });
    const { rows } = await this.databases
      .sql(tier)
      .query<{ key: string }>(orphansQuery, [
        named.map(({ key }) => key),
        named.map(({ id }) => id),
        named.map(({ attempt }) => attempt),
      ]);
    return rows.map(({ key }) => key);
  }

  onApplicationShutdown(): void {
    this.storage.close();
  }

  private put(key: string, bytes: Uint8Array): Promise<void> {
    return this.storage.put(key, bytes, resultFormats.parquet.mediaType).catch(throwUnavailable);
  }

  private get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.storage.get(key).catch(throwUnavailable);
  }
}

@Module({
  providers: [
    {
      provide: ResultStore,
      inject: [SETTINGS, Databases],
      useFactory: ({ resultsBucket }: Settings, databases: Databases): ResultStore =>
        resultsBucket === undefined
          ? new DatabaseResultStore()
          : new S3ResultStore(new ObjectStorage(resultsBucket), databases),
    },
  ],
  exports: [ResultStore],
})
export class ResultStoreModule {}

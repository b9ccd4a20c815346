import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Redis } from 'ioredis';
import { scopesOf, type Access, grants, tiers, type Tier } from '../common/identity/caller.js';
import { Databases } from '../platform/database/databases.service.js';
import { ResponseStreams, type OpenStream } from '../platform/streams/response-streams.service.js';

/** A stream ends within five seconds after its credential was revoked: this interval, and the time of the query. */
const checkIntervalMs = 2_000;

const activeKeys = `
  SELECT id FROM api_keys WHERE id = ANY($1::uuid[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;

const members = `SELECT id, role, scopes FROM users WHERE id = ANY($1::uuid[])`;

/**
 * Ends event streams whose API key or session was revoked or has expired, or whose user lost the scope of the stream. Clients then
 * reconnect, and the API rejects them.
 */
@Injectable()
export class RevokedStreams implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RevokedStreams.name);
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;

  constructor(
    private readonly databases: Databases,
    private readonly streams: ResponseStreams,
    @Inject(Redis) private readonly redis: Redis,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.check(), checkIntervalMs).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
    if (this.isChecking || this.streams.events.size === 0) return;
    this.isChecking = true;
    const checks = [...tiers.map((tier) => this.endWithoutKey(tier)), this.endWithoutSession(), this.endWithoutScope()];
    await Promise.all(checks).catch((error: unknown) => {
      this.logger.warn({ error }, 'failed to check the credentials of event streams, will retry');
    });
    this.isChecking = false;
  }

  private async endWithoutKey(tier: Tier): Promise<void> {
    const streams = this.streamsBy(({ caller }) =>
      caller.tier === tier && caller.method === 'api_key' ? caller.keyId : undefined,
    );
    if (streams.size === 0) return;
    const { rows } = await this.databases
      .sql(tier)
      .query<{ id: string }>({ name: 'active keys', text: activeKeys, values: [[...streams.keys()]] });
    for (const { id } of rows) streams.delete(id);
    endAll(streams);
  }

  private async endWithoutSession(): Promise<void> {
    const streams = this.streamsBy(({ caller }) => (caller.method === 'session' ? caller.sessionKey : undefined));
    if (streams.size === 0) return;
    const keys = [...streams.keys()];
    const exists = await Promise.all(keys.map((key) => this.redis.exists(key)));
    keys.forEach((key, index) => exists[index] === 1 && streams.delete(key));
    endAll(streams);
  }

  /** The scopes of a key never change, and the sessions of an owner who becomes a member end. */
  private async endWithoutScope(): Promise<void> {
    const streams = this.streamsBy(({ caller }) =>
      caller.method === 'session' && caller.role === 'member' ? caller.userId : undefined,
    );
    if (streams.size === 0) return;
    const { rows } = await this.databases
      .sql('live')
      .query<Access & { id: string }>({ name: 'members of streams', text: members, values: [[...streams.keys()]] });
    const scopes = new Map(rows.map(({ id, ...access }) => [id, scopesOf(access)]));
    for (const [id, open] of streams) {
      for (const { scope, end } of open) if (!grants(scopes.get(id) ?? [], scope)) end();
    }
  }

  private streamsBy(credentialOf: (stream: OpenStream) => string | undefined): Map<string, OpenStream[]> {
    const streams = new Map<string, OpenStream[]>();
    for (const stream of this.streams.events) {
      const credential = credentialOf(stream);
      if (credential !== undefined) streams.set(credential, [...(streams.get(credential) ?? []), stream]);
    }
    return streams;
  }
}

function endAll(streams: ReadonlyMap<string, OpenStream[]>): void {
  for (const stream of [...streams.values()].flat()) stream.end();
}

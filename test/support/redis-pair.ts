import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { startRedis, type RedisServer } from '../../embedded/redis/server.js';
import { systemRedis } from '../../embedded/redis/system.server.js';
import { dataRoot } from '../../embedded/testing/temporary-folder.js';
import { waitUntil } from './wait-until.js';

/** Replicas need an installed redis-server or valkey-server: the server in WebAssembly has none. */
export const hasReplicas = () => systemRedis() !== undefined;

/** A primary and its replica. `failOver` exchanges their roles, as an operator or a managed service does. */
export class RedisPair {
  private constructor(
    private readonly folder: string,
    private readonly servers: RedisServer[],
    /** Connections of the test to both servers. */
    private readonly clients: Redis[],
  ) {}

  static async start(): Promise<RedisPair> {
    const folder = mkdtempSync(join(dataRoot, 'simulation-service-test-'));
    const password = 'of-both-servers';
    const start = (name: string) => {
      const own = join(folder, name);
      mkdirSync(own);
      writeFileSync(join(own, 'password'), password);
      return startRedis(own, () => undefined, 'system');
    };
    const servers = await Promise.all([start('a'), start('b')]);
    const pair = new RedisPair(
      folder,
      servers,
      servers.map(({ redisUrl }) => new Redis(redisUrl)),
    );
    for (const client of pair.clients) await client.config('SET', 'masterauth', password);
    await pair.replica.replicaof('127.0.0.1', new URL(pair.primaryUrl).port);
    await pair.waitForReplication();
    return pair;
  }

  get primaryUrl(): string {
    return this.servers[0]?.redisUrl ?? '';
  }
  get primary(): Redis {
    return this.clients[0] as Redis;
  }
  get replica(): Redis {
    return this.clients[1] as Redis;
  }

  /** The replica becomes the primary, and the primary its replica. It keeps its connections. */
  async failOver(): Promise<void> {
    await this.primary.call('FAILOVER');
    this.servers.reverse();
    this.clients.reverse();
    await waitUntil('the roles are exchanged', async () => (await roleOf(this.primary)) === 'master');
    await this.waitForReplication();
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.disconnect();
    await Promise.all(this.servers.map((server) => server.stop()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async waitForReplication(): Promise<void> {
    await waitUntil('the replica has the data', async () =>
      (await this.replica.info('replication')).includes('master_link_status:up'),
    );
  }
}

const roleOf = async (redis: Redis) => (await redis.role())[0] as string;

/** Names of the connections that the service has to this server. Bull names those that wait for jobs `bull:<queue>`. */
export async function serviceConnections(redis: Redis): Promise<string[]> {
  const list = (await redis.client('LIST')) as string;
  return [...list.matchAll(/ name=(service|bull[^: ]*)/g)].map(([, name]) => name as string).sort();
}

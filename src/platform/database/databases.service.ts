import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { Prisma, PrismaClient } from './generated/client.js';

export type Database = PrismaClient;
export type Transaction = Prisma.TransactionClient;

const connectTimeoutMs = 2_000;
const statementTimeoutMs = 10_000;
/** Also for a server that has fallen silent, which its own timeout does not reach. */
const queryTimeoutMs = 5_000;

/** The two databases. Which one a query goes to is said by the tier, every time. */
@Injectable()
export class Databases implements OnApplicationShutdown {
  private readonly clients: Record<Tier, PrismaClient>;

  constructor(@Inject(SETTINGS) settings: Settings) {
    this.clients = {
      sandbox: createClient(settings.sandboxDatabaseUrl),
      live: createClient(settings.liveDatabaseUrl),
    };
  }

  for(tier: Tier): Database {
    return this.clients[tier];
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.$disconnect()));
  }
}

function createClient(url: string): PrismaClient {
  const adapter = new PrismaPg({
    connectionString: url,
    // Without a bound a query to a silent server waits for ever; without UTC the adapter shifts timestamps.
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    options: `-c TimeZone=UTC -c statement_timeout=${statementTimeoutMs}`,
  });
  return new PrismaClient({ adapter });
}

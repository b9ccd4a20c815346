import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServers, type Servers } from '../../embedded/servers.js';
import { Clock } from '../../src/common/clock.js';
import { parseEnv } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { migrationsFolder } from '../../src/platform/database/migrations-folder.js';
import { Idempotency, keptMs } from '../../src/platform/idempotency/idempotency.service.js';
import { Housekeeping } from '../../src/processor/housekeeping.service.js';

describe('what has expired', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'simulation-service-housekeeping-'));
  const clock = new (class extends Clock {
    time = Date.UTC(2026, 2, 1);
    now = () => new Date(this.time);
  })();
  let servers: Servers;
  let databases: Databases;
  let idempotency: Idempotency;

  beforeAll(async () => {
    servers = await startServers({ dataDir, external: {}, log: () => undefined });
    await migrate(servers.sandboxDatabaseUrl, migrationsFolder);
    const settings: Settings = { ...parseEnv({}), ...servers, masterKey: Buffer.alloc(32, 7) };
    databases = new Databases(settings);
    idempotency = new Idempotency(settings, clock);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await servers.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  let effects = 0;
  const once = () => {
    const request = {
      scope: 'o',
      route: 'POST /x',
      key: '11111111-1111-4111-8111-111111111111',
      payload: {},
      status: 201,
    };
    return idempotency.once(databases.for('sandbox'), request, () => Promise.resolve({ effect: ++effects }));
  };
  const records = () => databases.for('sandbox').idempotencyRecord.count();

  it('an idempotency record is replayed for 24 hours, with the same secret, and not a moment longer', async () => {
    const first = await once();
    clock.time += keptMs - 1;
    const replay = await once();
    expect(replay).toEqual({ ...first, replayed: true });
    clock.time += 1;
    const anew = await once();
    expect(anew).toMatchObject({ body: { effect: 2 }, replayed: false });
    expect(anew.secret.equals(first.secret)).toBe(false);
  });

  it('is swept, with the nonce; what is still good stays', async () => {
    const housekeeping = new Housekeeping(databases, clock);
    await housekeeping.sweep('sandbox');
    expect(await records()).toBe(1);
    clock.time += keptMs + 1;
    await housekeeping.sweep('sandbox');
    expect(await records()).toBe(0);
  });
});

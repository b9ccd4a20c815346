import { Socket } from 'node:net';
import type pg from 'pg';
import type { Tier } from '../../common/identity/tier.js';
import type { Settings } from '../../config/settings.js';
import { connect } from '../../platform/database/connect.js';
import { databaseSettingOf, databaseUrlOf } from '../../platform/database/database-url.js';

const queryTimeoutMs = 5_000;

/** Destroys the socket at the end: a server that no longer responds cannot keep the connection open. */
export async function withDatabase<T>(settings: Settings, tier: Tier, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const socket = new Socket();
  const config = { query_timeout: queryTimeoutMs, stream: () => socket };
  const db = await connect(databaseUrlOf(settings, tier), databaseSettingOf(tier), config);
  try {
    return await work(db);
  } finally {
    socket.destroy();
  }
}

import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson } from '../../common/canonical-json.js';
import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Tier } from '../../common/identity/tier.js';
import { keyIdBytes, masterKeyId } from '../../common/secret-box.js';
import type { Settings } from '../../config/settings.js';
import { Databases } from '../database/databases.service.js';
import type { Sql } from '../database/sql.js';
import { SETTINGS } from '../environment/settings.module.js';

export const retentionMs = 24 * 3_600_000;
const lockTimeoutMs = 5_000;
const pollIntervalMs = 25;
const nonceBytes = 32;

export interface IdempotentRequest {
  /** Whose key it is: the organization's id, or what stands for it on a public route. */
  scope: string;
  /** Such as `POST /v1/api-keys`. */
  route: string;
  /** From {@link idempotencyKeyOf}; without one the effect simply takes place. */
  key: string | undefined;
  /** What was asked; the same key with another payload is refused. */
  payload: unknown;
  status: number;
  /** What would hold others up, such as the quota's row: the last thing in the transaction. */
  last?: (sql: Sql) => Promise<void>;
}

export interface IdempotentResult<Body> {
  body: Body;
  /**
   * 32 bytes for a secret that is shown once: the same in a replay, and stored nowhere. Derived when it is read, which a replay that
   * hands out none does not: it needs no master key. Throws {@link AppError} `idempotency_key_reused` where that key is gone.
   */
  readonly secret: Buffer;
  replayed: boolean;
}

interface RecordRow {
  request_hash: Buffer;
  body: object;
  nonce: Buffer | null;
  is_valid: boolean;
}

/**
 * An effect that takes place once for each Idempotency-Key. The record is written in the effect's own transaction, so a crash at any
 * point leaves both or neither.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly databases: Databases,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async once<Body extends object>(
    tier: Tier,
    request: IdempotentRequest,
    effect: (sql: Sql, secret: Buffer) => Promise<Body>,
  ): Promise<IdempotentResult<Body>> {
    const { key, last } = request;
    if (key === undefined) {
      const secret = randomBytes(nonceBytes);
      const body = await this.databases.transaction(tier, async (sql) => {
        const made = await effect(sql, secret);
        await last?.(sql);
        return made;
      });
      return { body, secret, replayed: false };
    }
    const deadlineMs = performance.now() + lockTimeoutMs;
    for (;;) {
      const result = await this.databases.transaction(tier, (sql) => this.attempt(sql, { ...request, key }, effect));
      if (result) return result;
      if (performance.now() > deadlineMs)
        throw new AppError('idempotency_in_progress').withHeaders({ 'Retry-After': '1' });
      await sleep(pollIntervalMs);
    }
  }

  /** Undefined while another request with the same key is under way; waiting outside of the transaction holds no connection. */
  private async attempt<Body extends object>(
    sql: Sql,
    request: IdempotentRequest & { key: string },
    effect: (sql: Sql, secret: Buffer) => Promise<Body>,
  ): Promise<IdempotentResult<Body> | undefined> {
    const { scope, route, key, status, payload, last } = request;
    if (!(await tryLock(sql, `${scope}\n${route}\n${key}`))) return undefined;

    const id = [scope, route, sha256(key)];
    const requestHash = sha256(canonicalJson(payload));
    const [record] = (await sql.query<RecordRow>({ name: 'idempotency record', text: findRecord, values: id })).rows;
    if (record?.is_valid) {
      if (!record.request_hash.equals(requestHash)) throw new AppError('idempotency_key_reused');
      const derive = () => this.derive(record.nonce ?? Buffer.alloc(0), request);
      return {
        body: record.body as Body,
        get secret() {
          return derive();
        },
        replayed: true,
      };
    }
    if (record) await sql.query({ text: deleteRecord, values: id });
    const nonce = Buffer.concat([masterKeyId(this.settings.masterKey), randomBytes(nonceBytes)]);
    const secret = this.derive(nonce, request);
    const body = await effect(sql, secret);
    const values = [...id, requestHash, status, JSON.stringify(body), nonce];
    await sql.query({ name: 'insert idempotency record', text: insertRecord, values });
    await last?.(sql);
    return { body, secret, replayed: false };
  }

  /** Who has the database alone, or the request alone, cannot derive it; the nonce goes with the record. */
  private derive(nonce: Buffer, { scope, route, key }: IdempotentRequest & { key: string }): Buffer {
    const message = Buffer.concat([nonce, Buffer.from(scope), Buffer.from(route), Buffer.from(key)]);
    return createHmac('sha256', this.masterKeyOf(nonce)).update(message).digest();
  }

  /** The one that the first answer's secret was derived from: its id is the beginning of the nonce. */
  private masterKeyOf(nonce: Buffer): Buffer {
    const { masterKey, previousMasterKeys } = this.settings;
    const id = nonce.subarray(0, keyIdBytes);
    const found = [masterKey, ...previousMasterKeys].find((key) => masterKeyId(key).equals(id));
    // Another secret than the first would be worse than none.
    if (!found) throw new AppError('idempotency_key_reused');
    return found;
  }
}

const findRecord = `
  SELECT request_hash, body, nonce, expires_at > now() AS is_valid FROM idempotency_records
  WHERE scope = $1 AND route = $2 AND key_hash = $3`;
const insertRecord = `
  INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, nonce, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${retentionMs} ms')`;
const deleteRecord = 'DELETE FROM idempotency_records WHERE scope = $1 AND route = $2 AND key_hash = $3';

/** A statement of its own: what the next one sees must be what is there once the lock is held. */
async function tryLock(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await sql.query<{ locked: boolean }>({
    name: 'idempotency lock',
    text: 'SELECT pg_try_advisory_xact_lock($1) AS locked',
    values: [sha256(name).readBigInt64BE()],
  });
  return rows[0]?.locked === true;
}

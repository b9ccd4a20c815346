import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson } from '../../common/canonical-json.js';
import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import type { Tier } from '../../common/identity/tier.js';
import { keyIdBytes, masterKeyId } from '../../common/secret-box.js';
import type { Settings } from '../../config/settings.js';
import { CurrentCredential } from '../credentials/current-credential.service.js';
import { Databases } from '../database/databases.service.js';
import type { Sql } from '../database/sql.js';
import { SETTINGS } from '../environment/settings.module.js';

export const retentionMs = 24 * 3_600_000;
const lockTimeoutMs = 5_000;
const pollIntervalMs = 25;
const nonceBytes = 32;

export interface IdempotentRequest {
  /** The owner of the key: the organization id, or another id on a public route. */
  scope: string;
  /** For example `POST /v1/api-keys`. */
  route: string;
  /** From {@link idempotencyKeyOf}. Without a key, the effect always takes place. */
  key: string | undefined;
  /** The request. The same key with another payload is rejected. */
  payload: unknown;
  status: number;
  /** If set, the effect takes place only if the credential of the caller is still valid. For effects that outlive the credential. */
  caller?: Caller;
}

/** What an effect did in the transaction. */
export interface EffectOutcome<Body> {
  /** The body of the response, also in a replay. */
  body: Body;
  /** A step that locks shared rows, such as the quota. It runs last in the transaction, so that the locks are short. */
  last?: (sql: Sql) => Promise<void>;
}

export type Effect<Body> = (sql: Sql, secret: Buffer) => Promise<EffectOutcome<Body>>;

export interface IdempotentResult<Body> {
  body: Body;
  /**
   * 32 bytes for a secret that is shown once. It is the same in a replay and is not stored. It is derived when it is read, so that
   * other replays need no master key. Throws {@link AppError} `idempotency_key_reused` if the master key was removed.
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
 * Runs an effect once for each Idempotency-Key. The record is written in the transaction of the effect, so that a crash leaves both or
 * neither.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly databases: Databases,
    private readonly credential: CurrentCredential,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async once<Body extends object>(
    tier: Tier,
    request: IdempotentRequest,
    effect: Effect<Body>,
  ): Promise<IdempotentResult<Body>> {
    const { key, caller } = request;
    if (key === undefined) {
      const secret = randomBytes(nonceBytes);
      const body = await this.databases.transaction(tier, async (sql) => {
        if (caller) await this.credential.require(sql, caller);
        const outcome = await effect(sql, secret);
        await outcome.last?.(sql);
        return outcome.body;
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

  /** Returns undefined while another request with the same key runs. The caller waits without holding a connection. */
  private async attempt<Body extends object>(
    sql: Sql,
    request: IdempotentRequest & { key: string },
    effect: Effect<Body>,
  ): Promise<IdempotentResult<Body> | undefined> {
    const { scope, route, key, status, payload, caller } = request;
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
    if (caller) await this.credential.require(sql, caller);
    const nonce = Buffer.concat([masterKeyId(this.settings.masterKey), randomBytes(nonceBytes)]);
    const secret = this.derive(nonce, request);
    const { body, last } = await effect(sql, secret);
    const values = [...id, requestHash, status, JSON.stringify(body), nonce];
    await sql.query({ name: 'insert idempotency record', text: insertRecord, values });
    await last?.(sql);
    return { body, secret, replayed: false };
  }

  /** Deriving the secret requires the master key, the request and the nonce, which is deleted with the record. */
  private derive(nonce: Buffer, { scope, route, key }: IdempotentRequest & { key: string }): Buffer {
    const message = Buffer.concat([nonce, Buffer.from(scope), Buffer.from(route), Buffer.from(key)]);
    return createHmac('sha256', this.masterKeyOf(nonce)).update(message).digest();
  }

  /** The master key of the first response. The nonce begins with its id. */
  private masterKeyOf(nonce: Buffer): Buffer {
    const { masterKey, previousMasterKeys } = this.settings;
    const id = nonce.subarray(0, keyIdBytes);
    const found = [masterKey, ...previousMasterKeys].find((key) => masterKeyId(key).equals(id));
    // A different secret than in the first response would be worse than an error.
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

/** A separate statement, so that the next statement reads data as of after the lock. */
async function tryLock(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await sql.query<{ locked: boolean }>({
    name: 'idempotency lock',
    text: 'SELECT pg_try_advisory_xact_lock($1) AS locked',
    values: [sha256(name).readBigInt64BE()],
  });
  return rows[0]?.locked === true;
}

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
  /** Statements that the effect sent without waiting, so that the record and the last step are sent with them. */
  sent?: Promise<unknown>;
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
  /** The ids are derived once, because deriving takes longer than the rest of an effect. */
  private readonly masterKeys: readonly [MasterKey, ...MasterKey[]];

  constructor(
    private readonly databases: Databases,
    private readonly credential: CurrentCredential,
    @Inject(SETTINGS) { masterKey, previousMasterKeys }: Settings,
  ) {
    this.masterKeys = [withId(masterKey), ...previousMasterKeys.map(withId)];
  }

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
        const { body, sent, last } = await effect(sql, secret);
        await Promise.all([sent, last?.(sql)]);
        return body;
      });
      return { body, secret, replayed: false };
    }
    const deadlineMs = performance.now() + lockTimeoutMs;
    for (;;) {
      const result = await this.databases.transactionAfter(
        tier,
        (sql) => lockAndFind(sql, { ...request, key }),
        (sql, found) => (found ? this.attempt(sql, { ...request, key }, found, effect) : Promise.resolve(undefined)),
      );
      if (result) return result;
      if (performance.now() > deadlineMs)
        throw new AppError('idempotency_in_progress').withHeaders({ 'Retry-After': '1' });
      await sleep(pollIntervalMs);
    }
  }

  /**
   * Returns the first response if the request is a replay. For requests with a slow computation before the effect, so that a replay neither
   * repeats it nor fails with it. Concurrent requests with the same key both get undefined; {@link once} then decides between them.
   */
  async replayOf<Body extends object>(
    tier: Tier,
    request: IdempotentRequest,
  ): Promise<IdempotentResult<Body> | undefined> {
    const { key } = request;
    if (key === undefined) return undefined;
    const withKey = { ...request, key };
    const record = await readRecord(this.databases.sql(tier), withKey);
    return record?.is_valid ? this.replay(record, withKey) : undefined;
  }

  private async attempt<Body extends object>(
    sql: Sql,
    request: RequestWithKey,
    { record }: LockedKey,
    effect: Effect<Body>,
  ): Promise<IdempotentResult<Body>> {
    const { status, caller } = request;
    const id = recordId(request);
    if (record?.is_valid) return this.replay(record, request);
    if (record) await sql.query({ text: deleteRecord, values: id });
    if (caller) await this.credential.require(sql, caller);
    const nonce = Buffer.concat([this.masterKeys[0].id, randomBytes(nonceBytes)]);
    const secret = this.derive(nonce, request);
    const { body, sent, last } = await effect(sql, secret);
    const values = [...id, hashOf(request), status, JSON.stringify(body), nonce];
    const recorded = sql.query({ name: 'insert idempotency record', text: insertRecord, values });
    await Promise.all([sent, recorded, last?.(sql)]);
    return { body, secret, replayed: false };
  }

  /** Throws {@link AppError} `idempotency_key_reused` if the payload is not that of the first request. */
  private replay<Body extends object>(record: RecordRow, request: RequestWithKey): IdempotentResult<Body> {
    if (!record.request_hash.equals(hashOf(request))) throw new AppError('idempotency_key_reused');
    const derive = () => this.derive(record.nonce ?? Buffer.alloc(0), request);
    return {
      body: record.body as Body,
      get secret() {
        return derive();
      },
      replayed: true,
    };
  }

  /** Deriving the secret requires the master key, the request and the nonce, which is deleted with the record. */
  private derive(nonce: Buffer, { scope, route, key }: RequestWithKey): Buffer {
    const message = Buffer.concat([nonce, Buffer.from(scope), Buffer.from(route), Buffer.from(key)]);
    return createHmac('sha256', this.masterKeyOf(nonce)).update(message).digest();
  }

  /** The master key of the first response. The nonce begins with its id. */
  private masterKeyOf(nonce: Buffer): Buffer {
    const found = this.masterKeys.find(({ id }) => id.equals(nonce.subarray(0, keyIdBytes)));
    // A different secret than in the first response would be worse than an error.
    if (!found) throw new AppError('idempotency_key_reused');
    return found.key;
  }
}

interface MasterKey {
  id: Buffer;
  key: Buffer;
}

const withId = (key: Buffer): MasterKey => ({ id: masterKeyId(key), key });

const findRecord = `
  SELECT request_hash, body, nonce, expires_at > now() AS is_valid FROM idempotency_records
  WHERE scope = $1 AND route = $2 AND key_hash = $3`;
const insertRecord = `
  INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, nonce, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + interval '${retentionMs} ms')`;
const deleteRecord = 'DELETE FROM idempotency_records WHERE scope = $1 AND route = $2 AND key_hash = $3';

type RequestWithKey = IdempotentRequest & { key: string };

/** The record of a key that this transaction has locked, if there is one. */
interface LockedKey {
  record: RecordRow | undefined;
}

const hashOf = ({ payload }: IdempotentRequest) => sha256(canonicalJson(payload));
const recordId = ({ scope, route, key }: RequestWithKey) => [scope, route, sha256(key)];

/**
 * Locks the key and reads its record. Two statements, so that the second reads data as of after the lock. Returns undefined while another
 * request with the same key runs. The caller waits without holding a connection.
 */
async function lockAndFind(sql: Sql, request: RequestWithKey): Promise<LockedKey | undefined> {
  const { scope, route, key } = request;
  const [lock, found] = await Promise.all([
    sql.query<{ locked: boolean }>({
      name: 'idempotency lock',
      text: 'SELECT pg_try_advisory_xact_lock($1) AS locked',
      values: [sha256(`${scope}\n${route}\n${key}`).readBigInt64BE()],
    }),
    readRecord(sql, request),
  ]);
  return lock.rows[0]?.locked === true ? { record: found } : undefined;
}

async function readRecord(sql: Sql, request: RequestWithKey): Promise<RecordRow | undefined> {
  const values = recordId(request);
  const { rows } = await sql.query<RecordRow>({ name: 'idempotency record', text: findRecord, values });
  return rows[0];
}

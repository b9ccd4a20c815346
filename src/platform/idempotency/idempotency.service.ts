import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { canonicalJson, sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import { keyIdBytes, masterKeyId } from '../../common/secret-box.js';
import type { Settings } from '../../config/settings.js';
import { CurrentCredential } from '../credentials/current-credential.service.js';
import { Databases } from '../database/databases.service.js';
import { insertAll, type Insert } from '../database/in-batches.js';
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

/** A request of an organization for a new object, which outlives the credential. */
export const creationBy = (
  caller: Caller,
  route: string,
  key: string | undefined,
  payload: unknown,
): IdempotentRequest => ({ scope: caller.organizationId, route, key, payload, status: 201, caller });

/** Changes rows in the transaction, and returns the body of the response, also of a replay. */
export type Effect<Body> = (sql: Sql, secret: Buffer) => Promise<{ body: Body }>;

/** An effect that only inserts rows: one statement instead of a transaction of several. */
export interface InsertEffect<Body> {
  body: Body;
  /** The first one reads from `admitted`, and each of the others from the first. */
  inserts: readonly [Insert, ...Insert[]];
  /** The error if the first one inserts no row. */
  refusal: (sql: Sql) => Promise<AppError>;
}

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
    const { caller } = request;
    if (!hasKey(request)) {
      const secret = randomBytes(nonceBytes);
      const body = await this.databases.transaction(tier, async (sql) => {
        if (caller) await this.credential.require(sql, tier, caller);
        return (await effect(sql, secret)).body;
      });
      return { body, secret, replayed: false };
    }
    const deadlineMs = performance.now() + lockTimeoutMs;
    for (;;) {
      const result = await this.databases.transactionAfter(
        tier,
        (sql) => lockAndFind(sql, request),
        async (sql, found) => (found === 'locked' ? undefined : this.attempt({ sql, tier }, request, found, effect)),
      );
      if (result) return result;
      if (performance.now() > deadlineMs)
        throw new AppError('idempotency_in_progress').withHeaders({ 'Retry-After': '1' });
      await sleep(pollIntervalMs);
    }
  }

  /** The same for an effect that only inserts rows and has no secret. A request that is the first one with its key is one statement. */
  async insertOnce<Body extends object>(
    tier: Tier,
    request: IdempotentRequest,
    plan: () => InsertEffect<Body>,
  ): Promise<{ body: Body; replayed: boolean }> {
    let effect: InsertEffect<Body>;
    try {
      effect = plan();
    } catch (error) {
      // A replay returns the first response even if the request would now be rejected.
      return this.once(tier, request, () => {
        throw error;
      });
    }
    const { body, inserts, refusal } = effect;
    if (await this.insertFirst(tier, request, effect)) return { body, replayed: false };
    return this.once(tier, request, async (sql) => {
      if (!(await insertAll(sql, inserts[0].name, [admitted, ...inserts]))) throw await refusal(sql);
      return { body };
    });
  }

  /** Returns false, without effect, if the request is not the first one with its key or is refused. */
  private async insertFirst(
    tier: Tier,
    request: IdempotentRequest,
    { body, inserts }: InsertEffect<object>,
  ): Promise<boolean> {
    const [{ name }] = inserts;
    const run = (all: readonly Insert[]) => this.databases.statement(tier, (sql) => insertAll(sql, name, all));
    if (!hasKey(request)) return run([admitted, ...inserts]);
    const id = recordId(request);
    const first = { name: 'admitted', text: unusedKey, values: [lockOf(request), ...id] };
    const values = [...id, hashOf(request), request.status, JSON.stringify(body)];
    try {
      return await run([first, ...inserts, { name: 'record', text: recordFor(name), values }]);
    } catch (error) {
      // Another request with the key was committed between the snapshot and the lock of the statement.
      if (error instanceof pg.DatabaseError && error.constraint === 'idempotency_records_pkey') return false;
      throw error;
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
    if (!hasKey(request)) return undefined;
    const record = await readRecord(this.databases.sql(tier), request);
    return record?.is_valid ? this.replay(record, request) : undefined;
  }

  private async attempt<Body extends object>(
    { sql, tier }: { sql: Sql; tier: Tier },
    request: RequestWithKey,
    record: RecordRow | undefined,
    effect: Effect<Body>,
  ): Promise<IdempotentResult<Body>> {
    const { status, caller } = request;
    const id = recordId(request);
    if (record?.is_valid) return this.replay(record, request);
    if (record) await sql.query({ text: deleteRecord, values: id });
    if (caller) await this.credential.require(sql, tier, caller);
    const nonce = Buffer.concat([this.masterKeys[0].id, randomBytes(nonceBytes)]);
    const secret = this.derive(nonce, request);
    const { body } = await effect(sql, secret);
    const values = [...id, hashOf(request), status, JSON.stringify(body), nonce];
    await sql.query({ name: 'insert idempotency record', text: insertRecord, values });
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
const expiry = `now() + interval '${retentionMs} ms'`;
const insertRecord = `
  INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, nonce, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, ${expiry})`;
const recordFor = (first: string) => `
  INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, expires_at)
  SELECT $1, $2, $3, $4, $5, $6, ${expiry} FROM ${first}`;
/** Has a row if no other request with the key runs and there is no record of one. */
const unusedKey = `
  SELECT FROM (SELECT pg_try_advisory_xact_lock($1) AS locked) key
  WHERE locked AND NOT EXISTS (SELECT FROM idempotency_records WHERE scope = $2 AND route = $3 AND key_hash = $4)`;
/** Admits a request without a key, or one whose key is locked and has no record. */
export const admitted: Insert = { name: 'admitted', text: 'SELECT', values: [] };
const deleteRecord = 'DELETE FROM idempotency_records WHERE scope = $1 AND route = $2 AND key_hash = $3';

type RequestWithKey = IdempotentRequest & { key: string };

const hasKey = (request: IdempotentRequest): request is RequestWithKey => request.key !== undefined;

const hashOf = ({ payload }: IdempotentRequest) => sha256(canonicalJson(payload));
const lockOf = ({ scope, route, key }: RequestWithKey) => sha256(`${scope}\n${route}\n${key}`).readBigInt64BE();
const recordId = ({ scope, route, key }: RequestWithKey) => [scope, route, sha256(key)];

/**
 * Locks the key and reads its record. Two statements, so that the second reads data as of after the lock. Returns `locked` while another
 * request with the same key runs. The caller waits without holding a connection.
 */
async function lockAndFind(sql: Sql, request: RequestWithKey): Promise<RecordRow | 'locked' | undefined> {
  const [lock, found] = await Promise.all([
    sql.query<{ locked: boolean }>({
      name: 'idempotency lock',
      text: 'SELECT pg_try_advisory_xact_lock($1) AS locked',
      values: [lockOf(request)],
    }),
    readRecord(sql, request),
  ]);
  return lock.rows[0]?.locked === true ? found : 'locked';
}

async function readRecord(sql: Sql, request: RequestWithKey): Promise<RecordRow | undefined> {
  const values = recordId(request);
  const { rows } = await sql.query<RecordRow>({ name: 'idempotency record', text: findRecord, values });
  return rows[0];
}

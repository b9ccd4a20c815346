import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { canonicalJson } from '../../common/canonical-json.js';
import { Clock } from '../../common/clock.js';
import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import type { Settings } from '../../config/settings.js';
import type { Database, Transaction } from '../database/databases.service.js';
import { toJson } from '../database/json.js';
import { SETTINGS } from '../environment/settings.module.js';

export const keptMs = 24 * 3_600_000;
const waitForTwinMs = 5_000;
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
}

export interface IdempotentAnswer<Body> {
  body: Body;
  /** 32 bytes for a secret that is shown once: the same in a replay, and stored nowhere. */
  secret: Buffer;
  replayed: boolean;
}

/**
 * An effect that takes place once for each Idempotency-Key. The record is written in the effect's own transaction, so a crash at any
 * point leaves both or neither.
 */
@Injectable()
export class Idempotency {
  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async once<Body extends object>(
    db: Database,
    request: IdempotentRequest,
    effect: (tx: Transaction, secret: Buffer) => Promise<Body>,
  ): Promise<IdempotentAnswer<Body>> {
    const { key } = request;
    if (key === undefined) {
      const secret = randomBytes(nonceBytes);
      return { body: await db.$transaction((tx) => effect(tx, secret)), secret, replayed: false };
    }
    const deadlineMs = performance.now() + waitForTwinMs;
    for (;;) {
      const answer = await db.$transaction((tx) => this.attempt(tx, { ...request, key }, effect));
      if (answer) return answer;
      if (performance.now() > deadlineMs)
        throw new AppError('idempotency_in_progress').withHeaders({ 'Retry-After': '1' });
      await sleep(pollIntervalMs);
    }
  }

  /** Undefined while another request with the same key is under way; waiting outside of the transaction holds no connection. */
  private async attempt<Body extends object>(
    tx: Transaction,
    request: IdempotentRequest & { key: string },
    effect: (tx: Transaction, secret: Buffer) => Promise<Body>,
  ): Promise<IdempotentAnswer<Body> | undefined> {
    const { scope, route, key } = request;
    const id = { scope, route, keyHash: bytes(sha256(key)) };
    const lock = sha256(`${scope}\n${route}\n${key}`).readBigInt64BE();
    const [{ locked } = { locked: false }] = await tx.$queryRaw<{ locked: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${lock}) AS locked`;
    if (!locked) return undefined;

    const requestHash = bytes(sha256(canonicalJson(request.payload)));
    const record = await tx.idempotencyRecord.findUnique({ where: { scope_route_keyHash: id } });
    const now = this.clock.now();
    if (record && record.expiresAt > now) {
      if (!Buffer.from(record.requestHash).equals(requestHash)) throw new AppError('idempotency_key_reused');
      const secret = this.derive(record.nonce ?? new Uint8Array(), request);
      return { body: record.body as Body, secret, replayed: true };
    }
    if (record) await tx.idempotencyRecord.delete({ where: { scope_route_keyHash: id } });
    const nonce = bytes(randomBytes(nonceBytes));
    const secret = this.derive(nonce, request);
    const body = await effect(tx, secret);
    const expiresAt = new Date(now.getTime() + keptMs);
    const { status } = request;
    await tx.idempotencyRecord.create({ data: { ...id, requestHash, status, body: toJson(body), nonce, expiresAt } });
    return { body, secret, replayed: false };
  }

  /** Who has the database alone, or the request alone, cannot derive it; the nonce goes with the record. */
  private derive(nonce: Uint8Array, { scope, route, key }: IdempotentRequest & { key: string }): Buffer {
    const message = Buffer.concat([nonce, Buffer.from(scope), Buffer.from(route), Buffer.from(key)]);
    return createHmac('sha256', this.settings.masterKey).update(message).digest();
  }
}

const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

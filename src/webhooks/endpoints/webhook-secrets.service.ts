import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller, Tier } from '../../common/identity/caller.js';
import { SecretBox } from '../../common/secret-box.js';
import { Audit, type OtherActor } from '../../platform/audit/audit.js';
import { CurrentCredential } from '../../platform/credentials/current-credential.service.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import { batchSize } from '../../platform/database/in-batches.js';
import { insert, type Sql } from '../../platform/database/sql.js';

const prefix = 'whsec_';
/** The length of generated secrets. */
const secretBytes = 32;
const [minBytes, maxBytes] = [24, 64];

/** Formats a secret according to Standard Webhooks. */
export function formatWebhookSecret(bytes: Uint8Array): string {
  return prefix + Buffer.from(bytes).toString('base64');
}

/** The bytes of the signing key. */
export function bytesOfSecret(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64');
}

/** A valid secret for the examples of the API description. */
export const exampleWebhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export function isWebhookSecret(text: string): boolean {
  const bytes = bytesOfSecret(text);
  return bytes.length >= minBytes && bytes.length <= maxBytes && formatWebhookSecret(bytes) === text;
}

/** Whether all bytes are equal, as in a placeholder. Anyone can guess such a secret and forge signatures. */
export function isGuessableSecret(text: string): boolean {
  return new Set(bytesOfSecret(text)).size <= 1;
}

/** Deliveries are signed with the previous and the new secret for this time after a rotation. */
const rotationOverlapMs = 24 * 3_600_000;
/** Maximum owners of unreadable secrets in one log line. */
const maxLoggedOwners = 10;

/** The owner of a secret: an endpoint, or the organization for deliveries to the `webhook_url` of simulations. */
export interface SecretOwner {
  organizationId: string;
  /** The endpoint's id, or the organization's. */
  owner: string;
}

/** A row of `webhook_secrets`. */
export interface SealedSecret {
  owner: string;
  sealed: Uint8Array;
  previous_sealed: Uint8Array | null;
  previous_until: Date | null;
}

/** The number of secrets that were encrypted again, and the number that do not open. */
export interface Resealed {
  resealed: number;
  unopened: number;
}

/** Ignores a previous secret that is no longer used. */
const selectOutdated = `
  SELECT owner, organization_id, sealed, CASE WHEN previous_until > now() THEN previous_sealed END AS previous_sealed
  FROM webhook_secrets
  WHERE owner > $3 AND (substring(sealed FROM 1 FOR $2) <> $1 OR substring(previous_sealed FROM 1 FOR $2) <> $1)
  ORDER BY owner LIMIT $4 FOR UPDATE SKIP LOCKED`;

const reseal = `
  UPDATE webhook_secrets SET sealed = coalesce($3, sealed),
    previous_sealed = CASE WHEN previous_until > now() THEN coalesce($4, previous_sealed) END
  WHERE owner = $1 AND organization_id = $2`;

/** The signing secrets of deliveries. The database stores them encrypted. */
@Injectable()
export class WebhookSecrets {
  private readonly logger = new Logger(WebhookSecrets.name);

  constructor(
    private readonly databases: Databases,
    private readonly box: SecretBox,
    private readonly credential: CurrentCredential,
  ) {}

  async write(sql: Sql, { owner, organizationId }: SecretOwner, secret: string): Promise<void> {
    const sealed = this.box.seal(secret, owner);
    await insert(sql, 'webhook_secrets', { owner, organization_id: organizationId, sealed: Buffer.from(sealed) });
  }

  async read(tier: Tier, { owner, organizationId }: SecretOwner): Promise<string> {
    const row = await this.databases.for(tier).webhookSecret.findFirst({ where: { owner, organizationId } });
    if (!row) throw notFound();
    return this.box.open(row.sealed, owner);
  }

  /** Returns the secret of the organization. The first call creates it, also if several calls run concurrently. */
  async ofOrganization(tier: Tier, organizationId: string): Promise<string> {
    const owner = organizationId;
    await this.databases.for(tier).webhookSecret.createMany({
      data: [{ owner, organizationId, sealed: this.newSealed(owner) }],
      skipDuplicates: true,
    });
    return this.read(tier, { owner, organizationId });
  }

  /**
   * Returns the secret of the caller's organization. Checks the credential after reading: a request that was authenticated before all
   * credentials of the organization were discarded must not receive the new secret.
   */
  async ofCaller(caller: Caller): Promise<string> {
    const secret = await this.ofOrganization(caller.tier, caller.organizationId);
    await this.credential.check(this.databases.sql(caller.tier), caller.tier, caller);
    return secret;
  }

  /** Deliveries are signed with both secrets for 24 hours. Only the last two secrets are valid, even after several rotations. */
  async rotate(sql: Sql, { owner, organizationId }: SecretOwner, secret: string): Promise<void> {
    const { rowCount } = await sql.query({
      text: `UPDATE webhook_secrets SET previous_sealed = sealed, previous_until = now() + $3 * interval '1 ms', sealed = $4
             WHERE owner = $1 AND organization_id = $2`,
      values: [owner, organizationId, rotationOverlapMs, Buffer.from(this.box.seal(secret, owner))],
    });
    if (rowCount === 0) throw notFound();
  }

  /** Replaces the secret of the organization without the overlap of a rotation: a third party may know the previous secret. */
  async replace(
    tx: Transaction,
    actor: Caller | (OtherActor & { organizationId: string }),
    reason: string,
  ): Promise<void> {
    const { organizationId } = actor;
    const { count } = await tx.webhookSecret.updateMany({
      where: { organizationId, owner: organizationId },
      data: { sealed: this.newSealed(organizationId), previousSealed: null, previousUntil: null },
    });
    const rotated = { action: 'signing_secret.rotated' as const, subject: organizationId, details: { reason } };
    if (count > 0) await Audit.append(tx, actor, rotated);
  }

  /**
   * Returns the secrets that sign a delivery at a time of the database clock, newest first. Throws if the current secret does not open. A
   * previous secret that does not open is omitted, so that rotating a damaged secret fixes deliveries immediately.
   */
  open({ owner, sealed, previous_sealed: previous, previous_until: until }: SealedSecret, at: Date): string[] {
    const present = this.box.open(sealed, owner);
    const before = previous && until && until > at ? this.openOrUndefined(previous, owner) : undefined;
    return before === undefined ? [present] : [present, before];
  }

  /** Encrypts secrets of previous master keys with the current one. Skips secrets that do not open. */
  async reseal(tier: Tier): Promise<Resealed> {
    const done = { resealed: 0, unopened: [] as string[] };
    let after: string | undefined = '';
    while (after !== undefined) after = await this.resealBatch(tier, after, done);
    const { resealed, unopened } = done;
    if (unopened.length > 0) {
      const some = { count: unopened.length, first: unopened.slice(0, maxLoggedOwners) };
      this.logger.error({ tier, ...some }, 'failed to decrypt webhook secrets: master key missing or secrets damaged');
    }
    return { resealed, unopened: unopened.length };
  }

  /** Returns the last processed owner, or undefined at the end. */
  private async resealBatch(tier: Tier, after: string, done: { resealed: number; unopened: string[] }) {
    return this.databases.transaction(tier, async (sql) => {
      const head = this.box.currentHeader;
      const { rows } = await sql.query<SealedSecret & { organization_id: string }>({
        text: selectOutdated,
        values: [head, head.length, after, batchSize],
      });
      for (const row of rows) {
        const sealed = this.resealedOrUndefined(row.sealed, row.owner);
        const previous = row.previous_sealed && this.resealedOrUndefined(row.previous_sealed, row.owner);
        if (sealed === undefined || previous === undefined) done.unopened.push(row.owner);
        else done.resealed++;
        await sql.query({ text: reseal, values: [row.owner, row.organization_id, sealed, previous] });
      }
      return rows.at(-1)?.owner;
    });
  }

  private newSealed(owner: string) {
    return this.box.seal(formatWebhookSecret(randomBytes(secretBytes)), owner);
  }

  /** Returns undefined if the secret does not open. */
  private resealedOrUndefined(sealed: Uint8Array, owner: string): Buffer | undefined {
    const text = this.openOrUndefined(sealed, owner);
    return text === undefined ? undefined : Buffer.from(this.box.seal(text, owner));
  }

  private openOrUndefined(sealed: Uint8Array, owner: string): string | undefined {
    try {
      return this.box.open(sealed, owner);
    } catch {
      return undefined;
    }
  }
}

/** A secret is deleted with its endpoint. */
const notFound = () => new AppError('webhook_endpoint_not_found');

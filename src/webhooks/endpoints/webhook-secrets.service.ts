import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock.js';
import type { Tier } from '../../common/identity/tier.js';
import { SecretBox } from '../../common/secret-box.js';
import { Databases } from '../../platform/database/databases.service.js';
import { insert, type Sql } from '../../platform/database/sql.js';
import { formatWebhookSecret } from './webhook-secret.js';

/** How long a secret that was rotated is signed with beside the new one. */
const overlapMs = 24 * 3_600_000;
const secretBytes = 32;

/** Whose secret: an endpoint's, or for deliveries to addresses of simulations the organization's own. */
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

/** The secrets that deliveries are signed with; in the database they are sealed. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly databases: Databases,
    private readonly box: SecretBox,
    private readonly clock: Clock,
  ) {}

  async write(sql: Sql, { owner, organizationId }: SecretOwner, secret: string): Promise<void> {
    const sealed = this.box.seal(secret, owner);
    await insert(sql, 'webhook_secrets', { owner, organization_id: organizationId, sealed: Buffer.from(sealed) });
  }

  async read(tier: Tier, { owner, organizationId }: SecretOwner): Promise<string> {
    const row = await this.databases.for(tier).webhookSecret.findFirstOrThrow({ where: { owner, organizationId } });
    return this.box.open(row.sealed, owner);
  }

  /** The organization's own secret, made when it is first wanted; of several at once one is kept. */
  async ofOrganization(tier: Tier, organizationId: string): Promise<string> {
    const owner = organizationId;
    const sealed = this.box.seal(formatWebhookSecret(randomBytes(secretBytes)), owner);
    await this.databases.for(tier).webhookSecret.createMany({
      data: [{ owner, organizationId, sealed }],
      skipDuplicates: true,
    });
    return this.read(tier, { owner, organizationId });
  }

  /** Until tomorrow deliveries are signed with both. One that is rotated twice a day has its last two. */
  async rotate(sql: Sql, { owner, organizationId }: SecretOwner, secret: string): Promise<void> {
    await sql.query({
      text: `UPDATE webhook_secrets SET previous_sealed = sealed, previous_until = $3, sealed = $4
             WHERE owner = $1 AND organization_id = $2`,
      values: [
        owner,
        organizationId,
        new Date(this.clock.now().getTime() + overlapMs),
        Buffer.from(this.box.seal(secret, owner)),
      ],
    });
  }

  /**
   * All that a delivery is to be signed with now, the newest first; throws when the present secret does not open. The one before it is then
   * left out: whoever rotates a secret that was damaged is helped at once.
   */
  open({ owner, sealed, previous_sealed: previous, previous_until: until }: SealedSecret): string[] {
    const present = this.box.open(sealed, owner);
    const before = previous && until && until > this.clock.now() ? this.openOrNot(previous, owner) : undefined;
    return before === undefined ? [present] : [present, before];
  }

  /** Seals with the present master key what an earlier one sealed; how many secrets that were. */
  async sealAnew(tier: Tier, limit = 100): Promise<number> {
    return this.databases.transaction(tier, async (sql) => {
      const head = this.box.currentHead;
      const { rows } = await sql.query<SealedSecret>({
        text: `SELECT owner, sealed, previous_sealed, previous_until FROM webhook_secrets
               WHERE substring(sealed FROM 1 FOR $2) <> $1 OR substring(previous_sealed FROM 1 FOR $2) <> $1
               LIMIT $3 FOR UPDATE SKIP LOCKED`,
        values: [head, head.length, limit],
      });
      for (const { owner, sealed, previous_sealed: previous } of rows) {
        const anew = (each: Uint8Array) => Buffer.from(this.box.seal(this.box.open(each, owner), owner));
        await sql.query({
          text: 'UPDATE webhook_secrets SET sealed = $2, previous_sealed = $3 WHERE owner = $1',
          values: [owner, anew(sealed), previous && anew(previous)],
        });
      }
      return rows.length;
    });
  }

  private openOrNot(sealed: Uint8Array, owner: string): string | undefined {
    try {
      return this.box.open(sealed, owner);
    } catch {
      return undefined;
    }
  }
}

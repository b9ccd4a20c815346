import { Injectable } from '@nestjs/common';
import { sha256 } from '../../common/crypto.js';
import { databaseTimeBySql } from '../../platform/database/database-time.js';
import { insert } from '../../platform/database/sql.js';
import { Idempotency } from '../../platform/idempotency/idempotency.service.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.service.js';
import { LinkSender } from './link-sender.service.js';
import type { RequestMagicLink } from './magic-link.schema.js';

const validMinutes = 15;
const maxRequestsPerMinute = 5;

export interface LinkRequest {
  body: RequestMagicLink;
  idempotencyKey: string | undefined;
  /** Where the request came from. */
  address: string;
}

export interface SentLink {
  /** See {@link LinkSender.linkForDevelopers}. */
  link: string | undefined;
  replayed: boolean;
}

/** Sends one-time links. Users are never looked at here: an address that has an account takes the same path and time as one that has none. */
@Injectable()
export class MagicLinks {
  constructor(
    private readonly idempotency: Idempotency,
    private readonly limiter: RateLimiter,
    private readonly sender: LinkSender,
  ) {}

  /**
   * The mail is sent inside of the transaction that writes the token: only when the mail server has taken it over do the token and the
   * idempotency record come to be. A refusal, or our own end in between, leaves neither, and a retry makes a fresh token.
   */
  async send({ body, idempotencyKey, address }: LinkRequest): Promise<SentLink> {
    const emailHash = sha256(body.email).toString('hex');
    // However many networks ask for it, one mailbox is not flooded.
    await this.limiter.takeOrThrow(`email:${emailHash}`, maxRequestsPerMinute);
    const request = {
      scope: `email:${emailHash}`,
      route: 'POST /v1/auth/magic-link/request',
      key: idempotencyKey,
      payload: body,
      status: 202,
    };
    const result = await this.sender.withSendSlot(() =>
      this.idempotency.once('live', request, async (sql, secret) => {
        const token = secret.toString('base64url');
        const requestedAt = await databaseTimeBySql(sql);
        await insert(sql, 'magic_link_tokens', {
          hash: hashOf(token),
          email: body.email,
          name: body.name ?? null,
          organization_name: body.organization_name ?? null,
          expires_at: new Date(requestedAt.getTime() + validMinutes * 60_000),
        });
        const link = this.sender.linkOf(token);
        await this.sender.send({ to: body.email, link, requestedFrom: address, requestedAt, validMinutes });
        return { sent: true };
      }),
    );
    // A replay derives the same token again, which is stored nowhere.
    const link = this.sender.linkForDevelopers(() => result.secret.toString('base64url'));
    return { link, replayed: result.replayed };
  }
}

/** What is stored of a token. */
export function hashOf(token: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(sha256(token));
}

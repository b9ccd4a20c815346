import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import { Clock } from '../../common/clock.js';
import { EntrySigner } from '../../common/entry-signer.js';
import type { Visitor } from '../account.js';

/** The cookie of a browser that signed in to an account with a verified email address. */
export const browserCookieName = 'svc_browser';
/** A browser is forgotten if it does not sign in for this time. */
export const browserMaxAgeSeconds = 180 * 86_400;
/** The cookie has one entry for each account, the latest sign-in first. */
const maxAccounts = 4;
const idBytes = 12;

export interface KnownBrowser {
  /** A random id, different for each account. */
  id: string;
  /** The time of the last sign-in. */
  signedInAt: Date;
}

/**
 * Recognizes browsers that signed in to an account before, by a signed cookie (OWASP: device cookies). The cookie proves a past sign-in. It
 * does not sign in, and does not reveal the account.
 */
@Injectable()
export class KnownBrowsers {
  constructor(
    private readonly signer: EntrySigner,
    private readonly clock: Clock,
  ) {}

  /** @param forgottenAt browsers that signed in before this time are unknown */
  recognize({ cookies }: Visitor, email: string, forgottenAt?: Date | null): KnownBrowser | undefined {
    for (const entry of entriesOf(cookies)) {
      const text = this.signer.open(nameOf(email), entry);
      const [id, signedInMs] = text?.split('.') ?? [];
      if (id === undefined || signedInMs === undefined) continue;
      const signedInAt = new Date(Number(signedInMs));
      const ageMs = this.clock.now().getTime() - signedInAt.getTime();
      const isValid = ageMs < browserMaxAgeSeconds * 1_000 && (!forgottenAt || signedInAt >= forgottenAt);
      return isValid ? { id, signedInAt } : undefined;
    }
    return undefined;
  }

  /** The value of the cookie after a sign-in. The id of a known browser remains, so that it cannot reset its count of wrong passwords. */
  remember(visitor: Visitor, email: string, forgottenAt?: Date | null): string {
    const id = this.recognize(visitor, email, forgottenAt)?.id ?? randomBytes(idBytes).toString('base64url');
    const entry = this.signer.sign(nameOf(email), `${id}.${this.clock.now().getTime()}`);
    const others = entriesOf(visitor.cookies).filter((other) => this.signer.open(nameOf(email), other) === undefined);
    return [entry, ...others.slice(0, maxAccounts - 1)].join('~');
  }
}

const nameOf = (email: string) => `browser:${email}`;

function entriesOf(cookies: string | undefined): string[] {
  const value = cookies === undefined ? undefined : parseCookie(cookies)[browserCookieName];
  return value === undefined ? [] : value.split('~', maxAccounts);
}

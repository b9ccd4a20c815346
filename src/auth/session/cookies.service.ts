import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { Clock } from '../../common/clock.js';
import { sha256 } from '../../common/crypto.js';
import { EntrySigner } from '../../common/entry-signer.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import type { Visitor } from '../account.js';
import { validMinutes } from '../magic-link/link-tokens.js';
import { maxIdleMs } from './sessions.service.js';

const sessionName = 'svc_session';
/** Each one is a lookup. */
const maxTokens = 5;

/** The cookie of a browser that signed in to an account with a verified email address. Only sign-in routes receive it. */
const browserName = 'svc_browser';
/** A browser is forgotten if it does not sign in for this time. */
const browserMaxAgeSeconds = 180 * 86_400;
/** The cookie has one entry for each account, the latest sign-in first. */
const maxAccounts = 4;
const idBytes = 12;

const linkName = 'svc_link';

/** The cookies of browsers. Each `…Cookie` method returns the value of a `Set-Cookie` header. */
@Injectable()
export class Cookies {
  private readonly attributes;

  constructor(
    private readonly signer: EntrySigner,
    private readonly clock: Clock,
    @Inject(SETTINGS) { debug }: Settings,
  ) {
    // Browsers also store a `Secure` cookie from http://localhost, except Safari. Production does not start with `debug`.
    this.attributes = { httpOnly: true, sameSite: 'lax', secure: !debug } as const;
  }

  /**
   * The possible tokens of the session, best first. A browser sends several cookies of the name if they have other paths or domains. A proxy
   * may rename the cookie to `__Host-svc_session`, which other hosts of the domain cannot overwrite.
   */
  sessionTokens({ headers: { cookie = '' } }: Pick<Request, 'headers'>): string[] {
    const pairs = cookie.split(';').flatMap((pair) => Object.entries(parseCookie(pair)));
    const tokens = [`__Host-${sessionName}`, sessionName].flatMap((own) =>
      pairs.flatMap(([key, value]) => (key === own ? [value ?? ''] : [])),
    );
    return [...new Set(tokens)].slice(0, maxTokens);
  }

  sessionCookie(token: string): string {
    return this.cookieOf(token, maxIdleMs / 1_000);
  }

  clearedSessionCookie(): string {
    return this.cookieOf('', 0);
  }

  private cookieOf(value: string, maxAge: number): string {
    return stringifySetCookie({ ...this.attributes, name: sessionName, path: '/', value, maxAge });
  }

  /**
   * Recognizes a browser that signed in to an account before, by a signed cookie (OWASP: device cookies). The cookie proves a past sign-in. It
   * does not sign in, and does not reveal the account. Returns a random id, different for each account.
   *
   * @param forgottenAt browsers that signed in before this time are unknown
   */
  browserIdOf({ cookies }: Visitor, email: string, forgottenAt?: Date | null): string | undefined {
    for (const entry of browserEntries(cookies)) {
      const text = this.signer.open(entryName(email), entry);
      const [id, signedInMs] = text?.split('.') ?? [];
      if (id === undefined || signedInMs === undefined) continue;
      const ageMs = this.clock.now().getTime() - Number(signedInMs);
      const isForgotten = forgottenAt && Number(signedInMs) < forgottenAt.getTime();
      return ageMs < browserMaxAgeSeconds * 1_000 && !isForgotten ? id : undefined;
    }
    return undefined;
  }

  /** Makes the browser recognizable. The id of a known browser remains, so that it cannot reset its count of wrong passwords. */
  browserCookie(visitor: Visitor, email: string, forgottenAt?: Date | null): string {
    const id = this.browserIdOf(visitor, email, forgottenAt) ?? randomBytes(idBytes).toString('base64url');
    const name = entryName(email);
    const entry = this.signer.sign(name, `${id}.${this.clock.now().getTime()}`);
    const others = browserEntries(visitor.cookies).filter((other) => this.signer.open(name, other) === undefined);
    const value = [entry, ...others.slice(0, maxAccounts - 1)].join('~');
    const scope = { name: browserName, path: '/v1/auth', maxAge: browserMaxAgeSeconds };
    return stringifySetCookie({ ...this.attributes, ...scope, value });
  }

  /** Marks the browser that requested a link, by a cookie derived from the token of the link. */
  linkCookie(token: string): string {
    const scope = { name: linkName, path: '/v1/auth', maxAge: validMinutes * 60 };
    return stringifySetCookie({ ...this.attributes, ...scope, value: linkValue(token) });
  }

  /** In another browser, the sign-in page requires a second click, because a third party may have sent its own link to the user. */
  hasRequestedLink({ headers }: Request, token: string): boolean {
    return headers.cookie !== undefined && parseCookie(headers.cookie)[linkName] === linkValue(token);
  }
}

const entryName = (email: string) => `browser:${email}`;

function browserEntries(cookies: string | undefined): string[] {
  const value = cookies === undefined ? undefined : parseCookie(cookies)[browserName];
  return value === undefined ? [] : value.split('~', maxAccounts);
}

const linkValue = (token: string) => sha256(`browser of link\n${token}`).toString('base64url');

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

interface BrowserRequest {
  method: string;
  headers: IncomingHttpHeaders;
  /** The host and port to which the request was sent. */
  host: string | undefined;
}

/**
 * Returns whether a request with a cookie is safe from cross-site request forgery: it changes nothing, or one of our own pages sent it.
 * Current browsers state that in Sec-Fetch-Site, older ones in Origin. Pages cannot set these headers.
 */
export function isFromOurPages({ method, headers, host }: BrowserRequest, frontendUrl: string): boolean {
  if (safeMethods.has(method)) return true;
  const { origin } = headers;
  if (origin !== undefined && origin === new URL(frontendUrl).origin) return true;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return origin !== undefined && host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

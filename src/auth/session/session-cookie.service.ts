import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { browserCookieName, browserMaxAgeSeconds } from '../browser/known-browsers.service.js';
import { maxIdleMs } from './sessions.service.js';
import type { IncomingHttpHeaders } from 'node:http';

const name = 'svc_session';
/** Each one is a lookup. */
const maxTokens = 5;

@Injectable()
export class SessionCookie {
  private readonly attributes;

  constructor(@Inject(SETTINGS) { debug }: Settings) {
    // Browsers also store a `Secure` cookie from http://localhost, except Safari. Production does not start with `debug`.
    this.attributes = { name, httpOnly: true, sameSite: 'lax', secure: !debug, path: '/' } as const;
  }

  /**
   * The possible tokens of the session, best first. A browser sends several cookies of the name if they have other paths or domains. A proxy
   * may rename the cookie to `__Host-svc_session`, which other hosts of the domain cannot overwrite.
   */
  read({ headers: { cookie = '' } }: Pick<Request, 'headers'>): string[] {
    const pairs = cookie.split(';').flatMap((pair) => Object.entries(parseCookie(pair)));
    const tokens = [`__Host-${name}`, name].flatMap((own) =>
      pairs.flatMap(([key, value]) => (key === own ? [value ?? ''] : [])),
    );
    return [...new Set(tokens)].slice(0, maxTokens);
  }

  /** The value of a `Set-Cookie` header. */
  write(token: string): string {
    return stringifySetCookie({ ...this.attributes, value: token, maxAge: maxIdleMs / 1_000 });
  }

  /** The value of a `Set-Cookie` header that makes the browser recognizable. Only sign-in routes receive the cookie. */
  writeBrowser(value: string): string {
    const scope = { name: browserCookieName, path: '/v1/auth', maxAge: browserMaxAgeSeconds };
    return stringifySetCookie({ ...this.attributes, ...scope, value });
  }

  clear(): string {
    return stringifySetCookie({ ...this.attributes, value: '', maxAge: 0 });
  }
}

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

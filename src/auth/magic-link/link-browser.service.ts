import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { sha256 } from '../../common/crypto.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { validMinutes } from './link-tokens.js';

const name = 'svc_link';

/**
 * Recognizes the browser that requested a link, by a cookie derived from the token of the link. In another browser, the sign-in page
 * requires a second click, because a third party may have sent its own link to the user.
 */
@Injectable()
export class LinkBrowser {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** The value of a `Set-Cookie` header. */
  write(token: string): string {
    return stringifySetCookie({
      name,
      value: valueOf(token),
      httpOnly: true,
      sameSite: 'lax',
      secure: !this.settings.debug,
      path: '/v1/auth',
      maxAge: validMinutes * 60,
    });
  }

  requested({ headers }: Request, token: string): boolean {
    return headers.cookie !== undefined && parseCookie(headers.cookie)[name] === valueOf(token);
  }
}

const valueOf = (token: string) => sha256(`browser of link\n${token}`).toString('base64url');

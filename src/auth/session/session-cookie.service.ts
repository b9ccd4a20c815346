import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../../platform/environment/settings.module.js';
import { maxIdleMs } from './sessions.service.js';

const name = 'svc_session';

@Injectable()
export class SessionCookie {
  private readonly attributes;

  constructor(@Inject(SETTINGS) { nodeEnv }: Settings) {
    this.attributes = { name, httpOnly: true, sameSite: 'lax', secure: nodeEnv === 'production', path: '/' } as const;
  }

  read(request: Request): string | undefined {
    const { cookie } = request.headers;
    return cookie === undefined ? undefined : parseCookie(cookie)[name];
  }

  /** The value of a `Set-Cookie` header. */
  write(token: string): string {
    return stringifySetCookie({ ...this.attributes, value: token, maxAge: maxIdleMs / 1_000 });
  }

  clear(): string {
    return stringifySetCookie({ ...this.attributes, value: '', maxAge: 0 });
  }
}

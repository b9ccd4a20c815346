import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeyAuthenticator, type Authenticated } from '../api-keys/api-key-authenticator.service.js';

const name = 'bearer';

/** The Bearer key of the `Authorization` header, as passport reads it. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, name) {
  constructor(private readonly authenticator: ApiKeyAuthenticator) {
    super();
  }

  /**
   * The strategy would also take a token from the query or the body, where keys end up in logs, and passport hangs methods on what it
   * is shown: it is shown the header only. Undefined for a bad key.
   */
  identify(authorization: string): Promise<Authenticated | undefined> {
    return new Promise((resolve, reject) => {
      const shown = { headers: { authorization } } as Request;
      const decided = (error: Error | null, authenticated?: Authenticated | false | null) =>
        error ? reject(error) : resolve(authenticated || undefined);
      (passport.authenticate(name, {}, decided) as (shown: Request) => void)(shown);
    });
  }

  async validate(rawKey: string): Promise<Authenticated | false> {
    return (await this.authenticator.authenticate(rawKey)) ?? false;
  }
}

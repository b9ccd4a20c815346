import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import passport from 'passport';
import { Strategy } from 'passport-http-bearer';
import { ApiKeyAuthenticator, type Authenticated } from '../api-keys/api-key-authenticator.service.js';

const name = 'bearer';

/** Reads the Bearer key of the `Authorization` header with Passport. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, name) {
  constructor(private readonly authenticator: ApiKeyAuthenticator) {
    super();
  }

  /**
   * Returns undefined for an invalid key. Passport gets only the header: otherwise it would also accept keys from the query or the body,
   * which can end up in logs, and would add methods to the request.
   */
  identify(token: string): Promise<Authenticated | undefined> {
    return new Promise((resolve, reject) => {
      const shown = { headers: { authorization: `Bearer ${token}` } } as Request;
      const decided = (error: Error | null, authenticated?: Authenticated | false | null) =>
        error ? reject(error) : resolve(authenticated || undefined);
      (passport.authenticate(name, {}, decided) as (shown: Request) => void)(shown);
    });
  }

  async validate(rawKey: string): Promise<Authenticated | false> {
    return (await this.authenticator.authenticate(rawKey)) ?? false;
  }
}

import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import { ApiKeyAuthenticator } from '../api-keys/api-key-authenticator.service.js';
import type { Caller } from '../common/identity/caller.js';

@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(private readonly authenticator: ApiKeyAuthenticator) {
    super();
  }

  /** The strategy would also take a token from the query or the body, where keys end up in logs: it is shown the header only. */
  override authenticate(request: Request): void {
    super.authenticate({ headers: { authorization: request.headers.authorization } } as Request);
  }

  async validate(rawKey: string): Promise<Caller | false> {
    return (await this.authenticator.authenticate(rawKey)) ?? false;
  }
}

import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, Public, RequireScope } from '../../common/identity/identity.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { Identities } from '../identities.service.js';
import type { IdentityRecord } from '../identity.record.js';
import { SessionAuthenticator } from './session-authenticator.service.js';

@Controller('v1/auth')
export class SessionController {
  constructor(
    private readonly identities: Identities,
    private readonly authenticator: SessionAuthenticator,
  ) {}

  @Get('me')
  @RequireScope('none')
  me(@CurrentCaller() caller: Caller): Promise<IdentityRecord> {
    return this.identities.me(caller);
  }

  /** Public: who has no session is logged out already. */
  @Post('logout')
  @HttpCode(204)
  @Public()
  logOut(@Req() request: Request): Promise<Reply<undefined>> {
    return this.authenticator.logOut(request);
  }
}

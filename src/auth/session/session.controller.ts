import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, Public, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { authSection } from '../auth.section.js';
import { Identities } from '../identities.service.js';
import { identitySchema, type IdentityRecord } from '../identity.record.js';
import { SessionAuthenticator } from './session-authenticator.service.js';

@Controller('v1/auth')
@InSection(authSection)
export class SessionController {
  constructor(
    private readonly identities: Identities,
    private readonly authenticator: SessionAuthenticator,
  ) {}

  @Get('me')
  @RequireScope('none')
  @Documented({
    summary: 'Who am I?',
    description: 'The user and organization that the credential stands for, and what it may do.',
    data: identitySchema,
  })
  me(@CurrentCaller() caller: Caller): Promise<IdentityRecord> {
    return this.identities.me(caller);
  }

  /** Public, because a client without a session is already logged out. */
  @Post('logout')
  @HttpCode(204)
  @Public()
  @Documented({
    summary: 'Log out',
    description: 'Ends the session of the cookie, and clears the cookie; 204 also without one.',
    headers: ['Set-Cookie'],
    errors: ['csrf_rejected'],
  })
  logOut(@Req() request: Request): Promise<Reply<undefined>> {
    return this.authenticator.logOut(request);
  }
}

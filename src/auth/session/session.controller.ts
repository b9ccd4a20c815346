import { Controller, Get, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, Public, RequireScope } from '../../common/identity/identity.decorators.js';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import { authTag } from '../auth.tag.js';
import { Identities } from '../identities.service.js';
import { identitySchema, type IdentityRecord } from '../identity.record.js';
import { SessionAuthenticator } from './session-authenticator.service.js';

@Controller('v1/auth')
@InTag(authTag)
export class SessionController {
  constructor(
    private readonly identities: Identities,
    private readonly authenticator: SessionAuthenticator,
  ) {}

  @Get('me')
  @RequireScope('none')
  @Documented({
    summary: 'Read the authenticated identity',
    description: 'Returns the user, organization, scopes and tier of the credential.',
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
    description:
      'Ends the session of the cookie and clears the cookie. Other sessions continue. Without a session, the response is also 204.',
    headers: ['Set-Cookie'],
    errors: ['csrf_rejected'],
  })
  logOut(@Req() request: Request): Promise<Reply<undefined>> {
    return this.authenticator.logOut(request);
  }
}

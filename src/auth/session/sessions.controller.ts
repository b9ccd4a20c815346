import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Reply } from '../../common/http/reply.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, Public, RequireScope } from '../../common/identity/identity.decorators.js';
import { LogsEndedSessions } from '../../platform/logging/logs-security-event.decorator.js';
import { Identities } from '../identities.service.js';
import { authTag, identitySchema, type IdentityRecord } from '../identity.record.js';
import { SessionAuthenticator } from './session-authenticator.service.js';
import {
  endedSessionSchema,
  endedSessionsSchema,
  SessionList,
  sessionIdSchema,
  sessionRecordSchema,
  type SessionRecord,
} from './session-list.service.js';

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

@Controller('v1/auth/sessions')
@InTag(authTag)
export class SessionsController {
  constructor(private readonly sessions: SessionList) {}

  @Get()
  @RequireScope('none')
  @Documented({
    summary: 'List sessions',
    description: 'Returns the active sessions of the user, newest first. Requires a session, not an API key.',
    data: sessionRecordSchema.array(),
    errors: ['session_required'],
  })
  list(@CurrentCaller() caller: Caller): Promise<SessionRecord[]> {
    return this.sessions.list(caller);
  }

  @Delete()
  @RequireScope('none')
  @LogsEndedSessions()
  @Documented({
    summary: 'End all other sessions',
    description:
      'Ends every session of the user except the session of this request. Browsers that signed in before are not recognized anymore. Requires a session, not an API key.',
    data: endedSessionsSchema,
    errors: ['session_required'],
  })
  endOthers(@CurrentCaller() caller: Caller) {
    return this.sessions.endOthers(caller);
  }

  @Delete(':session_id')
  @RequireScope('none')
  @LogsEndedSessions()
  @Documented({
    summary: 'End a session',
    description: 'Ends one session of the user. The next request with its cookie fails with 401.',
    parameters: { session_id: sessionIdSchema },
    data: endedSessionSchema,
    errors: ['session_not_found'],
  })
  end(@CurrentCaller() caller: Caller, @Param('session_id') sessionId: string) {
    return this.sessions.end(caller, sessionId);
  }
}

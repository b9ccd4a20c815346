import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import type { Caller } from '../../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../../common/identity/identity.decorators.js';
import { LogsEndedSessions } from '../../platform/logging/logs-security-event.decorator.js';
import { authTag } from '../auth.tag.js';
import { SessionList } from './session-list.service.js';
import {
  endedSessionSchema,
  endedSessionsSchema,
  sessionIdSchema,
  sessionRecordSchema,
  type SessionRecord,
} from './session.record.js';

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
  @HttpCode(200)
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
  @HttpCode(200)
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

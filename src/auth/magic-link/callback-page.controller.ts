import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Documented, InTag } from '../../common/http/documented.decorators.js';
import { Html } from '../../common/http/reply.js';
import { AnyQuery } from '../../common/http/query.guard.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { authTag } from '../auth.tag.js';
import { callbackPage, callbackPageHeaders } from './callback-page.js';

/** Serves the target page of sign-in links for installations without a frontend. */
@Controller('auth/callback')
@Public()
@InTag(authTag)
export class CallbackPageController {
  @Get()
  @AnyQuery()
  @Documented({
    summary: 'Open the sign-in page',
    description:
      'Returns the page that sign-in links open if no other frontend is configured. The link is used only after the user clicks a button, so that mail scanners do not use it.',
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
  })
  show(@Res({ passthrough: true }) response: Response): Html {
    response.set(callbackPageHeaders);
    return new Html(callbackPage);
  }
}

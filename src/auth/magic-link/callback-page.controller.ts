import { Controller, Get, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { z } from 'zod';
import { Documented, InSection } from '../../common/http/documented.decorators.js';
import { AnyQuery } from '../../common/http/query.guard.js';
import { Public } from '../../common/identity/identity.decorators.js';
import { authSection } from '../auth.section.js';
import { callbackPage, callbackPageHeaders } from './callback-page.js';

/** Serves the target page of sign-in links for installations without a frontend. */
@Controller('auth/callback')
@Public()
@InSection(authSection)
export class CallbackPageController {
  @Get()
  @AnyQuery()
  @Documented({
    summary: 'The page that a sign-in link opens',
    description: 'For who has no frontend of their own. It waits for a click before it spends the link.',
    content: { 'text/html': z.string() },
    headers: ['Cache-Control'],
  })
  show(@Res({ passthrough: true }) response: Response): StreamableFile {
    response.set(callbackPageHeaders);
    return new StreamableFile(Buffer.from(callbackPage), { type: 'text/html; charset=utf-8' });
  }
}

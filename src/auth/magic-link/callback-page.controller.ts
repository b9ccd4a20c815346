import { Controller, Get, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { Public } from '../../common/identity/identity.decorators.js';
import { callbackPage, callbackPageHeaders } from './callback-page.js';

/** Lets sign-in links work where there is no frontend of one's own. */
@Controller('auth/callback')
@Public()
export class CallbackPageController {
  @Get()
  show(@Res({ passthrough: true }) response: Response): StreamableFile {
    response.set(callbackPageHeaders);
    return new StreamableFile(Buffer.from(callbackPage), { type: 'text/html; charset=utf-8' });
  }
}

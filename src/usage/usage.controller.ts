import { Controller, Get } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Usage, type UsageReport } from './usage.service.js';

@Controller('v1/usage')
export class UsageController {
  constructor(private readonly usage: Usage) {}

  /** Needs no scope: the data is the caller's own. */
  @Get()
  @RequireScope('none')
  report(@CurrentCaller() caller: Caller): Promise<UsageReport> {
    return this.usage.report(caller);
  }
}

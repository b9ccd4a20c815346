import { Controller, Get, Module } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { usageReportSchema, type UsageReport } from './usage.report.js';
import { Usage } from './usage.service.js';

@Controller('v1/usage')
@InTag({ name: 'Usage', description: 'Usage and limits of the organization.' })
class UsageController {
  constructor(private readonly usage: Usage) {}

  /** Needs no scope, because the data belongs to the caller. */
  @Get()
  @RequireScope('none')
  @Documented({
    summary: 'Read usage and limits',
    description:
      'Returns the simulations of the current calendar month (UTC), of each of the last 12 months and of all time in the tier of the caller, the limits of the plan, and the limits of all plans. Needs no scope.',
    data: usageReportSchema,
  })
  report(@CurrentCaller() caller: Caller): Promise<UsageReport> {
    return this.usage.report(caller);
  }
}

@Module({ controllers: [UsageController], providers: [Usage], exports: [Usage] })
export class UsageModule {}

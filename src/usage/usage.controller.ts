import { Controller, Get } from '@nestjs/common';
import type { Caller } from '../common/identity/caller.js';
import { CurrentCaller, RequireScope } from '../common/identity/identity.decorators.js';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import { usageReportSchema, type UsageReport } from './usage.report.js';
import { Usage } from './usage.service.js';

@Controller('v1/usage')
@InSection({ name: 'Usage', description: 'What was used, and what the plan allows.' })
export class UsageController {
  constructor(private readonly usage: Usage) {}

  /** Needs no scope, because the data belongs to the caller. */
  @Get()
  @RequireScope('none')
  @Documented({
    summary: 'Read the usage',
    description: 'Of the calendar month (UTC) and of all time, in the tier of the caller.',
    data: usageReportSchema,
  })
  report(@CurrentCaller() caller: Caller): Promise<UsageReport> {
    return this.usage.report(caller);
  }
}

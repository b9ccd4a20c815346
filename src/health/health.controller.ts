import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Public } from '../common/identity/identity.decorators.js';
import { WithoutAddressLimit } from '../platform/rate-limit/rate-limit.decorators.js';
import { Readiness } from './readiness.service.js';

@Controller()
@Public()
@WithoutAddressLimit()
@InTag({ name: 'Status', description: 'Health of the service and its dependencies.' })
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Checks no store: a process that responds is alive. */
  @Get('livez')
  @Documented({
    summary: 'Check liveness',
    description: 'Returns 200 while the process runs. For process supervisors. Does not check databases or Redis.',
    data: z.strictObject({ status: z.literal('ok') }),
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Reports whether this process can accept traffic. */
  @Get('readyz')
  @Documented({
    summary: 'Check readiness',
    description:
      'Returns 200 if every store responds and accepts writes within two seconds, and every database has the expected schema; otherwise 503. For load balancers.',
    data: z.strictObject({ status: z.literal('ok'), checks: z.record(z.string(), z.literal('up')) }),
    errors: ['service_unavailable'],
  })
  ready(): Promise<{ status: 'ok'; checks: Record<string, string> }> {
    return this.readiness.check();
  }
}

import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import { Public } from '../common/identity/identity.decorators.js';
import { Readiness } from './readiness.service.js';

@Controller()
@Public()
@InSection({ name: 'Status', description: 'Whether the service is well.' })
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Checks no store: a process that responds is alive. */
  @Get('livez')
  @Documented({
    summary: 'Is the process alive?',
    description: 'For whoever restarts processes. Touches no store.',
    data: z.strictObject({ status: z.literal('ok') }),
  })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Reports whether this process can accept traffic. */
  @Get('readyz')
  @Documented({
    summary: 'Is it ready for requests?',
    description: 'For load balancers: every store answers and has the schema of this build.',
    data: z.strictObject({ status: z.literal('ok'), checks: z.record(z.string(), z.literal('up')) }),
    errors: ['service_unavailable'],
  })
  ready(): Promise<{ status: 'ok'; checks: Record<string, string> }> {
    return this.readiness.check();
  }
}

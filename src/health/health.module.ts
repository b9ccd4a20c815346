import { Controller, Get, Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { z } from 'zod';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import { Public } from '../common/identity/identity.decorators.js';
import { WithoutAddressLimit } from '../platform/rate-limit/rate-limit.decorators.js';
import { Readiness } from './readiness.service.js';
import { serviceStatusSchema, Status, statusCacheMs, type ServiceStatus } from './status.service.js';

const statusTag = { name: 'Status', description: 'Health of the service and its dependencies.' };

@Controller()
@Public()
@WithoutAddressLimit()
@InTag(statusTag)
class HealthController {
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

@Controller('v1/status')
@Public()
@InTag(statusTag)
class StatusController {
  constructor(private readonly status: Status) {}

  /** Returns 503 only if a database is down. The service continues without Redis. */
  @Get()
  @Documented({
    summary: 'Read the service status',
    description:
      'Returns the status of the service and its components. The result is cached for 30 seconds. If a database is down, the status is 503 with the same body.',
    data: serviceStatusSchema,
    otherStatuses: [503],
    headers: ['Cache-Control'],
  })
  async get(): Promise<Reply<ServiceStatus>> {
    const status = await this.status.get();
    return new Reply(status, {
      status: status.status === 'down' ? 503 : 200,
      headers: { 'Cache-Control': `public, max-age=${statusCacheMs / 1_000}` },
    });
  }
}

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, StatusController],
  providers: [Readiness, Status],
})
export class HealthModule {}

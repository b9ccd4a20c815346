import { Controller, Get } from '@nestjs/common';
import { Public } from '../common/identity/identity.decorators.js';
import { Documented, InTag } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import { serviceStatusSchema, type ServiceStatus } from './service-status.js';
import { Status, statusCacheMs } from './status.service.js';

@Controller('v1/status')
@Public()
@InTag({ name: 'Status', description: 'Health of the service and its dependencies.' })
export class StatusController {
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

import { Controller, Get } from '@nestjs/common';
import { Public } from '../common/identity/identity.decorators.js';
import { Documented, InSection } from '../common/http/documented.decorators.js';
import { Reply } from '../common/http/reply.js';
import { serviceStatusSchema, type ServiceStatus } from './service-status.js';
import { Status, statusCacheMs } from './status.service.js';

@Controller('v1/status')
@Public()
@InSection({ name: 'Status', description: 'Whether the service is well.' })
export class StatusController {
  constructor(private readonly status: Status) {}

  /** Returns 503 only if a database is down. The service continues without Redis. */
  @Get()
  @Documented({
    summary: 'Status of the service',
    description: 'Looked at once in 30 seconds. 503, with the same body, when a database is down.',
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

import { Controller, Get } from '@nestjs/common';
import { Public } from '../common/identity/identity.decorators.js';
import { Reply } from '../common/http/reply.js';
import { Status, statusCacheMs, type ServiceStatus } from './status.service.js';

@Controller('v1/status')
@Public()
export class StatusController {
  constructor(private readonly status: Status) {}

  /** 503 only when a database is down: without the cache store the service goes on. */
  @Get()
  async get(): Promise<Reply<ServiceStatus>> {
    const status = await this.status.get();
    return new Reply(status, {
      status: status.status === 'down' ? 503 : 200,
      headers: { 'Cache-Control': `public, max-age=${statusCacheMs / 1_000}` },
    });
  }
}

import { Controller, Get } from '@nestjs/common';
import { Public } from '../common/identity/identity.decorators.js';
import { Readiness } from './readiness.service.js';

@Controller()
@Public()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** Touches nothing: a process that answers is alive, whatever its stores do. */
  @Get('livez')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether to send traffic here. */
  @Get('readyz')
  ready(): Promise<{ status: 'ok'; checks: Record<string, string> }> {
    return this.readiness.check();
  }
}

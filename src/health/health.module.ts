import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.service.js';
import { StatusController } from './status.controller.js';
import { Status } from './status.service.js';

@Module({
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController, StatusController],
  providers: [Readiness, Status],
})
export class HealthModule {}

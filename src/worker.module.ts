import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './config/settings.js';
import { MetricsModule } from './platform/metrics/metrics-server.service.js';
import { PlatformModule } from './platform/platform.module.js';
import { TracingModule } from './platform/tracing/tracing.module.js';
import { ProcessorModule } from './processor/processor.module.js';

/** The worker process: relays outbox messages and runs jobs. */
@Module({})
export class WorkerModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: WorkerModule,
      imports: [PlatformModule.with(settings), MetricsModule.of('worker'), TracingModule.of('worker'), ProcessorModule],
    };
  }
}

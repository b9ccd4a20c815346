import { Module, type DynamicModule } from '@nestjs/common';
import { METERED_PROCESS, MetricsServer } from './metrics-server.service.js';

@Module({})
export class MetricsModule {
  static of(processName: 'api' | 'worker'): DynamicModule {
    return { module: MetricsModule, providers: [{ provide: METERED_PROCESS, useValue: processName }, MetricsServer] };
  }
}

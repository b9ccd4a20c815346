import { Module, type DynamicModule } from '@nestjs/common';
import { METRICS_PORT, MetricsServer } from './metrics-server.service.js';

@Module({})
export class MetricsModule {
  /** @param port where this process tells Prometheus; undefined: nowhere */
  static at(port: number | undefined): DynamicModule {
    return { module: MetricsModule, providers: [{ provide: METRICS_PORT, useValue: port }, MetricsServer] };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import { AppModule } from './app.module.js';
import type { Settings } from './config/settings.js';
import { ProcessorModule } from './processor/processor.module.js';

/** The API and the worker in one process, with the same connections. */
@Module({})
export class ApiAndWorkerModule {
  static with(settings: Settings): DynamicModule {
    return { module: ApiAndWorkerModule, imports: [AppModule.with(settings, 'api-and-worker'), ProcessorModule] };
  }
}

import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './config/settings.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProcessorModule } from './processor/processor.module.js';

/** The Bull process: hands on what transactions left behind, and runs the jobs. */
@Module({})
export class WorkerModule {
  static with(settings: Settings): DynamicModule {
    return { module: WorkerModule, imports: [PlatformModule.with(settings), ProcessorModule] };
  }
}

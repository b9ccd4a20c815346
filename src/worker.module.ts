import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from './config/settings.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { SettingsModule } from './platform/environment/settings.module.js';
import { ProcessorModule } from './processor/processor.module.js';

/** The Bull process: hands on what transactions left behind, and runs the jobs. */
@Module({})
export class WorkerModule {
  static with(settings: Settings): DynamicModule {
    return { module: WorkerModule, imports: [SettingsModule.with(settings), DatabaseModule, ProcessorModule] };
  }
}

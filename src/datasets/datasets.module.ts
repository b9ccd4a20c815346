import { Module } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { Databases } from '../platform/database/databases.service.js';
import { SETTINGS } from '../platform/environment/settings.module.js';
import { ProcessTurns } from '../platform/process/process-turns.service.js';
import { ObjectStorage } from '../platform/objects/object-storage.js';
import { DatasetCreation, DatasetProcess } from './dataset-creation.service.js';
import { DatasetsController } from './datasets.controller.js';
import { DatasetTasks } from './dataset-tasks.service.js';
import { Datasets } from './datasets.service.js';
import { SpecDrafts } from './spec/spec-drafts.service.js';
import { DatasetStore } from './store/dataset-store.js';

@Module({
  controllers: [DatasetsController],
  providers: [
    Datasets,
    DatasetCreation,
    DatasetTasks,
    SpecDrafts,
    {
      provide: DatasetProcess,
      inject: [ProcessTurns],
      useFactory: (turns: ProcessTurns) => new DatasetProcess(turns),
    },
    {
      provide: DatasetStore,
      inject: [SETTINGS, Databases],
      useFactory: ({ resultsBucket }: Settings, databases: Databases) =>
        new DatasetStore(databases, resultsBucket && new ObjectStorage(resultsBucket)),
    },
  ],
  exports: [Datasets, DatasetStore, DatasetTasks],
})
export class DatasetsModule {}

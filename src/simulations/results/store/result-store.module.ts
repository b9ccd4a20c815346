import { Module } from '@nestjs/common';
import type { Settings } from '../../../config/settings.js';
import { Databases } from '../../../platform/database/databases.service.js';
import { SETTINGS } from '../../../platform/environment/settings.module.js';
import { ObjectStorage } from '../../../platform/objects/object-storage.js';
import { DatabaseResultStore } from './database.result-store.js';
import { ResultStore } from './result-store.js';
import { S3ResultStore } from './s3.result-store.js';

@Module({
  providers: [
    {
      provide: ResultStore,
      inject: [SETTINGS, Databases],
      useFactory: ({ resultsBucket }: Settings, databases: Databases): ResultStore =>
        resultsBucket === undefined
          ? new DatabaseResultStore()
          : new S3ResultStore(new ObjectStorage(resultsBucket), databases),
    },
  ],
  exports: [ResultStore],
})
export class ResultStoreModule {}

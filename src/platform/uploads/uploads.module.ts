import { Global, Module } from '@nestjs/common';
import { ProcessTurns } from '../process/process-turns.service.js';
import { Uploads } from './uploads.service.js';

/** Files of requests, and the processes that read them. */
@Global()
@Module({
  providers: [ProcessTurns, { provide: Uploads, useFactory: () => new Uploads() }],
  exports: [ProcessTurns, Uploads],
})
export class UploadsModule {}

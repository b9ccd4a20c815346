import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { createLogger, NestLogger } from './platform/logging/logger.js';
import { runRoot } from './platform/process/root.js';
import { WorkerModule } from './worker.module.js';

/** Entry point of the worker process. */
void runRoot(async (settings) => {
  const logger = new NestLogger(createLogger(settings.logLevel, 'worker'));
  const app = await NestFactory.createApplicationContext(WorkerModule.with(settings), { logger, abortOnError: false });
  logger.log('worker started', 'Worker');
  return { app };
});

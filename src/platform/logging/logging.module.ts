import { Global, Module } from '@nestjs/common';
import { Refusals } from './refusals.service.js';
import { SecurityLog } from './security-log.service.js';

@Global()
@Module({ providers: [SecurityLog, Refusals], exports: [SecurityLog, Refusals] })
export class LoggingModule {}

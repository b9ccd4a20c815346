import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { AuditLog } from './audit-log.service.js';

@Module({ controllers: [AuditLogController], providers: [AuditLog], exports: [AuditLog] })
export class AuditLogModule {}

import { Module } from '@nestjs/common';
import { UsageController } from './usage.controller.js';
import { Usage } from './usage.service.js';

@Module({ controllers: [UsageController], providers: [Usage], exports: [Usage] })
export class UsageModule {}

import { Module } from '@nestjs/common';
import { UnknownPathController } from './unknown-path.controller.js';

@Module({ controllers: [UnknownPathController] })
export class UnknownPathModule {}

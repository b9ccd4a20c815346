import { Global, Module } from '@nestjs/common';
import { Databases } from './databases.service.js';

@Global()
@Module({ providers: [Databases], exports: [Databases] })
export class DatabaseModule {}

import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { BearerStrategy } from './bearer.strategy.js';

@Module({ imports: [ApiKeysModule], providers: [BearerStrategy] })
export class AuthModule {}

import { Module, type DynamicModule } from '@nestjs/common';
import type { Settings } from '../config/settings.js';
import { ClockModule } from './clock.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DatabaseModule } from './database/database.module.js';
import { SecretsModule } from './environment/secrets.module.js';
import { SettingsModule } from './environment/settings.module.js';
import { IdempotencyModule } from './idempotency/idempotency.module.js';
import { LoggingModule } from './logging/logging.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';
import { RedisModule } from './redis/redis.module.js';
import { StreamsModule } from './streams/streams.module.js';
import { UploadsModule } from './uploads/uploads.module.js';

/** The infrastructure that every process needs. */
@Module({})
export class PlatformModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: PlatformModule,
      imports: [
        SettingsModule.with(settings),
        ClockModule,
        DatabaseModule,
        RedisModule,
        CredentialsModule,
        SecretsModule,
        LoggingModule,
        IdempotencyModule,
        RateLimitModule,
        StreamsModule,
        UploadsModule,
      ],
    };
  }
}

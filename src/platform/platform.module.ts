import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock, SystemClock } from '../common/clock.js';
import { EntrySigner } from '../common/entry-signer.js';
import { CursorCodec } from '../common/pagination/cursor.js';
import { SecretBox } from '../common/secret-box.js';
import type { Settings } from '../config/settings.js';
import { CurrentCredential } from './credentials/current-credential.service.js';
import { Databases } from './database/databases.service.js';
import { SettingsModule } from './environment/settings.module.js';
import { Idempotency } from './idempotency/idempotency.service.js';
import { SecurityLog } from './logging/security-log.service.js';
import { ThrottlerModule } from '@nestjs/throttler';
import { AttemptLimiter } from './rate-limit/attempt-limiter.service.js';
import { SlidingWindowStorage } from './rate-limit/limit.guard.js';
import { RateLimiter, windowMs } from './rate-limit/rate-limiter.service.js';
import { RedisModule } from './redis/redis.module.js';
import { ResponseStreams } from './streams/response-streams.service.js';
import { LogMailer, Mailer, SmtpMailer } from './mail/mailers.js';
import { ProcessTurns } from './process/process-turns.service.js';
import { RequestThreads } from './process/request-threads.service.js';
import { Uploads } from './uploads/uploads.service.js';

/** Each guard sets the key and the limit per request. */
const throttling = ThrottlerModule.forRootAsync({
  inject: [RateLimiter],
  useFactory: (limiter: RateLimiter) => ({
    storage: new SlidingWindowStorage(limiter),
    throttlers: [{ ttl: windowMs, limit: 0 }],
  }),
});
const services = [
  AttemptLimiter,
  RateLimiter,
  Databases,
  CurrentCredential,
  SecurityLog,
  Idempotency,
  ResponseStreams,
  ProcessTurns,
  RequestThreads,
];

/** The infrastructure that every process needs. */
@Global()
@Module({})
export class PlatformModule {
  static with(settings: Settings): DynamicModule {
    const { masterKey, previousMasterKeys, smtpUrl, mailFrom } = settings;
    return {
      module: PlatformModule,
      imports: [SettingsModule.with(settings), RedisModule, throttling],
      providers: [
        { provide: Clock, useClass: SystemClock },
        { provide: CursorCodec, useFactory: () => new CursorCodec(masterKey) },
        { provide: SecretBox, useFactory: () => new SecretBox(masterKey, previousMasterKeys) },
        { provide: EntrySigner, useFactory: () => new EntrySigner(masterKey, previousMasterKeys) },
        { provide: Uploads, useFactory: () => new Uploads() },
        {
          provide: Mailer,
          useFactory: () => (smtpUrl === undefined ? new LogMailer() : new SmtpMailer(smtpUrl, mailFrom)),
        },
        ...services,
      ],
      exports: [Clock, CursorCodec, SecretBox, EntrySigner, Uploads, Mailer, ThrottlerModule, ...services],
    };
  }
}

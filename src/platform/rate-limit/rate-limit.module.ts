import { Global, Module } from '@nestjs/common';
import { ThrottlerModule } from '@nestjs/throttler';
import { AttemptLimiter } from './attempt-limiter.service.js';
import { RateLimiter, windowMs } from './rate-limiter.service.js';
import { SlidingWindowStorage } from './limit.guard.js';

@Global()
@Module({
  providers: [AttemptLimiter, RateLimiter, SlidingWindowStorage],
  exports: [AttemptLimiter, RateLimiter, SlidingWindowStorage],
})
class RateLimiterModule {}

@Global()
@Module({
  imports: [
    RateLimiterModule,
    ThrottlerModule.forRootAsync({
      inject: [SlidingWindowStorage],
      // Each guard sets the key and the limit per request.
      useFactory: (storage: SlidingWindowStorage) => ({ storage, throttlers: [{ ttl: windowMs, limit: 0 }] }),
    }),
  ],
  exports: [RateLimiterModule, ThrottlerModule],
})
export class RateLimitModule {}

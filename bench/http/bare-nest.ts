import 'reflect-metadata';
import type { Server } from 'node:http';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';

/** Response body of the compared route, so that both serialize the same data. */
const answer = JSON.parse(process.env.ANSWER ?? '{}') as object;

/** As short as a script can be that counts requests in all processes. */
const script = `return redis.call('INCR', KEYS[1])`;
const redis = process.env.COUNTING_REDIS_URL === undefined ? undefined : new Redis(process.env.COUNTING_REDIS_URL);
redis?.defineCommand('count', { numberOfKeys: 1, lua: script });

@Controller('answer')
class AnswerController {
  @Get()
  get(): object {
    return answer;
  }

  @Get('counted')
  async getCounted(): Promise<object> {
    await (redis as unknown as { count(key: string): Promise<number> }).count('bench:count');
    return answer;
  }
}

/** Nest routes without guards and rate limits. One counts its requests in Redis, because a limit of all processes needs that. */
@Module({ controllers: [AnswerController] })
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: ['error', 'warn'] });
// As the service: the load uses a connection again after the rounds of the others.
(app.getHttpServer() as Server).keepAliveTimeout = 65_000;
await app.listen(0, '127.0.0.1');
process.send?.({ type: 'ready', url: await app.getUrl() });

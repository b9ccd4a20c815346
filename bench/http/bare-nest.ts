import 'reflect-metadata';
import type { Server } from 'node:http';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** Response body of the compared route, so that both serialize the same data. */
const answer = JSON.parse(process.env.ANSWER ?? '{}') as object;

@Controller('answer')
class AnswerController {
  @Get()
  get(): object {
    return answer;
  }
}

/** A Nest route without guards, rate limits and stores. */
@Module({ controllers: [AnswerController] })
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: ['error', 'warn'] });
// As the service: the load uses a connection again after the rounds of the others.
(app.getHttpServer() as Server).keepAliveTimeout = 65_000;
await app.listen(0, '127.0.0.1');
process.send?.({ type: 'ready', url: await app.getUrl() });

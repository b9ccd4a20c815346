import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

/** What the route beside it answers, so that both serialize the same. */
const answer = JSON.parse(process.env.ANSWER ?? '{}') as object;

@Controller('answer')
class AnswerController {
  @Get()
  get(): object {
    return answer;
  }
}

/** The least that Nest does for a request: no guard, no limit, no store. */
@Module({ controllers: [AnswerController] })
class BareModule {}

const app = await NestFactory.create(BareModule, { logger: ['error', 'warn'] });
await app.listen(0, '127.0.0.1');
process.send?.({ type: 'ready', url: await app.getUrl() });

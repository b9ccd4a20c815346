import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { expressApp } from './common/http/express-app.js';
import { hardenServer } from './common/http/harden-server.js';
import { createLogger, NestLogger } from './platform/logging/logger.js';
import { runRoot } from './platform/process/root.js';

/** The HTTP process. */
await runRoot(async (settings) => {
  const logger = new NestLogger(createLogger(settings.logLevel, 'api'));
  const adapter = new ExpressAdapter(expressApp(settings.trustedProxies));
  const app = await NestFactory.create<NestExpressApplication>(AppModule.with(settings), adapter, {
    logger,
    bodyParser: false,
    abortOnError: false,
  });
  hardenServer(app.getHttpServer());
  await app.listen(settings.port, settings.host);
  const url = (await app.getUrl()).replace('[::]', '127.0.0.1').replace('0.0.0.0', '127.0.0.1');
  logger.log(`listens on ${url}`, 'Main');
  return { app, url };
});

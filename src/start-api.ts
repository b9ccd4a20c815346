import { join } from 'node:path';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { arrival, defaultHeaders } from './common/http/arrival.middleware.js';
import { EnvelopeAdapter, expressApp } from './common/http/envelope.adapter.js';
import { hardenServer } from './common/http/harden-server.js';
import type { Settings } from './config/settings.js';
import { clientPackages, dashboard, guide } from './platform/built-files/built-files.js';
import { trustIn } from './config/setting-values.js';
import { createLogger, NestLogger } from './platform/logging/logger.js';
import { requestLog } from './platform/logging/request-log.js';
import type { ProcessName, Started } from './platform/process/root.js';
import { RateLimiter } from './platform/rate-limit/rate-limiter.service.js';
import { requestSpan, withoutSpan } from './platform/tracing/spans.js';
import type { RequestHandler } from 'express';
import { networkOf, reportLimit, toCount } from './platform/rate-limit/limit.guard.js';

/** A page of the dashboard has about 30 files, which browsers keep. */
const filesPerMinute = 600;

/** Limits requests for files by the address of the client (for IPv6, by its /64 network). No guard runs for files. */
function fileLimit(limiter: RateLimiter): RequestHandler {
  return async (request, response, next) => {
    const key = `address:files:${networkOf(request.address)}`;
    const taken = await limiter.take(key, filesPerMinute);
    reportLimit(response, { policy: 'files', key, limit: filesPerMinute }, toCount(taken, filesPerMinute));
    next();
  };
}

/** Starts the Nest application of `root`, which has the HTTP API, and listens. */
export async function startApi(root: DynamicModule, settings: Settings, processName: ProcessName): Promise<Started> {
  const log = createLogger(settings.logLevel, processName);
  const logger = new NestLogger(log);
  const headers = defaultHeaders(settings.nodeEnv === 'production');
  // Without a collector, no request is traced.
  const trace = settings.tracesUrl === undefined ? withoutSpan : requestSpan;
  const express = expressApp(arrival(trustIn(settings.trustedProxies), headers, requestLog(log), trace));
  const adapter = new EnvelopeAdapter(express);
  const app = await NestFactory.create<NestExpressApplication>(root, adapter, {
    logger,
    bodyParser: false,
    abortOnError: false,
  });
  const limit = fileLimit(app.get(RateLimiter));
  // Before the routes, which Nest adds when it listens.
  express.use(guide(join(import.meta.dirname, '../guide'), limit));
  express.use(clientPackages(join(import.meta.dirname, '../client-packages'), limit));
  express.use(dashboard(join(import.meta.dirname, '../dashboard'), limit));
  hardenServer(app.getHttpServer(), { headers, publicUrl: settings.frontendUrl, ...settings.connections });
  await app.listen(settings.port, settings.host);
  const url = (await app.getUrl()).replace('[::]', '127.0.0.1').replace('0.0.0.0', '127.0.0.1');
  logger.log(`listens on ${url}`, 'Main');
  return { app, url };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  Inject,
  Injectable,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { collectDefaultMetrics, register } from 'prom-client';
import { isSameSecret, sha256 } from '../../common/crypto.js';
import { bearerTokenOf } from '../../common/identity/identity.decorators.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';

const METERED_PROCESS = Symbol('metered process');

/** Serves `GET /metrics` on a separate port: on loopback, or for callers with the token. `GET /livez` shows every caller that the process responds. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(METERED_PROCESS) private readonly processName: 'api' | 'worker',
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const port = this.settings.metricsPorts[this.processName];
    if (port === undefined) return;
    collectDefaultMetrics();
    this.server = createServer((request, response) => {
      if (request.url === '/livez' && request.method === 'GET') response.writeHead(200).end('ok');
      else if (!this.isAllowed(request)) response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
      else if (request.url === '/metrics' && request.method === 'GET') void this.respond(response);
      else response.writeHead(404).end();
    });
    const { host, metricsToken } = this.settings;
    this.server.listen(port, metricsToken === undefined ? '127.0.0.1' : host);
    await once(this.server, 'listening');
    this.logger.log({ port }, 'metrics server started');
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private isAllowed({ headers }: IncomingMessage): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === undefined) return true;
    // Hashes hide the length of the token too.
    return isSameSecret(sha256(metricsToken), sha256(bearerTokenOf(headers.authorization) ?? ''));
  }

  private async respond(response: ServerResponse): Promise<void> {
    try {
      const text = await register.metrics();
      response.writeHead(200, { 'Content-Type': register.contentType }).end(text);
    } catch (error) {
      this.logger.warn({ error }, 'failed to collect metrics');
      response.writeHead(503).end();
    }
  }
}

@Module({})
export class MetricsModule {
  static of(processName: 'api' | 'worker'): DynamicModule {
    return { module: MetricsModule, providers: [{ provide: METERED_PROCESS, useValue: processName }, MetricsServer] };
  }
}

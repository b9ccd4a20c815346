import crypto from 'node:crypto';
import getPort from 'get-port';
import { register } from 'prom-client';
import type { Settings } from '../../config/settings.js';
import { MetricsServer } from './metrics-server.service.js';

const token = '0123456789abcdef01234567';

async function withServer(
  metricsToken: string | undefined,
  work: (status: (host: string, authorization?: string, path?: string) => Promise<number | 'refused'>) => Promise<void>,
): Promise<void> {
  const port = await getPort();
  const settings = { host: '127.0.0.2', metricsPorts: { api: port }, metricsToken } as unknown as Settings;
  const server = new MetricsServer(settings, 'api');
  await server.onApplicationBootstrap();
  try {
    await work(async (host, authorization, path = '/metrics') => {
      const headers = authorization === undefined ? undefined : { authorization };
      const response = await fetch(`http://${host}:${port}${path}`, { headers: headers ?? {} }).catch(() => undefined);
      return response?.status ?? 'refused';
    });
  } finally {
    server.onApplicationShutdown();
    register.clear();
  }
}

describe('the metrics port', () => {
  it('Without SVC_METRICS_TOKEN, metrics are served on 127.0.0.1 and not on HOST', async () => {
    await withServer(undefined, async (status) => {
      expect(await status('127.0.0.1')).toBe(200);
      expect(await status('127.0.0.2')).toBe('refused');
    });
  });

  it('With SVC_METRICS_TOKEN, metrics are served on HOST to callers with the token only', async () => {
    await withServer(token, async (status) => {
      expect(await status('127.0.0.2', `Bearer ${token}`)).toBe(200);
      for (const wrong of [undefined, token, `Bearer ${token}x`, `Basic ${token}`, 'Bearer'])
        expect(await status('127.0.0.2', wrong)).toBe(401);
    });
  });

  it('GET /livez needs no token, for the probes of a cluster', async () => {
    await withServer(token, async (status) => {
      expect(await status('127.0.0.2', undefined, '/livez')).toBe(200);
      expect(await status('127.0.0.2', undefined, '/livez/x')).toBe(401);
    });
  });

  it('The token is compared in constant time', async () => {
    const compared = jest.spyOn(crypto, 'timingSafeEqual');
    await withServer(token, async (status) => {
      await status('127.0.0.2', `Bearer ${token}`);
    });
    expect(compared).toHaveBeenCalledTimes(1);
    compared.mockRestore();
  });
});

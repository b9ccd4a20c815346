import { Redis } from 'ioredis';
import type { Settings } from '../../config/settings.js';
import { clockFinding, skewOf } from './clock.js';
import { runCheck, type Finding } from './finding.js';

const timeoutMs = 3_000;

export function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  const check = 'Redis';
  return runCheck(check, async () => {
    const redis = new Redis(redisUrl, {
      lazyConnect: true,
      connectTimeout: timeoutMs,
      commandTimeout: timeoutMs,
      maxRetriesPerRequest: 0,
      retryStrategy: () => null,
    });
    let reason: Error | undefined;
    redis.on('error', (error: Error) => (reason = error));
    try {
      await redis.connect();
      const info = fieldsOf(await redis.info());
      return [...checkInfo(check, info), clockFinding('clock of Redis', await skewOf(() => timeOf(redis)))];
    } catch (error) {
      const message = (reason ?? (error as Error)).message;
      const fix = 'start Redis or correct REDIS_URL; sign-in is unavailable, but accepted simulations still run';
      return [{ check, level: 'problem', text: `unavailable (${message})`, fix }];
    } finally {
      if (redis.status !== 'end') redis.disconnect();
    }
  });
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

/** Parses the response of `INFO`. Hosted Redis servers allow it, unlike `CONFIG`. */
function fieldsOf(info: string): Map<string, string> {
  return new Map(info.split('\r\n').map((line) => line.split(':', 2) as [string, string]));
}

function checkInfo(check: string, info: Map<string, string>): Finding[] {
  const name = info.has('valkey_version') ? 'Valkey' : 'Redis';
  const version = info.get('valkey_version') ?? info.get('redis_version') ?? 'of unknown version';
  const findings: Finding[] = [{ check, level: 'ok', text: `${name} ${version}` }];
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  findings.push(
    policy === 'noeviction'
      ? { check: 'eviction', level: 'ok', text: policy }
      : {
          check: 'eviction',
          level: 'problem',
          text: `${policy}: Redis evicts jobs and sessions when its memory is full`,
          fix: 'set maxmemory-policy noeviction',
        },
  );
  findings.push(
    info.get('aof_enabled') === '1'
      ? { check: 'persistence', level: 'ok', text: 'append-only file' }
      : {
          check: 'persistence',
          level: 'warning',
          text: 'none: a restart ends all sessions and resets rate limits',
          fix: 'set appendonly yes',
        },
  );
  if (info.get('role') === 'slave') {
    findings.push({ check, level: 'problem', text: 'is a read-only replica', fix: 'use the URL of the primary' });
  }
  return findings;
}

import { Redis } from 'ioredis';
import type { Settings } from '../../config/settings.js';
import { clockFinding, skewOf } from './clock.js';
import { examine, type Finding } from './finding.js';

const timeoutMs = 3_000;

export function checkRedis({ redisUrl }: Settings): Promise<Finding[]> {
  const check = 'Redis';
  return examine(check, async () => {
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
      const why = (reason ?? (error as Error)).message;
      const mend = 'start it, or correct REDIS_URL; meanwhile sign-in is off; what is accepted runs all the same';
      return [{ check, level: 'problem', text: `does not answer (${why})`, mend }];
    } finally {
      if (redis.status !== 'end') redis.disconnect();
    }
  });
}

async function timeOf(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000;
}

/** `INFO` as names and values; unlike CONFIG, a hosted Redis answers it. */
function fieldsOf(info: string): Map<string, string> {
  return new Map(info.split('\r\n').map((line) => line.split(':', 2) as [string, string]));
}

function checkInfo(check: string, info: Map<string, string>): Finding[] {
  const name = info.has('valkey_version') ? 'Valkey' : 'Redis';
  const version = info.get('valkey_version') ?? info.get('redis_version') ?? 'of an unknown version';
  const findings: Finding[] = [{ check, level: 'ok', text: `${name} ${version}` }];
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  findings.push(
    policy === 'noeviction'
      ? { check: 'eviction', level: 'ok', text: policy }
      : {
          ...{ check: 'eviction', level: 'problem', text: `${policy}: a full Redis would forget jobs and sessions` },
          mend: 'maxmemory-policy noeviction',
        },
  );
  findings.push(
    info.get('aof_enabled') === '1'
      ? { check: 'persistence', level: 'ok', text: 'append-only file' }
      : {
          ...{
            check: 'persistence',
            level: 'warning',
            text: 'none: a restart signs everybody out and forgets the limits',
          },
          mend: 'appendonly yes',
        },
  );
  if (info.get('role') === 'slave') {
    findings.push({ check, level: 'problem', text: 'is a replica, which takes no writes', mend: 'name the primary' });
  }
  return findings;
}

import { Redis } from 'ioredis';
import { isRedisEncrypted } from '../../config/plaintext.js';
import type { Settings } from '../../config/settings.js';
import { trusts } from '../../config/trusted-proxies.js';
import { readForwardingPeers } from '../../platform/proxies/forwarding-peers.js';
import { clockFinding, skewOf } from './clock.js';
import { runCheck, type Finding } from './finding.js';

const timeoutMs = 3_000;
const maxListedPeers = 3;

export function checkRedis(settings: Settings): Promise<Finding[]> {
  const check = 'Redis';
  const { redisUrl } = settings;
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
      return [
        ...checkInfo(check, info),
        ...checkConnection(settings),
        clockFinding('clock of Redis', await skewOf(() => timeOf(redis))),
        checkProxies(settings, await readForwardingPeers(redis, new Date())),
      ];
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

/** Only production refuses to start without a password. */
function checkConnection({ nodeEnv, redisUrl }: Settings): Finding[] {
  const url = new URL(redisUrl);
  if (nodeEnv !== 'production' || isRedisEncrypted(url)) return [];
  const text = 'no TLS: every machine in the network can read the traffic';
  return [{ check: 'Redis connection', level: 'warning', text, fix: 'use rediss://' }];
}

/** Compares the setting with the addresses whose requests had an X-Forwarded-For header. */
function checkProxies({ trustedProxies }: Settings, peers: ReadonlyMap<string, number>): Finding {
  const check = 'SVC_TRUSTED_PROXIES';
  const named = trustedProxies.length === 0 ? 'none' : trustedProxies.join(', ');
  const others = [...peers].filter(([peer]) => !trusts(trustedProxies, peer)).sort(([, a], [, b]) => b - a);
  if (others.length > 0) {
    const list = others.slice(0, maxListedPeers).map(([peer, count]) => `${peer} (${count} requests)`);
    const text = `${named}; since yesterday, X-Forwarded-For also came from ${list.join(', ')}`;
    const fix = 'add your proxies among these addresses; the header of others has no effect';
    return { check, level: 'warning', text, fix };
  }
  const text =
    peers.size === 0 ? 'no request with X-Forwarded-For since yesterday' : 'fits the requests since yesterday';
  return { check, level: 'ok', text: `${named}; ${text}` };
}

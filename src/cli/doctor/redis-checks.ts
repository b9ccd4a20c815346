import { Redis } from 'ioredis';
import { isRedisEncrypted } from '../../config/plaintext.js';
import type { Settings } from '../../config/settings.js';
import { trustIn } from '../../config/setting-values.js';
import { readPeers } from '../../platform/proxies/forwarding-peers.guard.js';
import { clockFinding, skewOf, runCheck, type Finding, findingsOf } from './finding.js';

const maxListedPeers = 3;

export function checkRedis(settings: Settings): Promise<Finding[]> {
  const check = 'Redis';
  const { problem } = findingsOf(check);
  const { redisUrl } = settings;
  return runCheck(check, async () => {
    try {
      return await withRedis(redisUrl, async (redis) => [
        ...checkInfo(check, fieldsOf(await redis.info())),
        ...checkConnection(settings),
        clockFinding('clock of Redis', await skewOf(() => timeOf(redis))),
        checkProxies(settings, await readPeers(redis, 'forwarding-peers', new Date())),
        ...checkForwardedFor(await readPeers(redis, 'unreadable-peers', new Date())),
      ]);
    } catch (error) {
      const fix = 'start Redis or correct REDIS_URL; sign-in is unavailable, but accepted simulations still run';
      return [problem(`unavailable (${(error as Error).message})`, fix)];
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
  const { ok, problem } = findingsOf(check);
  const name = info.has('valkey_version') ? 'Valkey' : 'Redis';
  const version = info.get('valkey_version') ?? info.get('redis_version') ?? 'of unknown version';
  const findings: Finding[] = [ok(`${name} ${version}`)];
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  const [eviction, persistence] = [findingsOf('eviction'), findingsOf('persistence')];
  const evicts = `${policy}: Redis evicts jobs and sessions when its memory is full`;
  const forgets = 'none: a restart ends all sessions and resets rate limits';
  findings.push(
    policy === 'noeviction' ? eviction.ok(policy) : eviction.problem(evicts, 'set maxmemory-policy noeviction'),
    info.get('aof_enabled') === '1'
      ? persistence.ok('append-only file')
      : persistence.warning(forgets, 'set appendonly yes'),
  );
  if (info.get('role') === 'slave') {
    findings.push(problem('is a read-only replica', 'use the URL of the primary'));
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

/** The limits by address count all clients of such a proxy as one. */
function checkForwardedFor(peers: ReadonlyMap<string, number>): Finding[] {
  if (peers.size === 0) return [];
  const check = 'X-Forwarded-For';
  const { warning } = findingsOf(check);
  const text = `since yesterday, entries without an IP address came from ${listOf([...peers])}`;
  const fix =
    'let the proxy append the IP address of its client; without it, all its clients share the limits by address';
  return [warning(text, fix)];
}

function listOf(peers: [string, number][]): string {
  const sorted = peers.toSorted(([, a], [, b]) => b - a).slice(0, maxListedPeers);
  return sorted.map(([peer, count]) => `${peer} (${count} requests)`).join(', ');
}

/** Compares the setting with the addresses whose requests had an X-Forwarded-For header. */
function checkProxies({ trustedProxies }: Settings, peers: ReadonlyMap<string, number>): Finding {
  const check = 'SVC_TRUSTED_PROXIES';
  const { ok, warning } = findingsOf(check);
  const named = trustedProxies.length === 0 ? 'none' : trustedProxies.join(', ');
  const isTrusted = trustIn(trustedProxies);
  const others = [...peers].filter(([peer]) => !isTrusted(peer));
  if (others.length > 0) {
    const text = `${named}; since yesterday, X-Forwarded-For also came from ${listOf(others)}`;
    const fix = 'add your proxies among these addresses; the header of others has no effect';
    return warning(text, fix);
  }
  const text =
    peers.size === 0 ? 'no request with X-Forwarded-For since yesterday' : 'fits the requests since yesterday';
  return ok(`${named}; ${text}`);
}

const timeoutMs = 3_000;

/** Connects for one piece of work. Throws the reason if the server is unavailable or rejects the password. */
export async function withRedis<T>(url: string, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
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
    return await work(redis);
  } catch (error) {
    throw reason ?? error;
  } finally {
    if (redis.status !== 'end') redis.disconnect();
  }
}

import type { Redis } from 'ioredis';

const dayMs = 86_400_000;
/** A client can send the header from many addresses. */
const maxPeersPerDay = 100;

/** Addresses that sent X-Forwarded-For, and trusted proxies that sent an entry in it that contains no IP address. */
export type PeerList = 'forwarding-peers' | 'unreadable-peers';

const keyOf = (list: PeerList, time: Date) => `${list}:${time.toISOString().slice(0, 10)}`;

/** Adds the number of requests of each address to the counts of the UTC day in Redis. */
export async function addPeers(
  redis: Redis,
  list: PeerList,
  counts: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const key = keyOf(list, now);
  const free = maxPeersPerDay - (await redis.hlen(key));
  const known = free > 0 ? undefined : new Set(await redis.hkeys(key));
  const commands = redis.multi();
  for (const [peer, count] of counts) if (!known || known.has(peer)) commands.hincrby(key, peer, count);
  await commands.pexpire(key, 2 * dayMs).exec();
}

/** Returns the counts of this UTC day and the day before. */
export async function readPeers(redis: Redis, list: PeerList, now: Date): Promise<Map<string, number>> {
  const days = [now, new Date(now.getTime() - dayMs)];
  const entries = (await Promise.all(days.map((day) => redis.hgetall(keyOf(list, day))))).flatMap(Object.entries);
  const counts = new Map<string, number>();
  for (const [peer, count] of entries as [string, string][]) counts.set(peer, (counts.get(peer) ?? 0) + Number(count));
  return counts;
}

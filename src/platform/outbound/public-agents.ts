import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.js';
import type { Agents } from './send-request.js';

/** The host is not a public address, or no address of the host name is public. */
export class AddressNotPublicError extends Error {
  override readonly name = 'AddressNotPublicError';
  readonly code = 'ADDRESS_NOT_PUBLIC';

  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Queries name servers without the shared thread pool, so that slow name servers do not block other work. */
export function newResolver(): Resolver {
  return new Resolver({ timeout: 2_000, tries: 2 });
}

/**
 * Agents that connect to public addresses only. The name is resolved once per connection, and the socket uses exactly the address that was
 * checked, so that a changing DNS record cannot bypass the check.
 */
export function publicAgents(options: http.AgentOptions, resolver = newResolver()): Agents {
  const checked = { ...options, lookup: publicLookup(resolver) };
  return { http: publicOnly(new http.Agent(checked)), https: publicOnly(new https.Agent(checked)) };
}

/** For an IP address, the socket does not call `lookup`. */
function publicOnly<Agent extends http.Agent>(agent: Agent): Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, callback) => {
    const { host } = options;
    if (typeof host === 'string' && (isIP(host) === 0 || isPublicAddress(host))) return connect(options, callback);
    process.nextTick(() => callback?.(new AddressNotPublicError(String(host)), null as never));
    return undefined;
  };
  return agent;
}

/** Resolves a name to its public addresses. Fails if it has none. */
export function publicLookup(resolver: Resolver): LookupFunction {
  return (hostname, { all }, callback) => {
    resolvePublic(resolver, hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (all) callback(null, addresses);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

async function resolvePublic(resolver: Resolver, hostname: string) {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [ipv4, ipv6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  const publicAddresses = found.filter(isPublicAddress);
  if (publicAddresses.length === 0) throw new AddressNotPublicError(hostname);
  return publicAddresses.map((address) => ({ address, family: isIP(address) }));
}

import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.js';

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
 * Connects to public addresses only. The name is resolved once per connection, and the socket uses exactly the address that was
 * checked, so that a changing DNS record cannot bypass the check.
 */
export function publicConnector(timeoutMs: number, resolver = newResolver()): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: publicLookup(resolver) });
  return (options, callback) => {
    // For an IP address, the socket does not call `lookup`.
    if (isIP(options.hostname) === 0 || isPublicAddress(options.hostname)) return connect(options, callback);
    process.nextTick(() => callback(new AddressNotPublicError(options.hostname), null));
  };
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

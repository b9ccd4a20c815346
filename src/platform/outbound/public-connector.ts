import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { isPublicAddress } from './public-address.js';

/** The address that was named, or every address of the name, is not of the public Internet. */
export class AddressNotPublicError extends Error {
  override readonly name = 'AddressNotPublicError';
  readonly code = 'ADDRESS_NOT_PUBLIC';

  constructor(host: string) {
    super(`${host} is not a public address`);
  }
}

/** Asks name servers, in no thread that others wait for: a name whose servers hang holds up nobody. */
export function newResolver(): Resolver {
  return new Resolver({ timeout: 2_000, tries: 2 });
}

/**
 * Connects to public addresses only. What counts is the address that the socket is given, resolved and judged once, for this
 * connection: a name that resolved to something else before, or will after, makes no difference.
 */
export function publicConnector(timeoutMs: number, resolver = newResolver()): buildConnector.connector {
  const connect = buildConnector({ timeout: timeoutMs, lookup: publicLookup(resolver) });
  return (options, callback) => {
    // A socket that is told an address looks nothing up.
    if (isIP(options.hostname) === 0 || isPublicAddress(options.hostname)) return connect(options, callback);
    process.nextTick(() => callback(new AddressNotPublicError(options.hostname), null));
  };
}

/** Gives a socket public addresses of the name only, and fails where it has none. */
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

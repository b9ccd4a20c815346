import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The client of a request, as far as trusted proxies name it. */
export interface ClientAddress {
  /** An IP address without port, brackets or zone. IPv4 has its own form, not the IPv6 one. Empty for a closed connection. */
  address: string;
  /** Whether a trusted proxy sent an entry in X-Forwarded-For that contains no IP address, such as `unknown`. */
  hasUnreadableEntry: boolean;
}

/**
 * Returns the last address that no trusted proxy has. It reads X-Forwarded-For from its end, because a client can send the start. An
 * entry without an address ends it at the proxy that sent the entry: otherwise each random text would be a new client for the limits.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): ClientAddress {
  let address = addressOf(peer ?? '') ?? '';
  const entries = forwardedFor === undefined ? [] : String(forwardedFor).split(',');
  for (const entry of entries.reverse()) {
    if (!isTrusted(address)) break;
    const named = addressOf(entry.trim());
    if (named === undefined) return { address, hasUnreadableEntry: true };
    address = named;
  }
  return { address, hasUnreadableEntry: false };
}

/** Reads `203.0.113.7:50001`, `[2001:db8::1]:443`, `"[2001:db8::1]"` and `fe80::1%eth0`, among others. Undefined without an address. */
function addressOf(entry: string): string | undefined {
  const unquoted = entry.replace(/^"(.*)"$/, '$1');
  const text = isIP(unquoted) > 0 ? unquoted : unquoted.replace(/:(\d{1,5}|_[\w.-]+)$/, '').replace(/^\[(.*)\]$/, '$1');
  if (isIP(text) === 0) return undefined;
  return ipaddr.process(text.replace(/%.*$/, '')).toString();
}

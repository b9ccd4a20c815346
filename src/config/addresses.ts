import { isIP } from 'node:net';

const named = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Whether each is an address, a network in CIDR form, or a name that Express knows for one. */
export function areProxies(parts: readonly string[]): boolean {
  return parts.every((part) => named.has(part) || isNetwork(part));
}

function isNetwork(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

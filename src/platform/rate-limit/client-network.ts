import ipaddr from 'ipaddr.js';

const ipv6NetworkBits = 64;

/** The unit that limits count: an IPv4 address, or the /64 network of an IPv6 address, which one customer of a provider controls. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/${ipv6NetworkBits}`).toString();
}

/** Whether a client on the same machine sent the request. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

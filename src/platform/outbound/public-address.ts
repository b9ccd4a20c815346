import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's platform services. The address is in a public block, but it is reachable only from inside Azure. */
const azurePlatform = '168.63.129.16';

/** The only IPv6 block from which IANA assigns public addresses (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** IPv4 addresses written as IPv6 on a network without IPv4 (NAT64, RFC 6052). */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether the address, as a resolver writes it, is on the public Internet. False for private, local, reserved and transition
 * addresses, and for any text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  // ipaddr.js also reads octal, hexadecimal and short forms. A zone, as in fe80::1%eth0, makes an address local.
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  if (parsed.match(nat64)) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(-4)));
  return parsed.match(globalUnicast) && parsed.range() === 'unicast';
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== azurePlatform;
}

import { BlockList, isIP, isIPv4 } from 'node:net';

/** IPv4 that is not the public Internet: IANA's special-purpose registry, multicast, and what clouds keep for themselves. */
const special4 = blockList('ipv4', [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared by carriers (CGNAT); also the metadata of one cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure's platform, reachable from inside only
  '169.254.0.0/16', // link-local; the metadata of most clouds
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocols; the metadata of one cloud
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

/** All of IPv6 that is given out to the public; what is not in it, such as loopback, ULA, link-local and multicast, is refused. */
const global6 = blockList('ipv6', ['2000::/3']);

/** What in there is not public, among it addresses that hold an IPv4 one. */
const special6 = blockList('ipv6', [
  '2001::/23', // IETF protocols: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4
  '3fff::/20', // documentation
]);

/** How a network without IPv4 spells the addresses of those that have it (RFC 6052): judged by what is spelt. */
const nat64 = blockList('ipv6', ['64:ff9b::/96']);

/** Whether an address, in the form in which a resolver gives it, belongs to the public Internet. Anything else is not one. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  // With a zone, as in fe80::1%eth0, it is of a network at hand.
  if (isIP(address) !== 6 || address.includes('%')) return false;
  if (nat64.check(address, 'ipv6')) return isPublicAddress(lastFourBytes(address));
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

/** Of an address in 64:ff9b::/96, whose one form has `::` before them. */
function lastFourBytes(address: string): string {
  const [, tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const words = tail.split(':').map((word) => parseInt(word || '0', 16));
  const [low = 0, high = 0] = words.reverse();
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Whether each entry is an address, a network in CIDR form, `loopback`, `linklocal` or `uniquelocal`. */
export function areTrustedProxies(entries: readonly string[]): boolean {
  return entries.every(isTrustedProxy);
}

/** Returns a function that states whether the entries contain an address. */
export function trustIn(entries: readonly string[]): (address: string) => boolean {
  const trust = proxyAddr.compile([...entries]);
  return (address) => trust(address, 0);
}

function isTrustedProxy(entry: string): boolean {
  const [address = ''] = entry.split('/');
  // proxy-addr reads "1" as 0.0.0.1, but an operator who writes it means a number of proxies.
  if (isIP(address) === 0 && !/^[a-z]+$/.test(address)) return false;
  try {
    proxyAddr.compile(entry);
    return true;
  } catch {
    return false;
  }
}

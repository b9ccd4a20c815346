import { isPublicAddress } from './public-address.js';
import { rejectUndeliverable, webhookUrlSchema } from './webhook-url.js';

const refused: [string, string][] = [
  ['0.0.0.0', 'this host'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'CGNAT'],
  ['100.100.100.200', 'the metadata of a cloud, in CGNAT'],
  ['100.127.255.255', 'CGNAT'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'the platform of a cloud'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata of containers'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'IETF'],
  ['192.0.0.192', 'the metadata of a cloud'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relay'],
  ['192.168.0.1', 'private'],
  ['192.168.255.255', 'private'],
  ['192.31.196.1', 'AS112'],
  ['192.52.193.1', 'AMT relay'],
  ['192.175.48.1', 'AS112'],
  ['198.18.0.1', 'benchmark'],
  ['198.19.255.255', 'benchmark'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::7f00:1', 'IPv4-compatible loopback'],
  ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
  ['::ffff:7f00:1', 'IPv4-mapped loopback in hexadecimal'],
  ['::ffff:10.0.0.1', 'IPv4-mapped private'],
  ['::ffff:169.254.169.254', 'IPv4-mapped metadata'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::127.0.0.1', 'NAT64 of loopback'],
  ['64:ff9b::7f00:1', 'NAT64 of loopback in hexadecimal'],
  ['64:ff9b::a9fe:a9fe', 'NAT64 of metadata'],
  ['64:ff9b::10.1.2.3', 'NAT64 of a private address'],
  ['64:ff9b::', 'NAT64 of this host'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:2::1', 'benchmark'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHIDv2'],
  ['2001:db8::1', 'documentation'],
  ['2620:4f:8000::1', 'AS112'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2002:a9fe:a9fe::1', '6to4 of metadata'],
  ['2002:0a00:0001::1', '6to4 of a private address'],
  ['3fff::1', 'documentation'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'ULA'],
  ['fd00:ec2::254', 'metadata in ULA'],
  ['fdff:ffff::1', 'ULA'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with its zone'],
  ['2606:4700::1%eth0', 'a zone makes any address local'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['ff0e::1', 'multicast, global scope'],
  ['', 'nothing'],
  ['localhost', 'a name'],
  ['2130706433', 'a number'],
  ['0177.0.0.1', 'octal'],
  ['127.1', 'short'],
];

const accepted: [string, string][] = [
  ['1.1.1.1', 'a public resolver'],
  ['8.8.8.8', 'a public resolver'],
  ['9.255.255.255', 'just before 10/8'],
  ['11.0.0.0', 'just after 10/8'],
  ['100.63.255.255', 'just before CGNAT'],
  ['100.128.0.0', 'just after CGNAT'],
  ['126.255.255.255', 'just before loopback'],
  ['128.0.0.1', 'just after loopback'],
  ['168.63.129.17', 'next to the platform of a cloud'],
  ['169.253.255.255', 'just before link-local'],
  ['172.15.255.255', 'just before 172.16/12'],
  ['172.32.0.0', 'just after 172.16/12'],
  ['192.167.255.255', 'just before 192.168/16'],
  ['192.169.0.0', 'just after 192.168/16'],
  ['198.17.255.255', 'just before the benchmarks'],
  ['198.20.0.0', 'just after the benchmarks'],
  ['223.255.255.255', 'just before multicast'],
  ['2001:200::1', 'just after the IETF block'],
  ['2606:4700:4700::1111', 'a public resolver'],
  ['2a00:1450:4001:81b::200e', 'a public server'],
  ['64:ff9b::808:808', 'NAT64 of a public address'],
];

describe('isPublicAddress', () => {
  it.each(refused)('%s is not a public address (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(accepted)('%s is a public address (%s)', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('the URL of a webhook', () => {
  it('The error of a host name with other letters names its form in ASCII', () => {
    const { error } = webhookUrlSchema.safeParse('https://bücher.example:8443/ä');
    expect(error!.issues[0]!.message).toBe('expected a host name in ASCII: write xn--bcher-kva.example (Punycode)');
    expect(webhookUrlSchema.safeParse('https://xn--bcher-kva.example/').success).toBe(true);
  });

  const problem = (url: string, tier: 'sandbox' | 'live' = 'sandbox', allowPrivateWebhooks = false) => {
    if (!webhookUrlSchema.safeParse(url).success) return 'no URL for a webhook';
    try {
      rejectUndeliverable('url', url, tier, { allowPrivateWebhooks });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : 'another';
    }
  };

  it.each([
    ...['http://2130706433/', 'http://0x7f000001/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/'],
    ...['http://017700000001/', 'http://127.0.0.1./', 'http://0/', 'http://[::1]/', 'http://[::ffff:7f00:1]/'],
    ...['http://[::ffff:127.0.0.1]:8080/', 'http://3232235521/', 'http://0xA9FEA9FE/latest/meta-data/'],
    ...['http://localhost/', 'http://LOCALHOST:3000/', 'http://localhost./', 'http://app.localhost/'],
    ...['http://127.0.0.1:6379/', 'https://[fd00:ec2::254]/', 'https://[fe80::1]/', 'https://%31%32%37.0.0.1/'],
  ])('%s is refused at once, however it is spelt', (url) => {
    expect(problem(url)).toBeDefined();
    expect(problem(url, 'sandbox', true)).toBeUndefined();
  });

  it.each([
    ...['ftp://example.com/', 'file:///etc/passwd', 'javascript:alert(1)', '//example.com/', 'example.com', ''],
    ...['https://user@example.com/', 'https://user:password@example.com/', 'https://example.com/#x', 'https://'],
    ...['https://exa mple.com/', ' https://example.com/', 'https://example.com/\n', 'https:\\\\example.com/'],
    ...['https://example.com/{x}', 'https://example.com/%zz', 'https://exämple.com/', 'https://example.com:0/x'],
  ])('%s is none', (url) => {
    expect(problem(url, 'sandbox', true)).toBe('no URL for a webhook');
  });

  it.each([
    'https://example.com',
    'https://example.com:8443/a/b?c=d&e=%20',
    'https://1.1.1.1/',
    'https://[2606:4700::1]/x',
  ])('%s is one', (url) => {
    expect(problem(url, 'live')).toBeUndefined();
  });

  it('has to be https in the live tier', () => {
    expect(problem('http://example.com/', 'sandbox')).toBeUndefined();
    expect(problem('http://example.com/', 'live')).toBeDefined();
  });
});

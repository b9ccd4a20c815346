import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';

const [typeA, typeAaaa] = [1, 28];

/** A DNS server on 127.0.0.1. A test defines the addresses of each name, and can change them for each query. */
export class NameServer {
  private readonly queryCounts = new Map<string, number>();

  private constructor(
    private readonly socket: Socket,
    private readonly addressesOf: (name: string, time: number) => readonly string[],
  ) {
    socket.on('message', (query, from) => socket.send(this.respond(query), from.port, from.address));
  }

  static async start(addressesOf: (name: string, time: number) => readonly string[]): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, addressesOf);
  }

  resolver(): Resolver {
    const resolver = new Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([`127.0.0.1:${this.socket.address().port}`]);
    return resolver;
  }

  stop(): void {
    this.socket.close();
  }

  private respond(query: Buffer): Buffer {
    const { name, end } = nameIn(query);
    const type = query.readUInt16BE(end);
    const question = `${name} ${type}`;
    const time = this.queryCounts.get(question) ?? 0;
    this.queryCounts.set(question, time + 1);
    const records = this.addressesOf(name, time)
      .filter((address) => (isIPv4(address) ? type === typeA : type === typeAaaa))
      .map((address) => record(type, bytesOf(address)));
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2); // standard response, recursion available
    head.writeUInt16BE(records.length, 6);
    head.writeUInt32BE(0, 8);
    return Buffer.concat([head, query.subarray(12, end + 4), ...records]);
  }
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** A record for the queried name with a time to live of zero. */
function record(type: number, address: Buffer): Buffer {
  const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, address.length]);
  return Buffer.concat([head, address]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const words = (part: string) => (part === '' ? [] : part.split(':').map((word) => parseInt(word, 16)));
  const [before, after] = [words(head), words(tail ?? '')];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((word) => [word >> 8, word & 255]));
}

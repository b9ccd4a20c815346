import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type Socket, type AddressInfo } from 'node:net';
import { parseEnv } from '../../src/config/env.js';
import type { Settings } from '../../src/config/settings.js';
import { OutboundHttp, publicAgents, publicLookup } from '../../src/platform/outbound/outbound-http.service.js';
import { sendRequest } from '../../src/platform/outbound/send-request.js';
import { NameServer } from '../support/name-server.js';

const timeoutMs = 60_000;
/** A public address that is not assigned. */
const unused = '2d00::1';

describe('outbound connections', () => {
  let local: Server;
  let port: number;
  let reached = 0;

  beforeAll(async () => {
    local = createServer((_request, response) => {
      reached += 1;
      response.setHeader('Location', 'http://127.0.0.1/elsewhere');
      response.writeHead(302).end('x'.repeat(3_000));
    });
    local.listen(0, '127.0.0.1');
    await once(local, 'listening');
    port = (local.address() as AddressInfo).port;
  });
  afterAll(async () => {
    local.closeAllConnections();
    local.close();
    await once(local, 'close');
  });
  beforeEach(() => (reached = 0));

  const names: Record<string, string[]> = {
    'loopback.test': ['127.0.0.1'],
    'private.test': ['10.0.0.1', '192.168.1.1'],
    'metadata.test': ['169.254.169.254'],
    'cgnat.test': ['100.64.0.1'],
    'multicast.test': ['224.0.0.1'],
    'unspecified.test': ['0.0.0.0'],
    'loopback6.test': ['::1'],
    'mapped.test': ['::ffff:127.0.0.1'],
    'ula.test': ['fd00:ec2::254'],
    'nat64.test': ['64:ff9b::7f00:1'],
    '6to4.test': ['2002:7f00:1::'],
    'link-local.test': ['fe80::1'],
  };

  /** Returns the status or the error code of a GET. */
  async function get(url: string, addressesOf: (name: string, time: number) => readonly string[]): Promise<unknown> {
    const nameServer = await NameServer.start(addressesOf);
    const agents = publicAgents({ timeout: timeoutMs }, nameServer.resolver());
    try {
      return (await sendRequest(url, { agents })).statusCode;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    } finally {
      agents.http.destroy();
      agents.https.destroy();
      nameServer.stop();
    }
  }

  it.each(Object.keys(names))('A connection to %s is rejected because its addresses are not public', async (name) => {
    for (const scheme of ['http', 'https']) {
      expect(await get(`${scheme}://${name}:${port}/`, (queried) => names[queried] ?? [])).toBe('ADDRESS_NOT_PUBLIC');
    }
    expect(reached).toBe(0);
  });

  it.each([
    '127.0.0.1',
    '[::1]',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '0.0.0.0',
  ])('A connection to the IP address %s is rejected because it is not public', async (host) => {
    for (const scheme of ['http', 'https']) {
      expect(await get(`${scheme}://${host}:${port}/`, () => [])).toBe('ADDRESS_NOT_PUBLIC');
    }
    expect(reached).toBe(0);
  });

  it('A connection resolves its host name once, so that DNS rebinding has no effect', async () => {
    const times: number[] = [];
    const rebinding = (_name: string, time: number) => {
      times.push(time);
      return time === 0 ? ['127.0.0.1'] : [unused];
    };
    expect(await get(`http://rebinding.test:${port}/`, rebinding)).toBe('ADDRESS_NOT_PUBLIC');
    expect(times).toEqual([0, 0]); // for IPv4 and for IPv6
    expect(reached).toBe(0);
  });

  it('Each lookup returns only public addresses and fails if there are none', async () => {
    const nameServer = await NameServer.start((_name, time) => (time === 0 ? ['127.0.0.1', unused] : ['127.0.0.1']));
    const lookup = publicLookup(nameServer.resolver());
    const found = () =>
      new Promise((resolve) => lookup('both.test', { all: true }, (error, addresses) => resolve(error ?? addresses)));
    expect(await found()).toEqual([{ address: unused, family: 6 }]);
    expect(await found()).toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
    nameServer.stop();
  });

  it('A connection to an unknown host name fails with ENODATA', async () => {
    expect(await get('http://unknown.test/', () => [])).toBe('ENODATA');
  });

  const http = (allow: '0' | '1') =>
    new OutboundHttp({ ...parseEnv({ SVC_ALLOW_PRIVATE_WEBHOOKS: allow }) } as Settings);
  const post = (sender: OutboundHttp) =>
    sender.post(`http://127.0.0.1:${port}/`, {}, '{}', new AbortController().signal);

  it('Webhooks reject addresses that are not public', async () => {
    const sender = http('0');
    await expect(post(sender)).rejects.toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
    sender.onApplicationShutdown();
    expect(reached).toBe(0);
  });

  it('With SVC_ALLOW_PRIVATE_WEBHOOKS, webhooks reach any address, follow no redirects and keep 1 KiB of the response', async () => {
    const sender = http('1');
    expect(await post(sender)).toEqual({ statusCode: 302, retryAfter: undefined, body: 'x'.repeat(1_024) });
    sender.onApplicationShutdown();
    expect(reached).toBe(1);
  });

  describe('to a server that sends interim responses', () => {
    let head: string;
    let requests = 0;
    const sockets: Socket[] = [];
    const server = createTcpServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', () => {
        requests += 1;
        socket.write(head);
      });
    });

    beforeAll(async () => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
    });
    afterAll(async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    });

    const responseAfter = async (interim: string) => {
      head = `${interim}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`;
      const sender = http('1');
      const { port: own } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${own}/`;
      try {
        return await sender.post(url, {}, '{}', AbortSignal.timeout(timeoutMs));
      } finally {
        sender.onApplicationShutdown();
      }
    };
    const interim = (status: string) => `HTTP/1.1 ${status}\r\nLink: </style.css>\r\n\r\n`;

    it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
      'A response after %s is the response to the only request',
      async (status) => {
        requests = 0;
        expect(await responseAfter(interim(status))).toMatchObject({ statusCode: 200, body: 'ok' });
        expect(requests).toBe(1);
      },
    );

    it('A server that only sends interim responses, or switches protocols, gets no further time', async () => {
      await expect(responseAfter(interim('100 Continue').repeat(1_000))).rejects.toThrow('too many interim responses');
      const switched = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n';
      await expect(responseAfter(switched)).rejects.toMatchObject({ code: 'ECONNRESET' });
    });
  });
});

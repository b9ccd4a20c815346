import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import express, { type Express } from 'express';
import { EnvelopeAdapter } from './envelope.adapter.js';

describe('EnvelopeAdapter', () => {
  let adapter: EnvelopeAdapter;
  let port: number;

  beforeEach(async () => {
    const app = express();
    app.get('/', (_, response) => void response.send('answer'));
    adapter = new EnvelopeAdapter(app);
    adapter.initHttpServer();
    adapter.getHttpServer().listen(0, '127.0.0.1');
    await once(adapter.getHttpServer(), 'listening');
    port = (adapter.getHttpServer().address() as AddressInfo).port;
  });

  /** A connection of a load balancer that is ready to send a request. */
  async function connection(): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
  const get = (socket: Socket, option = 'close') =>
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: ${option}\r\n\r\n`);

  it('Requests and responses have the prototypes of the Express app before it handles them', async () => {
    const app = adapter.getInstance<Express>();
    const prototypes: unknown[] = [];
    adapter.getHttpServer().prependListener('request', (...messages: object[]) => {
      prototypes.push(...messages.map((message) => Object.getPrototypeOf(message) as unknown));
    });
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    expect(await response.text()).toBe('answer');
    expect(prototypes[0]).toBe(app.request);
    expect(prototypes[1]).toBe(app.response);
    await adapter.close();
  });

  it('A shutdown answers a request whose connection was not accepted yet', async () => {
    const socket = connect(port, '127.0.0.1');
    get(socket);
    const closed = adapter.close();
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*answer$/s);
    await closed;
  });

  it('A shutdown answers a request that arrives late on an open connection', async () => {
    const socket = await connection();
    const closed = adapter.close();
    await wait(300);
    get(socket);
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*answer$/s);
    await closed;
  });

  it('Connections without a request and idle ones do not delay a shutdown without end', async () => {
    const [silent, idle] = [await connection(), await connection()];
    get(idle, 'keep-alive');
    await once(idle, 'data');
    const ends = [silent, idle].map((socket) => once(socket.resume(), 'close'));
    await adapter.close();
    await Promise.all(ends);
    await expect(connection()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

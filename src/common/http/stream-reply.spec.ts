import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { sendStream, StreamReply, type StreamContent } from './stream-reply.js';

describe('a streamed response body', () => {
  let server: Server;
  let url: string;
  let content: () => StreamContent;
  let failure: unknown;
  let sent: Promise<void>;

  beforeAll(async () => {
    const app = express();
    app.get('/', (_request, response) => {
      const head = { type: 'text/plain', tag: 'tag', compressible: true };
      const reply = new StreamReply(head, () => Promise.resolve({ content: content() }));
      sent = sendStream(response, reply).catch((error: unknown) => {
        failure = error;
      });
    });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());
  beforeEach(() => (failure = undefined));

  async function* pieces(count: number, onEnd: () => void = () => undefined, broken = false): AsyncGenerator<string> {
    try {
      for (let index = 0; index < count; index++) {
        yield `${String(index).padStart(9, '0')}\n`.repeat(6_554);
        await new Promise(setImmediate);
      }
      if (broken) throw new Error('the body failed');
    } finally {
      onEnd();
    }
  }

  it.each(['identity', 'gzip'])(
    'A body that fails halfway closes the connection, so that the client notices (%s)',
    async (encoding) => {
      content = () => pieces(4, undefined, true);
      const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow(/terminated/);
      await sent;
      expect(failure).toMatchObject({ message: 'the body failed' });
    },
  );

  it.each([
    ['identity', 50],
    ['identity', 50_000],
    ['gzip', 50],
    ['gzip', 50_000],
  ])('Chunks can use the same memory one after another (%s, %d bytes)', async (encoding, size) => {
    const memory = new Uint8Array(new SharedArrayBuffer(size));
    content = async function* () {
      for (let index = 0; index < 500; index++) {
        await Promise.resolve();
        yield memory.fill(index % 251);
      }
    };
    const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
    const body = new Uint8Array(await response.arrayBuffer());
    const expected = Buffer.concat(Array.from({ length: 500 }, (_, index) => Buffer.alloc(size, index % 251)));
    expect(Buffer.compare(body, expected)).toBe(0);
  });

  it('The body stops without an error when the client disconnects', async () => {
    let [ended, made] = [false, 0];
    content = async function* () {
      for await (const piece of pieces(1e9, () => (ended = true))) {
        made += 1;
        yield piece;
      }
    };
    const disconnect = new AbortController();
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' }, signal: disconnect.signal });
    await response.body?.getReader().read();
    disconnect.abort();
    await sent;
    expect([ended, failure]).toEqual([true, undefined]);
    expect(made).toBeLessThan(1e4);
  });

  it('A slow client gets the whole body, which is generated only as fast as the client reads', async () => {
    let made = 0;
    content = async function* () {
      for await (const piece of pieces(500)) {
        made += 1;
        yield piece;
      }
    };
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let bytes = (await reader.read()).value?.length ?? 0;
    let before = -1;
    // Wait until all buffers are full.
    while (made > before) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(made).toBeLessThan(400);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length;
    expect([made, bytes]).toEqual([500, 500 * 65_540]);
  });
});

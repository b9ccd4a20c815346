import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { sendStream, StreamReply, type StreamContent } from './stream-reply.js';

describe('a body that is made while it is sent', () => {
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
      if (broken) throw new Error('nobody knows how it goes on');
    } finally {
      onEnd();
    }
  }

  it.each(['identity', 'gzip'])(
    'that breaks off is cut off (%s): what came is not taken for the whole',
    async (encoding) => {
      content = () => pieces(4, undefined, true);
      const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow(/terminated/);
      await sent;
      expect(failure).toMatchObject({ message: 'nobody knows how it goes on' });
    },
  );

  it('ends for a reader who has gone, which is no error', async () => {
    let [ended, made] = [false, 0];
    content = async function* () {
      for await (const piece of pieces(1e9, () => (ended = true))) {
        made += 1;
        yield piece;
      }
    };
    const gone = new AbortController();
    const response = await fetch(url, { headers: { 'accept-encoding': 'identity' }, signal: gone.signal });
    await response.body?.getReader().read();
    gone.abort();
    await sent;
    expect([ended, failure]).toEqual([true, undefined]);
    expect(made).toBeLessThan(1e4);
  });

  it('is made no faster than it is taken, and is whole however slow that is', async () => {
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
    // Until the buffers on the way are full.
    while (made > before) {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(made).toBeLessThan(400);
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length;
    expect([made, bytes]).toEqual([500, 500 * 65_540]);
  });
});

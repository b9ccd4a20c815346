import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RemoteEmbedder } from './embedders.js';

describe('Remote embedder', () => {
  let server: Server;
  let url: string;
  let asked: { path: string | undefined; authorization: string | undefined; body: unknown };
  let answer: { status: number; body: unknown };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
        asked = { path: request.url, authorization: request.headers.authorization, body };
        response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => server.close());

  const embedder = () => new RemoteEmbedder({ url, model: 'some-model', key: 'a-key' });

  it('Requests follow the OpenAI protocol, and vectors are returned in the order of the texts', async () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    answer = { status: 200, body: { object: 'list', data } };
    expect(await embedder().embed(['one', 'two'])).toEqual([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    expect(asked).toEqual({
      path: '/v1/embeddings',
      authorization: 'Bearer a-key',
      body: { model: 'some-model', input: ['one', 'two'], encoding_format: 'float' },
    });
  });

  it.each([
    ['refuses', 401, { error: {} }],
    ['answers with something else', 200, { vectors: [] }],
    ['leaves out a vector', 200, { data: [{ index: 0, embedding: [1, 0] }] }],
  ])('Embedding rejects when the server %s', async (_, status, body) => {
    answer = { status, body };
    await expect(embedder().embed(['one', 'two'])).rejects.toThrow('embeddings server');
  });
});

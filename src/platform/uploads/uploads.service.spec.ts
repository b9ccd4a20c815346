import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'express';
import { withBudget } from '../../common/processor-budget.js';
import type { Priority } from '../../config/plans.js';
import { Uploads, type ReceivedFile } from './uploads.service.js';

describe('Uploads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  /** A server that receives files of organizations with the priority in the header. */
  const serve = async (uploads: Uploads, work: (file: ReceivedFile) => Promise<string>) => {
    const server = createServer((incoming, response) => {
      const budget = {
        priority: () => Promise.resolve(incoming.headers['x-priority'] as Priority),
        require: () => Promise.resolve(),
        charge: () => Promise.resolve(),
      };
      const received = Object.assign(incoming, { path: '/v1/datasets' }) as unknown as Request;
      withBudget(budget, () => uploads.receive(received, work)).then(
        (text) => response.end(text),
        ({ code }: { code: string }) => response.end(code),
      );
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stops.push(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    /** Sends the beginning of a file. */
    return (priority: Priority, begin: string): ClientRequest => {
      const headers = { 'content-type': 'text/csv', 'x-priority': priority };
      const sent = request({ port, method: 'POST', headers });
      sent.on('error', () => undefined).write(begin);
      return sent;
    };
  };
  const answerOf = async (sent: ClientRequest) => {
    const [response] = (await once(sent, 'response')) as [NodeJS.ReadableStream];
    let text = '';
    for await (const chunk of response) text += String(chunk);
    return text;
  };

  it('A file has no name while it arrives and while it is used, so that the system removes it also after a crash', async () => {
    const names: string[][] = [];
    const send = await serve(new Uploads(1_000, folder), ({ descriptor, byteCount, sha256 }) => {
      names.push(readdirSync(folder));
      return Promise.resolve(`${readFileSync(descriptor, 'utf8')} ${byteCount} ${sha256.slice(0, 8)}`);
    });
    const sent = send('verified', 'a,b\n');
    sent.end('1,2\n');
    expect(await answerOf(sent)).toBe('a,b\n1,2\n 8 492d5ea4');
    expect(names).toEqual([[]]);
  });

  it('Files of unverified organizations cannot use the space on disk that is reserved, and a file that ends frees its space', async () => {
    const end: (() => void)[] = [];
    const send = await serve(
      new Uploads(1_000, folder),
      ({ byteCount }) => new Promise((resolve) => end.push(() => resolve(`received ${byteCount}`))),
    );
    const ended = (sent: ClientRequest) => {
      sent.end();
      return answerOf(sent);
    };
    const first = ended(send('unverified', 'x'.repeat(400)));
    while (end.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await ended(send('unverified', 'x'.repeat(101)))).toBe('service_unavailable');
    const verified = ended(send('verified', 'x'.repeat(350)));
    while (end.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(await ended(send('verified', 'x'))).toBe('service_unavailable');
    const paying = ended(send('paying', 'x'.repeat(250)));
    while (end.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const one of end) one();
    expect(await Promise.all([first, verified, paying])).toEqual(['received 400', 'received 350', 'received 250']);
    const again = ended(send('unverified', 'x'.repeat(500)));
    while (end.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    end[3]!();
    expect(await again).toBe('received 500');
  });
});

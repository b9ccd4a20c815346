import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endStalledResponses } from './harden-server.js';

/** The operating system accepts data in parts of several megabytes, which a slow reader on a busy machine must read within this time. */
const timeoutMs = 1_000;
/** More than the operating system buffers for a connection. */
const bodyBytes = 40 * 1024 * 1024;

describe('endStalledResponses', () => {
  let server: Server;
  let respond: (response: ServerResponse) => void;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((_request, response) => respond(response));
    endStalledResponses(server, timeoutMs);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    client.pause();
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  });
  afterEach(() => {
    client.destroy();
    server.close();
  });

  it('A response whose client reads nothing is ended, also while the service adds data', async () => {
    let adding: NodeJS.Timeout | undefined;
    const closed = new Promise<void>((resolve) => {
      respond = (response) => {
        response.write(Buffer.alloc(bodyBytes));
        adding = setInterval(() => response.write('more'), 20);
        response.on('close', resolve);
      };
    });
    await closed;
    clearInterval(adding);
  });

  it('A response whose client reads slowly is sent completely, also if the service writes it at once', async () => {
    respond = (response) => response.end(Buffer.alloc(bodyBytes));
    let bytes = 0;
    client.on('data', (part: Buffer) => {
      bytes += part.length;
      client.pause();
      // The whole response takes several timeouts.
      setTimeout(() => client.resume(), 4);
    });
    client.resume();
    while (bytes < bodyBytes && !client.destroyed) await sleep(20);
    expect(bytes).toBeGreaterThanOrEqual(bodyBytes);
  });

  it('A response that waits for the service is not ended', async () => {
    respond = (response) => void sleep(timeoutMs * 3).then(() => response.end('late'));
    client.resume();
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/late$/);
  });
});

import { connect } from 'node:net';
import { newCaller } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';

describe('populations', () => {
  it('An upload that trickles is ended with 408 after 10 seconds, so that it does not occupy a place of others', async () => {
    const api = await newCaller();
    const { hostname, port } = new URL(api.url);
    const socket = connect({ host: hostname, port: Number(port) }).on('error', () => undefined);
    const head = [
      `POST /v1/populations?workflow_id=${workflowId} HTTP/1.1`,
      ...['Host: x', `Authorization: Bearer ${api.key ?? ''}`, 'Content-Type: text/csv', 'Content-Length: 1000000'],
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const trickle = setInterval(() => socket.write('female,first\n'), 200);
    const start = Date.now();
    const received: string[] = [];
    socket.on('data', (part: Buffer) => received.push(part.toString()));
    await new Promise((resolve) => socket.on('close', resolve));
    clearInterval(trickle);
    expect(received.join('')).toMatch(/^HTTP\/1\.1 408 [^]*"error":"request_timeout"/);
    expect(Date.now() - start).toBeGreaterThanOrEqual(10_000);
    expect(Date.now() - start).toBeLessThan(40_000);
  });
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { BatchingSocket } from './connect.js';

class CountingSocket extends BatchingSocket {
  readonly sent: number[] = [];

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], callback: () => void): void {
    this.sent.push(chunks.length);
    super._writev?.(chunks, callback);
  }
}

async function withConnection(work: (socket: CountingSocket, received: () => string) => Promise<void>): Promise<void> {
  let text = '';
  const peers: Socket[] = [];
  const server = createServer((peer) => {
    peers.push(peer);
    peer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = new CountingSocket();
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  await work(socket, () => text);
  socket.destroy();
  for (const peer of peers) peer.destroy();
  server.close();
}

const received = async (text: () => string, expected: string) => {
  while (text().length < expected.length) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(text()).toBe(expected);
};

describe('BatchingSocket', () => {
  it('All messages of one turn of the event loop are sent together and in order', async () => {
    await withConnection(async (socket, text) => {
      socket.write('a');
      socket.cork();
      socket.write(Buffer.from('b'));
      socket.write('c', 'utf8');
      socket.uncork();
      await Promise.resolve();
      socket.write('d');
      await received(text, 'abcd');
      expect(socket.sent).toEqual([4]);
    });
  });

  it('Messages of a later turn are sent too', async () => {
    await withConnection(async (socket, text) => {
      socket.write('a');
      socket.write('b');
      await received(text, 'ab');
      socket.write('c');
      socket.write('d');
      await received(text, 'abcd');
      expect(socket.sent).toEqual([2, 2]);
    });
  });
});

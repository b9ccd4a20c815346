import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often the progress of each response is checked within its timeout. */
const checksPerTimeout = 6;

interface Progress {
  sentBytes: number;
  sinceMs: number;
}

/**
 * Closes connections whose client reads nothing of a response for the whole timeout, because the unread part stays in memory. A slow client
 * is not affected. Node has only a timeout for connections on which nothing happens, which would also end responses that wait.
 */
export function endStalledResponses(server: Server, timeoutMs: number): void {
  const sockets = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { sentBytes: 0, sinceMs: performance.now() });
    socket.once('close', () => sockets.delete(socket));
  });
  const check = () => {
    const nowMs = performance.now();
    for (const [socket, progress] of sockets) {
      const sentBytes = sentBytesOf(socket);
      if (socket.writableLength === 0 || sentBytes !== progress.sentBytes) {
        Object.assign(progress, { sentBytes, sinceMs: nowMs });
      } else if (nowMs - progress.sinceMs >= timeoutMs) {
        socket.destroy();
      }
    }
  };
  const timer = setInterval(check, timeoutMs / checksPerTimeout).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * The bytes that the operating system has accepted. A write of several megabytes is one operation, so that its progress is visible only
 * here. Node's own socket timeout reads the same property.
 */
function sentBytesOf(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

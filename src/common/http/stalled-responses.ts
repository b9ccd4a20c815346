import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often the progress of each response is checked within its timeout. */
const checksPerTimeout = 6;

interface Progress {
  sentBytes: number;
  /** Successive checks that found no progress. They do not run while this process is too busy to send anything. */
  idleChecks: number;
}

/**
 * Closes connections whose client reads nothing of a response for the whole timeout, because the unread part stays in memory. A slow client
 * is not affected. Node has only a timeout for connections on which nothing happens, which would also end responses that wait.
 */
export function endStalledResponses(server: Server, timeoutMs: number): void {
  const sockets = new Map<Socket, Progress>();
  server.on('connection', (socket: Socket) => {
    sockets.set(socket, { sentBytes: 0, idleChecks: 0 });
    socket.once('close', () => sockets.delete(socket));
  });
  const check = () => {
    for (const [socket, progress] of sockets) {
      const sentBytes = sentBytesOf(socket);
      if (socket.writableLength === 0 || sentBytes !== progress.sentBytes) {
        Object.assign(progress, { sentBytes, idleChecks: 0 });
      } else if (++progress.idleChecks === checksPerTimeout) {
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

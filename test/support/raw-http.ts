import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { theContract } from './contract.js';

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

const timeoutMs = 60_000;

/** Sends bytes that no HTTP client would send, and reads until the service closes the connection. */
export async function sendRaw(url: string, ...pieces: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  // The service may close the connection before it has received everything.
  socket.on('error', () => undefined);
  for (const piece of pieces) socket.write(piece);
  return readToEnd(socket);
}

/** Sends one request with `Connection: close`, and with `Host` unless `headers` contains it. */
export async function rawRequest(
  url: string,
  line: string,
  headers: string[] = [],
  body: string | Uint8Array = '',
): Promise<RawResponse> {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : [`Host: ${new URL(url).host}`];
  const head = [line, ...host, 'Connection: close', ...headers].join('\r\n');
  const response = parseResponse(await sendRaw(url, `${head}\r\n\r\n`, body));
  const [method = '', path = ''] = line.split(' ');
  if (path.startsWith('/')) theContract().check({ method, path, ...response });
  return response;
}

/** Sends a request that never ends, and returns the first part of the response. */
export async function firstResponse(url: string, text: string): Promise<RawResponse> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  try {
    socket.write(text);
    const [part] = (await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) })) as [Buffer];
    return parseResponse(part.toString());
  } finally {
    socket.destroy();
  }
}

/** Parses the last response of a connection. */
export function parseResponse(raw: string): RawResponse {
  const [, status = '0', fields = '', text = ''] =
    /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3})[^\r]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(raw) ?? [];
  const headers = new Headers();
  for (const field of fields.split('\r\n')) {
    const colon = field.indexOf(':');
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  const chunked = headers.get('transfer-encoding') === 'chunked';
  return { status: Number(status), headers, text: chunked ? decodeChunks(text) : text };
}

function decodeChunks(text: string): string {
  return text.replace(/([0-9a-f]+)\r\n/gi, '').replaceAll('\r\n', '');
}

function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`the service neither responded nor closed the connection within ${timeoutMs} ms`));
    });
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

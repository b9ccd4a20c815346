import { connect, type Socket } from 'node:net';
import { contractOf } from './contract.js';

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const timeoutMs = 10_000;

/** Sends bytes as they are, for what no HTTP client would send, and reads until the service closes the connection. */
export async function sendRaw(url: string, ...pieces: (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  // Who is refused may find the connection closed before all is sent.
  socket.on('error', () => undefined);
  for (const piece of pieces) socket.write(piece);
  return readToEnd(socket);
}

/** One request head with a body; `Host` and `Connection: close` are there unless a header line says otherwise. */
export async function rawRequest(
  url: string,
  line: string,
  headers: string[] = [],
  body: string | Uint8Array = '',
): Promise<RawAnswer> {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : [`Host: ${new URL(url).host}`];
  const head = [line, ...host, 'Connection: close', ...headers].join('\r\n');
  const answer = parseAnswer(await sendRaw(url, `${head}\r\n\r\n`, body));
  const [method = '', path = ''] = line.split(' ');
  if (path.startsWith('/')) (await contractOf(url)).check({ method, path, ...answer });
  return answer;
}

/** The last answer of a connection. */
export function parseAnswer(raw: string): RawAnswer {
  const [, status = '0', fields = '', text = ''] =
    /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d{3})[^\r]*\r\n([^]*?)\r\n\r\n([^]*)$/.exec(raw) ?? [];
  const headers = new Headers();
  for (const field of fields.split('\r\n')) {
    const colon = field.indexOf(':');
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  const chunked = headers.get('transfer-encoding') === 'chunked';
  return { status: Number(status), headers, text: chunked ? unchunk(text) : text };
}

function unchunk(text: string): string {
  return text.replace(/([0-9a-f]+)\r\n/gi, '').replaceAll('\r\n', '');
}

function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`the service neither answered nor closed within ${timeoutMs} ms`));
    });
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
  });
}

import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';

export interface Agents {
  http: http.Agent;
  https: https.Agent;
}

export interface HttpRequest {
  /** Default: GET. */
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Ends the request, also while the body of the response is read. */
  signal?: AbortSignal;
  /** Default: the agents of Node.js. */
  agents?: Agents;
  /** Ends the request if no byte is sent or received for this time. */
  idleTimeoutMs?: number;
}

/** Node.js limits the size of each one. Without a limit of their number, a server could send them until the request times out. */
const maxInterimResponses = 20;

/**
 * Sends a request, and resolves with the response when its headers have arrived. Skips interim responses such as `100 Continue`: `fetch` and
 * undici close the connection after it. Does not follow redirects.
 */
export function sendRequest(url: string, request: HttpRequest): Promise<IncomingMessage> {
  const { method, headers, body, signal, agents, idleTimeoutMs: timeout } = request;
  return new Promise((resolve, reject) => {
    const isEncrypted = new URL(url).protocol === 'https:';
    const sent = (isEncrypted ? https : http).request(url, {
      method,
      // Responses are not decompressed.
      headers: { 'accept-encoding': 'identity', ...headers },
      agent: agents?.[isEncrypted ? 'https' : 'http'],
      signal,
      timeout,
    });
    let interimResponses = 0;
    sent.on('information', () => {
      interimResponses += 1;
      if (interimResponses <= maxInterimResponses) return;
      const error = new Error('too many interim responses');
      // The final response can be in the same packet.
      reject(error);
      sent.destroy(error);
    });
    // Agents have a timeout too, for idle connections. Requests get its event.
    const isLate = () => sent.destroy(Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' }));
    if (timeout !== undefined) sent.on('timeout', isLate);
    sent.on('response', resolve);
    sent.on('error', reject);
    // After `101 Switching Protocols`, which was not requested, there is no error.
    sent.on('close', () => reject(Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' })));
    sent.end(body);
  });
}

export const isSuccess = ({ statusCode = 0 }: IncomingMessage) => statusCode >= 200 && statusCode < 300;

/** Reads the body of a response. Closes the connection and returns undefined if the body is larger. */
export async function readBody(
  response: IncomingMessage,
  maxBytes = Infinity,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

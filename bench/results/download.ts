import { Agent, request } from 'node:http';

export interface Download {
  firstByteMs: number;
  totalMs: number;
  bytes: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Reads a response to its end without storing it. */
export function download(url: string, headers: Record<string, string>): Promise<Download> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} responded with ${response.statusCode}`));
      let [firstByteMs, bytes] = [0, 0];
      response.on('data', (chunk: Buffer) => {
        firstByteMs ||= performance.now() - startedAt;
        bytes += chunk.length;
      });
      response.once('error', reject);
      response.once('end', () => resolve({ firstByteMs, totalMs: performance.now() - startedAt, bytes }));
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}

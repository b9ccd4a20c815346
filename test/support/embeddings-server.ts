import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const dimensions = 128;
const lateMs = 10;

/** A server of the OpenAI embeddings API. Its vectors count words. It can also drop connections or never respond. */
export class EmbeddingsServer {
  mode: 'respond' | 'respond late' | 'disconnect' | 'hang' = 'respond';
  requestCount = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EmbeddingsServer> {
    const server = createServer((request, response) => void embeddings.handle(request, response));
    const embeddings = new EmbeddingsServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return embeddings;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.requestCount++;
    if (this.mode === 'disconnect') request.socket.destroy();
    if (this.mode === 'respond late') await sleep(lateMs);
    else if (this.mode !== 'respond') return;
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: wordCounts(text) }));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
  }
}

function wordCounts(text: string): number[] {
  const counts = new Array<number>(dimensions).fill(0.01);
  for (const word of text.match(/\w+/g) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (31 * hash + letter.charCodeAt(0)) % dimensions;
    counts[hash]! += 1;
  }
  return counts;
}

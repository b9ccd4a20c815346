import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const DIMENSIONS = 128;

/** An embeddings server as OpenAI documents it, whose vectors count words; it can be made to die at a question, or to fall silent. */
export class EmbeddingsServer {
  mode: 'answer' | 'die' | 'hang' = 'answer';
  asked = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<EmbeddingsServer> {
    const server = createServer((request, response) => void embeddings.answer(request, response));
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

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    this.asked++;
    if (this.mode === 'die') request.socket.destroy();
    if (this.mode !== 'answer') return;
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: wordCounts(text) }));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
  }
}

function wordCounts(text: string): number[] {
  const counts = new Array<number>(DIMENSIONS).fill(0.01);
  for (const word of text.match(/\w+/g) ?? []) {
    let hash = 0;
    for (const letter of word) hash = (31 * hash + letter.charCodeAt(0)) % DIMENSIONS;
    counts[hash]! += 1;
  }
  return counts;
}

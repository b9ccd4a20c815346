import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** The messages of a chat completion, as the service sends them. */
export interface ModelRequest {
  path: string | undefined;
  headers: IncomingHttpHeaders;
  /** Name of the requested schema: the task. */
  task: string;
  system: string;
  data: {
    question: string;
    workflows?: { id: string }[];
    parameters?: Record<string, object>;
    /** Of a survey. */
    person?: Record<string, string>;
    situation?: Record<string, string>;
    options?: { id: string; label: string }[];
  };
  body: Record<string, unknown>;
}

/** How the server responds. The first one is correct. */
export const serverModes = [
  'respond',
  'hang',
  'respond in parts without an end',
  'disconnect',
  'status 500',
  'status 429',
  'status 401',
  'status 400',
  'redirect',
  'send an incomplete response',
  'send a huge response',
  'send a huge compressed response',
  'send text instead of JSON',
  'echo the key',
  'stop at the token limit',
  'write text instead of a document',
] as const;
export type ServerMode = (typeof serverModes)[number];

const hugeBytes = 8 * 1024 * 1024;
const lateMs = 100;

/** A local server that follows OpenAI's protocol for chat completions. There is no model behind it: tests set what it writes. */
export class LanguageModelServer {
  /** Can depend on the request. */
  mode: ServerMode | ((request: ModelRequest) => ServerMode) = 'respond';
  /** The tokens that the server reports with a document. Null: it reports none. */
  usage: { prompt_tokens: number; completion_tokens: number } | null = { prompt_tokens: 100, completion_tokens: 5 };
  /** Delays every response. */
  isLate = false;
  /** The document that the model writes. */
  write: (request: ModelRequest) => unknown = () => ({});
  readonly requests: ModelRequest[] = [];
  /** Requests without a response whose client is still connected. */
  openRequests = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<LanguageModelServer> {
    const server = createServer((request, response) => void model.handle(request, response));
    const model = new LanguageModelServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of incoming) text += String(chunk);
    const request = requestOf(incoming, text);
    this.requests.push(request);
    this.openRequests++;
    response.once('close', () => this.openRequests--);
    if (this.isLate) await sleep(lateMs);
    this.respond(request, response);
  }

  private respond(request: ModelRequest, response: ServerResponse): void {
    const json = { 'Content-Type': 'application/json' };
    const mode = typeof this.mode === 'function' ? this.mode(request) : this.mode;
    const completion = (content: string, finish_reason: string) => ({
      ...completionOf(content, finish_reason),
      ...(this.usage && { usage: { ...this.usage, total_tokens: 0 } }),
    });
    const whole = JSON.stringify(completion(JSON.stringify(this.write(request)), 'stop'));
    switch (mode) {
      case 'respond':
        return void response.writeHead(200, json).end(whole);
      case 'hang':
        return;
      case 'respond in parts without an end': {
        response.writeHead(200, json);
        const timer = setInterval(() => response.write(' '), lateMs / 2);
        return void response.once('close', () => clearInterval(timer));
      }
      case 'disconnect':
        return void response.destroy();
      case 'status 500':
      case 'status 429':
      case 'status 401':
      case 'status 400':
        return void response.writeHead(Number(mode.slice(-3)), json).end(echoOf(request));
      case 'redirect':
        return void response.writeHead(307, { Location: `${this.url}/chat/completions?redirected` }).end();
      case 'send an incomplete response':
        return void response.writeHead(200, json).end(whole.slice(0, -20));
      case 'send a huge response':
        return void response.writeHead(200, json).end(completionOfSpaces());
      case 'send a huge compressed response':
        return void response
          .writeHead(200, { ...json, 'Content-Encoding': 'gzip' })
          .end(gzipSync(completionOfSpaces()));
      case 'send text instead of JSON':
        return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Sign in</h1>');
      case 'echo the key':
        return void response.writeHead(200, json).end(JSON.stringify(completion(echoOf(request), 'stop')));
      case 'stop at the token limit':
        return void response.writeHead(200, json).end(JSON.stringify(completion('{"kind":"sce', 'length')));
      case 'write text instead of a document':
        return void response.writeHead(200, json).end(JSON.stringify(completion('I cannot help with that.', 'stop')));
    }
  }
}

const completionOf = (content: string, finish_reason: string) => ({
  id: 'completion-1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }],
});

const completionOfSpaces = () => JSON.stringify(completionOf(' '.repeat(hugeBytes), 'stop'));

/** Some servers repeat the key in their error messages. */
const echoOf = ({ headers }: ModelRequest) =>
  JSON.stringify({ error: { message: `invalid key ${headers.authorization}` } });

function requestOf({ url: path, headers }: IncomingMessage, text: string): ModelRequest {
  const body = JSON.parse(text) as {
    messages: { content: string }[];
    response_format: { json_schema: { name: string } };
  };
  const [system, user] = body.messages;
  return {
    path,
    headers,
    task: body.response_format.json_schema.name,
    system: system?.content ?? '',
    data: JSON.parse(user?.content ?? 'null') as ModelRequest['data'],
    body,
  };
}

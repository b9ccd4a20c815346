import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiError, ConnectionError, NotFoundError, RateLimitError, ServerError, TimeoutError } from './errors.js';
import { createTransport } from './transport.js';
import { version } from './version.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

describe('createTransport', () => {
  let server: Server;
  let requests: IncomingMessage[];
  let answers: Answer[];

  beforeEach(async () => {
    requests = [];
    answers = [];
    server = createServer((request, response) => {
      requests.push(request);
      (answers.shift() ?? json(200, { data: [] }))(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const json =
    (status: number, body: object, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  const failed = (status: number, code: string, retry?: boolean) =>
    json(
      status,
      { error: code, meta: { message: 'Problem.', request_id: 'req_1' } },
      retry === undefined ? {} : { 'svc-should-retry': String(retry), ...(retry && { 'retry-after': '0' }) },
    );
  const lost: Answer = (request) => request.socket.destroy();
  const transport = (options: Parameters<typeof createTransport>[0] = {}) =>
    createTransport({
      apiKey: 'sk_test_1',
      baseUrl: urlOf(server),
      ...options,
    });
  const errorOf = async (work: Promise<unknown>) => {
    try {
      await work;
    } catch (error) {
      return error as ApiError;
    }
    throw new Error('no error');
  };

  it('A request is repeated after lost connections and temporary errors, with the same body and idempotency key', async () => {
    answers = [lost, failed(503, 'service_unavailable', true)];
    await transport().send('/v1/simulations', { method: 'POST', body: { workflow_id: 'a' } });
    expect(requests).toHaveLength(3);
    const keys = requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(requests[2]!.headers).toMatchObject({ authorization: 'Bearer sk_test_1', 'content-length': '19' });
  });

  it('A typed operation has a new key for each call, and the error of its status', async () => {
    const { api } = transport();
    await api.POST('/v1/simulations', { body: { workflow_id: 'a' } });
    await api.POST('/v1/simulations', { body: { workflow_id: 'a' } });
    expect(new Set(requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
    answers = [failed(404, 'simulation_not_found', false)];
    const error = await errorOf(api.GET('/v1/simulations/{id}', { params: { path: { id: 'sim_1' } } }));
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'simulation_not_found', message: 'Problem.', requestId: 'req_1' });
  });

  it.each([
    ['Errors that the service marks as final', 503, false, 1],
    ['Conflicts', 409, undefined, 1],
    ['Errors of a proxy', 502, undefined, 3],
    ['Conflicts that the service marks as temporary', 409, true, 3],
  ])('%s are repeated only if the same request can succeed', async (_name, status, retry, count) => {
    answers = Array.from({ length: 3 }, () => failed(status, 'any', retry));
    expect((await errorOf(transport().send('/v1/usage'))).status).toBe(status);
    expect(requests).toHaveLength(count);
  });

  it('The paths of the API follow the path of the base URL, for each way to send a request', async () => {
    const { api, send } = transport({ baseUrl: `${urlOf(server)}/simulations-of-acme/` });
    await send('/v1/usage', { query: { a: 1 } });
    await api.GET('/v1/usage');
    expect(requests.map(({ url }) => url)).toEqual([
      '/simulations-of-acme/v1/usage?a=1',
      '/simulations-of-acme/v1/usage',
    ]);
    expect(requests[0]!.headers['user-agent']).toBe(`simulation-service-typescript/${version}`);
    for (const baseUrl of ['127.0.0.1:3000', 'ftp://a', 'http://', 'http://a?b=c'])
      expect(() => createTransport({ baseUrl })).toThrow(/base URL is invalid/);
  });

  it('A key that is no key is an error that does not repeat it', () => {
    expect(() => createTransport({ apiKey: 'sk_test_\nsecret' })).toThrow(
      /^The API key has invalid characters[^]*(?<!secret)$/,
    );
  });

  it('A delay above a minute is left to the caller', async () => {
    answers = [json(429, { error: 'rate_limited' }, { 'svc-should-retry': 'true', 'retry-after': '3600' })];
    const error = await errorOf(transport().send('/v1/usage'));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error.retryAfterSeconds).toBe(3600);
    expect(requests).toHaveLength(1);
  });

  it('A response without JSON, such as that of a proxy, is an error with its status', async () => {
    answers = [(_request, response) => response.writeHead(500).end('<html>')];
    const error = await errorOf(transport({ maxRetries: 0 }).send('/v1/usage'));
    expect(error).toBeInstanceOf(ServerError);
    expect(error.code).toBe('http_500');
  });

  it('A service that does not respond is a timeout, and one that cannot be reached a connection error', async () => {
    answers = [() => undefined];
    expect(await errorOf(transport({ maxRetries: 0, timeoutMs: 20 }).send('/v1/usage'))).toBeInstanceOf(TimeoutError);
    const unreachable = transport({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    const error = await errorOf(unreachable.send('/v1/usage'));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).not.toBeInstanceOf(TimeoutError);
  });

  it('Aborting ends a request and the delay before its repetition', async () => {
    answers = [json(503, {}, { 'retry-after': '50' })];
    const controller = new AbortController();
    const work = errorOf(transport().send('/v1/usage', { signal: controller.signal }));
    while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await work).toMatchObject({ name: 'AbortError' });
    expect(requests).toHaveLength(1);
  });
});

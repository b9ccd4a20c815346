import { operationsOf } from '../support/api-operations.js';
import { ApiProcess } from '../support/api-process.js';
import { theContract } from '../support/contract.js';
import { longestWaitMs } from '../support/event-loop-wait.js';
import { hostileRequestsTo, type HostileRequest } from '../support/hostile-requests.js';
import { newAddress } from '../support/new-address.js';
import { newCaller } from '../support/shared-service.js';

const each = 3;
const maxWaitMs = 200;

describe('hostile requests to each operation', () => {
  let service: ApiProcess;
  let authorization: string;
  beforeAll(async () => {
    // Thousands of rejected requests would fill the log.
    service = await ApiProcess.start({ LOG_LEVEL: 'silent' });
    authorization = `Bearer ${(await newCaller()).key!}`;
  });
  afterAll(() => service.stop());

  const documented = operationsOf(theContract().document).map(({ path, method, operation }) => ({
    path,
    method: method.toUpperCase(),
    operation,
  }));
  const others = ['/mcp', '/', '/guide/{page}', '/clients/{file}', '/assets/{file}', '/unknown/{path}'].flatMap(
    (path) => ['GET', 'POST'].map((method) => ({ path, method, operation: { operationId: path, responses: {} } })),
  );

  const sending =
    ({ method, path, headers, body }: HostileRequest) =>
    () =>
      fetch(`${service.url}${path}`, {
        method,
        // A new address for each request: public operations limit those of one.
        headers: { authorization, 'x-forwarded-for': newAddress(), ...headers },
        redirect: 'manual',
        ...(body !== undefined && { body }),
        // The service can respond and close the connection before it has the whole body.
      }).catch(() => new Response());

  it(`No request with a hostile path, query, header or body delays another client by more than ${maxWaitMs} ms of processor time`, async () => {
    expect(documented.length).toBeGreaterThan(100);
    const slow: string[] = [];
    for (const { path, method, operation } of [...documented, ...others]) {
      const requests = hostileRequestsTo(path, method, operation);
      const send = requests.flatMap((request) => Array<() => Promise<Response>>(each).fill(sending(request)));
      const waits = [];
      // The second time, all code is compiled.
      for (let round = 0; round < 2; round++) waits.push(await longestWaitMs(service, send));
      if (waits[1]! <= maxWaitMs) continue;
      const alone = [];
      for (const request of requests)
        alone.push({ title: request.title, waitMs: await longestWaitMs(service, Array(20).fill(sending(request))) });
      const [first, second] = alone.toSorted((a, b) => b.waitMs - a.waitMs);
      const longest = [first!, second!].map(({ title, waitMs }) => `${title} ${Math.round(waitMs)} ms`).join(', ');
      slow.push(`${method} ${path}: ${Math.round(waits[1]!)} ms (20 of: ${longest})`);
    }
    expect(slow).toEqual([]);
  }, 1_200_000);
});

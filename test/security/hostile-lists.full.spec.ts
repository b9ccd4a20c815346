import { ApiProcess } from '../support/api-process.js';
import { operationsOf } from '../support/api-operations.js';
import { theContract } from '../support/contract.js';
import { longestWaitMs } from '../support/event-loop-wait.js';
import { listsIn, type RequestList } from '../support/request-lists.js';
import { newCaller } from '../support/shared-service.js';

/** Fewer than the fields and items that a body can have, so that the schema of the list decides. */
const size = 4_800;
const concurrent = 30;
const maxWaitMs = 200;

/** A copy of a body with a list or a map of wrong items at a place. */
function withWrongItems(example: unknown, { kind, path }: RequestList): unknown {
  const items = Array.from({ length: size }, (_, k) => (k % 2 ? { wrong: 1 } : 'wrong'));
  const wrong = kind === 'list' ? items : Object.fromEntries(items.map((item, k) => [`key_${k}`, item]));
  const place = (before: unknown, [name, ...rest]: string[]): unknown => {
    if (name === undefined) return wrong;
    if (name === '0') return [place((before as unknown[] | undefined)?.[0], rest)];
    const fields = typeof before === 'object' && before !== null && !Array.isArray(before) ? before : {};
    return { ...fields, [name]: place((fields as Record<string, unknown>)[name], rest) };
  };
  return place(example, path);
}

describe('requests with lists and maps of wrong items', () => {
  const { document } = theContract();
  let service: ApiProcess;
  let authorization: string;
  beforeAll(async () => {
    service = await ApiProcess.start({});
    authorization = `Bearer ${(await newCaller()).key!}`;
  });
  afterAll(() => service.stop());

  const places = operationsOf(document).flatMap(({ path, method, operation }) => {
    const media = operation.requestBody?.content['application/json'];
    return listsIn(document, media?.schema).map((list) => ({
      title: `${method.toUpperCase()} ${path} ${list.path.join('.')}`,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '019aa0f55b6e7c3a9d552f0d7c1f4a10'),
      body: JSON.stringify(withWrongItems(media?.example ?? {}, list)),
    }));
  });

  it(`No list and no map of ${size} wrong items, sent ${concurrent} times at once, delays another client by more than ${maxWaitMs} ms of processor time`, async () => {
    expect(places.length).toBeGreaterThan(80);
    const slow: string[] = [];
    for (const { title, method, path, body } of places) {
      const headers = { 'content-type': 'application/json', authorization };
      const send = () => fetch(`${service.url}${path}`, { method, headers, body });
      const waits = [];
      // The second time, all code is compiled.
      for (let round = 0; round < 2; round++) waits.push(await longestWaitMs(service, Array(concurrent).fill(send)));
      if (waits[1]! > maxWaitMs) slow.push(`${title}: ${waits[1]} ms`);
    }
    expect(slow).toEqual([]);
  }, 600_000);
});

import { randomUUID } from 'node:crypto';
import type { Caller } from '../../src/common/identity/caller.js';
import type { LanguageModelSettings } from '../../src/config/env.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { serverModes, type LanguageModelServer, type ServerMode } from '../support/language-model-server.js';
import {
  key,
  newCaller,
  question,
  reading,
  TestLanguageModel,
  unverified,
  workflow,
} from '../support/language-model.js';
import { startTestRedis, type TestRedis } from '../support/stores.js';

describe('the language model', () => {
  let fixture: TestLanguageModel;
  let cache: TestRedis;
  let server: LanguageModelServer;

  beforeAll(async () => {
    fixture = await TestLanguageModel.start();
    ({ cache, server } = fixture);
  });
  afterAll(() => fixture.stop());
  beforeEach(() => fixture.reset());
  afterEach(() => jest.restoreAllMocks());

  const newModel = (more?: Partial<LanguageModelSettings> | null, redis?: TestRedis) => fixture.newModel(more, redis);

  it('Requests follow the OpenAI protocol: fixed instructions, the question as data, and a strict JSON schema', async () => {
    expect(await newModel().extract(newCaller(), question, workflow)).toMatchObject({
      ok: true,
      answer: {
        values: [{ parameter: 'swissmetro_cost_factor', value: 0.8, words: 'fares were 20% lower', source: 'read' }],
      },
    });
    const [request] = server.requests;
    expect(request).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      data: { question },
      body: {
        model: 'some-model',
        temperature: 0,
        response_format: { type: 'json_schema', json_schema: { name: 'extract', strict: true } },
      },
    });
    expect(request?.body['messages']).toMatchObject([{ role: 'system' }, { role: 'user' }]);
    expect(request?.system).not.toContain('Swissmetro');
  });

  const failures = rowsOf<[ServerMode, string]>(
    [
      ['disconnect', 'unavailable'],
      ['status 500', 'unavailable'],
      ['status 429', 'unavailable'],
      ['status 401', 'unavailable'],
      ['status 400', 'unavailable'],
      ['redirect', 'unavailable'],
      ['send an incomplete response', 'unavailable'],
      ['send a huge response', 'unavailable'],
      ['send a huge compressed response', 'unavailable'],
      ['send text instead of JSON', 'unavailable'],
      ['echo the key', 'invalid_answer'],
      ['stop at the token limit', 'invalid_answer'],
      ['write text instead of a document', 'invalid_answer'],
    ],
    [
      ['hang', 'timeout'],
      ['respond in parts without an end', 'timeout'],
    ],
  );
  it.each(failures)(
    'A server that does this gives no answer, and the key is in no log line: %s',
    async (mode, reason) => {
      server.mode = mode;
      // Long, except where the test waits for it: on a busy machine, writing and reading a huge response takes time.
      const model = newModel({ timeoutMs: reason === 'timeout' ? 2_000 : 60_000 });
      expect(await model.extract(newCaller(), question, workflow)).toEqual({ ok: false, reason });
      expect(server.requests).toHaveLength(1);
      const { logged } = fixture;
      expect(logged).toHaveLength(1);
      expect(logged.join()).not.toContain(key);
      expect(logged.join()).not.toContain('Swissmetro');
    },
  );

  it('All modes of the server are tested', () => expect(serverModes).toHaveLength(16));

  it('A server that nothing listens on gives no answer', async () => {
    const model = newModel({ url: 'http://127.0.0.1:9/v1' });
    expect(await model.extract(newCaller(), question, workflow)).toEqual({ ok: false, reason: 'unavailable' });
    expect(fixture.logged.join()).not.toContain(key);
  });

  it('Without settings, no request is sent', async () => {
    const model = newModel(null);
    expect(model.isConfigured).toBe(false);
    expect(await model.extract(newCaller(), question, workflow)).toEqual({ ok: false, reason: 'unavailable' });
    expect(server.requests).toHaveLength(0);
  });

  it('A repeated question gets the cached answer, without a request and without a use of the budget', async () => {
    const [model, caller] = [newModel({ dailyRequests: 1 }), newCaller()];
    const first = await model.extract(caller, question, workflow);
    expect(await model.extract(caller, question, workflow)).toEqual(first);
    expect(await newModel({ dailyRequests: 1 }).extract(caller, question, workflow)).toEqual(first);
    expect(server.requests).toHaveLength(1);
    // Another question, task, model or organization needs its own answer.
    expect(await model.extract(caller, `${question} `, workflow)).toEqual({ ok: false, reason: 'budget_used_up' });
    expect(await model.translate(caller, question)).toEqual({ ok: false, reason: 'budget_used_up' });
    const other = newModel({ dailyRequests: 2, model: 'other-model' });
    expect(await other.extract(caller, question, workflow)).toEqual(first);
    expect(await model.extract(newCaller(), question, workflow)).toEqual(first);
    expect(server.requests).toHaveLength(3);
  });

  it('Redis contains no words of a question, and answers expire after a day', async () => {
    await cache.redis.flushall();
    await newModel().extract(newCaller(), question, workflow);
    const names = await cache.redis.keys('*');
    const answers = names.filter((name) => /^language-model:answer:[0-9a-f]{64}$/.test(name));
    expect(names).toHaveLength(3);
    expect(answers).toHaveLength(1);
    expect(await cache.redis.get(answers[0]!)).toMatch(/^[A-Za-z0-9+/=]+$/);
    for (const name of names) {
      const seconds = await cache.redis.ttl(name);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(86_400);
    }
  });

  it('Failed and invalid answers are not cached', async () => {
    const [model, caller] = [newModel(), newCaller()];
    server.mode = 'status 500';
    await model.extract(caller, question, workflow);
    server.mode = 'respond';
    server.write = () => ({ kind: 'nonsense' });
    expect(await model.extract(caller, question, workflow)).toEqual({ ok: false, reason: 'invalid_answer' });
    server.write = () => reading;
    expect(await model.extract(caller, question, workflow)).toMatchObject({ ok: true });
  });

  it('Of many concurrent questions in several processes, exactly as many as the budget are sent', async () => {
    const limit = 7;
    const caller = newCaller();
    const models = [newModel({ dailyRequests: limit }), newModel({ dailyRequests: limit })];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) => models[at % 2]!.extract(caller, `${question} ${at}`, workflow)),
    );
    expect(server.requests).toHaveLength(limit);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(limit);
    const refused = answers.filter((one) => !one.ok);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['budget_used_up']));
    expect(await models[0]!.extract(newCaller(), question, workflow)).toMatchObject({ ok: true });
  });

  it('All organizations share a budget, and unverified ones together have a smaller one', async () => {
    await cache.redis.flushall();
    const model = newModel({ sharedDailyRequests: { all: 7, unverified: 3 } });
    const sent = async (callers: Caller[]) => {
      const answers = await Promise.all(callers.map((caller) => model.extract(caller, question, workflow)));
      return answers.filter(({ ok }) => ok).length;
    };
    const signedUp = Array.from({ length: 5 }, newCaller);
    for (const { organizationId } of signedUp) unverified.add(organizationId);
    expect(await sent(signedUp)).toBe(3);
    expect(await sent(Array.from({ length: 6 }, newCaller))).toBe(4);
    expect(server.requests).toHaveLength(7);
  });

  it('After repeated outages, no requests are sent and no budget is used', async () => {
    const [model, caller] = [newModel({ dailyRequests: 6 }), newCaller()];
    server.mode = 'status 500';
    for (let at = 0; at < 5; at++) await model.extract(caller, `${question} ${at}`, workflow);
    server.mode = 'respond';
    for (let at = 0; at < 5; at++) {
      const answer = await model.extract(caller, `${question} ${at}`, workflow);
      expect(answer).toEqual({ ok: false, reason: 'circuit_open' });
    }
    expect(server.requests).toHaveLength(5);
    expect(await newModel({ dailyRequests: 6 }).extract(caller, question, workflow)).toMatchObject({ ok: true });
  });

  it('After a pause of 30 seconds, one successful request admits all again', async () => {
    const [model, caller] = [newModel(), newCaller()];
    server.mode = 'status 500';
    await Promise.all(Array.from({ length: 5 }, (_, at) => model.extract(caller, `${question} ${at}`, workflow)));
    server.mode = 'respond';
    expect(await model.extract(caller, question, workflow)).toEqual({ ok: false, reason: 'circuit_open' });
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 30_000);
    expect(await model.extract(caller, question, workflow)).toMatchObject({ ok: true });
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => model.extract(caller, `${question} ${at}`, workflow)),
    );
    expect(answers.every(({ ok }) => ok)).toBe(true);
  });

  itInFullLevel(
    'Timeouts of one organization pause its own requests only, and an outage of the server pauses all requests',
    async () => {
      const [model, slow, other] = [newModel({ timeoutMs: 2_000 }), newCaller(), newCaller()];
      const send = (caller: Caller) =>
        Promise.all(Array.from({ length: 5 }, () => model.extract(caller, `${question} ${randomUUID()}`, workflow)));
      server.mode = 'hang';
      await send(slow);
      server.mode = 'respond';
      expect(await model.extract(slow, question, workflow)).toEqual({ ok: false, reason: 'circuit_open' });
      expect(await model.extract(other, question, workflow)).toMatchObject({ ok: true });
      server.mode = 'disconnect';
      await send(other);
      server.mode = 'respond';
      expect(await model.extract(newCaller(), question, workflow)).toEqual({ ok: false, reason: 'circuit_open' });
    },
  );

  it('Wrong ids, disallowed values, invented quotes and hostile texts in answers are dropped', async () => {
    const hostile = '<script>alert(1)</script>\u0000\u001b[31m';
    server.write = () => ({
      ...reading,
      parameters: {
        swissmetro_cost_factor: { value: 900, stated: true, quote: 'fares were 20% lower' },
        train_cost_factor: { value: 0.5, stated: true, quote: 'fares were 50% lower' },
        car_cost_factor: { value: hostile, stated: true, quote: hostile },
        [hostile]: { value: 1, stated: true, quote: 'fares' },
        agent_count: { value: 10_000, stated: true, quote: 'fares' },
      },
      segments: [{ attribute: hostile, group: hostile, quote: 'fares' }],
      unread: [hostile],
    });
    const answer = await newModel().extract(newCaller(), question, workflow);
    expect(answer).toEqual({
      ok: true,
      answer: {
        kind: 'scenario',
        values: [],
        segments: [],
        unread: [],
        dropped: ['train_cost_factor', 'swissmetro_cost_factor', 'car_cost_factor'],
      },
    });
  });

  it('Questions that the server rejects and invalid answers do not open the circuit for others', async () => {
    const [model, caller] = [newModel(), newCaller()];
    for (const mode of ['status 400', 'stop at the token limit', 'echo the key'] as const) {
      server.mode = mode;
      for (let at = 0; at < 6; at++) await model.extract(caller, `${question} ${mode} ${at}`, workflow);
    }
    server.mode = 'respond';
    expect(await model.extract(newCaller(), question, workflow)).toMatchObject({ ok: true });
  });

  it('Without Redis, no request is sent, because the budget is unknown', async () => {
    const away = await startTestRedis();
    const model = newModel({ timeoutMs: 300 }, away);
    await away.stop();
    expect(await model.extract(newCaller(), question, workflow)).toEqual({ ok: false, reason: 'unavailable' });
    expect(server.requests).toHaveLength(0);
  });
});

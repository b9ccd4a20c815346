import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { textFor } from '../../clients/typescript/src/error-text.js';
import {
  type ErrorCode,
  errorOf,
  InsufficientQuotaError,
  NotFoundError,
  RunFailedError,
  SimulationService,
  UnprocessableError,
  unwrap,
  WebhookVerificationError,
} from '../../clients/typescript/src/index.js';
import { errorCodes } from '../../src/common/errors/error-codes.js';
import { ClientPrograms } from '../support/client-programs.js';
import { describeInFullLevel } from '../support/full-level.js';
import { projectFolder, runNode } from '../support/operator.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { bootstrap, runFile } from '../support/shared-service.js';

const workflow = 'swissmetro-mode-choice';
const readme = readFileSync(join(projectFolder, 'clients/typescript/README.md'), 'utf8');
const examples = Array.from(readme.matchAll(/^## (.*)\n[^]*?```ts\n([^]*?)```/gm), ([, title, code]) => ({
  title: title!,
  code: code!,
}));

describe('the TypeScript client', () => {
  const { url } = runFile();
  let client: SimulationService;
  let apiKey: string;

  beforeAll(async () => {
    apiKey = (await bootstrap()).key;
    client = new SimulationService({ apiKey, baseUrl: url });
  });

  it('A run reports its progress up to the last agent', async () => {
    const seen: number[] = [];
    const record = await client.run(
      workflow,
      { train_cost_factor: 0.8 },
      { agent_count: 3_000, onProgress: ({ agents_done: done }) => seen.push(done) },
    );
    expect(record).toMatchObject({ status: 'completed', scenario_context: { train_cost_factor: 0.8 } });
    expect(seen.at(-1)).toBe(3_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('Two calls with one idempotency key create one simulation', async () => {
    const options = { idempotencyKey: crypto.randomUUID() };
    const request = { workflow_id: workflow, agent_count: 100 };
    const [first, second] = await Promise.all([
      client.simulations.run(request, options),
      client.simulations.run(request, options),
    ]);
    expect(second.id).toBe(first.id);
  });

  it('Without streams, the end of a run is polled', async () => {
    const withoutStreams = new SimulationService({
      apiKey,
      baseUrl: url,
      fetch: (request, init) =>
        (request as Request).url.endsWith('/events')
          ? Promise.resolve(new Response('', { status: 404 }))
          : fetch(request, init),
    });
    const record = await withoutStreams.run(workflow, {}, { agent_count: 200, onProgress: () => undefined });
    expect(record.status).toBe('completed');
  });

  it('Aborting ends the wait, and a canceled run is an error with its record', async () => {
    await whileQueuePaused(async () => {
      const controller = new AbortController();
      const created = await client.simulations.create({ workflow_id: workflow });
      const waiting = client.simulations.wait(created.id, { signal: controller.signal });
      controller.abort();
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
      const running = client.simulations.run({ workflow_id: workflow, name: 'canceled' });
      const expected = expect(running).rejects.toBeInstanceOf(RunFailedError);
      for (let id: string | undefined; id === undefined;) {
        id = (await client.simulations.list({ name: 'canceled' }).first()).data[0]?.id;
        if (id) await client.simulations.cancel(id);
      }
      await expected;
    });
  });

  it('A question has its reading and all of its simulations', async () => {
    const answer = await client.ask('Compare trains that cost 10% less with trains that cost 20% less', {
      agent_count: 100,
    });
    expect(answer.simulations.length).toBeGreaterThan(1);
    expect(answer.simulations.map(({ status }) => status)).toEqual(answer.simulations.map(() => 'completed'));
    expect(answer.reading.routed_via.workflow_id).toBe(workflow);
  });

  it('A question without a workflow is an error that has the alternatives', async () => {
    const error = await client.ask('Write a poem about the sea').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnprocessableError);
    expect((error as UnprocessableError).code).toBe('routing_low_confidence');
    expect((error as UnprocessableError).meta['alternatives']).not.toEqual([]);
  });

  it('Lists and agents are read page after page', async () => {
    const own = new SimulationService({ apiKey: (await bootstrap()).key, baseUrl: url });
    const { id } = await own.run(workflow, {}, { agent_count: 230, seed: 5 });
    const agents = await own.simulations.agents(id, { fields: ['agent_id', 'outcome'] }).toArray();
    expect(new Set(agents.map((agent) => agent.agent_id)).size).toBe(230);
    const women = await own.simulations.agents(id, { fields: ['agent_id'], where: { sex: 'female' } }).toArray();
    expect(women.length).toBeGreaterThan(0);
    expect(women.length).toBeLessThan(230);
    await own.run(workflow, {}, { agent_count: 10 });
    const pages = [];
    for await (const page of own.simulations.list({ limit: 1 }).pages()) pages.push(page.data.length);
    expect(pages).toEqual([1, 1]);
    expect(await own.simulations.list({ limit: 1 }).toArray(1)).toHaveLength(1);
  });

  it('A deleted run is not found', async () => {
    const { id } = await client.run(workflow, {}, { agent_count: 10 });
    expect(await client.simulations.update(id, { name: 'Old' })).toMatchObject({ name: 'Old' });
    expect(await client.simulations.delete(id)).toEqual({ id, deleted: true });
    await expect(client.simulations.get(id)).rejects.toBeInstanceOf(NotFoundError);
  });

  it('Each status of an error has a class', async () => {
    const code: ErrorCode = 'rate_limited';
    expect(errorCodes().map(([known]) => known)).toContain(code);
    for (const [code, { status }] of errorCodes()) {
      const error = await errorOf(Response.json({ error: code, meta: { message: 'x' } }, { status }));
      expect(error).toMatchObject({ status, code });
      expect([status, error.name]).not.toEqual([status, 'ApiError']);
    }
    const noQuota = await errorOf(Response.json({ error: 'insufficient_quota' }, { status: 402 }));
    expect(noQuota).toBeInstanceOf(InsufficientQuotaError);
  });

  it.each(['terminal', 'tools'] as const)(
    'Each error states at the face “%s” what happened and what can be done, and no request of the API',
    async (face) => {
      const texts = await Promise.all(
        errorCodes().map(async ([code, { status, message }]) => {
          const error = await errorOf(Response.json({ error: code, meta: { message } }, { status }));
          return [code, textFor(face, error)] as const;
        }),
      );
      for (const [code, text] of texts) {
        expect([code, text]).toEqual([
          code,
          expect.not.stringMatching(/\/v1|meta\.|\b(GET|POST|PATCH|DELETE)\b|Retry-After/),
        ]);
        expect([code, text]).toEqual([code, expect.not.stringMatching(/^The service rejected/)]);
      }
    },
  );

  it('A delivery is verified by its signature, from headers of any kind', () => {
    const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    const body = JSON.stringify({
      type: 'simulation.completed',
      timestamp: '2026-01-01T00:00:00Z',
      data: { id: 'sim_1' },
    });
    const now = new Date();
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', now, body),
    };
    expect(unwrap(body, headers, secret)).toMatchObject({ type: 'simulation.completed', data: { id: 'sim_1' } });
    expect(client.webhooks.unwrap(body, new Headers(headers), secret).type).toBe('simulation.completed');
    expect(() => unwrap(`${body} `, headers, secret)).toThrow(WebhookVerificationError);
    expect(() => unwrap(body, {}, secret)).toThrow(WebhookVerificationError);
  });
});

describeInFullLevel('the package of the TypeScript client', () => {
  let programs: ClientPrograms;
  let files: string[];

  beforeAll(async () => {
    programs = await ClientPrograms.create('typescript-client', { url: runFile().url, key: (await bootstrap()).key });
  });
  afterAll(() => programs.remove());

  it('The examples of its README compile with the served package', async () => {
    expect(examples).toHaveLength(10);
    files = await programs.compile(examples.map(({ code }) => code));
  });

  it('Each of the ten examples of the README runs', async () => {
    const outputs = await Promise.all(
      examples.map(async ({ title }, k) => [title, await programs.node([files[k]!])] as const),
    );
    for (const [title, output] of outputs)
      if (!/Download files|Verify webhooks/.test(title)) expect([title, output]).not.toEqual([title, '']);
    const outputOf = (word: RegExp) => outputs.find(([title]) => word.test(title))![1];
    expect(outputOf(/scenario/)).toMatch(/Swissmetro 0\.\d+ \[ 0\.\d+, 0\.\d+ \]/);
    expect(outputOf(/question/)).toMatch(/Swissmetro mode choice/);
    expect(outputOf(/errors/)).toContain('ticket_price');
  });

  it('A goal that reaches a share needs a target, and others have none', async () => {
    const program = (objective: string) =>
      `import { SimulationService } from 'simulation-service-client';
void new SimulationService().goal({ workflow_id: 'a', parameters: [{ name: 'b' }], objective: { share: 'c', ${objective} } });`;
    await programs.compile([`goal: 'reach', target: 0.5`, `goal: 'maximize'`].map(program));
    for (const objective of [`goal: 'reach'`, `goal: 'maximize', target: 0.5`])
      await expect(programs.compile([program(objective)])).rejects.toThrow(/target/);
  });

  it('CommonJS programs can load the package', async () => {
    const script =
      "const { SimulationService } = require('simulation-service-client'); console.log(typeof SimulationService)";
    const { stdout, stderr } = await runNode(['--input-type=commonjs', '-e', script], {}, programs.folder);
    expect([stdout, stderr]).toEqual(['function\n', '']);
  });
});

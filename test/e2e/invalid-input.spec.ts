import { bodyLimitBytes } from '../../src/common/http/request-body.js';
import { ApiClient, type ApiResponse, type RequestOptions } from '../support/api-client.js';
import { bootstrap, runFile, type RunFile } from '../support/shared-service.js';
import { workflowId } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';

const valid = { workflow_id: workflowId, agent_count: 10 };
const json = { 'content-type': 'application/json' };

describe('invalid input', () => {
  let api: ApiClient;
  let run: RunFile;
  let organizationId: string;

  beforeAll(async () => {
    run = runFile();
    const key = await bootstrap();
    organizationId = key.organization_id;
    api = new ApiClient(run.url, key.key);
  });

  afterAll(async () => {
    const query = 'SELECT 1 FROM simulations WHERE organization_id = $1';
    expect(await sqlOf(run.sandbox_database_url)(query, [organizationId])).toEqual([]);
  });

  const create = (call: RequestOptions) => api.call('/v1/simulations', { method: 'POST', ...call });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown field', { ...valid, agents: 5 }, 'agents'],
    ['a missing workflow_id', { agent_count: 10 }, 'workflow_id'],
    ['a workflow_id that is not a string', { ...valid, workflow_id: 5 }, 'workflow_id'],
    ['a count as a string', { ...valid, agent_count: '10' }, 'agent_count'],
    ['a count with a fraction', { ...valid, agent_count: 1.5 }, 'agent_count'],
    ['no agents', { ...valid, agent_count: 0 }, 'agent_count'],
    ['more agents than 10,000', { ...valid, agent_count: 10_001 }, 'agent_count'],
    ['a null count', { ...valid, agent_count: null }, 'agent_count'],
    ['a negative seed', { ...valid, seed: -1 }, 'seed'],
    ['a seed above 2^53-1', { ...valid, seed: 2 ** 53 }, 'seed'],
    ['a seed as a string', { ...valid, seed: '7' }, 'seed'],
    ['a scenario that is a list', { ...valid, scenario_context: [] }, 'scenario_context'],
    ['a scenario that is a string', { ...valid, scenario_context: 'x' }, 'scenario_context'],
  ])(
    'A create with %s gets 400 validation_error with the path of the field and stores nothing',
    async (_, body, path) => {
      const response = await create({ json: body });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ error: 'validation_error', meta: { issues: [{ path }] } });
    },
  );

  it.each<[string, unknown]>([
    ['a list', []],
    ['a string', 'text'],
    ['null', null],
    ['a number', 5],
  ])('A create with %s as the body gets 400 validation_error', async (_, body) => {
    expect(await create({ json: body })).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it.each<[string, RequestOptions, number, string]>([
    ['no body', {}, 400, 'validation_error'],
    ['truncated JSON', { raw: '{"workflow_id":', headers: json }, 400, 'validation_error'],
    ['JSON with a missing value', { raw: '{"workflow_id":}', headers: json }, 400, 'validation_error'],
    ['bytes that are not UTF-8', { raw: Uint8Array.of(0x22, 0xff, 0x22), headers: json }, 400, 'validation_error'],
    [
      'a form',
      { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    ['no content type', { raw: new TextEncoder().encode('{}') }, 415, 'unsupported_media_type'],
    [
      'another character set',
      { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } },
      415,
      'unsupported_media_type',
    ],
    [
      'an unknown encoding',
      { raw: '{}', headers: { ...json, 'content-encoding': 'zstd9' } },
      415,
      'unsupported_media_type',
    ],
    ['a body over 256 KiB', { raw: ' '.repeat(bodyLimitBytes + 1), headers: json }, 413, 'payload_too_large'],
  ])('A create with %s gets the documented error', async (_, call, status, error) => {
    expect(await create(call)).toMatchObject({ status, body: { error } });
  });

  it('A create with an unknown workflow gets 400 invalid_workflow', async () => {
    for (const workflow_id of ['no-such-workflow', '__proto__', 'constructor', '../etc']) {
      expect(await create({ json: { workflow_id } })).toMatchObject({
        status: 400,
        body: { error: 'invalid_workflow' },
      });
    }
  });

  it('A create with a part of a workflow id gets the id as a suggestion', async () => {
    const { body } = await create({ json: { workflow_id: 'swissmetro' } });
    expect(body.meta.message).toContain(`Did you mean "${workflowId}"?`);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an unknown parameter', { no_such_parameter: 1 }, 'no_such_parameter'],
    ['a parameter of the wrong type', { car_cost_factor: '2' }, 'car_cost_factor'],
    ['a parameter outside its bounds', { car_cost_factor: -1 }, 'car_cost_factor'],
  ])(
    'A scenario with %s gets 400 invalid_scenario_context with the parameter name',
    async (_, scenario_context, path) => {
      const response = await create({ json: { ...valid, scenario_context } });
      expect(response.status).toBe(400);
      const { error, meta } = response.body;
      expect(error).toBe('invalid_scenario_context');
      expect(JSON.stringify(meta['issues'])).toContain(path);
    },
  );

  it('An unknown path gets 404 not_found, and an unsupported method gets 405 with Allow', async () => {
    expect(await api.call('/v1/nothing')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const wrongMethod = await api.call('/v1/simulations', { method: 'DELETE' });
    expect(wrongMethod).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
    expect(wrongMethod.headers.get('allow')).toContain('POST');
  });

  it('Malformed simulation ids get the same 404 as missing ones', async () => {
    for (const id of ['x', 'sim_', 'sim_\u0000', `sim_${'0'.repeat(500)}`, "sim_' OR 1=1 --"]) {
      const response = await api.call(`/v1/simulations/${encodeURIComponent(id)}`);
      expect(response).toMatchObject({ status: 404, body: { error: 'simulation_not_found' } });
    }
    expect((await api.call('/v1/simulations/%E0%A4%A')).status).toBe(400);
  });

  it('Every error has a message and the request id of the header, and exposes no internals', async () => {
    const responses: ApiResponse[] = [
      await create({ json: {} }),
      await api.call('/v1/nothing'),
      await new ApiClient(api.url).call('/v1/simulations/x'),
    ];
    for (const { body, headers, text } of responses) {
      expect(Object.keys(body).sort()).toEqual(['error', 'meta']);
      expect(body.meta.message).toMatch(/\.$/);
      expect(body.meta.request_id).toBe(headers.get('x-request-id'));
      expect(text).not.toMatch(/node_modules|prisma|\.js:|stack/i);
    }
  });
});

import { randomInt, randomUUID } from 'node:crypto';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import type { ApiClient } from '../support/api-client.js';
import { operationsOf, type Operation } from '../support/api-operations.js';
import { newEmail } from '../support/auth-service.js';
import { theContract } from '../support/contract.js';
import { runFit, uploadLetters } from '../support/fits.js';
import { describeInFullLevel } from '../support/full-level.js';
import { runGoal } from '../support/goals.js';
import { runLargeSimulation } from '../support/large-simulations.js';
import { runSensitivity } from '../support/sensitivities.js';
import { createShareLink, tokenOf } from '../support/share-links.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';
import { storeBiasReport, storeSurvey } from '../support/stored-survey.js';
import { waitUntil } from '../support/wait-until.js';

const simulation = { agent_count: 50, seed: 1 };

/** The token of a link and the password of a user are secrets, so that no example of them can work. */
const withSecret = new Set([
  ...['magicLinkVerify', 'magicLinkPreview', 'passwordChangesReset', 'passwordChangesChange'],
  ...['invitationAcceptancePreview', 'invitationAcceptanceAccept'],
]);
/** The service of the tests has no language model: test/fault/surveys.full.spec.ts tests these. */
const ofLanguageModel = new Set(['surveysCreate', 'biasReportsCreate']);
/** Operations of sessions, and one that does not end. */
const withoutKey = new Set([
  ...['sessionMe', 'sessionsList', 'simulationEventsListen'],
  ...['membersList', 'membersUpdate', 'invitationsList', 'invitationsCreate'],
]);

describe('the examples of the API reference', () => {
  const { document } = theContract();

  it('Every JSON request example of the API reference matches its schema', () => {
    const examples = operationsOf(document).flatMap(({ path, method, operation }) => {
      const media = operation.requestBody?.content['application/json'];
      const schema = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
      return media?.example === undefined ? [] : [{ operation, schema, example: media.example }];
    });
    expect(examples.length).toBeGreaterThanOrEqual(10);
    const problems = examples
      .map(({ operation, schema, example }) => [operation.operationId, ...theContract().problems(schema, example)])
      .filter(({ length }) => length > 1);
    expect(problems).toEqual([]);
  });

  it('No example of a request that deletes or ends something names a workflow of the catalog', () => {
    const slugs = [...readBuiltInWorkflows().keys()];
    const isDestructive = ({ method, path }: { method: string; path: string }) =>
      method === 'delete' || /\/(cancel|deprecate|revoke|rotate|rotate-secret)$/.test(path);
    const named = operationsOf(document)
      .filter(isDestructive)
      .filter(({ operation: { parameters, requestBody } }) => {
        const request = JSON.stringify([parameters, requestBody]);
        return slugs.some((slug) => request.includes(slug));
      });
    expect(operationsOf(document).filter(isDestructive).length).toBeGreaterThan(10);
    expect(named.map(({ operation }) => operation.operationId)).toEqual([]);
  });

  it('Every response example of the API reference matches its schema', () => {
    const shared = document.components.examples;
    const valueOf = (example: { value: unknown } | { $ref: string }) =>
      'value' in example ? example.value : shared[example.$ref.replace('#/components/examples/', '')]!.value;
    const known = new Map<string, string[]>();
    /** Many routes have the same schema and the same example of an error. */
    const problemsOf = (schema: string[], media: object, value: unknown) => {
      const content = JSON.stringify([media, value]);
      const problems = known.get(content) ?? theContract().problems(schema, value);
      known.set(content, problems);
      return problems;
    };
    const problems = operationsOf(document).flatMap(({ path, method, operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        Object.entries(content).flatMap(([type, { examples = {}, ...media }]) => {
          const schema = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
          return Object.entries(examples)
            .map(([name, example]) => [name, problemsOf(schema, media, valueOf(example))] as const)
            .filter(([, found]) => found.length > 0)
            .map(([name, found]) => `${operation.operationId} ${status} ${name}: ${found.join('; ')}`);
        }),
      ),
    );
    expect(problems).toEqual([]);
  });
});

describeInFullLevel('requests with the examples of the API reference', () => {
  const { document } = theContract();
  let api: ApiClient;
  let ids: Record<string, string>;

  beforeAll(async () => {
    api = await newCaller();
    const [first, second] = await Promise.all([simulate(api, simulation), simulate(api, simulation)]);
    const key = await post<{ key_id: string }>('/v1/api-keys', {
      name: 'Examples',
      scopes: ['keys:read'],
      is_test: true,
    });
    const sweep = await post<{ id: string }>('/v1/sweeps', {
      workflow_id: 'swissmetro-mode-choice',
      agent_count: 50,
      parameters: [{ name: 'train_cost_factor', values: [1] }],
    });
    const population = await post<{ id: string }>('/v1/populations', {
      workflow_id: 'swissmetro-mode-choice',
      margins: [
        {
          attributes: ['sex'],
          cells: [
            { groups: ['female'], total: 1 },
            { groups: ['male'], total: 1 },
          ],
        },
      ],
    });
    const calibration = await post<{ id: string }>('/v1/target-matches', {
      workflow_id: 'swissmetro-mode-choice',
      calibration_targets: [{ outcome: 'train', share: 0.2 }],
    });
    const simulator = { parameters: ['train_cost_factor'] };
    const link = await createShareLink(api, { run_id: first.id, simulator });
    const endpoint = await post<{ id: string }>('/v1/webhook-endpoints', { url: 'https://hooks.example/examples' });
    const delivery = await post<{ id: string }>(`/v1/webhook-endpoints/${endpoint.id}/test`);
    await waitUntil('the sweep to complete', async () => {
      const { body } = await api.call<{ status: string }>(`/v1/runs/${sweep.id}`);
      return body.data.status === 'completed';
    });
    ids = {
      id: first.id,
      with: second.id,
      ids: `${first.id},${second.id}`,
      values: JSON.stringify({ train: 1 }),
      index: '17',
      workflow_id: 'swissmetro-mode-choice',
      key_id: key.key_id,
      sweep_id: sweep.id,
      population_id: population.id,
      dataset_id: await uploadLetters(api),
      fit_id: (await runFit(api)).id,
      goal_id: (await runGoal(api, { agent_count: 20 })).id,
      sensitivity_id: (await runSensitivity(api)).id,
      calibration_id: calibration.id,
      link_id: link.body.data.id,
      token: tokenOf(link.body.data),
      endpoint_id: endpoint.id,
      delivery_id: delivery.id,
      survey_id: await storeSurvey(api),
      bias_report_id: await storeBiasReport(api),
      large_simulation_id: (await runLargeSimulation(api)).id,
      block: '0',
    };
  });

  async function post<T>(path: string, json?: unknown): Promise<T> {
    const headers = { 'idempotency-key': randomUUID() };
    const { body } = await api.call<T>(path, { method: 'POST', json, headers });
    return body.data;
  }

  const urlOf = (path: string, { parameters = [] }: Operation) => {
    const required = parameters.filter(({ in: place, required }) => place === 'query' && required);
    const query = new URLSearchParams(required.map(({ name }): [string, string] => [name, ids[name] ?? '']));
    const exampleOf = (name: string) => parameters.find((own) => own.name === name)?.schema?.examples?.[0];
    // The example of a workflow is one that the route accepts.
    const idOf = (name: string) => (name === 'workflow_id' && exampleOf(name)) || ids[name] || '';
    return `${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name))}${query.size > 0 ? `?${query.toString()}` : ''}`;
  };

  it('Every request example of the API reference succeeds when it is copied', async () => {
    const headers = { 'idempotency-key': randomUUID(), 'x-forwarded-for': `10.9.${randomInt(256)}.${randomInt(256)}` };
    const email = newEmail();
    const results: Record<string, number> = {};
    for (const { path, method, operation } of operationsOf(document)) {
      // JSON, or the first kind of file if the route accepts no JSON.
      const [[type = '', { example } = {}] = []] = Object.entries(operation.requestBody?.content ?? {});
      const { operationId } = operation;
      const isLeftOut = [withSecret, withoutKey, ofLanguageModel].some((own) => own.has(operationId));
      if (example === undefined || isLeftOut) continue;
      // The run and the dataset of the example do not exist. Other tests may use its address, which has limits of its own.
      const own = Object.entries({ email, run_id: ids['id'], dataset_id: ids['dataset_id'] }).filter(([name]) =>
        Object.hasOwn(example as object, name),
      );
      const json = own.length > 0 ? { ...(example as object), ...Object.fromEntries(own) } : example;
      const body = type === 'application/json' ? { json } : { raw: example as string };
      const { status } = await api.call(urlOf(path, operation), {
        method: method.toUpperCase(),
        ...body,
        headers: { ...headers, 'content-type': type, 'idempotency-key': randomUUID() },
      });
      results[operationId] = status;
    }
    const failed = Object.entries(results).filter(([, status]) => status < 200 || status > 299);
    expect(failed).toEqual([]);
    expect(Object.keys(results).length).toBeGreaterThanOrEqual(10);
  });

  it('Every GET request of the API reference succeeds with its required parameters only', async () => {
    const failed: [string, number][] = [];
    for (const { path, method, operation } of operationsOf(document)) {
      if (method !== 'get' || withoutKey.has(operation.operationId)) continue;
      const response = await fetch(`${api.url}${urlOf(path, operation)}`, {
        headers: { authorization: `Bearer ${api.key}` },
      });
      await response.arrayBuffer();
      if (!response.ok) failed.push([operation.operationId, response.status]);
    }
    expect(failed).toEqual([]);
  });
});

import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../model/definition.js';
import type { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import {
  testDefinition,
  deprecateWorkflow,
  publishWorkflow,
  weaversQuestion,
  weaversRouting,
} from '../support/definitions.js';
import { itInFullLevel } from '../support/full-level.js';
import { callerWithScopes } from '../support/keys.js';
import { runSharedCommand } from '../support/shared-commands.js';
import { newCaller, publishForAll } from '../support/shared-service.js';
import { createSimulation, finished, simulate, type AgentRecord } from '../support/simulations.js';

const newSlug = () => `promoted-${randomUUID()}`;

describe('publishing a workflow', () => {
  let api: ApiClient;
  let otherCaller: ApiClient;
  beforeAll(async () => ([api, otherCaller] = await Promise.all([newCaller(), newCaller()])));

  const create = (workflowId: string, by = api) => createSimulation(by, { workflow_id: workflowId, agent_count: 20 });
  const search = async (by: ApiClient, word: string) => {
    const { body } = await by.call<{ workflow_id: string; version: string }[]>(`/v1/case-studies?search=${word}`);
    return body.data.map(({ workflow_id, version }) => `${workflow_id} ${version}`);
  };

  it('The organization can simulate a published private workflow immediately, and no other organization sees it', async () => {
    const slug = newSlug();
    const { status, headers, body } = await publishWorkflow(api, testDefinition(slug));
    expect([status, headers.get('location')]).toEqual([201, `/v1/case-studies/${slug}`]);
    expect(body.data).toMatchObject({ workflow_id: slug, visibility: 'private', deprecated_at: null });
    const record = await simulate(api, { workflow_id: slug, agent_count: 500, seed: 1 });
    // The same digest as the golden simulation of the publication.
    expect(record).toMatchObject({ status: 'completed', digest: body.data.golden.digest });
    expect(await search(api, slug)).toEqual([`${slug} 1.0.0`]);
    expect(await search(otherCaller, slug)).toEqual([]);
    expect((await create(slug, otherCaller)).body.error).toBe('invalid_workflow');
    expect((await otherCaller.call(`/v1/case-studies/${slug}`)).body.error).toBe('case_study_not_found');
  });

  it('Publishing rejects another definition of an existing version, and lower versions', async () => {
    const slug = newSlug();
    const first = await publishWorkflow(api, testDefinition(slug, { version: '1.9.0' }));
    const other = await publishWorkflow(api, testDefinition(slug, { version: '1.9.0', summary: 'Another summary.' }));
    expect([other.status, other.body.error]).toEqual([409, 'workflow_version_exists']);
    expect(other.body.meta['definition_digest']).toBe(first.body.data.definition_digest);
    const lower = await publishWorkflow(api, testDefinition(slug, { version: '1.8.9' }));
    expect([lower.status, lower.body.error]).toEqual([409, 'workflow_version_too_low']);
    expect((await publishWorkflow(api, testDefinition(slug, { version: '1.10.0' }))).status).toBe(201);
    expect((await create(slug)).body.data).toMatchObject({ workflow_version: '1.10.0' });
  });

  it('A deprecated workflow stays readable, rejects new simulations, and becomes available again only with a higher version', async () => {
    const slug = newSlug();
    await publishWorkflow(api, testDefinition(slug));
    const queued = await create(slug);
    const response = await deprecateWorkflow(api, slug);
    expect([response.status, typeof response.body.data.deprecated_at]).toEqual([200, 'string']);
    expect((await create(slug)).body.error).toBe('invalid_workflow');
    expect((await finished(api, queued.body.data.id)).status).toBe('completed');
    expect(await search(api, slug)).toEqual([]);
    const read = await api.call<{ deprecated_at: string }>(`/v1/case-studies/${slug}`);
    expect(read.body.data.deprecated_at).toBe(response.body.data.deprecated_at);
    expect((await deprecateWorkflow(api, slug)).body).toEqual(response.body);
    expect((await publishWorkflow(api, testDefinition(slug))).body.data.deprecated_at).not.toBeNull();
    expect((await create(slug)).body.error).toBe('invalid_workflow');
    expect((await publishWorkflow(api, testDefinition(slug, { version: '1.0.1' }))).status).toBe(201);
    expect((await create(slug)).status).toBe(202);
  });

  it('A create or a sweep repeated with its Idempotency-Key after a deprecation gets the first response', async () => {
    const slug = newSlug();
    await publishWorkflow(api, testDefinition(slug));
    const [parameter] = testDefinition(slug).scenario.parameters;
    if (parameter?.type !== 'number') throw new Error('the definition has no numeric parameter');
    const points = { name: parameter.id, values: [parameter.minimum, parameter.maximum] };
    const calls = [
      ['/v1/simulations', { workflow_id: slug, agent_count: 20 }],
      ['/v1/sweeps', { workflow_id: slug, agent_count: 20, parameters: [points] }],
    ] as const;
    const send = (key: string) =>
      Promise.all(
        calls.map(([path, json]) => api.call(path, { method: 'POST', json, headers: { 'Idempotency-Key': key } })),
      );
    const key = randomUUID();
    const first = await send(key);
    expect(first.map(({ status }) => status)).toEqual([202, 202]);
    await deprecateWorkflow(api, slug);
    expect((await send(key)).map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect((await send(randomUUID())).map(({ body }) => body.error)).toEqual(['invalid_workflow', 'invalid_workflow']);
  });

  it('A dry run of a publication returns the golden simulation and publishes nothing', async () => {
    const slug = newSlug();
    const { status, body } = await publishWorkflow(api, testDefinition(slug), { dry_run: true });
    expect([status, body.data.created_at]).toEqual([200, null]);
    expect(body.data.golden.outcomes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
    expect((await create(slug)).body.error).toBe('invalid_workflow');
  });

  it('A key with all scopes publishes new workflows for all organizations, and versions of its own ones only', async () => {
    const [slug, other] = [newSlug(), await newCaller()];
    const publish = async (by: ApiClient, version: string) =>
      (await publishWorkflow(by, testDefinition(slug, { version }), { visibility: 'public' })).status;
    const scoped = await callerWithScopes(api, ['case_studies:read', 'case_studies:write']);
    expect(await publish(scoped, '1.0.0')).toBe(403);
    expect([await publish(api, '1.0.0'), await publish(other, '1.0.1'), await publish(api, '1.0.1')]).toEqual([
      201, 403, 201,
    ]);
    expect((await create(slug, otherCaller)).status).toBe(202);
  });

  it('No key of an organization, also with all scopes, changes a public workflow, whose id no private workflow can use', async () => {
    const slug = newSlug();
    await publishForAll(testDefinition(slug));
    for (const id of [slug, 'swissmetro-mode-choice']) {
      expect((await deprecateWorkflow(api, id)).body.error).toBe('operator_only');
      const rejected = await publishWorkflow(api, testDefinition(id), { visibility: 'public' });
      expect([rejected.status, rejected.body.error]).toEqual([403, 'operator_only']);
      expect((await create(id, otherCaller)).status).toBe(202);
      expect((await publishWorkflow(api, testDefinition(id))).body.error).toBe('workflow_id_taken');
    }
    await runSharedCommand('workflow', 'deprecate', slug, '--public');
    expect((await create(slug, otherCaller)).body.error).toBe('invalid_workflow');
  });

  itInFullLevel(
    'workflow restore undoes the last deprecation of a public workflow and of a workflow of one organization',
    async () => {
      const [own, forAll, organization] = [newSlug(), newSlug(), `Restores ${randomUUID()}`];
      const author = await newCaller({ organization });
      await Promise.all([publishWorkflow(author, testDefinition(own)), publishForAll(testDefinition(forAll))]);
      for (const [slug, ...owner] of [
        [own, '--organization', organization],
        [forAll, '--public'],
      ] as const) {
        const change = async (name: string): Promise<unknown> =>
          JSON.parse((await runSharedCommand('workflow', name, slug, ...owner, '--tier', 'sandbox', '--json')).stdout);
        const restored = (versions: number) => ({ workflow_id: slug, tiers: [{ tier: 'sandbox', versions }] });
        await change('deprecate');
        expect((await create(slug, author)).body.error).toBe('invalid_workflow');
        expect(await change('restore')).toEqual(restored(1));
        expect((await create(slug, author)).status).toBe(202);
        expect(await change('restore')).toEqual(restored(0));
        await change('deprecate');
      }
      const { code, stderr } = await runSharedCommand('workflow', 'restore', newSlug(), '--public');
      expect([code, stderr]).toEqual([1, expect.stringContaining('for all organizations exists')]);
    },
  );

  itInFullLevel(
    'Eight concurrent publications of one definition create one version and get the same response',
    async () => {
      const definition = testDefinition(newSlug());
      const responses = await Promise.all(Array.from({ length: 8 }, () => publishWorkflow(api, definition)));
      expect(responses.map(({ status }) => status).sort()).toEqual([...new Array<number>(7).fill(200), 201]);
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      const versions = await api.call<unknown[]>(`/v1/case-studies/${definition.workflow_id}/versions`);
      expect(versions.body.data).toHaveLength(1);
    },
  );

  itInFullLevel(
    'A publication warns of an attribute that a randomized parameter changed, and is not prevented',
    async () => {
      const plain = testDefinition(newSlug());
      const changed = {
        ...{ parameter: 'incentive', attribute: 'age', column: 'age', difference: 0.4, z: 5, p: 1e-5, tests: 4 },
        arms: ['up to 0.2', 'over 2'] as [string, string],
      };
      const evidence = { ...plain.evidence, unbalanced: [changed] };
      const { status, body } = await publishWorkflow(api, { ...plain, evidence });
      expect([status, body.data.warnings.map(({ code }) => code)]).toEqual([201, ['unbalanced_attribute']]);
      const other = await publishWorkflow(api, testDefinition(newSlug()), { dry_run: true });
      expect(other.body.data.warnings).toEqual([]);
    },
  );

  itInFullLevel(
    'Publishing a newer version or deprecating a workflow does not change the results of an older version',
    async () => {
      const slug = newSlug();
      await publishWorkflow(api, testDefinition(slug));
      const { id } = await simulate(api, { workflow_id: slug, agent_count: 20 });
      const results = async () => (await api.call<AgentRecord[]>(`/v1/simulations/${id}/results`)).text;
      const before = await results();
      const narrative = testDefinition(slug).narrative;
      const introduction = [{ text: 'I am another agent.' }];
      await publishWorkflow(api, testDefinition(slug, { version: '2.0.0', narrative: { ...narrative, introduction } }));
      expect(await results()).toBe(before);
      expect((await api.call(`/v1/case-studies/${slug}?version=1.0.0`)).status).toBe(200);
      await deprecateWorkflow(api, slug);
      expect(await results()).toBe(before);
    },
  );

  itInFullLevel(
    'An organization can publish at most 50 workflows, even concurrently, but can publish new versions of existing ones',
    async () => {
      const full = await newCaller();
      const slug = newSlug();
      await publishWorkflow(full, testDefinition(slug));
      const others = `
      INSERT INTO workflow_versions (id, organization_id, workflow_id, version, version_parts, definition_digest, entry)
      SELECT gen_random_uuid(), organization_id, workflow_id || '-' || n, version, version_parts, definition_digest, entry
      FROM workflow_versions, generate_series(2, 50) AS n WHERE workflow_id = $1`;
      await queryDatabase('sandbox', others, [slug]);
      expect(await publishWorkflow(full, testDefinition(newSlug()))).toMatchObject({
        status: 409,
        body: { error: 'workflow_limit_reached', meta: { workflow_limit: 50 } },
      });
      expect((await publishWorkflow(full, testDefinition(slug, { version: '1.0.1' }))).status).toBe(201);
      expect((await deprecateWorkflow(full, `${slug}-2`)).status).toBe(200);
      const last = await Promise.all([1, 2, 3].map(() => publishWorkflow(full, testDefinition(newSlug()))));
      expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    },
  );
});

describe('routing of questions to published workflows', () => {
  it('A question matches a private workflow only for its organization and only until the workflow is deprecated', async () => {
    const [api, otherCaller] = await Promise.all([newCaller(), newCaller()]);
    const slug = newSlug();
    const route = async (by: ApiClient) => {
      const { status, body } = await by.post('/v1/simulations/auto', { question: weaversQuestion, dry_run: true });
      const { workflow_id } = (body.meta['routed_via'] ?? {}) as { workflow_id?: string };
      return [status, workflow_id];
    };
    expect((await route(api))[0]).toBe(422);
    await publishWorkflow(api, testDefinition(slug, { routing: weaversRouting }));
    expect(await route(api)).toEqual([200, slug]);
    expect((await route(otherCaller))[0]).toBe(422);
    await deprecateWorkflow(api, slug);
    expect((await route(api))[0]).toBe(422);
  });

  itInFullLevel(
    'A publication lists the questions that the workflow would take from another workflow, and no others',
    async () => {
      const api = await newCaller();
      const { body: existing } = await api.call<{ definition: WorkflowDefinition }>(
        '/v1/case-studies/charity-match-mailing',
      );
      const existingQuestions = existing.data.definition.routing.examples.slice(0, 3);
      const definition = testDefinition(newSlug(), { routing: { ...weaversRouting, examples: existingQuestions } });
      const { overlaps } = (await publishWorkflow(api, definition, { dry_run: true })).body.data;
      const taken = overlaps.find(({ workflow_id }) => workflow_id === 'charity-match-mailing')?.taken ?? [];
      expect(taken.length).toBeGreaterThan(0);
      for (const { question, nearest } of taken)
        expect(existingQuestions).toEqual(expect.arrayContaining([question, nearest]));
      const unrelated = await publishWorkflow(api, testDefinition(newSlug(), { routing: weaversRouting }), {
        dry_run: true,
      });
      expect(unrelated.body.data.overlaps.flatMap((overlap) => overlap.taken)).toEqual([]);
    },
  );

  itInFullLevel('A publication lists questions that another workflow also matches', async () => {
    const api = await newCaller();
    const fares = 'How many travellers would take the Swissmetro if its fares were 20% lower?';
    const examples = [...weaversRouting.examples, fares];
    const definition = testDefinition(newSlug(), { routing: { ...weaversRouting, examples } });
    const { body } = await publishWorkflow(api, definition, { dry_run: true });
    const { overlaps } = body.data;
    expect(overlaps.map(({ workflow_id }) => workflow_id)).toContain('swissmetro-mode-choice');
    expect(overlaps.flatMap(({ questions }) => questions)).toContainEqual(
      expect.objectContaining({ question: fares, nearest: fares }),
    );
  });
});

type Change = (definition: WorkflowDefinition) => unknown;

describe('invalid and hostile definitions', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it.each<[string, Change, string]>([
    ['is empty', () => ({}), 'workflow_id'],
    ['has an unknown field', (definition) => ({ ...definition, color: 'red' }), ''],
    ['has an invalid id', (it) => ({ ...it, decision: { ...it.decision, id: 'Not An Id' } }), 'decision.id'],
    ['has a version number that is too large', (it) => ({ ...it, version: '99999999999.0.0' }), 'version'],
    ['has contradictory evidence', withContradiction, 'evidence.hold_out.observations'],
    ['overflows at the bound of a parameter', withOverflow, 'scenario.parameters.0'],
    ['has too many example questions', withQuestions, 'routing.examples'],
    [
      'uses the id of a built-in object property',
      (it) => withParameterId(it, 'constructor'),
      'scenario.parameters.0.id',
    ],
    ['has too many groups', withGroups, 'population.attributes'],
  ])('A definition that %s is rejected with the path of the problem', async (_, change, path) => {
    const { status, body } = await publishWorkflow(api, change(testDefinition('hostile')));
    expect([status, body.error]).toEqual([400, 'invalid_definition']);
    expect((body.meta['issues'] as { path: string }[]).map((issue) => issue.path)).toContain(path);
  });

  it('A rejected definition gets at most 100 issues in a response of limited size', async () => {
    const definition = testDefinition('hostile');
    const estimates = Array.from({ length: 3_000 }, (_, k) => ({
      coefficient: `c${k}`,
      estimate: 1,
      standard_error: 1,
    }));
    const { status, text, body } = await publishWorkflow(api, {
      ...definition,
      evidence: { ...definition.evidence, estimates },
    });
    expect(status).toBe(400);
    expect(body.meta['issues']).toHaveLength(100);
    expect(text.length).toBeLessThan(200_000);
  });
});

function withContradiction(definition: WorkflowDefinition): WorkflowDefinition {
  const { evidence } = definition;
  return { ...definition, evidence: { ...evidence, hold_out: { ...evidence.hold_out, observations: 1 } } };
}

function withOverflow(definition: WorkflowDefinition): unknown {
  const [first, ...others] = definition.scenario.parameters;
  return {
    ...definition,
    scenario: { ...definition.scenario, parameters: [{ ...first, maximum: 1.7e308 }, ...others] },
  };
}

function withParameterId(definition: WorkflowDefinition, id: string): unknown {
  const [first, ...others] = definition.scenario.parameters;
  return { ...definition, scenario: { ...definition.scenario, parameters: [{ ...first, id }, ...others] } };
}

/** With two outcomes, these groups have more than 5,000 shares. */
function withGroups({ population, ...definition }: WorkflowDefinition): unknown {
  const groups = Array.from({ length: 250 }, (_, k) => ({ id: `g${k}`, label: `G${k}`, probability: 0.004 }));
  const more = Array.from({ length: 11 }, (_, k) => ({
    id: `more_${k}`,
    label: `More ${k}`,
    type: 'categorical',
    categories: groups,
  }));
  const attributes = [...population.attributes, ...more];
  return { ...definition, population: { ...population, attributes, correlation: undefined } };
}

function withQuestions({ routing, ...definition }: WorkflowDefinition): unknown {
  const examples = Array.from({ length: 51 }, (_, k) => `Question number ${k}?`);
  return { ...definition, routing: { ...routing, examples } };
}

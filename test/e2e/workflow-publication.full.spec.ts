import { randomUUID } from 'node:crypto';
import type { WorkflowDefinition } from '../../model/definition.js';
import type { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { deprecateWorkflow, publishWorkflow, testDefinition, weaversRouting } from '../support/definitions.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type AgentRecord } from '../support/simulations.js';

const newSlug = () => `promoted-${randomUUID()}`;

describe('publishing a workflow', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it('Eight concurrent publications of one definition create one version and get the same response', async () => {
    const definition = testDefinition(newSlug());
    const responses = await Promise.all(Array.from({ length: 8 }, () => publishWorkflow(api, definition)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...new Array<number>(7).fill(200), 201]);
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const versions = await api.call<unknown[]>(`/v1/case-studies/${definition.workflow_id}/versions`);
    expect(versions.body.data).toHaveLength(1);
  });

  it('A publication warns of an attribute that a randomized parameter changed, and is not prevented', async () => {
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
  });

  it('Publishing a newer version or deprecating a workflow does not change the results of an older version', async () => {
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
  });

  it('An organization can publish at most 50 workflows, even concurrently, but can publish new versions of existing ones', async () => {
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
  });
});

describe('routing of questions to published workflows', () => {
  it('A publication lists the questions that the workflow would take from another workflow, and no others', async () => {
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
  });

  it('A publication lists questions that another workflow also matches', async () => {
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

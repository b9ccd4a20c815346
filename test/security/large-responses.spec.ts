import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../model/definition.js';
import type { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { publishWorkflow, testDefinition } from '../support/definitions.js';
import { itInFullLevel } from '../support/full-level.js';
import { projectFolder } from '../support/operator.js';
import { newCaller } from '../support/shared-service.js';
import {
  createSimulation,
  finished,
  simulate,
  type AgentRecord,
  type SimulationRecord,
} from '../support/simulations.js';

const maxTranscriptBytes = 16 * 1024;
const maxPageBytes = 4_000_000;

interface PageMeta {
  has_more: boolean;
  next_cursor: string | null;
  returned: number;
}

/** A definition whose sentences repeat one long phrase, so that each transcript has 200 MB. */
function withExpandingTranscript(definition: WorkflowDefinition): WorkflowDefinition {
  const { population, narrative } = definition;
  const attributes = population.attributes.map((attribute) =>
    'categories' in attribute
      ? { ...attribute, categories: attribute.categories.map((one) => ({ ...one, phrase: 'x'.repeat(20_000) })) }
      : attribute,
  );
  const id = attributes.find((attribute) => 'categories' in attribute)!.id;
  const text = `{${id}}`.repeat(200);
  const introduction = Array.from({ length: 50 }, () => ({ text }));
  return { ...definition, population: { ...population, attributes }, narrative: { ...narrative, introduction } };
}

describe('an organization that promotes definitions with expanding texts', () => {
  let api: ApiClient;
  let slug: string;
  beforeAll(async () => (api = await newCaller()));
  beforeEach(() => (slug = `expanding-${randomUUID()}`));

  it('cannot publish an expanding transcript', async () => {
    const { status, body } = await publishWorkflow(api, withExpandingTranscript(testDefinition(slug)));
    expect([status, body.error]).toEqual([400, 'invalid_definition']);
    const paths = (body.meta['issues'] as { path: string }[]).map(({ path }) => path);
    expect(paths).toContain('narrative.introduction.0.text');
    expect(paths.some((path) => /^population\.attributes\.\d+\.categories\.0\.phrase$/.test(path))).toBe(true);
  });

  it('cannot publish labels of more than 120 characters', async () => {
    const definition = testDefinition(slug);
    const { decision } = definition;
    if (decision.family === 'binary_logit') decision.outcomes[0].label = 'l'.repeat(121);
    const { status, body } = await publishWorkflow(api, definition);
    expect(status).toBe(400);
    expect(body.meta['issues']).toEqual([
      { path: 'decision.outcomes.0.label', message: 'expected at most 120 characters, received 121' },
    ]);
  });

  itInFullLevel('cannot block the service with an expanding transcript that an older release stored', async () => {
    const { body } = await publishWorkflow(api, testDefinition(slug));
    await queryDatabase('sandbox', 'UPDATE workflow_definitions SET definition = $2 WHERE digest = $1', [
      body.data.definition_digest,
      JSON.stringify(withExpandingTranscript(testDefinition(slug))),
    ]);
    const { id } = await simulate(api, { workflow_id: slug, agent_count: 120 });
    const results = await api.call<AgentRecord[]>(`/v1/simulations/${id}/results`);
    expect(results.status).toBe(200);
    expect(results.body.data).toHaveLength(120);
    for (const { transcript } of results.body.data) {
      expect(Buffer.byteLength(transcript.join(''))).toBeLessThanOrEqual(maxTranscriptBytes);
    }
    const [first] = results.body.data;
    expect(first!.transcript.at(-1)).toMatch(/…$/);
    const one = await api.call<AgentRecord>(`/v1/simulations/${id}/results/agents/0`);
    expect(one.body.data).toEqual(first);
    expect((await api.call(`/v1/case-studies/${slug}`)).status).toBe(200);
  });
});

/** A definition with 3 outcomes and two attributes of 30 groups each. */
function withManyGroups(workflowId: string): WorkflowDefinition {
  const file = join(projectFolder, 'catalog/housing-satisfaction.json');
  const definition = JSON.parse(readFileSync(file, 'utf8')) as WorkflowDefinition;
  const categories = Array.from({ length: 30 }, (_, k) => ({ id: `g${k}`, label: `G${k}`, probability: 1 / 30 }));
  for (const id of ['first', 'second'])
    definition.population.attributes.push({ type: 'categorical', id, label: id, categories });
  return { ...definition, workflow_id: workflowId, version: '1.0.0' };
}

describe('an organization with many groups in two attributes', () => {
  itInFullLevel('cannot request a summary by groups with more than 2,000 groups times outcomes', async () => {
    const api = await newCaller();
    const slug = `groups-${randomUUID()}`;
    expect((await publishWorkflow(api, withManyGroups(slug))).status).toBe(201);
    const { id } = await simulate(api, { workflow_id: slug, agent_count: 50 });
    const summary = (groupBy: string) => api.call(`/v1/simulations/${id}/summary?group_by=${groupBy}`);
    expect((await summary('first')).status).toBe(200);
    const { status, body } = await summary('first,second');
    expect([status, body.error]).toEqual([400, 'validation_error']);
    const message = 'expected at most 2000 shares (groups times outcomes), received 2700: group by fewer attributes';
    expect(body.meta['issues']).toEqual([{ path: 'group_by', message }]);
  });
});

describe('an organization with very large summaries that an older release stored', () => {
  itInFullLevel('gets list pages of at most 4 MB, which have every simulation exactly once', async () => {
    const api = await newCaller();
    const created = await Promise.all(Array.from({ length: 12 }, () => createSimulation(api, { agent_count: 1 })));
    const ids = created.map(({ body }) => body.data.id);
    await Promise.all(ids.map((id) => finished(api, id)));
    // 1.5 MB for 8 of 12 simulations: labels of 2,000 characters, which Postgres compresses to almost nothing.
    await queryDatabase(
      'sandbox',
      `UPDATE simulations SET summary = jsonb_set(summary::jsonb, '{outcomes,0,label}', to_jsonb(repeat('l', 1500000)))::json WHERE id = ANY($1)`,
      [ids.filter((_, k) => k % 3 > 0)],
    );
    const found: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const { status, text, body } = await api.call<SimulationRecord[]>(`/v1/simulations?limit=10${query}`);
      expect(status).toBe(200);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxPageBytes);
      const meta = body.meta as unknown as PageMeta;
      expect(meta.returned).toBe(body.data.length);
      expect(meta.has_more).toBe(meta.next_cursor !== null);
      expect(body.data.length).toBeGreaterThan(0);
      found.push(...body.data.map(({ id }) => id));
      cursor = meta.next_cursor;
      pages += 1;
    } while (cursor !== null);
    expect(found.sort()).toEqual([...ids].sort());
    expect(pages).toBeGreaterThanOrEqual(4);
  });
});

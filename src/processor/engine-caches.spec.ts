import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Column } from '../../model/analyses.js';
import { baselineScenario } from '../../model/definition.js';
import { parseDefinition, peopleOf, simulate } from '../../model/simulate.js';
import run from './engine.thread.js';
import { PeopleCache, SharedDefinitions, ParsedDefinitions } from './engine-caches.js';
import { newControl, stopRequested } from './run-watch.js';
import { readBuiltInWorkflows } from '../workflows/built-in-workflows.js';

const read = (slug: string) =>
  parseDefinition(JSON.parse(readFileSync(join(import.meta.dirname, `../../catalog/${slug}.json`), 'utf8')));
const definition = read('swissmetro-mode-choice');
const scenario = { ...baselineScenario(definition), swissmetro_cost_factor: 0.8, swissmetro_airline_seats_share: 0.4 };

const columnsOf = (agents: number): Column[] => [
  { name: 'attribute.a', type: 'int32', values: new Int32Array(agents) },
];

describe('the cache of agents', () => {
  it.each([
    ['swissmetro-mode-choice', { swissmetro_cost_factor: 0.8, swissmetro_airline_seats_share: 0.4 }],
    ['hybrid-corn-network', { contacts_weight: 0.5 }],
  ])('A simulation of %s is the same with the agents of a larger simulation of another scenario', (slug, changes) => {
    const own = read(slug);
    const request = { definition: own, scenario: { ...baselineScenario(own), ...changes }, seed: 3, agentCount: 600 };
    const larger = simulate({ ...request, scenario: baselineScenario(own), agentCount: 800 });
    expect(simulate({ ...request, people: peopleOf(larger.columns) })).toEqual(simulate(request));
  });

  it('The engine thread returns the same file with and without agents in its cache, also after a canceled run', async () => {
    const task = (agentCount: number) => ({
      ...{
        definition: new SharedDefinitions().of({ digest: 'digest', definition }),
        scenario,
        seed: 4,
        agentCount,
        parameterDraws: undefined,
      },
      control: newControl(),
    });
    const canceled = task(500);
    Atomics.store(canceled.control, stopRequested, 1);
    expect(await run(canceled)).toMatchObject({ ok: false, code: 'simulation_canceled' });
    const fileOf = async (agentCount: number) => {
      const result = await run(task(agentCount));
      return result.ok && { agents: Buffer.from(result.agents ?? []).toString('base64'), digest: result.digest };
    };
    const [small, large] = [await fileOf(400), await fileOf(500)];
    expect(small).toBeTruthy();
    expect([await fileOf(400), await fileOf(500)]).toEqual([small, large]);
  });

  it('The cache stays below its maximum bytes, and removes the agents that were not used for the longest time', () => {
    const cache = new PeopleCache(10_000);
    const source = (seed: number) => ({ definitionDigest: 'digest', seed });
    cache.set(source(1), columnsOf(1_000));
    cache.set(source(2), columnsOf(1_000));
    expect(cache.get(source(1), 1_000)).toBeDefined();
    cache.set(source(3), columnsOf(1_000));
    expect([1, 2, 3].map((seed) => cache.get(source(seed), 1_000) !== undefined)).toEqual([true, false, true]);
    cache.set(source(4), columnsOf(3_000));
    expect(cache.get(source(4), 1)).toBeUndefined();
  });

  it('Agents are found for the same definition and seed only, and for at most their number', () => {
    const cache = new PeopleCache();
    cache.set({ definitionDigest: 'a', seed: 1 }, columnsOf(10));
    cache.set({ definitionDigest: 'a', seed: 1 }, columnsOf(5));
    expect(cache.get({ definitionDigest: 'a', seed: 1 }, 10)).toHaveLength(1);
    expect(cache.get({ definitionDigest: 'a', seed: 1 }, 11)).toBeUndefined();
    expect(cache.get({ definitionDigest: 'b', seed: 1 }, 10)).toBeUndefined();
    expect(cache.get({ definitionDigest: 'a', seed: 2 }, 10)).toBeUndefined();
  });
});

describe('SharedDefinitions', () => {
  const workflows = [...readBuiltInWorkflows().values()];

  it('A thread reads each built-in definition as it was sent', () => {
    const [shared, parsed] = [new SharedDefinitions(), new ParsedDefinitions()];
    for (const workflow of workflows) expect(parsed.of(shared.of(workflow))).toEqual(workflow.definition);
  });

  it('A definition is written and parsed once for each digest', () => {
    const [shared, parsed] = [new SharedDefinitions(), new ParsedDefinitions()];
    const [workflow, other] = workflows as [(typeof workflows)[number], (typeof workflows)[number]];
    const sent = shared.of(workflow);
    expect(shared.of(workflow)).toBe(sent);
    expect(parsed.of({ ...sent })).toBe(parsed.of(sent));
    expect(parsed.of(shared.of(other))).not.toBe(parsed.of(sent));
  });
});

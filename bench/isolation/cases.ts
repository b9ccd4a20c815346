import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';
import type { WorkflowDefinition } from '../../model/definition.js';
import type { AttackRequest } from './attack.thread.js';
import type { Organization } from './organization.js';

export interface Organizations {
  /** Paying organizations: the caller whose requests are measured, and those that load the service. */
  readonly caller: Organization;
  readonly customers: readonly [Organization, Organization, Organization];
  /** An organization on the plan without payment, for each round. */
  readonly free: readonly Organization[];
  /** A client without a credential. */
  readonly anonymous: Organization;
}

export const rounds = 3;

export interface Case {
  readonly name: string;
  /** Prepares the case. Returns the measured request, and the load of a round. */
  prepare(organizations: Organizations): Promise<{
    readonly measured: () => Promise<unknown>;
    readonly loadOf: (round: number) => readonly AttackRequest[];
  }>;
}

/** A small read of another organization. */
const smallRead =
  ({ caller }: Organizations) =>
  () =>
    caller.call('GET', '/v1/usage');

const wrongItems: Case = {
  name: '100 bodies of 250 kB with a list of wrong items',
  prepare(organizations) {
    // Shorter items let version 0.3.0 run out of memory.
    const body = { url: 'https://example.com', events: Array<string>(10_000).fill('wrong item of a list') };
    const request = organizations.customers[0].request('POST', '/v1/webhook-endpoints', { json: body });
    return Promise.resolve({ measured: smallRead(organizations), loadOf: () => [{ ...request, count: 100 }] });
  },
};

const slowCells: Case = {
  name: 'three tables of 190 kB for slow regular expressions, next to a table of 50 rows',
  prepare({ caller, customers }) {
    const text = `a,b\n1,2\n2,${'#'.repeat(190_000)}x\n`;
    const table = `a,b\n${Array.from({ length: 50 }, (_, row) => `${row},${row % 2}\n`).join('')}`;
    return Promise.resolve({
      measured: async () => {
        const { id } = await caller.upload(table);
        await caller.call('DELETE', `/v1/datasets/${id}`);
      },
      loadOf: () =>
        customers.map((customer) => ({
          ...customer.request('POST', '/v1/datasets', { text, type: 'text/csv' }),
          count: 1,
        })),
    });
  },
};

const elasticities: Case = {
  name: 'six elasticities, next to a summary',
  async prepare({ caller, customers: [customer] }) {
    const body = { workflow_id: 'swissmetro-mode-choice', agent_count: 10_000 };
    const simulate = async (organization: Organization) => {
      const { id } = await organization.call<{ id: string }>('POST', '/v1/simulations', { json: body });
      await organization.completed(`/v1/simulations/${id}`);
      return `/v1/simulations/${id}`;
    };
    const [own, other] = [await simulate(caller), await simulate(customer)];
    return {
      measured: () => caller.call('GET', `${own}/summary?group_by=purpose`),
      loadOf: () => [{ ...customer.request('GET', `${other}/elasticities`), count: 6 }],
    };
  },
};

const sharedFit: Case = {
  name: '18 anonymous readers of a shared fit',
  async prepare(organizations) {
    const { customers, anonymous } = organizations;
    const [owner] = customers;
    const rows = Array.from({ length: 800 }, (_, row) => {
      const offer = Math.floor(row / 2) % 2;
      return `${Math.floor(row / 2)},${offer ? 'offer' : 'none'},${row % 5 < 2 + offer ? 1 : 0}\n`;
    });
    const dataset = await owner.upload(`household,letter,gave\n${rows.join('')}`);
    // Comments of the longest spec.
    const spec = `title: Letters\nid: letters-of-donors\nformula: gave ~ letter\noutcome: { event: 1, label: Gives }\ngroup: household\nparameters:\n  letter: { randomized: true, compare: [none, offer] }\n${'# c\n'.repeat(12_000)}`;
    const json = { dataset_id: dataset.id, spec };
    const { id } = await owner.call<{ id: string }>('POST', '/v1/fits', { json });
    await owner.completed(`/v1/runs/${id}`);
    const link = await owner.call<{ url: string }>('POST', '/v1/share-links', { json: { run_id: id } });
    const token = /\/shared\/([^/]+)\/report$/.exec(link.url)![1]!;
    const request = anonymous.request('GET', `/v1/shared/${token}`);
    return { measured: smallRead(organizations), loadOf: () => [{ ...request, count: 18 }] };
  },
};

const largeRecord: Case = {
  name: '40 reads of a dataset record of 1.3 MB',
  async prepare(organizations) {
    const [customer] = organizations.customers;
    // Names of 100 characters, examples and histograms of 1,000 columns.
    const names = Array.from({ length: 1_000 }, (_, k) => `${'long_name_'.repeat(9)}_${k}`);
    const rows = Array.from({ length: 200 }, (_, row) =>
      names.map((_, k) => ((row + 1) * 1_234.567 + k / 7).toFixed(6)).join(),
    );
    const { id } = await customer.upload(`${names.join()}\n${rows.join('\n')}\n`);
    const request = customer.request('GET', `/v1/datasets/${id}`);
    return { measured: smallRead(organizations), loadOf: () => [{ ...request, count: 40 }] };
  },
};

const heavyDryRuns: Case = {
  name: 'nine heavy dry runs of a free organization, next to a publication of a paying one',
  prepare({ caller, free }) {
    const heavy = heavyDefinition();
    let published = 0;
    return Promise.resolve({
      measured: () => {
        const [workflow, version] = [Math.floor(published / 10), published++ % 10];
        const definition = { ...quickDefinition(), workflow_id: `published-${workflow}`, version: `1.${version}.0` };
        return caller.call('POST', '/v1/case-studies', { json: { definition } });
      },
      loadOf: (round) => [
        {
          ...free[round]!.request('POST', '/v1/case-studies', { json: { definition: heavy, dry_run: true } }),
          count: 9,
        },
      ],
    });
  },
};

export const cases: readonly Case[] = [wrongItems, slowCells, elasticities, sharedFit, largeRecord, heavyDryRuns];

const definitionOf = (file: string) =>
  JSON.parse(readFileSync(join(projectFolder, 'catalog', file), 'utf8')) as WorkflowDefinition;

/** With few questions, because a publication compares each with those of all workflows. */
function quickDefinition(): WorkflowDefinition {
  const definition = definitionOf('hiv-test-incentive.json');
  const { examples, not_for } = definition.routing;
  return { ...definition, version: '1.0.0', routing: { examples: examples.slice(0, 5), not_for: not_for.slice(0, 1) } };
}

/** Each agent has 100 periods, and each period evaluates 800 terms. */
function heavyDefinition(): unknown {
  const definition = definitionOf('unemployment-duration.json');
  const decision = definition.decision as WorkflowDefinition['decision'] & { family: 'hazard' };
  const [first] = decision.terms;
  const log = { state: 'period', transform: 'log' } as const;
  const terms = Array.from({ length: 800 }, (_, k) => ({ ...first!, id: `t${k}`, scale: 1e-9, factors: [log, log] }));
  const outcomes = decision.outcomes.map((outcome, k) =>
    k === decision.outcomes.length - 2 ? { ...outcome, until: 100 } : outcome,
  );
  const heavy = { ...decision, periods: 100, outcomes, terms: [...decision.terms, ...terms] };
  return { ...definition, workflow_id: 'heavy', version: '1.0.0', decision: heavy };
}

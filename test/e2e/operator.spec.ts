import { randomUUID } from 'node:crypto';
import { tiers } from '../../src/common/identity/tier.js';
import { Api } from '../support/api.js';
import type { BootstrapKey } from '../support/operator.js';
import { bootstrap, operator, runFile } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';

describe("the operator's command", () => {
  it('bootstrap --json prints exactly one object, with a key that works', async () => {
    const organization = `Acme ${randomUUID()}`;
    const { code, stdout, stderr } = await operator(
      'bootstrap',
      '--tier',
      'live',
      '--organization',
      organization,
      '--json',
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const object = JSON.parse(stdout) as Record<string, string>;
    expect(Object.keys(object)).toEqual(['key', 'key_id', 'organization_id', 'tier', 'plan_tier', 'scopes']);
    expect(object).toMatchObject({ tier: 'live', plan_tier: 'sandbox', scopes: ['*'] });
    expect(object['key']).toMatch(/^sk_live_[0-9a-f]{64}$/);
    const { status } = await createSimulation(new Api(runFile().url, object['key']), { agent_count: 1 });
    expect(status).toBe(202);
  });

  it('the same name is the same organization, also for four commands at once and in both tiers', async () => {
    const organization = `Twins ${randomUUID()}`;
    const keys = await Promise.all(
      Array.from({ length: 4 }, async (_, index) => {
        const tier = index % 2 ? 'live' : 'sandbox';
        const { stdout } = await operator('bootstrap', '--tier', tier, '--organization', organization, '--json');
        return JSON.parse(stdout) as BootstrapKey;
      }),
    );
    expect(new Set(keys.map(({ organization_id }) => organization_id)).size).toBe(1);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
  });

  it('set-plan changes the limits of the organization in both tiers', async () => {
    const organization = `Grows ${randomUUID()}`;
    const [sandbox, live] = await Promise.all(tiers.map((tier) => bootstrap({ organization, tier, plan: 'sandbox' })));
    const id = sandbox?.organization_id ?? '';
    const callers = [sandbox, live].map((key) => new Api(runFile().url, key?.key));
    const statuses = () =>
      Promise.all(callers.map(async (api) => (await createSimulation(api, { agent_count: 1_001 })).status));
    expect(await statuses()).toEqual([400, 400]);
    const { code, stdout } = await operator(
      'organization',
      'set-plan',
      '--organization',
      id,
      '--plan',
      'growth',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ organization_id: id, name: organization, plan_tier: 'growth' });
    expect(await statuses()).toEqual([202, 202]);
  });

  it.each([
    ['no tier', ['bootstrap', '--organization', 'x']],
    ['an unknown tier', ['bootstrap', '--tier', 'staging', '--organization', 'x']],
    ['no organization', ['bootstrap', '--tier', 'live']],
    ['an empty name', ['bootstrap', '--tier', 'live', '--organization', ' ']],
    ['an unknown plan', ['bootstrap', '--tier', 'live', '--organization', 'x', '--plan', 'gold']],
    ['an unknown option', ['bootstrap', '--tier', 'live', '--organization', 'x', '--force']],
    ['an unknown command', ['boot']],
  ])('%s: exit code 2, a line that says what is wrong, nothing on stdout', async (_, words) => {
    const { code, stdout, stderr } = await operator(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });

  it('an organization that does not exist: exit code 1 and one line', async () => {
    for (const id of [randomUUID(), 'nobody']) {
      const { code, stdout, stderr } = await operator(
        'organization',
        'set-plan',
        '--organization',
        id,
        '--plan',
        'growth',
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`There is no organization with the id ${id}.\n`);
    }
  });

  it('--help teaches: what it does, every option, an example', async () => {
    const { code, stdout } = await operator('bootstrap', '--help');
    expect(code).toBe(0);
    for (const word of ['--tier', '--organization', '--plan', '--json', 'Example']) expect(stdout).toContain(word);
  });

  it('without a running instance: exit code 1 and the setting that is missing', async () => {
    const { runCli } = await import('../support/operator.js');
    const words = ['bootstrap', '--tier', 'live', '--organization', 'x'];
    const { code, stderr } = await runCli(words, { SVC_DATA_DIR: '/nonexistent/data' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^SANDBOX_DATABASE_URL: is not set.*npm start\n$/);
  });
});

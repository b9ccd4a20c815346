import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiers } from '../../src/common/identity/caller.js';
import { queryDatabase } from '../support/auth-service.js';
import { runCommand } from '../support/commands.js';
import { testDefinition } from '../support/definitions.js';
import { describeInFullLevel, isFull, itInFullLevel } from '../support/full-level.js';
import { runCli, type BootstrapKey, type CommandResult } from '../support/operator.js';
import { runSharedCommand, runSharedCommands } from '../support/shared-commands.js';
import {
  bootstrap,
  runFile,
  runOperatorCli,
  sharedDataDir,
  sharedClient,
  newCaller,
} from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';

describe('the operator CLI', () => {
  it('bootstrap --json prints exactly one JSON object, with a working key', async () => {
    const organization = `Acme ${randomUUID()}`;
    const { code, stdout, stderr } = await runOperatorCli(
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
    const { status } = await createSimulation(sharedClient(object['key']), { agent_count: 1 });
    expect(status).toBe(202);
  });

  it('set-plan changes the limits of an organization, by its name, in both tiers, and list shows the plan', async () => {
    const organization = `Grows ${randomUUID()}`;
    const [sandbox, live] = await Promise.all(tiers.map((tier) => bootstrap({ organization, tier, plan: 'sandbox' })));
    const id = sandbox?.organization_id ?? '';
    const callers = [sandbox, live].map((key) => sharedClient(key?.key));
    const statuses = () =>
      Promise.all(callers.map(async (api) => (await createSimulation(api, { agent_count: 1_001 })).status));
    expect(await statuses()).toEqual([400, 400]);
    const { code, stdout } = await runSharedCommand(
      'organization',
      'set-plan',
      '--organization',
      organization,
      '--plan',
      'growth',
      '--json',
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ organization_id: id, name: organization, plan_tier: 'growth' });
    expect(await statuses()).toEqual([202, 202]);
    const { stdout: text } = await runSharedCommand('organization', 'list');
    expect(text).toContain(`${id}  growth   verified    ${organization}\n`);
  });

  it('set-plan for a name that two customers chose lists their ids and changes nothing', async () => {
    const [name, ids] = [`Twins ${randomUUID()}`, [randomUUID(), randomUUID()]];
    for (const id of ids)
      await queryDatabase('live', `INSERT INTO organizations (id, name, plan_tier) VALUES ($1, $2, 'sandbox')`, [
        id,
        name,
      ]);
    const { code, stderr } = await runSharedCommand(
      ...['organization', 'set-plan', '--organization', name, '--plan', 'growth'],
    );
    expect(code).toBe(1);
    for (const id of ids) expect(stderr).toContain(id);
    const rows = await queryDatabase('live', 'SELECT DISTINCT plan_tier FROM organizations WHERE name = $1', [name]);
    expect(rows).toEqual([{ plan_tier: 'sandbox' }]);
  });

  it('A command line without a tier exits with code 2, an error line and no standard output', async () => {
    const { code, stdout, stderr } = await (isFull ? runOperatorCli : runSharedCommand)(
      'bootstrap',
      '--organization',
      'x',
    );
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });

  it.each([
    ['an unknown tier', ['bootstrap', '--tier', 'staging', '--organization', 'x']],
    ['no organization', ['bootstrap', '--tier', 'live']],
    ['an empty name', ['bootstrap', '--tier', 'live', '--organization', ' ']],
    ['an unknown plan', ['bootstrap', '--tier', 'live', '--organization', 'x', '--plan', 'gold']],
    ['an unknown option', ['bootstrap', '--tier', 'live', '--organization', 'x', '--force']],
    ['an unknown command', ['boot']],
    ['a publication without a target', ['workflow', 'promote', 'x.json']],
    ['a deprecation with two targets', ['workflow', 'deprecate', 'x', '--public', '--organization', 'x']],
  ])('A command line with %s exits with code 2, an error line and no standard output', async (_, args) => {
    const { code, stdout, stderr } = await runSharedCommand(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^error: /);
  });

  it('set-plan for an unknown organization exits with code 1 and one error line', async () => {
    for (const id of [randomUUID(), 'unknown']) {
      const { code, stdout, stderr } = await runSharedCommand(
        'organization',
        'set-plan',
        '--organization',
        id,
        '--plan',
        'growth',
      );
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`No organization has the name or id ${id}.\n`);
    }
  });

  it('A command for one tier works while the other tier’s database is unavailable, and a command for both tiers fails', async () => {
    const unavailable = {
      SANDBOX_DATABASE_URL: 'postgresql://unknown@127.0.0.1:1/unavailable',
      SVC_DATA_DIR: sharedDataDir(),
    };
    const stores = { LIVE_DATABASE_URL: runFile().live_database_url, REDIS_URL: runFile().redis_url };
    const runWithout = (...args: string[]) => runCommand(args, { ...unavailable, ...stores });
    const live = await runWithout('queue', 'status', '--tier', 'live');
    const log = await runWithout('audit', '--tier', 'live', '--limit', '1');
    const both = await runWithout('queue', 'status');
    expect([live, log]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(both).toMatchObject({ code: 1, stderr: expect.stringContaining('SANDBOX_DATABASE_URL') as string });
  });

  it('bootstrap --help lists the main options and an example', async () => {
    const { code, stdout } = await runSharedCommand('bootstrap', '--help');
    expect(code).toBe(0);
    for (const word of ['--tier', '--organization', '--plan', '--json', 'Example']) expect(stdout).toContain(word);
  });

  it('A command without a running instance exits with code 1 and names the missing setting', async () => {
    const args = ['bootstrap', '--tier', 'live', '--organization', 'x'];
    const { code, stderr } = await (isFull ? runCli : runCommand)(args, { SVC_DATA_DIR: '/nonexistent/data' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^SANDBOX_DATABASE_URL: is not set.*npm start\n$/);
  });

  itInFullLevel(
    'Four concurrent bootstrap commands with one organization name, in both tiers, create one organization and four keys',
    async () => {
      const organization = `Twins ${randomUUID()}`;
      const bootstrapIn = (tier: string) => ['bootstrap', '--tier', tier, '--organization', organization, '--json'];
      const { stdout } = await runSharedCommands([...tiers, ...tiers].map(bootstrapIn));
      const keys = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as BootstrapKey);
      expect(new Set(keys.map(({ organization_id }) => organization_id)).size).toBe(1);
      expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
    },
  );

  // `promote` checks the definition in a thread, which only a process of the build can start.
  describeInFullLevel('workflow promote and deprecate', () => {
    let folder: string;
    beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'promoted-'))));
    afterAll(() => rmSync(folder, { recursive: true }));

    const outputOf = ({ code, stdout, stderr }: CommandResult) => ({ code, stderr, ...(JSON.parse(stdout) as object) });
    const writeDefinition = (definition: object) => {
      const file = join(folder, `${randomUUID()}.json`);
      writeFileSync(file, JSON.stringify(definition));
      return file;
    };

    it('Publishing and deprecating a public workflow takes effect in both tiers immediately and is in both audit logs', async () => {
      const slug = `promoted-${randomUUID()}`;
      const callers = await Promise.all(tiers.map((tier) => newCaller({ tier })));
      const tryAll = () =>
        Promise.all(callers.map((api) => createSimulation(api, { workflow_id: slug, agent_count: 10 })));
      const file = writeDefinition(testDefinition(slug));
      const inBothTiers = (more: object) => tiers.map((tier) => expect.objectContaining({ tier, ...more }) as object);
      const done = outputOf(await runOperatorCli('workflow', 'promote', file, '--public', '--json'));
      expect(done).toMatchObject({ code: 0, stderr: '', workflow_id: slug, tiers: inBothTiers({ is_new: true }) });
      expect((await tryAll()).map(({ status }) => status)).toEqual([202, 202]);
      const withdrawn = outputOf(await runSharedCommand('workflow', 'deprecate', slug, '--public', '--json'));
      expect(withdrawn).toMatchObject({ code: 0, tiers: inBothTiers({ version: '1.0.0' }) });
      expect((await tryAll()).map(({ body }) => body.error)).toEqual(['invalid_workflow', 'invalid_workflow']);
      for (const tier of tiers) {
        const statement =
          'SELECT action, organization_id, actor_kind FROM audit_entries WHERE subject = $1 ORDER BY id';
        const entries = await queryDatabase(tier, statement, [slug]);
        const by = { organization_id: null, actor_kind: 'operator' };
        expect(entries).toEqual([
          { action: 'workflow.published', ...by },
          { action: 'workflow.deprecated', ...by },
        ]);
      }
    });

    it('Only its organization sees a private workflow, and a dry run publishes nothing', async () => {
      const organization = `Promotes ${randomUUID()}`;
      const api = await newCaller({ organization });
      const slug = `promoted-${randomUUID()}`;
      const args = ['workflow', 'promote', writeDefinition(testDefinition(slug)), '--organization', organization];
      expect((await runOperatorCli(...args, '--dry-run')).code).toBe(0);
      expect((await api.call(`/v1/case-studies/${slug}`)).status).toBe(404);
      expect((await runOperatorCli(...args, '--tier', 'sandbox')).code).toBe(0);
      expect((await api.call(`/v1/case-studies/${slug}`)).status).toBe(200);
      expect((await (await newCaller()).call(`/v1/case-studies/${slug}`)).status).toBe(404);
    });

    it('workflow promote exits with code 1 and lists the invalid fields of a rejected definition', async () => {
      const file = writeDefinition(testDefinition('refused', { version: '01.0.0' }));
      const { code, stdout, stderr } = await runOperatorCli('workflow', 'promote', file, '--public');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/: invalid_definition\n.*\nversion: /);
    });
  });
});

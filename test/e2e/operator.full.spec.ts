import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tiers } from '../../src/common/identity/caller.js';
import { queryDatabase } from '../support/auth-service.js';
import { testDefinition } from '../support/definitions.js';
import type { BootstrapKey, CommandResult } from '../support/operator.js';
import { runSharedCommand, runSharedCommands } from '../support/shared-commands.js';
import { newCaller, runOperatorCli } from '../support/shared-service.js';
import { createSimulation } from '../support/simulations.js';

describe('the operator CLI', () => {
  it('Four concurrent bootstrap commands with one organization name, in both tiers, create one organization and four keys', async () => {
    const organization = `Twins ${randomUUID()}`;
    const bootstrapIn = (tier: string) => ['bootstrap', '--tier', tier, '--organization', organization, '--json'];
    const { stdout } = await runSharedCommands([...tiers, ...tiers].map(bootstrapIn));
    const keys = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as BootstrapKey);
    expect(new Set(keys.map(({ organization_id }) => organization_id)).size).toBe(1);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(4);
  });

  // `promote` checks the definition in a thread, which only a process of the build can start.
  describe('workflow promote and deprecate', () => {
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

import { newId } from '../../src/common/crypto.js';
import type { Caller } from '../../src/common/identity/caller.js';
import { definitionDigest, type WorkflowDefinition } from '../../model/definition.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { toJson } from '../../src/platform/database/sql.js';
import { BuiltInPublisher, unavailableBuiltIns } from '../../src/workflows/built-in-publisher.service.js';
import { versionParts } from '../../src/workflows/published-versions.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import { testCaller } from '../support/caller.js';
import { startStores, type Stores } from '../support/stores.js';

const slug = 'hiv-test-incentive';

describe('the workflow catalog', () => {
  let stores: Stores;
  let databases: Databases;
  let catalog: WorkflowCatalog;
  let caller: Caller;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    catalog = new WorkflowCatalog(databases);
    await Promise.all(Array.from({ length: 5 }, () => new BuiltInPublisher(databases, catalog).onModuleInit()));
    const organizationId = newId();
    await db().organization.create({ data: { id: organizationId, name: 'Catalog', planTier: 'growth' } });
    caller = testCaller(organizationId, 'growth');
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });
  beforeEach(async () => {
    await db().workflowVersion.deleteMany({ where: { builtIn: false } });
    await db().workflowVersion.updateMany({ data: { deprecatedAt: null } });
  });

  const db = () => databases.for('sandbox');
  const builtIn = () => catalog.builtIn().find(({ definition }) => definition.workflow_id === slug)!;
  const published = async (workflowId = slug) => (await catalog.published(caller, workflowId))?.definition;

  async function write(changes: Partial<WorkflowDefinition>, row: { organizationId?: string; builtIn?: boolean } = {}) {
    const definition = { ...builtIn().definition, ...changes };
    const digest = definitionDigest(definition);
    await db().workflowDefinition.createMany({
      data: { digest, definition: toJson(definition) },
      skipDuplicates: true,
    });
    const { workflow_id: workflowId, version } = definition;
    const versionRow = { id: newId(), workflowId, version, versionParts: versionParts(version) };
    await db().workflowVersion.create({ data: { ...versionRow, definitionDigest: digest, entry: {}, ...row } });
    return digest;
  }

  const unavailable = () => unavailableBuiltIns(databases.sql('sandbox'), catalog.builtIn());

  it('Concurrent processes write the built-in workflows of a release once', async () => {
    expect(await db().workflowVersion.count({ where: { builtIn: true } })).toBe(catalog.builtIn().length);
    expect(await db().workflowDefinition.count({ where: { digest: builtIn().digest } })).toBe(1);
    expect(await published()).toBe(builtIn().definition);
  });

  it('The catalog compares versions numerically and publishes the highest', async () => {
    await write({ version: '2.9.0' });
    await write({ version: '2.10.0' });
    expect(await published()).toMatchObject({ version: '2.10.0' });
  });

  it('Private workflows are visible only to their organization and tier and take precedence over public ones', async () => {
    const organizationId = caller.organizationId;
    await write({ version: '3.0.0' });
    await write({ version: '2.5.0' }, { organizationId });
    await write({ workflow_id: 'private-workflow' }, { organizationId });
    expect(await published()).toMatchObject({ version: '2.5.0' });
    expect(await published('private-workflow')).toBeDefined();
    const otherCaller = { ...caller, organizationId: newId() };
    expect(await catalog.published(otherCaller, 'private-workflow')).toBeUndefined();
    expect((await catalog.published(otherCaller, slug))?.definition.version).toBe('3.0.0');
    expect(await catalog.published({ ...caller, tier: 'live' }, 'private-workflow')).toBeUndefined();
  });

  it('Deprecating a workflow, even a built-in one, takes effect with the next read', async () => {
    await db().workflowVersion.updateMany({ where: { workflowId: slug }, data: { deprecatedAt: new Date() } });
    expect(await published()).toBeUndefined();
    expect(await catalog.latest(caller, slug)).toMatchObject({ version: builtIn().definition.version });
    expect(await unavailable()).toEqual([slug]);
    await write({ version: '9.0.0' });
    expect(await unavailable()).toEqual([]);
  });

  it('A process uses the built-in definitions of its own release, not those of another release', async () => {
    await write({ version: '7.0.0' }, { builtIn: true });
    expect(await published()).toBe(builtIn().definition);
    await db().workflowVersion.deleteMany({ where: { version: '7.0.0' } });
  });

  it('A built-in definition of an earlier release can be found by its digest', async () => {
    const digest = await write({ version: '0.9.0' }, { builtIn: true });
    const { definition } = (await new WorkflowCatalog(databases).withDigest('sandbox', digest))!;
    expect(definitionDigest(definition)).toBe(digest);
    expect(await catalog.withDigest('sandbox', 'f'.repeat(64))).toBeUndefined();
  });
});

import { newId } from '../../src/common/ids.js';
import type { Caller } from '../../src/common/identity/caller.js';
import { definitionDigest, type WorkflowDefinition } from '../../src/engine/index.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { toJson } from '../../src/platform/database/json.js';
import { BuiltInPublisher } from '../../src/workflows/built-in-publisher.service.js';
import { versionParts } from '../../src/workflows/workflow-version.js';
import { WorkflowCatalog } from '../../src/workflows/workflow-catalog.service.js';
import { testCaller } from '../support/caller.js';
import { startStores, type Stores } from '../support/stores.js';

const slug = 'hiv-test-incentive';

describe('the catalog of a process', () => {
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
    const named = { id: newId(), workflowId, version, versionParts: versionParts(version) };
    await db().workflowVersion.create({ data: { ...named, definitionDigest: digest, entry: {}, ...row } });
    return digest;
  }

  it('writes what the release comes with once, however many processes start at once', async () => {
    expect(await db().workflowVersion.count({ where: { builtIn: true } })).toBe(catalog.builtIn().length);
    expect(await db().workflowDefinition.count({ where: { digest: builtIn().digest } })).toBe(1);
    expect(await published()).toBe(builtIn().definition);
  });

  it('runs the highest version by number, not by letters', async () => {
    await write({ version: '1.9.0' });
    await write({ version: '1.10.0' });
    expect(await published()).toMatchObject({ version: '1.10.0' });
  });

  it('shows what one organization has to that one alone, and before what everybody has', async () => {
    const organizationId = caller.organizationId;
    await write({ version: '2.0.0' });
    await write({ version: '1.5.0' }, { organizationId });
    await write({ workflow_id: 'ours' }, { organizationId });
    expect(await published()).toMatchObject({ version: '1.5.0' });
    expect(await published('ours')).toBeDefined();
    const stranger = { ...caller, organizationId: newId() };
    expect(await catalog.published(stranger, 'ours')).toBeUndefined();
    expect((await catalog.published(stranger, slug))?.definition.version).toBe('2.0.0');
    expect(await catalog.published({ ...caller, tier: 'live' }, 'ours')).toBeUndefined();
  });

  it('runs nothing that is deprecated from the next question on, of what came with the release either', async () => {
    await db().workflowVersion.updateMany({ where: { workflowId: slug }, data: { deprecatedAt: new Date() } });
    expect(await published()).toBeUndefined();
    expect(await catalog.latest(caller, slug)).toMatchObject({ version: builtIn().definition.version });
  });

  it('goes by the files of its own release, whatever another release wrote', async () => {
    await write({ version: '7.0.0' }, { builtIn: true });
    expect(await published()).toBe(builtIn().definition);
    await db().workflowVersion.deleteMany({ where: { version: '7.0.0' } });
  });

  it('finds a definition under its digest when the release that came with it is gone', async () => {
    const digest = await write({ version: '0.9.0' }, { builtIn: true });
    const { definition } = (await new WorkflowCatalog(databases).withDigest('sandbox', digest))!;
    expect(definitionDigest(definition)).toBe(digest);
    expect(await catalog.withDigest('sandbox', 'f'.repeat(64))).toBeUndefined();
  });
});

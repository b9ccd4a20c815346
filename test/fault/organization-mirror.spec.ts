import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { projectFolder } from '../support/operator.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';

describe('the mirror of an organization in the sandbox database', () => {
  let bed: TestBed;
  let proxy: PostgresProxy;

  beforeAll(async () => {
    bed = await TestBed.start();
    proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
  });
  afterAll(async () => {
    await bed.stop();
    await proxy.stop();
  });

  /** Runs a command that is killed -9 when it begins to write the mirror, after the live row has been committed. */
  async function killedBeforeMirror(words: string[]): Promise<void> {
    const env = { ...bed.environment(), SANDBOX_DATABASE_URL: proxy.url };
    const command = spawn(process.execPath, ['dist/src/cli.js', ...words], {
      cwd: projectFolder,
      env,
      stdio: 'ignore',
    });
    proxy.setBreakpoint({
      statement: 'INSERT INTO organizations',
      moment: 'before',
      action: () => command.kill('SIGKILL'),
    });
    const [, signal] = (await once(command, 'exit')) as [number | null, string | null];
    expect({ signal, ...proxy.clearBreakpoint() }).toMatchObject({ signal: 'SIGKILL', sprung: true });
  }

  async function planIn(url: string, name: string): Promise<string | undefined> {
    const query = 'SELECT plan_tier FROM organizations WHERE name = $1';
    return (await sqlOf(url)<{ plan_tier: string }>(query, [name]))[0]?.plan_tier;
  }

  const mirrored = (name: string, plan: string) =>
    waitUntil(`the mirror of ${name} is on plan ${plan}`, async () => {
      return (await planIn(bed.servers.sandboxDatabaseUrl, name)) === plan;
    });

  it('heals after a crash between the two writes, of a new organization and of a changed one', async () => {
    const { sandboxDatabaseUrl, liveDatabaseUrl } = bed.servers;
    const bootstrap = ['bootstrap', '--tier', 'live', '--organization', 'Heals'];
    await killedBeforeMirror(bootstrap);
    expect(await planIn(liveDatabaseUrl, 'Heals')).toBe('sandbox');
    expect(await planIn(sandboxDatabaseUrl, 'Heals')).toBeUndefined();
    const worker = await bed.startWorker();
    await mirrored('Heals', 'sandbox');
    await bed.kill(worker);

    await killedBeforeMirror([...bootstrap, '--plan', 'growth']);
    expect(await planIn(liveDatabaseUrl, 'Heals')).toBe('growth');
    expect(await planIn(sandboxDatabaseUrl, 'Heals')).toBe('sandbox');
    await bed.startWorker();
    await mirrored('Heals', 'growth');
  });

  it('comes about behind any number of messages that can never be handed on', async () => {
    const sql = sqlOf(bed.servers.liveDatabaseUrl);
    await sql(`
      INSERT INTO outbox_messages (kind, payload)
      SELECT 'organization.changed', '{"organization_id": "nobody"}' FROM generate_series(1, 250)`);
    await killedBeforeMirror(['bootstrap', '--tier', 'live', '--organization', 'Behind']);
    await mirrored('Behind', 'sandbox');
    const left = () => sql<{ payload: object }>('SELECT payload FROM outbox_messages');
    await waitUntil('its message is done', async () => (await left()).length === 250);
    expect(new Set((await left()).map(({ payload }) => JSON.stringify(payload)))).toEqual(
      new Set(['{"organization_id":"nobody"}']),
    );
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bootstrapKey } from '../support/bootstrap-key.js';
import { projectFolder } from '../support/operator.js';
import { PostgresProxy } from '../support/postgres-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';

describe('organization mirrors', () => {
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

  /** Runs a command and kills it with SIGKILL when it starts to write the mirror, after the commit of the live row. */
  async function killBeforeMirror(args: string[]): Promise<void> {
    const env = { ...bed.environment(), SANDBOX_DATABASE_URL: proxy.url };
    const command = spawn(process.execPath, ['dist/app/cli.js', ...args], {
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
    expect({ signal, ...proxy.clearBreakpoint() }).toMatchObject({ signal: 'SIGKILL', wasReached: true });
  }

  async function planIn(url: string, name: string): Promise<string | undefined> {
    const query = 'SELECT plan_tier FROM organizations WHERE name = $1';
    return (await sqlOf(url)<{ plan_tier: string }>(query, [name]))[0]?.plan_tier;
  }

  it('The outbox completes the mirror of a new or changed organization after a crash between the two writes, even after 250 messages that can never be processed', async () => {
    const { sandboxDatabaseUrl, liveDatabaseUrl } = bed.servers;
    const bootstrap = (name: string) => ['bootstrap', '--tier', 'live', '--organization', name];
    await bootstrapKey(bed.servers, { tier: 'live', plan: 'sandbox', organization: 'Changed' });
    const sql = sqlOf(liveDatabaseUrl);
    await sql(`
      INSERT INTO outbox_messages (kind, payload)
      SELECT 'organization.changed', '{"organization_id": "unknown"}' FROM generate_series(1, 250)`);
    await killBeforeMirror(bootstrap('New'));
    await killBeforeMirror([...bootstrap('Changed'), '--plan', 'growth']);
    const plansIn = (url: string) => Promise.all(['New', 'Changed'].map((name) => planIn(url, name)));
    expect(await plansIn(liveDatabaseUrl)).toEqual(['sandbox', 'growth']);
    expect(await plansIn(sandboxDatabaseUrl)).toEqual([undefined, 'sandbox']);
    await bed.startWorker();
    await waitUntil('both are mirrored', async () => (await plansIn(sandboxDatabaseUrl)).join() === 'sandbox,growth');
    const messages = () => sql<{ payload: object }>('SELECT payload FROM outbox_messages');
    await waitUntil('the valid messages are processed', async () => (await messages()).length === 250);
    expect(new Set((await messages()).map(({ payload }) => JSON.stringify(payload)))).toEqual(
      new Set(['{"organization_id":"unknown"}']),
    );
  });
});

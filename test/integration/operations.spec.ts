import { randomUUID } from 'node:crypto';
import { securityEvents } from '../../src/platform/logging/security-events.js';
import { ApiClient } from '../support/api-client.js';
import { runCommand } from '../support/commands.js';
import { runJsonCommand } from '../support/json-command.js';
import { callerWithScopes } from '../support/keys.js';
import { MailServer } from '../support/mail-server.js';
import { TestBed } from '../support/test-bed.js';
import { createSimulation } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { createEndpoint, listDeliveries, sendTestEvent } from '../support/webhooks.js';

describe('operator tasks', () => {
  let bed: TestBed;
  let url: string;
  let receiver: WebhookReceiver;
  let mail: MailServer;
  let api: ApiClient;
  let count = 0;

  beforeAll(async () => {
    [receiver, mail] = await Promise.all([WebhookReceiver.start(), MailServer.start()]);
    bed = await TestBed.start({
      SMTP_URL: mail.url,
      SVC_ALLOW_PRIVATE_WEBHOOKS: '1',
      SVC_WEBHOOK_RETRY_SCHEDULE: '0,0.1',
    });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(async () => {
    await bed.stop();
    await Promise.all([receiver.stop(), mail.stop()]);
  });
  beforeEach(async () => (api = await bed.newCaller(url, `Operations ${++count}`)));

  const liveSql = (text: string, values: unknown[]) => sqlOf(bed.servers.liveDatabaseUrl)(text, values);
  const cli = (...args: string[]) => runJsonCommand(bed, args);
  const organizationOf = async (client: ApiClient) =>
    (await client.call<{ organization_id: string }>('/v1/auth/me')).body.data.organization_id;

  it('A command of an operator leaves an event in the log of a worker, without names', async () => {
    await cli('bootstrap', '--tier', 'sandbox', '--organization', 'Secret Plans', '--plan', 'growth');
    const started = () => bed.logLines().filter(({ event }) => event === 'operator.command');
    await waitUntil('the worker logs the command', () => started().length > 0);
    expect(started()).toEqual([
      expect.objectContaining({
        logger: 'security',
        process: 'worker',
        command: 'bootstrap',
        options: { tier: 'sandbox', plan: 'growth', json: true },
        operator: expect.stringMatching(/.@./) as string,
      }),
    ]);
    expect(Object.keys(started()[0] ?? {})).toEqual(
      expect.arrayContaining(Object.keys(securityEvents['operator.command'].fields)),
    );
  });

  it('The commands doctor and migrate leave an event like other commands', async () => {
    expect((await runCommand(['migrate'], bed.environment())).code).toBe(0);
    // The exit code depends on the machine: it is a failure if a check finds a problem.
    await runCommand(['doctor', '--json'], bed.environment());
    const logged = (command: string) =>
      bed.logLines().filter((line) => line['event'] === 'operator.command' && line['command'] === command);
    for (const [command, options] of [
      ['migrate', {}],
      ['doctor', { json: true }],
    ] as const) {
      await waitUntil(`the worker logs ${command}`, () => logged(command).length > 0);
      expect(logged(command)).toMatchObject([{ options, operator: expect.stringMatching(/.@./) as string }]);
    }
  });

  it('Users with verified addresses get an email that identifies a leaked key, and users with unverified addresses do not', async () => {
    const organizationId = await organizationOf(api);
    const [owner, unverified] = [`owner-${randomUUID()}@example.com`, `unverified-${randomUUID()}@example.com`];
    await liveSql(
      `INSERT INTO users (id, organization_id, email, name, email_verified_at)
       VALUES (gen_random_uuid(), $1, $2, 'Owner', now()), (gen_random_uuid(), $1, $3, 'Unverified', NULL)`,
      [organizationId, owner, unverified],
    );
    const { key = '', keyId } = await callerWithScopes(api, ['keys:read'], { name: 'Night <job>' });
    expect((await new ApiClient(url).post('/v1/leaked-keys', { key })).status).toBe(200);
    await waitUntil('the owner is notified', () => mail.mailsTo(owner).length > 0);
    const [notification] = mail.mailsTo(owner);
    for (const text of [keyId, 'Night <job>', `${key.slice(0, 12)}…${key.slice(-4)}`, 'sandbox tier'])
      expect(notification?.text).toContain(text);
    expect(notification?.html).toContain('Night &lt;job&gt;');
    expect(`${notification?.text}${notification?.html}`).not.toContain(key.slice(12, -4));
    expect(mail.mailsTo(unverified)).toEqual([]);
  });

  it('The CLI redelivers one failed delivery, or all failed deliveries of an organization since a time', async () => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const [path, own] = [`/hooks/${count}`, `/hooks/${count}/own`];
    receiver.behaviors[path] = receiver.behaviors[own] = { status: 500 };
    const hook = await createEndpoint(api, { url: receiver.url(path) });
    const disabled = await createEndpoint(api, { url: receiver.url(path), enabled: false });
    await createSimulation(api, { agent_count: 1, webhook_url: receiver.url(own) });
    const one = await sendTestEvent(api, hook.id);
    const statuses = async () => (await listDeliveries(api)).map(({ status }) => status);
    await waitUntil('both have failed', async () => (await statuses()).join() === 'failed,failed');
    receiver.behaviors[path] = receiver.behaviors[own] = { status: 204 };
    const redeliver = (...args: string[]) => cli('webhooks', 'redeliver', '--tier', 'sandbox', ...args);
    expect(await redeliver('--delivery', one)).toEqual({ redelivered: 1, disabled: [] });
    await waitUntil('the delivery has succeeded', async () => (await statuses()).includes('succeeded'));
    expect(receiver.receivedAt(own)).toHaveLength(2);
    const all = await redeliver('--organization', await organizationOf(api), '--since', since);
    expect(all).toEqual({ redelivered: 1, disabled: [disabled.id] });
    await waitUntil('all deliveries have succeeded', async () => (await statuses()).join() === 'succeeded,succeeded');
    expect(new Set(receiver.receivedAt(own).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const { code, stderr } = await runCommand(
      ['webhooks', 'redeliver', '--tier', 'live', '--delivery', one],
      bed.environment(),
    );
    expect({ code, stderr }).toEqual({ code: 1, stderr: `No delivery in the live tier has the id ${one}.\n` });
  });
});

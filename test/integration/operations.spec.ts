import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Tier } from '../../src/common/identity/tier.js';
import { Api } from '../support/api.js';
import { callerWith } from '../support/keys.js';
import { MailServer } from '../support/mail-server.js';
import { TestBed } from '../support/processes.js';
import { until } from '../support/until.js';

describe('operations', () => {
  let bed: TestBed;
  let url: string;
  let mail: MailServer;
  let api: Api;
  let count = 0;

  beforeAll(async () => {
    mail = await MailServer.start();
    bed = await TestBed.start({ SMTP_URL: mail.url });
    [{ url }] = await Promise.all([bed.startApi(), bed.startWorker()]);
  });
  afterAll(async () => {
    await bed.stop();
    await mail.stop();
  });
  beforeEach(async () => (api = await bed.newCaller(url, `Operations ${++count}`)));

  const sql = async <Row extends pg.QueryResultRow>(tier: Tier, text: string, values: unknown[] = []) => {
    const { sandboxDatabaseUrl, liveDatabaseUrl } = bed.servers;
    const db = new pg.Client({ connectionString: tier === 'live' ? liveDatabaseUrl : sandboxDatabaseUrl });
    await db.connect();
    try {
      return (await db.query<Row>(text, values)).rows;
    } finally {
      await db.end();
    }
  };
  const organizationOf = async ({ url: at, key }: Api) =>
    (await new Api(at, key).call<{ organization_id: string }>('/v1/auth/me')).body.data.organization_id;

  it('the owners of a leaked key are told by mail which one it was; who never proved their address is not', async () => {
    const organizationId = await organizationOf(api);
    const [owner, stranger] = [`owner-${randomUUID()}@example.com`, `stranger-${randomUUID()}@example.com`];
    await sql(
      'live',
      `INSERT INTO users (id, organization_id, email, name, email_verified_at)
       VALUES (gen_random_uuid(), $1, $2, 'Owner', now()), (gen_random_uuid(), $1, $3, 'Stranger', NULL)`,
      [organizationId, owner, stranger],
    );
    const { key = '', keyId } = await callerWith(api, ['keys:read'], { name: 'Night <job>' });
    expect((await new Api(url).post('/v1/leaked-keys', { key })).status).toBe(200);
    await until('the owner is told', () => mail.mailsTo(owner).length > 0);
    const [told] = mail.mailsTo(owner);
    for (const word of [keyId, 'Night <job>', `${key.slice(0, 12)}…${key.slice(-4)}`, 'sandbox tier'])
      expect(told?.text).toContain(word);
    expect(told?.html).toContain('Night &lt;job&gt;');
    expect(`${told?.text}${told?.html}`).not.toContain(key.slice(12, -4));
    expect(mail.mailsTo(stranger)).toEqual([]);
  });
});

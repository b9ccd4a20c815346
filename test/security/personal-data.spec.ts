import type { Erasure, PersonalDataExport } from '../../src/personal-data/personal-data.service.js';
import { personalTables } from '../../src/personal-data/personal-tables.js';
import { AuthService, queryDatabase } from '../support/auth-service.js';
import { itInFullLevel } from '../support/full-level.js';
import { MembersClient } from '../support/members.js';
import { datasetRowsOf, newPerson, redisContains, tablesWith, withPersonalData } from '../support/personal-data.js';
import { runSharedCommand } from '../support/shared-commands.js';

describe('personal data', () => {
  let service: AuthService;
  beforeAll(async () => (service = await AuthService.shared()));

  it('An export contains every row of both databases with the address or the id of the user, and no secret', async () => {
    const { email, userId, cookie } = await newPerson(service, { publishes: true });
    const { code, stdout } = await runSharedCommand('person', 'export', email.toUpperCase());
    expect(code).toBe(0);
    const exported = JSON.parse(stdout) as PersonalDataExport;
    const tables = Object.entries(exported.databases).flatMap(([tier, rows]) =>
      Object.entries(rows).flatMap(([table, found]) => (found.length > 0 ? [`${tier}.${table}`] : [])),
    );
    const stored = [...(await tablesWith(email)), ...(await tablesWith(userId))];
    expect(tables).toEqual(expect.arrayContaining(stored));
    for (const table of ['users', 'magic_link_tokens', 'invitations', 'idempotency_records'])
      expect(tables).toContain(`live.${table}`);
    expect(stored).toEqual(expect.arrayContaining(['sandbox.audit_entries', 'sandbox.workflow_versions']));
    expect(exported.databases.live['users']).toMatchObject([
      { id: userId, email, email_verified_at: expect.any(String) as string, has_password_hash: false },
    ]);
    const runs = Object.values(exported.databases).flatMap((rows) => rows['simulations'] ?? []);
    expect(runs).toHaveLength(2);
    expect(runs).toMatchObject(
      Array(2).fill({ created_by_user_id: userId, has_summary: expect.any(Boolean) as boolean }),
    );
    const uploads = Object.values(exported.databases).flatMap((rows) => rows['datasets'] ?? []);
    expect(uploads).toMatchObject([{ row_count: 2, has_content: true }]);
    expect(JSON.stringify(uploads)).toContain('"value":"Ada"');
    expect(exported.databases.live['users']?.[0]).toHaveProperty('browsers_forgotten_at', null);
    expect(exported).toMatchObject({
      email,
      user_ids: [userId],
      sessions: [
        {
          address: expect.stringMatching(/^\d+\./) as string,
          browser: expect.any(String) as string,
          expires_at: expect.any(String) as string,
        },
      ],
    });
    expect(exported.redis_keys).toContain(`sessions-of:${userId}`);
    expect(stdout).not.toContain(cookie.split('=')[1]);
    expect(stdout).not.toMatch(/"(hash|nonce|key_hash|password_hash)":/);
  });

  it('An erasure ends the sessions and leaves no row with the address, the name or a session of the user', async () => {
    const { email, userId, organizationId, cookie } = await newPerson(service);
    const [other, name] = [await service.signIn(), email.slice(0, email.indexOf('@'))];
    await queryDatabase(
      'sandbox',
      `INSERT INTO populations (id, organization_id, workflow_id, workflow_version, people_count, details, content, created_at)
       VALUES ('pop_of_the_erased', $1, 'w', '1.0.0', 1, '{"origin": "imported"}', '{}', now())`,
      [organizationId],
    );
    const { code, stdout } = await runSharedCommand('person', 'erase', email, '--json');
    expect(code).toBe(0);
    const erasure = JSON.parse(stdout) as Erasure;
    expect(erasure).toMatchObject({ user_ids: [userId], organization_without_users: organizationId });
    expect(erasure.erased).toMatchObject({ 'sandbox.populations': 1 });
    expect((await service.withSession('/v1/auth/me', cookie)).status).toBe(401);
    expect(await tablesWith(name)).toEqual([]);
    expect(await redisContains(name)).toBe(false);
    expect(await redisContains(userId)).toBe(false);
    // The audit log keeps the id without the address. So do the published workflows.
    const kept = personalTables.filter(({ onErase }) => onErase === 'retained').map((table) => table.name);
    for (const table of await tablesWith(userId)) expect(kept).toContain(table.split('.')[1]);
    const [event] = await queryDatabase<{ details: object; actor_kind: string }>(
      'live',
      `SELECT details, actor_kind FROM audit_entries WHERE action = 'user.erased' AND subject = $1`,
      [userId],
    );
    expect(event).toEqual({ details: { email_hash: erasure.email_hash }, actor_kind: 'operator' });
    expect((await service.withSession('/v1/auth/me', other.cookie)).status).toBe(200);
  });

  it('The organization of an erased user remains with its keys, without its datasets and the name of the user', async () => {
    const { email, organizationId } = await newPerson(service);
    expect(await datasetRowsOf(organizationId)).toBe(2);
    await withPersonalData((data) => data.erase(email));
    expect(await datasetRowsOf(organizationId)).toBe(0);
    for (const tier of ['live', 'sandbox'] as const) {
      const rows = await queryDatabase(tier, 'SELECT name FROM organizations WHERE id = $1', [organizationId]);
      expect(rows).toEqual([{ name: 'Organization of an erased user' }]);
    }
    const keys = await queryDatabase('sandbox', 'SELECT name, revoked_at FROM api_keys WHERE organization_id = $1', [
      organizationId,
    ]);
    expect(keys).toEqual([{ name: 'Reports', revoked_at: null }]);
  });

  it('A value that is no email address is an error of the command line', async () => {
    const { code, stderr } = await runSharedCommand('person', 'erase', 'ada');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^error: .*email address/) as string });
  });

  itInFullLevel(
    'The datasets of an organization without users are erased in both tiers, also after an interruption, and others remain',
    async () => {
      const [{ email, organizationId }, other] = [await newPerson(service), await newPerson(service)];
      expect(await datasetRowsOf(organizationId)).toBe(2);
      const unavailable = { sandboxDatabaseUrl: 'postgresql://unavailable@127.0.0.1:1/none' };
      await expect(withPersonalData((data) => data.erase(email), unavailable)).rejects.toThrow();
      await withPersonalData((data) => data.erase(email));
      expect([await datasetRowsOf(organizationId), await datasetRowsOf(other.organizationId)]).toEqual([0, 2]);
    },
  );

  itInFullLevel('An erasure that crashed after the deletion of the account is completed by the next one', async () => {
    const { email, userId } = await newPerson(service);
    const unavailable = { sandboxDatabaseUrl: 'postgresql://unavailable@127.0.0.1:1/none' };
    await expect(withPersonalData((data) => data.erase(email), unavailable)).rejects.toThrow();
    expect(await queryDatabase('live', 'SELECT id FROM users WHERE email = $1', [email])).toEqual([]);
    expect(await tablesWith(email)).not.toEqual([]);
    const [again, last] = await withPersonalData(async (data) => [await data.erase(email), await data.erase(email)]);
    expect([again?.user_ids, last?.user_ids]).toEqual([[userId], [userId]]);
    expect(Object.values(last?.erased ?? {}).every((count) => count === 0)).toBe(true);
    expect(await tablesWith(email)).toEqual([]);
    expect(await redisContains(userId)).toBe(false);
    const events = await queryDatabase(
      'live',
      `SELECT id FROM audit_entries WHERE action = 'user.erased' AND subject = $1`,
      [userId],
    );
    expect(events).toHaveLength(1);
  });

  itInFullLevel('The owner of an erased address can sign up again, as another user', async () => {
    const { email, userId } = await newPerson(service);
    await withPersonalData((data) => data.erase(email));
    const { response } = await service.signIn(email);
    expect(response.status).toBe(200);
    expect(response.body.data.user?.user_id).not.toBe(userId);
  });

  itInFullLevel(
    'An erasure names an organization that has members but no owner, and the operator makes a member an owner',
    async () => {
      const members = new MembersClient(service);
      const owner = await members.newOwner();
      const member = await members.join(owner);
      const { organization_id: organizationId } = (await members.me(owner)).body.data;
      expect(await withPersonalData((data) => data.erase(owner.email))).toMatchObject({
        organization_without_users: null,
        organization_without_owner: organizationId,
        erased: { 'live.users': 1 },
      });
      const setOwner = () => runSharedCommand('organization', 'set-owner', '--email', member.email, '--json');
      expect(JSON.parse((await setOwner()).stdout)).toEqual({
        user_id: member.userId,
        organization_id: organizationId,
      });
      expect((await members.me(member)).body.data.user).toMatchObject({ role: 'owner' });
      expect((await setOwner()).code).not.toBe(0);
    },
  );
});

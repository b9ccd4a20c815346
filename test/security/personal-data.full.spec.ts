import { AuthService, queryDatabase } from '../support/auth-service.js';
import { MembersClient } from '../support/members.js';
import { datasetRowsOf, newPerson, redisContains, tablesWith, withPersonalData } from '../support/personal-data.js';
import { runSharedCommand } from '../support/shared-commands.js';

describe('personal data', () => {
  let service: AuthService;
  beforeAll(async () => (service = await AuthService.shared()));

  it('The datasets of an organization without users are erased in both tiers, also after an interruption, and others remain', async () => {
    const [{ email, organizationId }, other] = [await newPerson(service), await newPerson(service)];
    expect(await datasetRowsOf(organizationId)).toBe(2);
    const unavailable = { sandboxDatabaseUrl: 'postgresql://unavailable@127.0.0.1:1/none' };
    await expect(withPersonalData((data) => data.erase(email), unavailable)).rejects.toThrow();
    await withPersonalData((data) => data.erase(email));
    expect([await datasetRowsOf(organizationId), await datasetRowsOf(other.organizationId)]).toEqual([0, 2]);
  });

  it('An erasure that crashed after the deletion of the account is completed by the next one', async () => {
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

  it('The owner of an erased address can sign up again, as another user', async () => {
    const { email, userId } = await newPerson(service);
    await withPersonalData((data) => data.erase(email));
    const { response } = await service.signIn(email);
    expect(response.status).toBe(200);
    expect(response.body.data.user?.user_id).not.toBe(userId);
  });

  it('An erasure names an organization that has members but no owner, and the operator makes a member an owner', async () => {
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
  });
});

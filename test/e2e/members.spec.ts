import { randomUUID } from 'node:crypto';
import { publicScopes } from '../../src/common/identity/caller.js';
import { AuthService, newEmail, queryDatabase } from '../support/auth-service.js';
import { sampleSize } from '../support/full-level.js';
import { MembersClient, type SignedIn } from '../support/members.js';
import { SessionStore } from '../support/session-store.js';

describe('members of an organization', () => {
  let service: AuthService;
  let members: MembersClient;
  let owner: SignedIn;
  beforeAll(async () => {
    service = await AuthService.shared();
    members = new MembersClient(service);
  });
  // Each organization sends at most 60 requests a minute.
  beforeEach(async () => (owner = await members.newOwner()));

  const audited = async (subject: string) => {
    const { body } = await service.withSession<{ action: string; details: object }[]>(
      `/v1/audit-log?subject=${subject}`,
      owner.cookie,
      { headers: { 'svc-tier': 'live' } },
    );
    return body.data.map(({ action, details }) => ({ action, details }));
  };
  const createKey = (by: SignedIn, scopes: string[]) =>
    service.withSession<{ key_id: string; key: string }>('/v1/api-keys', by.cookie, {
      method: 'POST',
      json: { name: 'Key', scopes, is_test: true },
      headers: { 'idempotency-key': randomUUID() },
    });

  it('The user who created the organization is its owner with all scopes', async () => {
    const { body } = await members.me(owner);
    expect(body.data).toMatchObject({ user: { role: 'owner' }, scopes: publicScopes });
    expect(await members.list(owner)).toMatchObject([
      { object: 'member', user_id: owner.userId, email: owner.email, role: 'owner', scopes: publicScopes },
    ]);
  });

  it('A member has exactly the granted scopes, and a change takes effect with the next request of the session', async () => {
    const member = await members.join(owner, { scopes: ['keys:read', 'simulations:read'] });
    const listKeys = () => service.withSession('/v1/api-keys', member.cookie);
    expect((await members.me(member)).body.data).toMatchObject({
      user: { role: 'member', email_verified: true },
      scopes: ['keys:read', 'simulations:read'],
    });
    expect((await listKeys()).status).toBe(200);
    expect(await service.withSession('/v1/share-links', member.cookie, { method: 'POST', json: {} })).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', meta: { required_scope: 'simulations:write' } },
    });
    const changed = await members.update(owner, member, { scopes: ['simulations:read'] });
    expect(changed).toMatchObject({ status: 200, body: { data: { role: 'member', scopes: ['simulations:read'] } } });
    expect(await listKeys()).toMatchObject({ status: 403, body: { meta: { required_scope: 'keys:read' } } });
    expect((await members.me(member)).body.data.scopes).toEqual(['simulations:read']);
    await members.update(owner, member, { role: 'owner' });
    expect((await members.me(member)).body.data).toMatchObject({ user: { role: 'owner' }, scopes: publicScopes });
    expect((await audited(member.userId)).map(({ action }) => action)).toEqual([
      'member.updated',
      'member.updated',
      'member.joined',
    ]);
  });

  it('The sessions and the invitations of an owner who becomes a member end', async () => {
    const other = await members.join(owner, { role: 'owner', scopes: undefined });
    const token = await members.newToken(other, { role: 'owner', scopes: undefined });
    expect(await members.update(owner, other, { role: 'member' })).toMatchObject({
      status: 400,
      body: { error: 'validation_error', meta: { issues: [{ path: 'scopes' }] } },
    });
    expect((await members.update(owner, other, { role: 'member', scopes: ['keys:read'] })).status).toBe(200);
    expect((await members.me(other)).status).toBe(401);
    expect((await members.accept(token)).status).toBe(401);
    const { cookie, response } = await service.signIn(other.email);
    expect(response.body.data).toMatchObject({ user: { role: 'member' }, scopes: ['keys:read'] });
    expect(await members.update({ ...other, cookie }, other, { role: 'owner' })).toMatchObject({
      status: 403,
      body: { error: 'owner_required' },
    });
  });

  it.each([
    [{}, ''],
    [{ role: 'admin' }, 'role'],
    [{ role: 'owner', scopes: ['keys:read'] }, 'scopes'],
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['keys:read', 'keys:read'] }, 'scopes'],
    [{ scopes: ['*'] }, 'scopes.0'],
  ])('A change of a member is rejected unless role and scopes fit: %j', async (request, path) => {
    const member = await members.join(owner);
    expect(await members.update(owner, member, request)).toMatchObject({
      status: 400,
      body: { error: 'validation_error', meta: { issues: [{ path }] } },
    });
  });

  it('The removal of a member ends the account, its sessions and its sign-in links immediately, and its address can be invited again', async () => {
    const member = await members.join(owner);
    const second = await service.signIn(member.email);
    const link = await service.newToken(member.email);
    const removed = await members.remove(owner, member);
    expect(removed).toMatchObject({ status: 200, body: { data: { user_id: member.userId, deleted: true } } });
    for (const cookie of [member.cookie, second.cookie])
      expect((await members.me({ ...member, cookie })).status).toBe(401);
    expect(await service.verify(link)).toMatchObject({ status: 401, body: { error: 'magic_link_invalid' } });
    expect((await members.list(owner)).map(({ email }) => email)).not.toContain(member.email);
    expect(await members.remove(owner, member)).toMatchObject({ status: 404, body: { error: 'member_not_found' } });
    expect(await audited(member.userId)).toMatchObject([{ action: 'member.removed' }, { action: 'member.joined' }]);
    const again = await members.join(owner, { email: member.email });
    expect(again.userId).not.toBe(member.userId);
  });

  it('The sessions of an owner who is removed or becomes a member end for each spelling of the id in the path', async () => {
    const changes = [
      (user: SignedIn) => members.remove(owner, user),
      (user: SignedIn) => members.update(owner, user, { role: 'member', scopes: ['keys:read'] }),
    ];
    for (const change of changes) {
      const other = await members.join(owner, { role: 'owner', scopes: undefined });
      expect((await change({ ...other, userId: other.userId.toUpperCase() })).status).toBe(200);
      expect((await service.withSession('/v1/usage', other.cookie)).status).toBe(401);
      expect(await audited(other.userId)).toHaveLength(2);
    }
  });

  it('A removal and a sign-in by link at the same time wait for each other', async () => {
    for (let round = 0; round < sampleSize(1, 5); round++) {
      const member = await members.join(owner);
      const link = await service.newToken(member.email);
      const [verified, removed] = await Promise.all([service.verify(link), members.remove(owner, member)]);
      expect([200, 401]).toContain(verified.status);
      expect(removed.status).toBe(200);
    }
  });

  it('A session of a member that an earlier release started has only the scopes of the member', async () => {
    const member = await members.join(owner, { scopes: ['simulations:read'] });
    const store = new SessionStore();
    await store.removeRole(member.cookie);
    store.close();
    expect((await members.me(member)).body.data.scopes).toEqual(['simulations:read']);
  });

  it('The sessions of a removed owner end, and the owner cannot return with an invitation that this owner sent', async () => {
    const other = await members.join(owner, { role: 'owner', scopes: undefined });
    const token = await members.newToken(other, { role: 'owner', scopes: undefined });
    await members.remove(owner, other);
    // This route does not read the user.
    expect((await service.withSession('/v1/usage', other.cookie)).status).toBe(401);
    expect((await members.accept(token)).status).toBe(401);
  });

  it('The last owner cannot be removed or become a member, also if two owners remove each other concurrently', async () => {
    for (let round = 0; round < sampleSize(1, 5); round++) {
      const first = await members.newOwner();
      const second = await members.join(first, { role: 'owner', scopes: undefined });
      const attempts = await Promise.all([
        members.remove(first, second),
        members.update(second, first, { role: 'member', scopes: ['keys:read'] }),
        members.remove(second, first),
      ]);
      expect(attempts.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      const { organization_id: organizationId } = await organizationOf(first, second);
      const owners = await queryDatabase<{ id: string }>(
        'live',
        `SELECT id FROM users WHERE organization_id = $1 AND role = 'owner'`,
        [organizationId],
      );
      expect(owners).toHaveLength(1);
      const last = owners[0]?.id === first.userId ? first : second;
      for (const attempt of [
        members.remove(last, last),
        members.update(last, last, { role: 'member', scopes: ['keys:read'] }),
      ])
        expect(await attempt).toMatchObject({ status: 409, body: { error: 'last_owner' } });
    }
  });

  const organizationOf = async (...users: SignedIn[]) => {
    const rows = await queryDatabase<{ organization_id: string }>(
      'live',
      'SELECT organization_id FROM users WHERE id = ANY($1::uuid[])',
      [users.map(({ userId }) => userId)],
    );
    return rows[0] ?? { organization_id: '' };
  };

  it('A member cannot manage members or invitations, and can list members', async () => {
    const member = await members.join(owner, { scopes: [...publicScopes] });
    const attempts = [
      members.update(member, member, { role: 'owner' }),
      members.remove(member, owner),
      members.invite(member, { role: 'owner', scopes: undefined }),
      service.withSession('/v1/invitations', member.cookie),
      service.withSession(`/v1/invitations/inv_${'0'.repeat(32)}`, member.cookie, { method: 'DELETE' }),
    ];
    for (const attempt of attempts)
      expect(await attempt).toMatchObject({ status: 403, body: { error: 'owner_required' } });
    expect((await members.list(member)).map(({ user_id }) => user_id)).toContain(owner.userId);
  });

  it('An API key cannot manage members, whatever its scopes are', async () => {
    const { body } = await createKey(owner, [...publicScopes]);
    const headers = { authorization: `Bearer ${body.data.key}` };
    for (const path of ['/v1/members', '/v1/invitations'])
      expect(await service.call(path, { headers })).toMatchObject({ status: 403, body: { error: 'session_required' } });
    expect(await service.post('/v1/invitations', {}, headers)).toMatchObject({
      status: 403,
      body: { error: 'session_required' },
    });
  });

  it('A member cannot create or rotate an API key that has more scopes than the member', async () => {
    const member = await members.join(owner, { scopes: ['keys:read', 'keys:write', 'simulations:read'] });
    expect((await createKey(member, ['simulations:read', 'keys:read'])).status).toBe(201);
    const missing = [
      [['simulations:read', 'simulations:write'], 'simulations:write'],
      [['case_studies:write'], 'case_studies:write'],
    ] as const;
    for (const [scopes, required_scope] of missing)
      expect(await createKey(member, [...scopes])).toMatchObject({
        status: 403,
        body: { error: 'insufficient_scope', meta: { required_scope } },
      });
    const { body } = await createKey(owner, ['simulations:write']);
    const rotation = await service.withSession(`/v1/api-keys/${body.data.key_id}/rotate`, member.cookie, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
    });
    expect(rotation).toMatchObject({ status: 403, body: { meta: { required_scope: 'simulations:write' } } });
    expect((await createKey(member, ['keys:write'])).status).toBe(201);
  });

  it('A member or an invitation of another organization gets the same 404 as a missing one', async () => {
    const outsider = await members.newOwner();
    const { body } = await members.invite(owner);
    const missing = randomUUID();
    const requests: [method: string, path: string, json?: object][] = [
      ['PATCH', '/v1/members/', { role: 'owner' }],
      ['DELETE', '/v1/members/'],
      ['DELETE', '/v1/invitations/'],
    ];
    for (const [method, path, json] of requests) {
      const isMember = path === '/v1/members/';
      const texts = await Promise.all(
        [isMember ? owner.userId : body.data.id, isMember ? missing : `inv_${missing.replaceAll('-', '')}`].map(
          async (id) => {
            const response = await service.withSession(`${path}${id}`, outsider.cookie, {
              method,
              ...(json && { json }),
            });
            expect(response.status).toBe(404);
            return response.text.replace(/req_\w+/, '');
          },
        ),
      );
      expect(texts[0]).toBe(texts[1]);
    }
    expect((await members.list(outsider)).map(({ user_id }) => user_id)).toEqual([outsider.userId]);
    expect(await members.invitations(outsider)).toEqual([]);
  });

  it('Members and invitations are listed in pages, newest first', async () => {
    const boss = await members.newOwner();
    const [first, second] = [await members.join(boss), await members.join(boss)];
    const pages: string[] = [];
    let cursor = '';
    do {
      const { body } = await service.withSession<{ user_id: string }[]>(`/v1/members?limit=2${cursor}`, boss.cookie);
      pages.push(...body.data.map(({ user_id }) => user_id));
      const next = body.meta['next_cursor'];
      cursor = typeof next === 'string' ? `&cursor=${next}` : '';
    } while (cursor !== '');
    expect(pages).toEqual([second.userId, first.userId, boss.userId]);
    const emails = [newEmail(), newEmail()];
    for (const email of emails) await members.invite(boss, { email });
    expect((await members.invitations(boss)).map(({ email }) => email)).toEqual([emails[1], emails[0]]);
  });
});

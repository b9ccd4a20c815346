import { randomUUID } from 'node:crypto';
import { AuthService, newEmail, queryDatabase } from '../support/auth-service.js';
import { itInFullLevel } from '../support/full-level.js';
import { MembersClient, type SignedIn } from '../support/members.js';

const dayMs = 24 * 3_600_000;
const asOwner = { role: 'owner', scopes: undefined };

describe('invitations to an organization', () => {
  let service: AuthService;
  let members: MembersClient;
  let owner: SignedIn;
  beforeAll(async () => {
    service = await AuthService.shared();
    members = new MembersClient(service);
  });
  // Each organization sends at most 50 invitations a day.
  beforeEach(async () => (owner = await members.newOwner()));

  const preview = (token: string) => service.post('/v1/invitations/preview', { token });
  const expectInvalid = async (token: string) => {
    for (const response of [await preview(token), await members.accept(token)])
      expect(response).toMatchObject({ status: 401, body: { error: 'invitation_invalid' } });
  };

  it('An invitation is valid for 7 days, and the email names its sender but no text that the sender chose', async () => {
    const { user, organization } = (await members.me(owner)).body.data;
    const email = newEmail();
    const { status, body } = await members.invite(owner, { email: email.toUpperCase(), scopes: ['keys:read'] });
    expect(status).toBe(201);
    const {
      id,
      created_at: createdAt,
      expires_at: expiresAt,
      ...others
    } = body.data as typeof body.data & {
      created_at: string;
    };
    expect(others).toEqual({
      object: 'invitation',
      email,
      role: 'member',
      scopes: ['keys:read'],
      invited_by: user?.user_id,
    });
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * dayMs);
    expect(await members.invitations(owner)).toMatchObject([{ id }]);
    const [mail] = service.mail.mailsTo(email);
    expect(mail?.text).toContain(owner.email);
    expect(mail?.text).toContain('https://app.example.test/invitation#token=');
    const chosen = owner.email.slice(0, owner.email.indexOf('@'));
    expect(organization.name).toBe(chosen);
    expect(mail?.text.replaceAll(owner.email, '')).not.toContain(chosen);
  });

  it('The invited user joins with the granted role and scopes and is signed in, and the email address is verified', async () => {
    const token = await members.newToken(owner, { scopes: ['simulations:read'] });
    const organization = (await members.me(owner)).body.data.organization;
    expect((await preview(token)).body.data).toMatchObject({
      organization_name: organization.name,
      role: 'member',
      scopes: ['simulations:read'],
    });
    const accepted = await members.accept(token, { name: 'Grace Hopper' });
    expect(accepted).toMatchObject({
      status: 200,
      body: {
        data: {
          user: { name: 'Grace Hopper', email_verified: true, role: 'member' },
          organization,
          scopes: ['simulations:read'],
          auth: { method: 'session' },
        },
      },
    });
    expect(accepted.headers.getSetCookie().join()).toMatch(/svc_session=[^;]+;.*HttpOnly/);
    expect(await members.invitations(owner)).toEqual([]);
    await expectInvalid(token);
  });

  it('Of 10 concurrent accepts of an invitation, one succeeds', async () => {
    const token = await members.newToken(owner);
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await members.accept(token)).status));
    expect(statuses.toSorted()).toEqual([200, ...Array<number>(9).fill(401)]);
    expect(await members.list(owner)).toHaveLength(2);
  });

  it('An unknown, expired, revoked or replaced invitation gets the same error', async () => {
    await expectInvalid('A'.repeat(43));
    const expired = await members.invite(owner);
    const expire = `UPDATE invitations SET expires_at = now() - interval '1 ms' WHERE id = $1`;
    await queryDatabase('live', expire, [expired.body.data.id]);
    await expectInvalid(members.tokenFor(expired.body.data.email));
    expect(await members.invitations(owner)).toEqual([]);
    const { body } = await members.invite(owner);
    const revoke = () => service.withSession(`/v1/invitations/${body.data.id}`, owner.cookie, { method: 'DELETE' });
    expect(await revoke()).toMatchObject({ status: 200, body: { data: { id: body.data.id, deleted: true } } });
    await expectInvalid(members.tokenFor(body.data.email));
    expect(await revoke()).toMatchObject({ status: 404, body: { error: 'invitation_not_found' } });
    const email = newEmail();
    const first = await members.newToken(owner, { email });
    const second = await members.newToken(owner, { email });
    await expectInvalid(first);
    expect((await members.accept(second)).status).toBe(200);
  });

  it.each(['%00', 'inv_1', '00000000-0000-4000-8000-000000000000'])(
    'The id %s of no invitation gets invitation_not_found',
    async (id) => {
      const revoked = await service.withSession(`/v1/invitations/${id}`, owner.cookie, { method: 'DELETE' });
      expect(revoked).toMatchObject({ status: 404, body: { error: 'invitation_not_found' } });
    },
  );

  it('The response and the email do not reveal whether the address has an account in another organization', async () => {
    const { email: known } = await members.newOwner();
    const unknown = newEmail();
    const shapeOf = async (email: string) => {
      const { status, body } = await members.invite(owner, { email });
      const mail = service.mail.mailsTo(email).at(-1);
      const text = JSON.stringify([status, body, mail?.text]).replaceAll(email, 'EMAIL');
      return text.replaceAll(/inv_\w+|req_\w+|token=[\w-]+|\d{4}-\d\d-\d\d[T ][\d:.]+( UTC|Z)/g, 'X');
    };
    expect(await shapeOf(known)).toBe(await shapeOf(unknown));
    const accepted = await members.accept(members.tokenFor(known));
    expect(accepted).toMatchObject({ status: 409, body: { error: 'account_exists' } });
    expect((await members.list(owner)).map(({ email }) => email)).toEqual([owner.email]);
    expect((await preview(members.tokenFor(known))).status).toBe(200);
  });

  const moveTo = async (email: string, cookie: string) => {
    const token = members.tokenFor(email);
    const headers = { cookie, 'sec-fetch-site': 'same-origin' };
    const shown = await service.post<{ existing_account: object | null }>(
      '/v1/invitations/preview',
      { token },
      headers,
    );
    const accepted = await service.post('/v1/invitations/accept', { token, move_account: true }, headers);
    return { existing: shown.body.data.existing_account, accepted };
  };

  it('The only user of another organization moves the account with a session of it, and what the user left there ends', async () => {
    const guest = await members.newOwner();
    const headers = { 'idempotency-key': randomUUID() };
    const json = { name: 'left', scopes: ['simulations:read'], is_test: true };
    const key = await service.withSession<{ key: string }>('/v1/api-keys', guest.cookie, {
      method: 'POST',
      json,
      headers,
    });
    await members.invite(owner, { email: guest.email });
    const withoutSession = await members.accept(members.tokenFor(guest.email), { move_account: true });
    expect(withoutSession).toMatchObject({ status: 409, body: { error: 'account_exists' } });
    const other = await members.newOwner();
    expect((await moveTo(guest.email, other.cookie)).accepted).toMatchObject({
      status: 409,
      body: { error: 'account_exists' },
    });
    const { existing, accepted } = await moveTo(guest.email, guest.cookie);
    expect(existing).toMatchObject({ only_user: true, last_owner: false });
    const organization_id = (await members.me(owner)).body.data.organization_id;
    expect(accepted).toMatchObject({
      status: 200,
      body: {
        data: {
          organization_id,
          user: { user_id: guest.userId, role: 'member' },
          scopes: ['simulations:read', 'case_studies:read'],
        },
      },
    });
    expect((await members.me(guest)).status).toBe(401);
    const authorization = `Bearer ${key.body.data.key}`;
    expect((await service.call('/v1/auth/me', { headers: { authorization } })).status).toBe(401);
    expect((await members.list(owner)).map(({ user_id }) => user_id)).toContain(guest.userId);
  });

  it('A member of another organization moves the account, whose objects remain there, and the last owner cannot leave', async () => {
    const [first, second] = [await members.newOwner(), await members.newOwner()];
    const guest = await members.join(first, {
      scopes: ['keys:read', 'keys:write', 'simulations:read', 'simulations:write', 'case_studies:read'],
    });
    const headers = { 'idempotency-key': randomUUID() };
    const json = { name: 'kept', scopes: ['simulations:read'], is_test: true };
    const key = await service.withSession<{ key: string }>('/v1/api-keys', guest.cookie, {
      method: 'POST',
      json,
      headers,
    });
    await members.invite(second, { email: first.email });
    expect(await moveTo(first.email, first.cookie)).toMatchObject({
      existing: { only_user: false, last_owner: true },
      accepted: { status: 409, body: { error: 'last_owner' } },
    });
    await members.invite(second, { email: guest.email });
    expect((await moveTo(guest.email, guest.cookie)).accepted.status).toBe(200);
    const authorization = `Bearer ${key.body.data.key}`;
    expect((await service.call('/v1/auth/me', { headers: { authorization } })).status).toBe(200);
    expect((await members.list(first)).map(({ user_id }) => user_id)).toEqual([first.userId]);
  });

  it('A mailbox gets five sign-in and invitation emails in an hour, from all organizations and for all spellings of its address', async () => {
    const name = `ada${randomUUID().replaceAll('-', '')}`;
    const spellings = [`${name}@example.com`, `${name}+a@example.com`, `${name.toUpperCase()}+b@Example.com`];
    const request = (email: string) => service.post('/v1/auth/magic-link/request', { email });
    const other = await members.newOwner();
    const statuses = [
      await request(spellings[0]!),
      await members.invite(owner, { email: spellings[1] }),
      await members.invite(other, { email: `a.${name.slice(1)}@example.com` }),
      await request(spellings[2]!),
      await members.invite(other, { email: spellings[0] }),
      await members.invite(await members.newOwner(), { email: `${name}+c@example.com` }),
      await request(`${name.slice(0, 3)}.${name.slice(3)}+d@example.com`),
    ].map(({ status }) => status);
    expect(statuses).toEqual([202, 201, 201, 202, 201, 429, 429]);
  });

  it('The address of a member cannot be invited', async () => {
    expect(await members.invite(owner, { email: owner.email })).toMatchObject({
      status: 409,
      body: { error: 'already_member' },
    });
  });

  it('An organization without a verified email address cannot invite', async () => {
    const [email, password] = [newEmail(), 'seven quiet otters'];
    const signUp = { email, password, name: 'Ada', organization_name: 'Engines' };
    const { headers } = await service.post('/v1/auth/password/signup', signUp);
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await members.invite({ userId: '', email, cookie })).toMatchObject({
      status: 403,
      body: { error: 'email_unverified', meta: { cause: 'email_unverified' } },
    });
  });

  it('An organization has at most 100 members and pending invitations', async () => {
    const { organization_id: organizationId, user } = (await members.me(owner)).body.data;
    const { body } = await members.invite(owner);
    await queryDatabase(
      'live',
      `INSERT INTO invitations (id, organization_id, email, role, scopes, hash, invited_by, created_at, expires_at)
       SELECT 'inv_' || md5($1 || n), $1::uuid, n || '@example.com', 'owner', '{}', sha256(($1 || n)::bytea), $2, now(), now() + interval '1 day'
       FROM generate_series(1, 98) n`,
      [organizationId, user?.user_id],
    );
    expect(await members.invite(owner)).toMatchObject({
      status: 409,
      body: { error: 'member_limit_reached', meta: { member_limit: 100 } },
    });
    expect((await members.invite(owner, { email: body.data.email })).status).toBe(201);
  });

  it('An address gets at most 5 invitations of an organization per day', async () => {
    const email = newEmail();
    for (let count = 0; count < 5; count++) expect((await members.invite(owner, { email })).status).toBe(201);
    const limited = await members.invite(owner, { email });
    expect(limited).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await members.invite(owner)).status).toBe(201);
  });

  itInFullLevel('Rejected invitations do not count against the limit of 50 per day', async () => {
    const email = newEmail();
    const invite = async () => (await members.invite(owner, { email })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 51; count++) statuses.push(await invite());
    expect(statuses).toEqual([...Array<number>(5).fill(201), ...Array<number>(46).fill(429)]);
    expect((await members.invite(owner)).status).toBe(201);
  });

  it('A retry with the same Idempotency-Key returns the same invitation and sends no second email', async () => {
    const email = newEmail();
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [
      await members.invite(owner, { email }, headers),
      await members.invite(owner, { email }, headers),
    ];
    expect(second.body.data).toEqual(first.body.data);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(service.mail.mailsTo(email)).toHaveLength(1);
  });

  it('The databases contain only the hash of the token', async () => {
    const token = await members.newToken(owner);
    const [row] = await queryDatabase<{ text: string; matches: boolean }>(
      'live',
      'SELECT i::text AS text, hash = sha256($1::bytea) AS matches FROM invitations i WHERE invited_by = $2',
      [token, owner.userId],
    );
    expect(row?.matches).toBe(true);
    expect(row?.text).not.toContain(token);
  });

  it('An invitation for an owner has no scopes of its own, and one for a member needs scopes', async () => {
    expect((await members.invite(owner, asOwner)).status).toBe(201);
    for (const request of [{ role: 'owner' }, { role: 'member', scopes: undefined }, { scopes: [] }, { role: 'admin' }])
      expect(await members.invite(owner, request)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });
});

import { readFileSync } from 'node:fs';
import { capabilities, endings, otherModels, type Ending } from '../../src/auth/capabilities/capabilities.js';
import { AuthService, cookieOf, queryDatabase } from '../support/auth-service.js';
import { rowsOf } from '../support/full-level.js';
import { MembersClient, type SignedIn } from '../support/members.js';
import { withPersonalData } from '../support/personal-data.js';
import { capabilityNames, plantCapabilities } from '../support/planted-capabilities.js';
import { projectFolder } from '../support/operator.js';
import { publicScopes } from '../../src/common/identity/caller.js';
import { signUpUnverified } from '../support/unverified-accounts.js';

interface LeftMeta {
  dry_run: boolean;
  left: { kind: string; ended: boolean; count: number; objects: { name: string }[] }[];
}

describe('everything that a principal can leave behind', () => {
  let service: AuthService;
  let members: MembersClient;
  beforeAll(async () => {
    service = await AuthService.shared();
    members = new MembersClient(service);
  });

  const organizationOf = async ({ userId }: SignedIn) =>
    (
      await queryDatabase<{ organization_id: string }>('live', 'SELECT organization_id FROM users WHERE id = $1', [
        userId,
      ])
    )[0]!.organization_id;
  const everyScope = { scopes: [...publicScopes] };
  const anOwner = { role: 'owner', scopes: undefined };
  const keysOnly = { role: 'member', scopes: ['keys:read'] };

  /** Creates the user who leaves something, and returns what ends the access. */
  const ways: Record<Ending, () => Promise<{ user: SignedIn; end: () => Promise<unknown> }>> = {
    member_removed: async () => {
      const owner = await members.newOwner();
      const user = await members.join(owner, everyScope);
      return { user, end: () => members.remove(owner, user) };
    },
    owner_demoted: async () => {
      const owner = await members.newOwner();
      const user = await members.join(owner, anOwner);
      return { user, end: () => members.update(owner, user, keysOnly) };
    },
    scopes_withdrawn: async () => {
      const owner = await members.newOwner();
      const user = await members.join(owner, everyScope);
      return { user, end: () => members.update(owner, user, { scopes: ['keys:read'] }) };
    },
    account_discarded: async () => {
      const response = await signUpUnverified(service);
      const { user_id: userId, email } = response.body.data.user!;
      const token = () => service.newToken(email);
      const discard = async () =>
        service.post('/v1/auth/magic-link/verify', { token: await token(), unverified_account: 'discard' });
      return { user: { userId, email, cookie: cookieOf(response) }, end: discard };
    },
    person_erased: async () => {
      const owner = await members.newOwner();
      const user = await members.join(owner, everyScope);
      return { user, end: () => withPersonalData((data) => data.erase(user.email)) };
    },
  };

  const inFullLevel: readonly Ending[] = ['owner_demoted', 'scopes_withdrawn', 'person_erased'];
  const inBoth = endings.filter((ending) => !inFullLevel.includes(ending));
  it.each(rowsOf(inBoth, inFullLevel))('Each capability has exactly the listed end after: %s', async (ending) => {
    const { user, end } = await ways[ending]();
    const planted = await plantCapabilities(service, user, await organizationOf(user));
    await end();
    const expected = capabilityNames.map((name) => {
      const { at, ...capability } = capabilities[name];
      const byDefault = 'byDefault' in capability ? capability.byDefault : 'keep';
      const treatment = at[ending];
      return [name, treatment === 'remains' || (treatment !== 'ends' && byDefault === 'keep')];
    });
    const actual = [];
    for (const name of capabilityNames) actual.push([name, await planted[name]()]);
    expect(actual).toEqual(expected);
  });

  it('The owner decides for each kind what a removed member leaves, and a dry run shows it without a change', async () => {
    const owner = await members.newOwner();
    const user = await members.join(owner, everyScope);
    const planted = await plantCapabilities(service, user, await organizationOf(user));
    const decisions = {
      api_keys: 'keep',
      share_links: 'keep',
      webhook_endpoints: 'keep',
      workflows: 'end',
      datasets: 'end',
    };
    const remove = async (query: object) => {
      const path = `/v1/members/${user.userId}?${new URLSearchParams({ ...query }).toString()}`;
      const { body } = await service.withSession(path, owner.cookie, { method: 'DELETE' });
      return { data: body.data, meta: body.meta as unknown as LeftMeta };
    };
    const { data, meta } = await remove({ ...decisions, dry_run: 'true' });
    expect(data).toEqual({ user_id: user.userId, deleted: false });
    const kinds = (ended: boolean) => meta.left.filter((group) => group.ended === ended).map(({ kind }) => kind);
    expect([meta.dry_run, kinds(true), kinds(false)]).toEqual([
      true,
      ['workflows', 'datasets'],
      ['api_keys', 'share_links', 'webhook_endpoints', 'populations', 'calibrations'],
    ]);
    expect(meta.left.find(({ kind }) => kind === 'api_keys')?.objects).toMatchObject([{ name: 'left' }]);
    expect(await planted.session()).toBe(true);
    expect((await remove(decisions)).data).toEqual({ user_id: user.userId, deleted: true });
    const works = async (names: readonly (keyof typeof planted)[]) => Promise.all(names.map((name) => planted[name]()));
    expect(await works(['api_keys', 'share_links', 'webhook_endpoints', 'populations'])).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await works(['session', 'workflows', 'datasets'])).toEqual([false, false, false]);
  });

  it('Each table of the database is in the list, once', () => {
    const schema = readFileSync(`${projectFolder}/prisma/schema.prisma`, 'utf8');
    const models = [...schema.matchAll(/^model (\w+) /gm)].map(([, name]) => name);
    const listed = [...Object.values(capabilities).flatMap((entry) => entry.models), ...Object.keys(otherModels)];
    expect(listed.toSorted()).toEqual(models.toSorted());
  });

  it('Each capability that remains has a reason', () => {
    const unexplained = Object.entries(capabilities).filter(
      ([, entry]) => Object.values(entry.at).includes('remains') && !('because' in entry),
    );
    expect(unexplained).toEqual([]);
  });
});

import { signUpSchema, isMadeFromContext } from './password.schema.js';

const others = { email: 'ada@example.com', name: 'Ada', organization_name: 'Analytical Engines' };
const issuesOf = (password: unknown) =>
  (signUpSchema.safeParse({ ...others, password }).error?.issues ?? []).map(({ path, message }) => ({ path, message }));

describe('a password at sign-up', () => {
  it('A password has 10 to 200 characters, and emoji count as one character', () => {
    for (const accepted of ['nine and 1', '🔑🗝🔒🔓🔏🔐🛡⚔🏰🚪', 'Ä'.repeat(100) + 'x'.repeat(100), '🔑🗝'.repeat(100)]) {
      expect(issuesOf(accepted)).toEqual([]);
    }
    for (const short of ['', 'nine char', '🔑🗝🔒🔓🔏🔐🛡⚔🏰']) {
      expect(issuesOf(short)).toEqual([{ path: ['password'], message: 'must have at least 10 characters' }]);
    }
    expect(issuesOf('xy'.repeat(100) + 'z')).toEqual([
      { path: ['password'], message: 'must have at most 200 characters' },
    ]);
    expect(issuesOf(1234567890)).toHaveLength(1);
    // Five letters, each written as two code points.
    expect(issuesOf('e\u0301'.repeat(5))).toHaveLength(2);
  });

  it.each([
    'password123',
    '1234567890',
    'qwertyuiop',
    'QwertyUiop',
    '1q2w3e4r5t',
    'passwordpassword',
    '123412341234',
    'aaaaaaaaaaaa',
    'basketball',
    'ｐａｓｓｗｏｒｄ１２３',
  ])('A common password is rejected at sign-up: %s', (password) => {
    expect(issuesOf(password)).toEqual([
      { path: ['password'], message: expect.stringContaining('most common passwords') as string },
    ]);
  });

  it.each(['correct horse battery staple', 'abcabcabd9', 'basketball at dawn'])(
    'An uncommon password is accepted at sign-up: %s',
    (password) => {
      expect(issuesOf(password)).toEqual([]);
    },
  );
});

const context = { email: 'ada.lovelace@engines.example', organizationName: 'Acme Weaving & Sons' };

describe('a password from known words', () => {
  it.each([
    ['Simulation-Service1'],
    ['s1mul4t10n2026'],
    ['AcmeWeaving!'],
    ['acme weaving sons 99'],
    ['ada.lovelace@engines.example'],
    ['AdaLovelace1'],
    ['lovelace2026!'],
    ['acme-acme-acme'],
    ['engines.example'],
  ])('A password made from the names of the service, the user or the organization is rejected: %j', (password) => {
    expect(isMadeFromContext(password, context)).toBe(true);
  });

  it.each([
    ['a quiet sentence'],
    ['seven quiet otters'],
    ['acme likes seven quiet otters'],
    ['0123456789 words'],
    ['sons of the wind'],
    ['engine room 7 blue'],
  ])('A password with other words is accepted: %j', (password) => {
    expect(isMadeFromContext(password, context)).toBe(false);
  });

  it('Short names and names without letters reject nothing', () => {
    expect(isMadeFromContext('a quiet sentence', { email: 'a@b.io', organizationName: '& !' })).toBe(false);
  });
});

import { authorOptions, authorText } from './authors';

const [me, ada, former] = ['user-1', 'user-2', 'user-3'];
const members = [
  { user_id: me, name: 'Me', email: 'me@example.com' },
  { user_id: ada, name: 'Ada', email: 'ada@example.com' },
];
const keys = [
  { key_id: 'key-2', name: 'Reports', start: 'sk_live_ab12', rotated_from: 'key-1' },
  { key_id: 'key-1', name: 'Reports', start: 'sk_live_cd34', rotated_from: null },
];
const known = { me, members, hasAllMembers: true, keys };
const user = (id: string) => ({ type: 'user' as const, id });
const key = (id: string) => ({ type: 'api_key' as const, id });

describe('the creators of runs', () => {
  it('A creator is you, a member, a former member, or a key with its name and start', () => {
    expect([user(me), user(ada), user(former), key('key-1'), null].map((by) => authorText(by, known))).toEqual([
      ...['you', 'Ada', 'a former member', 'key “Reports” (sk_live_cd34…)', null],
    ]);
  });

  it('A creator that the session cannot read is called a user or a key, and not a former member', () => {
    for (const unread of [{ me }, { ...known, members: [], hasAllMembers: false, keys: undefined }])
      expect([user(ada), key('key-1')].map((by) => authorText(by, unread))).toEqual(['another user', 'an API key']);
  });

  it('A filter has the other members and the keys that none replaced, and keeps a creator that has no name', () => {
    const labels = (chosen: string) => authorOptions(known, chosen).map(({ label }) => label);
    const named = ['All', 'Me', 'Ada (ada@example.com)', 'key “Reports” (sk_live_ab12…)'];
    expect(labels('me')).toEqual(named);
    expect(labels(former)).toEqual([...named, 'Another user or key']);
    expect(labels('key-1')).toEqual([...named, 'key “Reports” (sk_live_cd34…)']);
    expect(authorOptions({ me }, '').map(({ value }) => value)).toEqual(['', 'me']);
  });
});

import { EntrySigner } from './entry-signer.js';

const masterKey = Buffer.alloc(32, 1);
const newMasterKey = Buffer.alloc(32, 2);
const signer = new EntrySigner(masterKey, []);
const entry = signer.sign('session:a', '{"user_id":"u"}');

describe('signed entries of Redis', () => {
  it('An entry is read under its name', () => {
    expect(signer.open('session:a', entry)).toBe('{"user_id":"u"}');
  });

  it.each([
    ['that was changed', 'session:a', entry.replace('"u"', '"v"')],
    ['with another name', 'session:b', entry],
    ['without a signature', 'session:a', '{"user_id":"u"}'],
    ['that is empty', 'session:a', ''],
    ['with a signature of non-ASCII characters', 'session:a', `${'ä'.repeat(43)}{}`],
    ['of another master key', 'session:a', new EntrySigner(newMasterKey, []).sign('session:a', '{}')],
  ])('An entry %s is refused', (_, name, text) => {
    expect(signer.open(name, text)).toBeUndefined();
  });

  it('An entry that a previous master key signed is read after the master key was replaced', () => {
    expect(new EntrySigner(newMasterKey, [masterKey]).open('session:a', entry)).toBe('{"user_id":"u"}');
  });
});

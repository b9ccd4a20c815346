import { randomBytes } from 'node:crypto';
import { SecretBox } from './secret-box.js';

const [masterKey, newMasterKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const box = new SecretBox(masterKey, []);

describe('SecretBox', () => {
  it('A sealed text opens for its owner, and each ciphertext is different', () => {
    const [one, other] = [box.seal('whsec_ä', 'we_1'), box.seal('whsec_ä', 'we_1')];
    expect(box.open(one, 'we_1')).toBe('whsec_ä');
    expect(Buffer.from(one).equals(other)).toBe(false);
    expect(Buffer.from(one).includes('whsec')).toBe(false);
  });

  it('A sealed text does not open for another owner', () => {
    const sealed = box.seal('secret', 'we_1');
    expect(() => box.open(sealed, 'we_2')).toThrow();
  });

  it('A sealed text with any changed byte does not open', () => {
    const sealed = box.seal('secret', 'we_1');
    for (let index = 0; index < sealed.length; index++) {
      const changed = Uint8Array.from(sealed, (byte, at) => (at === index ? byte ^ 1 : byte));
      expect(() => box.open(changed, 'we_1')).toThrow();
    }
    expect(() => box.open(randomBytes(3), 'we_1')).toThrow();
  });

  it('A previous master key still opens its secrets, and the header identifies the key', () => {
    const sealed = box.seal('secret', 'we_1');
    const rotated = new SecretBox(newMasterKey, [masterKey]);
    expect(rotated.open(sealed, 'we_1')).toBe('secret');
    const header = (bytes: Uint8Array) => Buffer.from(bytes).subarray(0, rotated.currentHeader.length);
    expect(header(sealed).equals(rotated.currentHeader)).toBe(false);
    expect(header(rotated.seal('secret', 'we_1')).equals(rotated.currentHeader)).toBe(true);
    expect(() => new SecretBox(newMasterKey, []).open(sealed, 'we_1')).toThrow(/^there is no key/);
  });
});

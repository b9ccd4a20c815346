import crypto from 'node:crypto';
import { isSameSecret, randomSeed } from './crypto.js';
import { EntrySigner } from './entry-signer.js';
import { CursorCodec } from './pagination/cursor.js';

const masterKey = Buffer.alloc(32, 1);
const signer = new EntrySigner(masterKey, []);
const cursors = new CursorCodec(masterKey);

describe('isSameSecret', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['abc', 'ab', false],
    ['', '', true],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(isSameSecret(Buffer.from(a), Buffer.from(b))).toBe(expected);
  });

  it.each([
    ['The signature of an entry of Redis', () => signer.open('session:a', signer.sign('session:a', '{}'))],
    ['The signature of a cursor', () => cursors.open('list', cursors.seal('list', 1))],
  ])('%s is compared in constant time', (_, compare) => {
    const compared = jest.spyOn(crypto, 'timingSafeEqual');
    compare();
    expect(compared).toHaveBeenCalledTimes(1);
    compared.mockRestore();
  });
});

describe('randomSeed', () => {
  it('A random seed is a safe integer, uniform over the whole range', () => {
    const seeds = Array.from({ length: 10_000 }, randomSeed);
    expect(seeds.every((seed) => Number.isSafeInteger(seed) && seed >= 0)).toBe(true);
    expect(new Set(seeds).size).toBe(seeds.length);
    const upperHalf = seeds.filter((seed) => seed >= 2 ** 52).length;
    expect(Math.abs(upperHalf - 5_000)).toBeLessThan(400);
    expect(seeds.some((seed) => seed % 2 === 1)).toBe(true);
  });
});

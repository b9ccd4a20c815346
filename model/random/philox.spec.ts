import { philox4x32 } from './philox.js';

// Test vectors of Philox4x32-10 from the Random123 library (Salmon et al., SC'11).
const testVectors = [
  { counter: [0, 0, 0, 0], key: [0, 0], out: ['6627e8d5', 'e169c58d', 'bc57ac4c', '9b00dbd8'] },
  {
    counter: [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
    key: [0xffffffff, 0xffffffff],
    out: ['408f276d', '41c83b0e', 'a20bc7c6', '6d5451fd'],
  },
  {
    counter: [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
    key: [0xa4093822, 0x299f31d0],
    out: ['d16cfe09', '94fdcceb', '5001e420', '24126ea1'],
  },
] as const;

const hex = (words: Uint32Array) => Array.from(words, (word) => word.toString(16).padStart(8, '0'));

describe('philox4x32', () => {
  it.each(testVectors)('Philox4x32-10 returns the published output for counter $counter', ({ counter, key, out }) => {
    const words = new Uint32Array(4);
    philox4x32(key[0], key[1], counter[0], counter[1], counter[2], counter[3], words);
    expect(hex(words)).toEqual(out);
  });

  it('Signed and unsigned input words give the same output', () => {
    const [unsigned, signed] = [new Uint32Array(4), new Uint32Array(4)];
    philox4x32(0xa4093822, 0x299f31d0, 0xffffffff, 0x85a308d3, 0x80000000, 0xfffffffe, unsigned);
    philox4x32(0xa4093822 | 0, 0x299f31d0, -1, 0x85a308d3 | 0, 0x80000000 | 0, -2, signed);
    expect(signed).toEqual(unsigned);
  });
});

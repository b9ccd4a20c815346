import { portableSha256, sha256 } from './sha256.js';

it('Both implementations of SHA-256 have the digests of the standard', () => {
  for (const hash of [sha256, portableSha256]) {
    expect(hash().update('abc').hex()).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hash().update('ä€').update(Uint8Array.of(0, 255)).hex()).toBe(
      sha256()
        .update(Uint8Array.of(0xc3, 0xa4, 0xe2, 0x82, 0xac, 0, 255))
        .hex(),
    );
  }
});

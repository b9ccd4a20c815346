import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './crypto.js';

const version = 1;
export const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + keyIdBytes;

interface SealingKey {
  id: Buffer;
  key: Buffer;
}

/**
 * Encrypts secrets for the database with AES-256-GCM. The format is: version (1 byte), key id (4), nonce (12), ciphertext, tag (16).
 * The key is derived from a master key. The key id identifies that master key, so that replaced master keys can still decrypt.
 */
export class SecretBox {
  private readonly current: SealingKey;
  private readonly all: SealingKey[];

  constructor(masterKey: Buffer, previousMasterKeys: readonly Buffer[]) {
    this.current = sealingKey(masterKey);
    this.all = [this.current, ...previousMasterKeys.map(sealingKey)];
  }

  /** The first bytes of everything that the current master key encrypts. */
  get currentHeader(): Buffer {
    return Buffer.concat([Buffer.of(version), this.current.id]);
  }

  /** @param owner the id that is also required to decrypt the text */
  seal(text: string, owner: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.current.key, nonce).setAAD(Buffer.from(owner));
    const sealed = [this.currentHeader, nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return new Uint8Array(Buffer.concat(sealed));
  }

  /** Throws if the master key is missing, the owner is different or the bytes were changed. */
  open(sealed: Uint8Array, owner: string): string {
    const bytes = Buffer.from(sealed);
    const id = bytes.subarray(1, headerBytes);
    const found = bytes[0] === version ? this.all.find((each) => each.id.equals(id)) : undefined;
    if (!found) throw new Error(`there is no key to open what was sealed with ${id.toString('hex')}`);
    const nonce = bytes.subarray(headerBytes, headerBytes + nonceBytes);
    const decipher = createDecipheriv('aes-256-gcm', found.key, nonce).setAAD(Buffer.from(owner));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = [decipher.update(bytes.subarray(headerBytes + nonceBytes, -tagBytes)), decipher.final()];
    return Buffer.concat(text).toString();
  }
}

/** Identifies a master key without revealing it. */
export const masterKeyId = (masterKey: Buffer) => derivedKey(masterKey, 'seal id', keyIdBytes);

const sealingKey = (masterKey: Buffer): SealingKey => ({
  id: masterKeyId(masterKey),
  key: derivedKey(masterKey, 'seal'),
});

import { createHmac } from 'node:crypto';
import { derivedKey, isSameSecret } from './crypto.js';

/** The number of characters of the signature at the start of an entry: 32 bytes as base64url. */
export const signatureLength = 43;

/**
 * Signs entries of Redis with a key that is derived from the master key (HMAC-SHA-256). The signature covers the name of the entry, so that
 * a client of Redis can neither write an entry nor copy one to another name.
 */
export class EntrySigner {
  private readonly current: Buffer;
  private readonly all: Buffer[];

  /** Entries that a previous master key signed are accepted. */
  constructor(masterKey: Buffer, previousMasterKeys: readonly Buffer[]) {
    this.current = signingKey(masterKey);
    this.all = [this.current, ...previousMasterKeys.map(signingKey)];
  }

  sign(name: string, text: string): string {
    return `${signatureOf(this.current, name, text)}${text}`;
  }

  /** Returns the text of the entry, or undefined if its signature is missing or wrong. */
  open(name: string, entry: string): string | undefined {
    const [signature, text] = [Buffer.from(entry.slice(0, signatureLength)), entry.slice(signatureLength)];
    const isValid = (key: Buffer) => isSameSecret(Buffer.from(signatureOf(key, name, text)), signature);
    return this.all.some(isValid) ? text : undefined;
  }
}

const signingKey = (masterKey: Buffer) => derivedKey(masterKey, 'redis entries');

const signatureOf = (key: Buffer, name: string, text: string) =>
  createHmac('sha256', key).update(name).update('\0').update(text).digest('base64url');

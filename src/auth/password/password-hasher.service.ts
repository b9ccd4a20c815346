import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';

/** OWASP's first recommendation for argon2id, the library's default kind: 19 MiB, 2 passes, 1 lane. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each takes a thread of the process's pool of four, which everything else shares, and its memory. */
const maxConcurrentHashes = 2;
const waitTimeoutMs = 5_000;

@Injectable()
export class PasswordHasher {
  private readonly hashSlots = new ConcurrencyLimit(maxConcurrentHashes, waitTimeoutMs);
  /** The hash of a password that nobody has: to be compared with when there is none. */
  private readonly dummyHash = hash(randomBytes(32), parameters);

  /** Throws {@link TooBusyError}, as {@link matches} does. */
  hash(password: string): Promise<string> {
    return this.hashSlots.run(() => hash(password, parameters));
  }

  /** Takes the same time whether or not there is a hash to compare with. */
  async matches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const compared = passwordHash ?? (await this.dummyHash);
    const matches = await this.hashSlots.run(() => verify(compared, password));
    return matches && compared === passwordHash;
  }
}

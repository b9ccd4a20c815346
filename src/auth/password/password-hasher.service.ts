import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify, type Options } from '@node-rs/argon2';
import { ConcurrencyLimit } from '../../common/concurrency-limit.js';

/** The first recommendation of OWASP for argon2id, the default of the library: 19 MiB, 2 passes, 1 lane. */
const parameters: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Each hash uses 19 MiB and one of the four threads of the process pool, which other work shares. */
const maxConcurrentHashes = 2;
const waitTimeoutMs = 5_000;
/** Running and waiting hashes of one network. */
const maxPerNetwork = 8;

@Injectable()
export class PasswordHasher {
  private readonly hashSlots = new ConcurrencyLimit(maxConcurrentHashes, waitTimeoutMs, maxPerNetwork);
  /** The hash of a random password. An account without a password is compared with it, so that the response time is equal. */
  private readonly dummyHash = hash(randomBytes(32), parameters);

  /** Throws {@link TooBusyError}, as {@link matches} does. */
  hash(password: string, network?: string): Promise<string> {
    return this.hashSlots.run(() => hash(password, parameters), network);
  }

  /** Takes the same time with and without a hash. */
  async matches(passwordHash: string | null | undefined, password: string, network?: string): Promise<boolean> {
    const compared = passwordHash ?? (await this.dummyHash);
    const matches = await this.hashSlots.run(() => verify(compared, password), network);
    return matches && compared === passwordHash;
  }
}

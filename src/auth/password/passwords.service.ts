import { Injectable } from '@nestjs/common';
import { sha256 } from '../../common/crypto.js';
import { AppError } from '../../common/errors/app-error.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import { RateLimiter } from '../../platform/rate-limit/rate-limiter.service.js';
import type { SignIn } from '../account.js';
import { Accounts } from '../accounts.service.js';
import type { Visitor } from '../visitor.js';
import { PasswordHasher } from './password-hasher.service.js';
import type { LogIn, SignUp } from './password.schema.js';

/** Per account, from all addresses: more than typing errors need, and too few to guess a password. */
const maxLoginsPerMinute = 10;

/** Accounts with a password. */
@Injectable()
export class Passwords {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly organizations: Organizations,
    private readonly hasher: PasswordHasher,
    private readonly limiter: RateLimiter,
  ) {}

  async signUp(
    { email, password, name, organization_name: organizationName }: SignUp,
    visitor: Visitor,
  ): Promise<SignIn> {
    const passwordHash = await this.hasher.hash(password);
    const signIn = await this.databases.for('live').$transaction(async (tx) => {
      await this.accounts.lock(tx, email);
      if (await tx.user.findUnique({ where: { email } })) throw new AppError('email_already_registered');
      const user = await this.accounts.create(tx, { email, name, organizationName, passwordHash }, visitor);
      const signedUpAt = (await databaseTime(tx)).toISOString();
      await Outbox.append(tx, { kind: 'user.signed_up', payload: { user_id: user.id, signed_up_at: signedUpAt } });
      return this.accounts.signIn(tx, { id: user.id });
    });
    if (!signIn) throw new Error('an account is gone within the transaction that made it');
    await this.organizations.mirrorNow(signIn.account.organizationId);
    return signIn;
  }

  /** An unknown address, an account without a password and a wrong password look the same and take the same time. */
  async logIn({ email, password }: LogIn): Promise<SignIn> {
    await this.limiter.takeOrThrow(`login:${sha256(email).toString('hex')}`, maxLoginsPerMinute);
    const live = this.databases.for('live');
    const user = await live.user.findUnique({ where: { email }, select: { id: true, passwordHash: true } });
    const matches = await this.hasher.matches(user?.passwordHash, password);
    if (!user?.passwordHash || !matches) throw new AppError('invalid_credentials');
    // The password may have been removed during the comparison, so the sign-in checks its hash again.
    const { id, passwordHash } = user;
    const signIn = await live.$transaction((tx) => this.accounts.signIn(tx, { id, passwordHash }));
    if (!signIn) throw new AppError('invalid_credentials');
    return signIn;
  }
}

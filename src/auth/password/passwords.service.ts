import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { SignIn, Visitor } from '../account.js';
import { Accounts } from '../accounts.service.js';
import { NewPasswords } from './new-passwords.service.js';
import { PasswordCheck } from './password-check.service.js';
import type { LogIn, SignUp } from './password.schema.js';

const select = { id: true, passwordHash: true, browsersForgottenAt: true } as const;

/** Accounts with a password. */
@Injectable()
export class Passwords {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly organizations: Organizations,
    private readonly newPasswords: NewPasswords,
    private readonly check: PasswordCheck,
  ) {}

  async signUp(
    { email, password, name, organization_name: organizationName }: SignUp,
    visitor: Visitor,
  ): Promise<SignIn> {
    this.newPasswords.rejectKnownWords(password, { email, organizationName }, 'password');
    const passwordHash = await this.newPasswords.hash(password, 'password', visitor);
    const signIn = await this.databases.for('live').$transaction(async (tx) => {
      await this.accounts.lock(tx, email);
      if (await tx.user.findUnique({ where: { email } })) throw new AppError('email_already_registered');
      const user = await this.accounts.create(tx, { email, name, organizationName, passwordHash }, visitor);
      const signedUpAt = (await databaseTime(tx)).toISOString();
      await Outbox.append(tx, { kind: 'user.signed_up', payload: { user_id: user.id, signed_up_at: signedUpAt } });
      return this.accounts.signIn(tx, { id: user.id }, visitor);
    });
    if (!signIn) throw new Error('an account is gone within the transaction that made it');
    await this.organizations.mirrorNow(signIn.account.organizationId);
    return signIn;
  }

  /** An unknown address, an account without a password and a wrong password look the same and take the same time. */
  async logIn(request: LogIn, visitor: Visitor): Promise<SignIn> {
    const live = this.databases.for('live');
    const user = await live.user.findUnique({ where: { email: request.email }, select });
    const isCorrect = await this.check.isCorrect(request, user, visitor);
    if (!user?.passwordHash || !isCorrect) throw new AppError('invalid_credentials');
    // The password may have been removed during the comparison, so the sign-in checks its hash again.
    const { id, passwordHash } = user;
    const signIn = await live.$transaction((tx) => this.accounts.signIn(tx, { id, passwordHash }, visitor));
    if (!signIn) throw new AppError('invalid_credentials');
    return signIn;
  }
}

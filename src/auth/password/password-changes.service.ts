import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import type { Caller } from '../../common/identity/caller.js';
import { Databases, type Transaction } from '../../platform/database/databases.service.js';
import type { Account, SignIn, Visitor } from '../account.js';
import { Accounts } from '../accounts.service.js';
import { LinkVerifier, type Verification } from '../magic-link/link-verifier.service.js';
import { sessionOf } from '../session/session-list.service.js';
import { NewPasswords } from './new-passwords.service.js';
import { PasswordCheck } from './password-check.service.js';
import type { ChangePassword } from './password.schema.js';

const path = 'new_password';

/** A new password for an existing account, by its current password or by a sign-in link. */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly newPasswords: NewPasswords,
    private readonly check: PasswordCheck,
    private readonly verifier: LinkVerifier,
  ) {}

  /** Ends all other sessions. */
  async change(caller: Caller, request: ChangePassword, visitor: Visitor): Promise<Account> {
    const { userId: id, sessionKey: key } = sessionOf(caller);
    const live = this.databases.for('live');
    const user = await live.user.findUnique({ where: { id }, include: { organization: true } });
    if (!user) throw new AppError('authentication_required');
    const credentials = { email: user.email, password: request.current_password };
    const isCorrect = await this.check.isCorrect(credentials, user, visitor);
    const { passwordHash: current } = user;
    if (!isCorrect || current === null) throw new AppError('current_password_wrong');
    this.rejectKnownWords(user, request.new_password);
    const passwordHash = await this.newPasswords.hash(request.new_password, path, visitor);
    return live.$transaction(async (tx) => {
      // A concurrent change may have replaced the password during the comparison.
      const isSet = await this.accounts.setPassword(tx, { id, passwordHash: current }, { passwordHash, visitor, key });
      if (!isSet) throw new AppError('current_password_wrong');
      return tx.user.findUniqueOrThrow({ where: { id }, include: { organization: true } });
    });
  }

  /** Signs in with the link. Uses it up if and only if the password is set. */
  async reset(verification: Verification, newPassword: string): Promise<SignIn> {
    const passwordHash = await this.newPasswords.hash(newPassword, path, verification.visitor);
    return this.verifier.verify(verification, async (tx: Transaction, id: string) => {
      const user = await tx.user.findUniqueOrThrow({ where: { id }, include: { organization: true } });
      this.rejectKnownWords(user, newPassword);
      await this.accounts.setPassword(tx, { id }, { passwordHash, visitor: verification.visitor });
    });
  }

  private rejectKnownWords({ email, organization }: Account, password: string): void {
    this.newPasswords.rejectKnownWords(password, { email, organizationName: organization.name }, path);
  }
}

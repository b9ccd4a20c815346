import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { Organizations } from '../../organizations/organizations.service.js';
import { databaseTime } from '../../platform/database/database-time.js';
import { Databases } from '../../platform/database/databases.service.js';
import { Outbox } from '../../platform/outbox/outbox.js';
import type { Caller } from '../../common/identity/caller.js';
import { lockAccount, type Account, type SignIn, type Visitor } from '../account.js';
import { Accounts } from '../accounts.service.js';
import { LinkVerifier, type Verification } from '../magic-link/link-verifier.service.js';
import { sessionOf } from '../session/session-list.service.js';
import { PasswordCheck } from './password-check.service.js';
import {
  isMadeFromContext,
  type ChangePassword,
  type LogIn,
  type PasswordContext,
  type SignUp,
} from './password.schema.js';

const newPasswordPath = 'new_password';
const select = { id: true, passwordHash: true, browsersForgottenAt: true } as const;

@Injectable()
export class Passwords {
  constructor(
    private readonly databases: Databases,
    private readonly accounts: Accounts,
    private readonly organizations: Organizations,
    private readonly check: PasswordCheck,
    private readonly verifier: LinkVerifier,
  ) {}

  async signUp(
    { email, password, name, organization_name: organizationName }: SignUp,
    visitor: Visitor,
  ): Promise<SignIn> {
    rejectKnownWords(password, { email, organizationName }, 'password');
    const passwordHash = await this.check.newHash(password, 'password', visitor);
    const signIn = await this.databases.for('live').$transaction(async (tx) => {
      await lockAccount(tx, email);
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

  /** Replaces the current password and ends all other sessions. */
  async change(caller: Caller, request: ChangePassword, visitor: Visitor): Promise<Account> {
    const { userId: id, sessionKey: key } = sessionOf(caller);
    const live = this.databases.for('live');
    const user = await live.user.findUnique({ where: { id }, include: { organization: true } });
    if (!user) throw new AppError('authentication_required');
    const credentials = { email: user.email, password: request.current_password };
    const isCorrect = await this.check.isCorrect(credentials, user, visitor);
    const { passwordHash: current } = user;
    if (!isCorrect || current === null) throw new AppError('current_password_wrong');
    rejectWordsOf(user, request.new_password);
    const passwordHash = await this.check.newHash(request.new_password, newPasswordPath, visitor);
    return live.$transaction(async (tx) => {
      // A concurrent change may have replaced the password during the comparison.
      const isSet = await this.accounts.setPassword(tx, { id, passwordHash: current }, { passwordHash, visitor, key });
      if (!isSet) throw new AppError('current_password_wrong');
      return tx.user.findUniqueOrThrow({ where: { id }, include: { organization: true } });
    });
  }

  /** Signs in with the link. Uses it up if and only if the password is set. */
  async reset(verification: Verification, newPassword: string): Promise<SignIn> {
    const passwordHash = await this.check.newHash(newPassword, newPasswordPath, verification.visitor);
    return this.verifier.verify(verification, async (tx, id) => {
      const user = await tx.user.findUniqueOrThrow({ where: { id }, include: { organization: true } });
      rejectWordsOf(user, newPassword);
      await this.accounts.setPassword(tx, { id }, { passwordHash, visitor: verification.visitor });
    });
  }
}

/** Throws {@link AppError} `validation_error`. */
function rejectKnownWords(password: string, context: PasswordContext, path: string): void {
  if (!isMadeFromContext(password, context)) return;
  const message =
    'contains little more than the name of the service, the organization or the email address: choose other words';
  throw AppError.validation([{ path, message }]);
}

const rejectWordsOf = ({ email, organization }: Account, password: string) =>
  rejectKnownWords(password, { email, organizationName: organization.name }, newPasswordPath);

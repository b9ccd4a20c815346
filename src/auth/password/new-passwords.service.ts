import { Injectable } from '@nestjs/common';
import { AppError } from '../../common/errors/app-error.js';
import { BreachedPasswords } from './breached-passwords.service.js';
import { isMadeFromContext, type PasswordContext } from './password-check.service.js';
import { networkOfVisitor, type Visitor } from '../account.js';
import { PasswordHasher } from './password-hasher.service.js';

/** The rules for a new password that its schema cannot check. `path` is the field of the password in the request. */
@Injectable()
export class NewPasswords {
  constructor(
    private readonly breached: BreachedPasswords,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Throws {@link AppError} `validation_error` for a breached password. */
  async hash(password: string, path: string, visitor: Visitor): Promise<string> {
    if (await this.breached.includes(password)) {
      throw AppError.validation([{ path, message: 'is in a list of breached passwords: choose another one' }]);
    }
    return this.hasher.hash(password, networkOfVisitor(visitor));
  }

  /** Throws {@link AppError} `validation_error`. */
  rejectKnownWords(password: string, context: PasswordContext, path: string): void {
    if (!isMadeFromContext(password, context)) return;
    const message =
      'contains little more than the name of the service, the organization or the email address: choose other words';
    throw AppError.validation([{ path, message }]);
  }
}

import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { AppError } from '../../common/errors/app-error.js';
import type { ErrorCode } from '../../common/errors/error-codes.js';
import { callerFields, callerOf, requestFields, targetFields } from './request-log.js';
import { SecurityLog } from './security-log.service.js';

/** Errors of the routes that sign a user in. */
const signInErrors = new Set<ErrorCode>(['email_link_required', 'invalid_credentials', 'magic_link_invalid']);

/** Writes a security event for each response that denies access. */
@Injectable()
export class Refusals {
  constructor(private readonly log: SecurityLog) {}

  write({ code, status }: AppError, request: Request): void {
    const caller = callerOf(request);
    const refused = { ...requestFields(request), ...targetFields(request), code };
    if (signInErrors.has(code)) {
      // The body of a rejected request may not be validated.
      const { email } = (request.body ?? {}) as { email?: unknown };
      const emailHash = typeof email === 'string' ? this.log.emailHash(email) : null;
      this.log.write('sign_in.failed', { ...refused, email_hash: emailHash });
    } else if (status === 401) {
      this.log.write('request.unauthenticated', refused);
    } else if (status === 403 && caller) {
      this.log.write('request.forbidden', { ...callerFields(caller), ...refused });
    } else if (status === 403) {
      this.log.write('request.unauthenticated', refused);
    } else if (status === 429 && !caller) {
      this.log.write('request.limited', refused);
    }
  }
}

import { createHmac } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Request } from 'express';
import { derivedKey } from '../../common/crypto.js';
import type { AppError } from '../../common/errors/app-error.js';
import type { ErrorCode } from '../../common/errors/error-codes.js';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { flushLog, securityLogName } from './logger.js';
import { callerFields, callerOf, requestFields, targetFields } from './request-log.js';
import type { SecurityEvent, SecurityFields } from './security-events.js';

const hashLength = 16;

/** The log of security events. Its lines have the field `logger: "security"` and do not depend on `LOG_LEVEL`. */
@Injectable()
export class SecurityLog implements OnApplicationShutdown {
  private readonly logger = new Logger(securityLogName);
  /** Of the current master key and the previous ones. */
  private readonly hashKeys: [Buffer, ...Buffer[]];

  constructor(@Inject(SETTINGS) { masterKey, previousMasterKeys }: Settings) {
    this.hashKeys = [hashKeyOf(masterKey), ...previousMasterKeys.map(hashKeyOf)];
  }

  write<Event extends SecurityEvent>(event: Event, fields: SecurityFields<Event>): void {
    this.logger.log({ event, ...fields }, 'security event');
  }

  onApplicationShutdown(): void {
    flushLog();
  }

  /**
   * Connects the events of one address without logging it. Keyed, because anyone could compute a plain hash for known addresses.
   */
  emailHash(email: string): string {
    return hashOf(email, this.hashKeys[0]);
  }

  emailHashes(email: string): string[] {
    return this.hashKeys.map((key) => hashOf(email, key));
  }
}

const hashKeyOf = (masterKey: Buffer) => derivedKey(masterKey, 'email hash');

const hashOf = (email: string, key: Buffer) =>
  createHmac('sha256', key).update(email.toLowerCase()).digest('hex').slice(0, hashLength);

const signInErrors = new Set<ErrorCode>(['email_link_required', 'invalid_credentials', 'magic_link_invalid']);

/** Writes a security event for each response that denies access. */
export function logRefusal(log: SecurityLog, { code, status }: AppError, request: Request): void {
  const caller = callerOf(request);
  const refused = { ...requestFields(request), ...targetFields(request), code };
  if (signInErrors.has(code)) {
    // The body of a rejected request may not be validated.
    const { email } = (request.body ?? {}) as { email?: unknown };
    const emailHash = typeof email === 'string' ? log.emailHash(email) : null;
    log.write('sign_in.failed', { ...refused, email_hash: emailHash });
  } else if (status === 401) {
    log.write('request.unauthenticated', refused);
  } else if (status === 403 && caller) {
    log.write('request.forbidden', { ...callerFields(caller), ...refused });
  } else if (status === 403) {
    log.write('request.unauthenticated', refused);
  } else if (status === 429 && !caller) {
    log.write('request.limited', refused);
  }
}

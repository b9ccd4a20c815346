import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { flushLog, securityLogName } from './logger.js';
import type { SecurityEvent, SecurityFields } from './security-events.js';

const hashLength = 16;

/** The log of security events. Its lines have the field `logger: "security"` and do not depend on `LOG_LEVEL`. */
@Injectable()
export class SecurityLog implements OnApplicationShutdown {
  private readonly logger = new Logger(securityLogName);
  private readonly hashKey: Buffer;

  constructor(@Inject(SETTINGS) { masterKey }: Settings) {
    this.hashKey = Buffer.from(hkdfSync('sha256', masterKey, '', 'email hash', 32));
  }

  write<Event extends SecurityEvent>(event: Event, fields: SecurityFields<Event>): void {
    this.logger.log({ event, ...fields }, 'security event');
  }

  onApplicationShutdown(): void {
    flushLog();
  }

  /**
   * Connects the events of one address without logging it. Keyed, because anyone could compute a plain hash for known addresses. Returns
   * null if the value is not a text: the body of a rejected request has not been validated.
   */
  emailHash(email: unknown): string | null {
    if (typeof email !== 'string') return null;
    return createHmac('sha256', this.hashKey).update(email.toLowerCase()).digest('hex').slice(0, hashLength);
  }
}

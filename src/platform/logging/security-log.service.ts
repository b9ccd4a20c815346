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

  /** The current hash and those under previous master keys. */
  emailHashes(email: string): string[] {
    return this.hashKeys.map((key) => hashOf(email, key));
  }
}

const hashKeyOf = (masterKey: Buffer) => Buffer.from(hkdfSync('sha256', masterKey, '', 'email hash', 32));

const hashOf = (email: string, key: Buffer) =>
  createHmac('sha256', key).update(email.toLowerCase()).digest('hex').slice(0, hashLength);
